"""Messages of failures: what was expected, what was found, similar nodes, and the accessibility tree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeVar

from pytest_uimcp.aria.errors import Ambiguous, NotFound, NotSeen, StillSeen
from pytest_uimcp.aria.targets import CLICK, Search, Sight, Target, name_in
from pytest_uimcp.aria.text import collapse
from pytest_uimcp.core.spelling import near

N = TypeVar("N")
_MAX_SIMILAR: Final = 5
_MAX_LISTED: Final = 10
# What begins like a selector and has no other signs than one: `#save`, `.primary`, `form > .row`.
_SELECTOR: Final = re.compile(r"[#.][A-Za-z_][\w-]*([ >.#]+[\w-]+)*|\w+([.#]|\s*>\s*)[A-Za-z_][\w-]*([ >.#]+[\w-]+)*")
# Characters of the row in which one of several matches is.
_MAX_ROW: Final = 40
_ROWS: Final = frozenset({"article", "listitem", "row", "treeitem"})


def not_found(sight: Sight[N], verb: str, target: Target, search: Search) -> NotFound:
    lines = [f"{verb}({target}): {_missing(sight.node_noun, target, search)}"]
    expected = target.text or target.name
    if expected:
        lines += _advice(sight, expected, target, search)
    return NotFound(with_tree("\n".join(lines), sight))


def _advice(sight: Sight[N], expected: str, target: Target, search: Search) -> Iterator[str]:
    """What a reader would ask next: is it hidden, is it spelled otherwise, has it no name?"""
    hidden = None
    if target.css is None and _SELECTOR.fullmatch(expected):
        yield f"  a selector is given as css={expected!r}"
    if target.css is None and (hidden := sight.hidden(collapse(expected))):
        yield f"  {hidden}"
    # A verb for fields that is asked for a button.
    others = [node for node in sight.perceived() if collapse(expected) == collapse(sight.name(node))]
    if target.css is None and not search.texts and others and search.steps:
        noun = search.noun.split(maxsplit=1)[-1]
        yield f"  {sight.describe(others[0])} has this name, but it is no {noun}: {_use_of(others[0], sight)}"
    similar = list(_near(sight, expected, search))
    if similar:
        yield f"  near it: {', '.join(similar)}"
    if not similar and not hidden and (nameless := _nameless(sight, search)):
        kinds = ", ".join(role if count == 1 else f"{role} ({count})" for role, count in nameless.items())
        yield f"  without a name: {kinds}; give it a label, or find it with role= or css="


def _use_of(node: N, sight: Sight[N]) -> str:
    if sight.role(node) in CLICK.steps[0].roles:
        return "click() it"
    return "name what is in it"


def _missing(noun: str, target: Target, search: Search) -> str:
    if target.css is not None:
        condition = " and is that" if target.role or target.name or target.text else ""
        return f"expected {noun} that matches the selector {target.css!r}{condition}, found none"
    if target.role is not None:
        name = f" named {target.name!r}" if target.name is not None else ""
        return f"expected {noun} with the role {target.role}{name}, found none"
    called = "named" if search.steps else "with the text"
    text = target.name if target.text is None else target.text
    return f"expected {search.noun} {called} {text!r}, found none"


def ambiguous(sight: Sight[N], verb: str, target: Target, matches: list[N]) -> Ambiguous:
    lines = [f"{verb}({target}): expected one {sight.node_noun.split()[-1]}, {len(matches)} match:"]
    lines += _listed(sight, matches)
    if len(matches) > _MAX_LISTED:
        lines.append(f"  … and {len(matches) - _MAX_LISTED} more")
    lines.append("  say which with nth=, or narrow it down with role=, name= or css=")
    return Ambiguous(with_tree("\n".join(lines), sight))


def not_that_many(sight: Sight[N], verb: str, target: Target, matches: list[N]) -> NotFound:
    """Fewer nodes match than `nth` needs."""
    nth = target.nth or 0
    lines = [f"{verb}({target}): expected at least {max(nth + 1, -nth)} matches, there are {len(matches)}:"]
    lines += _listed(sight, matches)
    return NotFound(with_tree("\n".join(lines), sight))


def _listed(sight: Sight[N], matches: list[N]) -> Iterator[str]:
    listed = matches[:_MAX_LISTED]
    places = _places(sight, listed, matches)
    # What is the same for all tells none from the others.
    tells = len(set(places)) > 1
    for number, (node, place) in enumerate(zip(listed, places, strict=True)):
        yield f"  nth={number}: {sight.describe(node)}{place * tells}"


def _places(sight: Sight[N], listed: list[N], matches: list[N]) -> list[str]:
    """Where each of several matches is: in which row, else in which of the parts of the page that have one each."""
    around = [list(sight.around(node)) for node in listed]
    holders = Counter(id(ancestor) for node in matches for ancestor in sight.around(node))
    rows: list[N | None] = []
    for ancestors in around:
        row = next((ancestor for ancestor in ancestors if sight.role(ancestor) in _ROWS), None)
        # The ancestors come from the inside, so the last with this match alone is the outermost.
        own = [ancestor for ancestor in ancestors if holders[id(ancestor)] == 1]
        rows.append(own[-1] if row is None and own else row)
    words = {id(row): sight.text(row) for row in rows if row is not None}
    # The buttons of a row are those of all rows.
    for node in sight.perceived():
        if sight.role(node) in CLICK.steps[0].roles and (label := sight.text(node)):
            for row in sight.around(node):
                if id(row) in words:
                    words[id(row)] = words[id(row)].replace(label, "", 1)
    return [_place(sight, row, words) for row in rows]


def _place(sight: Sight[N], row: N | None, words: dict[int, str]) -> str:
    if row is None or not (text := collapse(words[id(row)])):
        return ""
    role = sight.role(row)
    if role in _ROWS:
        return f' in {role} "{short(text, _MAX_ROW)}"'
    return f' in "{short(text, _MAX_ROW)}"'


def not_seen(sight: Sight[N], text: str) -> NotSeen:
    lines = [f"see({text!r}): expected the text on {sight.whole_noun}, but it is not there"]
    visible = sight.lines()
    # Lines that have the text in another case come first, then those with similar letters.
    folded = collapse(text).lower()
    close = [line for line in visible.split("\n") if folded in line.lower()]
    close += near(collapse(text), visible.split("\n"), _MAX_SIMILAR)
    if close:
        lines.append(f"  near it: {', '.join(repr(short(line)) for line in dict.fromkeys(close))}")
    # The label of an icon is read out, and nobody can read it.
    for node in sight.perceived():
        role = sight.role(node)
        name = collapse(sight.name(node))
        if role is not None and collapse(text) in name:
            lines.append(f"  {sight.describe(node)} is called so, which is no text: find(role={role!r}, name={name!r})")
            break
    return NotSeen(with_tree("\n".join(lines), sight))


def still_seen(sight: Sight[N], text: str) -> StillSeen:
    absent = collapse(text)
    lines = [f"not_see({text!r}): expected the text to be absent, but it is on {sight.whole_noun}"]
    lines.extend(f"  in: {short(line)!r}" for line in sight.lines().split("\n") if absent in line)
    return StillSeen(with_tree("\n".join(lines), sight))


def with_tree(text: str, sight: Sight[Any]) -> str:
    tree = sight.tree() or "(nothing)"
    indented = "\n".join(f"    {line}" for line in tree.split("\n"))
    return f"{text}\n  {sight.whole_noun}:\n{indented}"


def _near(sight: Sight[N], expected: str, search: Search) -> Iterable[str]:
    called: dict[str, N] = {}
    for node in sight.perceived():
        if any(sight.role(node) in step.roles for step in search.steps):
            for step in search.steps:
                name = name_in(sight, step, node)
                if name:
                    # A node may be called by its label and its placeholder; of two with one name the first is shown.
                    called.setdefault(name, node)
    folded = collapse(expected).lower()
    close = [name for name in called if folded in name.lower() or name.lower() in folded]
    close += near(collapse(expected), called, _MAX_SIMILAR, 0.5)
    for name in list(dict.fromkeys(close))[:_MAX_SIMILAR]:
        yield sight.describe(called[name])


def _nameless(sight: Sight[N], search: Search) -> Counter[str]:
    """The roles of what would have been taken, had it a name."""
    roles = frozenset().union(*(step.roles for step in search.steps))
    candidates = (node for node in sight.perceived() if sight.role(node) in roles)
    return Counter(sight.role(node) or "" for node in candidates if not sight.name(node))


def short(text: str, width: int = 60) -> str:
    if len(text) <= width:
        return text
    return text[: width - 1] + "…"

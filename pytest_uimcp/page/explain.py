"""Messages of failures: what was expected, what was found, similar elements, and the accessible tree."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from pytest_uimcp.aria.text import collapse
from pytest_uimcp.aria.yaml import to_yaml
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.accessible.tree import tree_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.errors import Ambiguous, NotFound, NotSeen, StillSeen
from pytest_uimcp.page.targets import Search, Target, every, perceived
from pytest_uimcp.page.visible import line_text, visible_text

__all__ = [
    "ambiguous",
    "describe",
    "hidden_reason",
    "not_found",
    "not_seen",
    "not_that_many",
    "still_seen",
    "with_tree",
]

_NEAR = 5
_MOST = 10


def describe(look: PageView, element: Element) -> str:
    """An element in a few words: its role and name, else its tag and text."""
    role = look.role(element)
    name = collapse(look.name(element))
    if role not in (None, "generic", "none", "presentation") and name:
        return f'{role} "{_short(name)}"'
    text = line_text(look, element) or element.get("placeholder") or ""
    plain = f"<{element.tag}{f' id={element.id}' if element.id and not element.id.startswith('ui-') else ''}>"
    label = role or plain
    return f'{label} with "{_short(text)}"' if text else label if role else plain


def not_found(look: PageView, root: Element, verb: str, target: Target, search: Search) -> NotFound:
    """No element matches the target."""
    lines = [f"{verb}({target}): {_missing(target, search)}"]
    lines.extend(_hidden(look, root, target))
    wanted = target.text or target.name
    near = list(_near(look, root, wanted, search)) if wanted else []
    if near:
        lines.append(f"  near it: {', '.join(near)}")
    return NotFound(with_tree("\n".join(lines), look, root))


def _missing(target: Target, search: Search) -> str:
    if target.css is not None:
        rest = " and is that" if target.role or target.name or target.text else ""
        return f"expected an element that matches the selector {target.css!r}{rest}, found none"
    if target.role is not None:
        named = f" named {target.name!r}" if target.name is not None else ""
        return f"expected an element with the role {target.role}{named}, found none"
    called = "named" if search.steps else "with the text"
    text = f" {called} {target.text or target.name!r}" if target.text is None else f" {called} {target.text!r}"
    return f"expected {search.what}{text}, found none"


def ambiguous(look: PageView, root: Element, verb: str, target: Target, found: list[Element]) -> Ambiguous:
    """Several elements match the target."""
    lines = [f"{verb}({target}): expected one element, {len(found)} match:"]
    lines.extend(f"  nth={place}: {describe(look, element)}" for place, element in enumerate(found[:_MOST]))
    if len(found) > _MOST:
        lines.append(f"  … and {len(found) - _MOST} more")
    lines.append("  say which with nth=, or narrow it down with role=, name= or css=")
    return Ambiguous(with_tree("\n".join(lines), look, root))


def not_that_many(look: PageView, root: Element, verb: str, target: Target, found: list[Element]) -> NotFound:
    """Fewer elements match than `nth` needs."""
    lines = [f"{verb}({target}): expected at least {_count(target.nth)} matches, there are {len(found)}:"]
    lines.extend(f"  nth={place}: {describe(look, element)}" for place, element in enumerate(found[:_MOST]))
    return NotFound(with_tree("\n".join(lines), look, root))


def _count(nth: int | None) -> int:
    assert nth is not None
    return nth + 1 if nth >= 0 else -nth


def not_seen(look: PageView, root: Element, text: str) -> NotSeen:
    """A text that should be on the page is not."""
    lines = [f"see({text!r}): expected the text on the page, but it is not there"]
    seen = visible_text(look, root)
    folded = collapse(text).lower()
    close = [line for line in seen.split("\n") if folded in line.lower()]
    close += difflib.get_close_matches(collapse(text), seen.split("\n"), _NEAR, 0.6)
    if close:
        lines.append(f"  near it: {', '.join(repr(_short(line)) for line in dict.fromkeys(close))}")
    return NotSeen(with_tree("\n".join(lines), look, root))


def still_seen(look: PageView, root: Element, text: str) -> StillSeen:
    """A text that should not be on the page is."""
    wanted = collapse(text)
    lines = [f"not_see({text!r}): expected the text to be absent, but it is on the page"]
    lines.extend(f"  in: {_short(line)!r}" for line in visible_text(look, root).split("\n") if wanted in line)
    return StillSeen(with_tree("\n".join(lines), look, root))


def with_tree(text: str, look: PageView, root: Element) -> str:
    """A message with the accessible tree below it."""
    tree = to_yaml(tree_of(look, root)) or "(nothing)"
    indented = "\n".join(f"    {line}" for line in tree.split("\n"))
    return f"{text}\n  the page:\n{indented}"


def hidden_reason(look: PageView, element: Element) -> str | None:
    """Why an element is not visible; None if nothing hides it."""
    styles = look.styles
    inner: Element | None = element
    while inner is not None:
        where = "" if inner is element else f" of {_plain(inner)} around it"
        if styles.display(inner) == "none":
            return f"it is hidden (display: none{where})"
        inner = look.parent(inner)
    if not styles.is_rendered(element):
        return "it is inside something that is closed"
    if styles.visibility(element) != "visible":
        return "it is hidden (visibility: hidden)"
    return None


def _hidden(look: PageView, root: Element, target: Target) -> Iterable[str]:
    wanted = collapse(target.text or target.name or "")
    if not wanted or target.css is not None:
        return
    for element in every(root):
        reason = hidden_reason(look, element)
        if reason is not None:
            own = collapse(element.text_content()) or element.get("aria-label") or ""
            if wanted == own:
                yield f"  there is {_plain(element)} with this text, but {reason}"
                return


def _near(look: PageView, root: Element, wanted: str, search: Search) -> Iterable[str]:
    called: dict[str, Element] = {}
    for element in perceived(look, root):
        if any(look.role(element) in step.roles for step in search.steps):
            for step in search.steps:
                name = collapse(step.called(look, element))
                if name:
                    called.setdefault(name, element)
    folded = collapse(wanted).lower()
    close = [name for name in called if folded in name.lower() or name.lower() in folded]
    close += difflib.get_close_matches(collapse(wanted), called, _NEAR, 0.5)
    for name in list(dict.fromkeys(close))[:_NEAR]:
        yield describe(look, called[name])


def _plain(element: Element) -> str:
    extra = f".{'.'.join(element.classes)}" if element.classes else ""
    return f"<{element.tag}{extra}>"


def _short(text: str, width: int = 60) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"

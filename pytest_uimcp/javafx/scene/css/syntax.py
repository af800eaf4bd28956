"""Reading a stylesheet: rules with their selectors and declarations.

JavaFX skips what it cannot read and goes on; so does this, and `Sheet.problems` says what was skipped and where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pytest_uimcp.javafx.scene.selectors.model import Combinator, Compound, Selector

__all__ = ["Declaration", "Rule", "Sheet", "declarations", "parse_sheet"]

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_COMPOUND = re.compile(r"(\*|[\w$][\w$-]*)?((?:#[\w-]+|\.[\w-]+|:[\w-]+(?:\([^()]*\))?)*)")
_PART = re.compile(r"([#.:])([\w-]+(?:\([^()]*\))?)")
_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")


@dataclass(frozen=True, slots=True)
class Declaration:
    """`name: value`, and whether it insists."""

    name: str
    value: str
    important: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A selector and what it declares; a group of selectors becomes a rule for each."""

    selector: Selector
    declarations: tuple[Declaration, ...]


@dataclass(eq=False)
class Sheet:
    """A stylesheet; two of the same text are two sheets."""

    source: str
    rules: list[Rule] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _guarded(text: str) -> tuple[str, list[str]]:
    """Strings out of the way, so that what is inside them cannot end a rule."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[0])
        return f"\0{len(kept) - 1}\0"

    return _STRING.sub(keep, text), kept


def _restore(text: str, kept: list[str]) -> str:
    return re.sub("\0(\\d+)\0", lambda match: kept[int(match[1])], text)


def declarations(text: str) -> tuple[Declaration, ...]:
    """The declarations of a block, or of a node's `style`."""
    text, kept = _guarded(_COMMENT.sub(_blank, text))
    found = []
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if colon and name.strip():
            value = _restore(value.strip(), kept)
            important = value.endswith("!important")
            value = value.removesuffix("!important").strip()
            found.append(
                Declaration(name.strip().lower() if name.strip()[:1] == "-" else name.strip(), value, important)
            )
    return tuple(found)


def _compound(text: str) -> Compound | None:
    found = _COMPOUND.fullmatch(text)
    if not found or not text:
        return None
    parts: dict[str, list[str]] = {"#": [], ".": [], ":": []}
    for kind, name in _PART.findall(found[2]):
        parts[kind].append(name)
    directions = [name for name in parts[":"] if name.startswith("dir(")]
    return Compound(
        type=None if found[1] in (None, "*") else found[1],
        id=parts["#"][-1] if parts["#"] else None,
        classes=tuple(parts["."]),
        states=frozenset(name for name in parts[":"] if not name.startswith("dir(")),
        rtl=directions[-1] == "dir(rtl)" if directions else None,
    )


def _selector(text: str) -> Selector | None:
    words = text.replace(">", " > ").split()
    compounds: list[Compound] = []
    combinators: list[Combinator] = []
    between: Combinator = " "
    for word in words:
        if word == ">":
            between = ">"
            continue
        compound = _compound(word)
        if compound is None:
            return None
        if compounds:
            combinators.append(between)
        compounds.append(compound)
        between = " "
    if compounds and between == " ":
        return Selector(tuple(compounds), tuple(combinators))
    return None


def _blocks(text: str) -> Iterator[tuple[str, str, int]]:
    """Head, body and place of each block; an at-rule without a block ends at its semicolon."""
    place = 0
    while True:
        opening = text.find("{", place)
        if opening < 0:
            return
        closing = text.find("}", opening)
        if closing < 0:
            closing = len(text)
        head = text[place:opening].rpartition(";")[2]
        yield head, text[opening + 1 : closing], opening
        place = closing + 1


def parse_sheet(text: str, source: str = "") -> Sheet:
    """Read a stylesheet."""
    sheet = Sheet(source)
    text, kept = _guarded(_COMMENT.sub(_blank, text))
    for head, body, place in _blocks(text):
        if head.strip().startswith("@"):
            continue
        declared = declarations(_restore(body, kept))
        for part in head.split(","):
            selector = _selector(part.strip())
            if selector is None:
                line = text.count("\n", 0, place) + 1
                sheet.problems.append(f"{source}:{line}: expected a selector; got {part.strip()!r}")
            else:
                sheet.rules.append(Rule(selector, declared))
    return sheet

"""Reading a stylesheet: rules with their selectors and declarations.

JavaFX skips what it cannot read and goes on; so does this, and `Sheet.problems` says what was skipped and where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pytest_uimcp.javafx.scene.selectors.model import Combinator, Compound, Selector

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_COMPOUND = re.compile(r"(\*|[\w$][\w$-]*)?((?:#[\w-]+|\.[\w-]+|:[\w-]+(?:\([^()]*\))?)*)")
_PART = re.compile(r"([#.:])([\w-]+(?:\([^()]*\))?)")
_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")


@dataclass(frozen=True, slots=True)
class StyleDeclaration:
    """`name: value`, and whether it insists."""

    name: str
    value: str
    important: bool = False


@dataclass(frozen=True, slots=True)
class StyleRule:
    """A selector and what it declares; a group of selectors becomes a rule for each."""

    selector: Selector
    declarations: tuple[StyleDeclaration, ...]


@dataclass(eq=False)
class StyleSheet:
    """A stylesheet; two of the same text are two sheets."""

    source: str
    rules: list[StyleRule] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _guarded(text: str) -> tuple[str, list[str]]:
    """Strings out of the way, so that what is inside them cannot end a rule."""
    strings: list[str] = []

    def keep(match: re.Match[str]) -> str:
        strings.append(match[0])
        return f"\0{len(strings) - 1}\0"

    return _STRING.sub(keep, text), strings


def _restore(text: str, strings: list[str]) -> str:
    return re.sub("\0(\\d+)\0", lambda match: strings[int(match[1])], text)


def declarations(text: str) -> tuple[StyleDeclaration, ...]:
    # Comments become blanks and not nothing: lines are counted for the messages.
    text, strings = _guarded(_COMMENT.sub(_blank, text))
    parsed = []
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        # What is no declaration is left out, as JavaFX does.
        if colon and name.strip():
            value = _restore(value.strip(), strings)
            important = value.endswith("!important")
            value = value.removesuffix("!important").strip()
            parsed.append(
                StyleDeclaration(name.strip().lower() if name.strip()[:1] == "-" else name.strip(), value, important)
            )
    return tuple(parsed)


def _compound(text: str) -> Compound | None:
    match = _COMPOUND.fullmatch(text)
    if not match or not text:
        return None
    parts: dict[str, list[str]] = {"#": [], ".": [], ":": []}
    for kind, name in _PART.findall(match[2]):
        parts[kind].append(name)
    # `:dir()` is about the direction and no state that a node has.
    directions = [name for name in parts[":"] if name.startswith("dir(")]
    return Compound(
        type=None if match[1] in (None, "*") else match[1],
        id=parts["#"][-1] if parts["#"] else None,
        classes=tuple(parts["."]),
        states=frozenset(name for name in parts[":"] if not name.startswith("dir(")),
        rtl=directions[-1] == "dir(rtl)" if directions else None,
    )


def _selector(text: str) -> Selector | None:
    words = text.replace(">", " > ").split()
    compounds: list[Compound] = []
    combinators: list[Combinator] = []
    combinator: Combinator = " "
    for word in words:
        if word == ">":
            combinator = ">"
            continue
        compound = _compound(word)
        if compound is None:
            return None
        if compounds:
            combinators.append(combinator)
        compounds.append(compound)
        combinator = " "
    if compounds and combinator == " ":
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
        # A sheet that ends within a rule has that rule.
        if closing < 0:
            closing = len(text)
        head = text[place:opening].rpartition(";")[2]
        yield head, text[opening + 1 : closing], opening
        place = closing + 1


def parse_sheet(text: str, source: str = "") -> StyleSheet:
    sheet = StyleSheet(source)
    text, strings = _guarded(_COMMENT.sub(_blank, text))
    for head, body, place in _blocks(text):
        if head.strip().startswith("@"):
            continue
        block = declarations(_restore(body, strings))
        # Each selector of a group stands for itself: one that cannot be read does not take the others with it.
        for part in head.split(","):
            selector = _selector(part.strip())
            if selector is None:
                line = text.count("\n", 0, place) + 1
                sheet.problems.append(f"{source}:{line}: expected a selector; got {part.strip()!r}")
            else:
                sheet.rules.append(StyleRule(selector, block))
    return sheet

"""Parses style sheets into rules. Only declarations that affect whether and how an element is displayed are kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom.animations import ANIMATION, TRANSITION
from pytest_uimcp.page.dom.conditions import media_matches, supports
from pytest_uimcp.page.dom.escapes import plain_letters
from pytest_uimcp.page.dom.keyframes import KeyframesRule
from pytest_uimcp.page.dom.selectors import CssSelector, CssSelectorError, selectors
from pytest_uimcp.page.dom.syntax import Item, items, split, without_comments
from pytest_uimcp.page.dom.values import computed_value, is_computed, without_environment
from pytest_uimcp.page.dom.words import words

__all__ = [
    "DECISIVE", "KEPT", "LAYING", "PLACING", "RAISING", "CssDeclaration", "CssStyleRule", "CssStyleSheet",
    "declarations", "lays_out", "moves_under_pointer", "own_part", "sheet_of", "shows_under_pointer",
]  # fmt: skip


def _brackets(depth: int) -> str:
    """What is in brackets, with others in it."""
    if not depth:
        return r"\([^()]*\)"
    return rf"\((?:[^()]|{_brackets(depth - 1)})*\)"


_VALUES: Final = re.compile(rf"(?:[^\s()]|{_brackets(5)})+")
_LOWERED = words("all content-visibility float pointer-events display visibility position")
KEPT = _LOWERED | {"content"}
# The properties of a rule that decide what is seen; the others only modify them.
DECISIVE = words("all content content-visibility display visibility")
# The properties that lay elements out, which are read only where layout matters (see `page/layout`).
_SIDES: Final = ("top", "right", "bottom", "left")
# By shorthand, the properties that it sets; of four values, the second is that of the right.
_SHORTHANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "inset": _SIDES, "inset-block": ("top", "bottom"), "inset-inline": ("left", "right"),
    "inset-block-start": ("top",), "inset-block-end": ("bottom",), "inset-inline-start": ("left",),
    "inset-inline-end": ("right",), "margin": tuple(f"margin-{side}" for side in _SIDES),
    "margin-inline": ("margin-left", "margin-right"), "margin-block": ("margin-top", "margin-bottom"),
    "padding": tuple(f"padding-{side}" for side in _SIDES), "padding-inline": ("padding-left", "padding-right"),
    "padding-block": ("padding-top", "padding-bottom"), "overflow": ("overflow-x", "overflow-y"),
    "inline-size": ("width",), "block-size": ("height",), "max-block-size": ("max-height",),
    "max-inline-size": ("max-width",), "min-inline-size": ("min-width",), "min-block-size": ("min-height",),
    "margin-inline-start": ("margin-left",), "margin-inline-end": ("margin-right",),
    "margin-block-start": ("margin-top",), "margin-block-end": ("margin-bottom",),
    "padding-inline-start": ("padding-left",), "padding-inline-end": ("padding-right",),
    "padding-block-start": ("padding-top",), "padding-block-end": ("padding-bottom",),
    "border-width": tuple(f"border-{side}-width" for side in _SIDES),
    "border-style": tuple(f"border-{side}-style" for side in _SIDES),
    "gap": ("row-gap", "column-gap"), "grid-gap": ("row-gap", "column-gap"), "grid-row-gap": ("row-gap",),
    "grid-column-gap": ("column-gap",), "place-items": ("align-items", "justify-items"),
    "place-content": ("align-content", "justify-content"), "place-self": ("align-self", "justify-self"),
}  # fmt: skip
# Shorthands of which each longhand keeps the whole value until its variables are known (see `animations`).
_WHOLE: Final[Mapping[str, tuple[str, ...]]] = {
    "animation": tuple(ANIMATION), "transition": tuple(TRANSITION), "font": ("font-size", "line-height", "font-family"),
    "border": tuple(f"border-{side}" for side in _SIDES), "border-inline": ("border-left", "border-right"),
    "border-block": ("border-top", "border-bottom"),
}  # fmt: skip
_PREFIXED: Final = ("-webkit-animation", "-webkit-transition")
LAYING: Final = frozenset().union(
    words(
        """-webkit-line-clamp align-content align-items align-self all anchor-name aspect-ratio backdrop-filter
        backface-visibility
        border-bottom
        border-bottom-style border-collapse border-radius border-bottom-width border-left border-left-style
        border-left-width border-right border-right-style border-right-width border-spacing border-top
        border-top-style border-top-width box-sizing break-inside clear clip clip-path column-count
        column-gap column-span column-width columns
        contain container-type content direction filter flex flex-basis flex-direction flex-flow flex-grow
        flex-shrink flex-wrap float font-family font-size grid grid-area grid-auto-columns grid-auto-flow
        grid-auto-rows grid-column grid-column-end grid-column-start grid-row grid-row-end grid-row-start
        grid-template grid-template-areas grid-template-columns grid-template-rows height isolation
        justify-content justify-items justify-self letter-spacing line-height max-height max-width min-height
        min-width mix-blend-mode opacity order perspective pointer-events position position-anchor position-area
        position-try position-try-fallbacks rotate row-gap scale text-align text-indent text-transform transform
        transform-origin transform-style translate vertical-align visibility
        white-space width will-change word-break word-spacing writing-mode z-index zoom overflow-wrap"""
    ),
    _SHORTHANDS,
    *_SHORTHANDS.values(),
)
# Of these, what takes elements out of the flow; asked for each element of the page.
PLACING: Final = words("pointer-events position")
# And what puts them over others without that.
RAISING: Final = words(
    """backdrop-filter clip-path filter isolation mix-blend-mode opacity perspective rotate scale transform translate
    z-index"""
)
# What in a selector may match or not without a change of elements, classes, `hidden` or attributes of ours.
_CHANGES = re.compile(
    r"(?<!:):(?!:|root\b|has\(|is\(|where\(|not\(|(first|last|only|nth)-)"
    r"|\[(?!\s*(class\b|hidden\b|ui-|data-(axis|cards|chart|series)\b))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CssDeclaration:
    name: str
    value: str
    important: bool


@dataclass(frozen=True, slots=True)
class CssStyleRule:
    selector: CssSelector
    declarations: tuple[CssDeclaration, ...]
    # The name of its layer, with dots; rules outside of any layer win.
    layer: str | None
    # The conditions of `@container` around it, all of which must hold.
    containers: tuple[str, ...] = ()
    # The row of the table of gaps, and its subject, if it is not known whether the rule applies.
    gap: tuple[str, str] | None = None
    sets_variables: bool = False
    only_sets_variables: bool = False
    # Whether it says what the pointer hits.
    points: bool = False
    # Whether it decides what is seen by what the user does: by states, or attributes that components set.
    may_hide: bool = False


@lru_cache(maxsize=2048)
def declarations(text: str, kept: frozenset[str] = KEPT) -> tuple[CssDeclaration, ...]:
    parsed: list[CssDeclaration] = []
    for part in split(plain_letters(without_comments(text)), ";"):
        name, colon, value = part.partition(":")
        name = name.strip()
        if not name.startswith("--"):
            name = name.lower()
            if name.startswith(_PREFIXED):
                name = name.removeprefix("-webkit-")
        if not colon or (name not in kept and not name.startswith("--") and _WHOLE.get(name, ("",))[0] not in kept):
            continue
        value, important = _split_important(value.strip())
        value = without_environment(name, value)
        computed = computed_value(name, value if name not in _LOWERED or is_computed(value) else value.lower())
        if computed is None:
            continue
        if longhands := _SHORTHANDS.get(name, ()):
            values = _VALUES.findall(computed)
            # Where one is missing, the value of the opposite side counts, and else the first.
            sides = [*values, *values[1:2]] if len(values) == 3 else values * 4
            parsed += (CssDeclaration(*pair, important) for pair in zip(longhands, sides, strict=False))
        elif name in _WHOLE:
            parsed += (CssDeclaration(longhand, f"{name}:{value}", important) for longhand in _WHOLE[name])
        else:
            parsed.append(CssDeclaration(name, computed, important))
    return tuple(parsed)


def own_part(name: str, value: str) -> str:
    """Of a shorthand whose variable had several values in it, that of one property."""
    place = _PLACES.get(name)
    if place is None or " " not in value:
        return value
    values = _VALUES.findall(value)
    # As above, one that is missing is that of the opposite side, and else the first.
    for number in (place, place - 2, 0):
        if 0 <= number < len(values):
            return str(values[number])
    return value


_PLACES: Final = {
    **{f"{start}{side}{end}": place for place, side in enumerate(_SIDES)
       for start, end in (("", ""), ("margin-", ""), ("padding-", ""), ("border-", "-width"))},
    "row-gap": 0, "column-gap": 1, "overflow-x": 0, "overflow-y": 1,
}  # fmt: skip
_LAYS_OUT: Final = re.compile(
    r"\bposition\s*:\s*(?:fixed|absolute)|\btransform\s*:|\btranslate\s*:|\bscale\s*:|\bclip(?:-path)?\s*:"
    # Sizes of nothing, in variables as well; `min-width: 0` and `0.9rem` leave everything in its place.
    r"|(?<![\w-])(?:(?:max-)?|--[\w-]*)(?:height|width)\s*:\s*0(?!\.?\d*[1-9])"
    r"|\bmargin[\w-]*\s*:[^;}]*-\.?\d|\b(?:grid-template-rows|font-size)\s*:\s*0(?!\.?\d*[1-9])",
    re.IGNORECASE,
)


_HOVERING: Final = re.compile(
    r":hover[^{}]*\{[^}]*(?<![\w-])(?:backdrop-filter|bottom|clip-path|display|filter|inset|left|margin|opacity|position|right"
    r"|rotate|scale|top|transform|translate|z-index)\b[\w-]*\s*:",
    re.IGNORECASE,
)


_SHOWING: Final = re.compile(
    r":hover[^{}]*\{[^}]*(?<![\w-])(?:content|content-visibility|display|visibility)\s*:", re.IGNORECASE
)


@lru_cache(maxsize=256)
def shows_under_pointer(text: str) -> bool:
    """Whether a style sheet shows or hides something while the pointer is over it."""
    return _SHOWING.search(text) is not None


@lru_cache(maxsize=256)
def moves_under_pointer(text: str) -> bool:
    """Whether a style sheet lays something out otherwise while the pointer is over it."""
    return _HOVERING.search(text) is not None


@lru_cache(maxsize=2048)
def lays_out(text: str) -> bool:
    """Whether a style sheet moves, cuts off or lays over something."""
    return _LAYS_OUT.search(text) is not None


@lru_cache(maxsize=256)
def sheet_of(text: str, kept: frozenset[str] = KEPT) -> CssStyleSheet:
    layers: dict[str, None] = {}
    keyframes: list[KeyframesRule] = []
    context = _Context(layers, kept, keyframes)
    rules = tuple(_rules(items(plain_letters(without_comments(text))), context))
    return CssStyleSheet(rules, tuple(layers), tuple(keyframes))


def _split_important(value: str) -> tuple[str, bool]:
    plain = re.sub(r"\s*!\s*important$", "", value, flags=re.I)
    return plain, plain != value


class CssStyleSheet(NamedTuple):
    """A style sheet: its rules, and the names of its layers in the order in which they are first named."""

    rules: tuple[CssStyleRule, ...]
    layers: tuple[str, ...]
    keyframes: tuple[KeyframesRule, ...] = ()


class _Context(NamedTuple):
    # All layers until now.
    layers: dict[str, None]
    # The properties that count.
    kept: frozenset[str]
    # All rules `@keyframes` until now.
    keyframes: list[KeyframesRule]
    layer: str | None = None
    # The head of the style rule around it, of which `&` stands for the elements.
    style_rule: str = ""
    # What within `@scope` is out of it again.
    limit: str = ""
    gap: tuple[str, str] | None = None
    containers: tuple[str, ...] = ()

    def register_layer(self, layer: str) -> str:
        """A layer by its full name, which is noted; one without a name is a layer of its own."""
        name = ".".join(filter(None, [self.layer, layer or f"({len(self.layers)})"]))
        self.layers.setdefault(name)
        return name


def _rules(sheet_items: Iterator[Item], context: _Context) -> Iterator[CssStyleRule]:
    for head, body in sheet_items:
        if not head.startswith("@"):
            if body is not None:
                head = _within(_nested_selector(head, context.style_rule), context.limit)
                yield from _style_rule(head, body, context)
            continue
        word, condition = _at_rule(head)
        if word == "layer":
            names = [context.register_layer(name.strip()) for name in condition.split(",")]
            if body is not None:
                yield from _rules_inside(body, context._replace(layer=names[0]))
            continue
        if word in _KEYFRAMES and body is not None:
            name = condition.strip("\"'")
            context.keyframes.append(KeyframesRule(name, body, context.layer, context.gap, word[0] == "-"))
            continue
        inside = _inside(word, condition, context)
        if body is not None and inside is not None:
            yield from _rules_inside(body, inside)


def _inside(word: str, condition: str, context: _Context) -> _Context | None:
    """What an at-rule makes of the context for the rules in it; None if they do not apply."""
    if word == "container":
        return context._replace(containers=(*context.containers, condition))
    scope = _SCOPE.fullmatch(condition) if word == "scope" else None
    if scope is not None and not context.style_rule:
        root = f":where({scope['root']})"
        limit = scope["limit"] or ""
        if limit:
            limit = f":where(:not({root} :is({limit}), {root} :is({limit}) *))"
        return context._replace(style_rule=root, limit=limit)
    if word == "starting-style" and context.kept is not KEPT:
        return None  # where something is when it has come to rest, it does not say
    applies = _APPLIES.get(word, _never)(condition)
    if applies is not None:
        if applies:
            return context
        return None
    if word == "media":
        return context._replace(gap=("media", condition))
    return context._replace(gap=("at-rule", f"{word} {condition}".strip()))


def _rules_inside(body: str, context: _Context) -> Iterator[CssStyleRule]:
    """The rules in an at-rule; within a style rule, its declarations are those of that rule."""
    if context.style_rule:
        yield from _style_rule(context.style_rule, body, context)
    else:
        yield from _rules(items(body), context)


def _at_rule(head: str) -> tuple[str, str]:
    match = re.match(r"@([\w-]+)\s*(.*)", head, re.S)
    if match:
        return (match[1].lower(), " ".join(match[2].split()))
    return ("", "")


def _style_rule(head: str, body: str, context: _Context) -> Iterator[CssStyleRule]:
    if "{" not in body:  # nearly always
        yield from _rules_declaring(head, body, context)
        return
    plain: list[str] = []
    for item in items(body, in_rule=True):
        if item.body is None:
            plain.append(item.head)
            continue
        yield from _rules_declaring(head, ";".join(plain), context)
        plain.clear()
        yield from _rules(iter([item]), context._replace(style_rule=head))
    yield from _rules_declaring(head, ";".join(plain), context)


def _rules_declaring(head: str, text: str, context: _Context) -> Iterator[CssStyleRule]:
    style = declarations(text, context.kept)
    if not style:
        return
    try:
        alternatives = selectors(head)
    except CssSelectorError:
        return  # a browser drops the whole rule too
    variables = [declaration.name.startswith("--") for declaration in style]
    points = any(declaration.name == "pointer-events" for declaration in style)
    decides = (any(variables) or any(declaration.name in DECISIVE for declaration in style)) and _CHANGES.search(
        head
    ) is not None
    for selector in alternatives:
        may_hide = decides and not selector.pseudo_element
        yield CssStyleRule(
            selector, style, context.layer, context.containers, context.gap, any(variables), all(variables), points,
            may_hide,
        )  # fmt: skip


def _nested_selector(head: str, parent_head: str) -> str:
    if not parent_head:
        return head
    parent_selector = f":is({parent_head})"
    parts = (part.strip() for part in split(head, ","))
    return ", ".join(
        part.replace("&", parent_selector).replace(":scope", parent_selector)
        if "&" in part or ":scope" in part
        else f"{parent_selector} {part}"
        for part in parts
    )


def _within(head: str, limit: str) -> str:
    """The same for what is not beyond the limit of a scope."""
    if not limit:
        return head
    return ", ".join(
        _PSEUDO_ELEMENT.sub(lambda end: limit + end[0], part.strip(), count=1) for part in split(head, ",")
    )


def _never(_condition: str) -> bool:
    """Rules such as `@font-face`, which decide nothing that is kept, and those that no browser knows."""
    return False


def _unknown(_condition: str) -> None:
    return None


_SCOPE: Final = re.compile(r"\((?P<root>.+?)\)(?:\s*to\s*\((?P<limit>.+)\))?", re.DOTALL)
# The pseudo-element at the end of a selector, or its end.
_PSEUDO_ELEMENT: Final = re.compile(r"(?:::?(?:before|after|marker|backdrop|placeholder)|::[\w-]+(?:\([^()]*\))?)?$")
_KEYFRAMES: Final = ("keyframes", "-webkit-keyframes")
_APPLIES: Final[Mapping[str, Callable[[str], bool | None]]] = {
    "media": media_matches, "scope": _unknown, "starting-style": _unknown, "supports": supports,
}  # fmt: skip

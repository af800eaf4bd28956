"""The rules of all sheets of a page, and what those that match an element come to together."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Final, TypeAlias

from pytest_uimcp.page.dom.keyframes import Keyframes
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.sheets import (
    KEPT,
    LAYING,
    CssDeclaration,
    CssStyleRule,
    CssStyleSheet,
    declarations,
    lays_out,
    sheet_of,
)
from pytest_uimcp.page.dom.values import is_computed

NO_STYLE: Final[Mapping[str, str]] = {}
_ALL = ("content", "content-visibility", "display", "float", "pointer-events", "position", "visibility")
# The rank of what is in no layer, above all layers.
_OUTSIDE = 1 << 30
_MAX_CASCADES: Final = 2000


# A rule behind its weight: its layer, its specificity and its number.
Weighted: TypeAlias = "tuple[tuple[int, int, int, int, int], CssStyleRule]"
_PINNED: Final = re.compile(r"position\s*:\s*(?:fixed|sticky)", re.IGNORECASE)
_PULLING: Final = re.compile(r"\bmargin[\w-]*\s*:[^;}]*-\s*[\d.(]", re.IGNORECASE)


@lru_cache(maxsize=256)
def _pins(text: str) -> bool:
    return _PINNED.search(text) is not None


@lru_cache(maxsize=256)
def _pulls(text: str) -> bool:
    return _PULLING.search(text) is not None


class CssRules:
    """The rules of all sheets of a page, by what an element must have to match; they never change."""

    def __init__(self, texts: tuple[str, ...], properties: frozenset[str] = KEPT) -> None:
        self._properties = properties
        self.everywhere: list[Weighted] = []
        self.by_tag: dict[str, list[Weighted]] = defaultdict(list)
        self.by_class: dict[str, list[Weighted]] = defaultdict(list)
        self.by_id: dict[str, list[Weighted]] = defaultdict(list)
        self.by_attribute: dict[str, list[Weighted]] = defaultdict(list)
        self.pseudo: dict[str, list[Weighted]] = defaultdict(list)
        # Whether a rule says what the pointer hits.
        self.points = False
        # Whether a rule decides what is seen by what the user does.
        self.may_hide = False
        self.custom: list[Weighted] = []
        # Whether a rule moves, cuts off or lays over something (see `page/layout`).
        self.lays_out = any(map(lays_out, texts))
        self.pins = any(map(_pins, texts))
        self.pulls = any(map(_pulls, texts))
        self._number = 0
        sheets = [sheet_of(text, properties) for text in texts]
        self._layers: dict[str | None, int] = {
            None: _OUTSIDE,
            **_ranks(layer for sheet in sheets for layer in sheet.layers),
        }
        for sheet in sheets:
            self._add(sheet)
        self.keyframes = Keyframes(
            ((self._layers[rule.layer], rule) for sheet in sheets for rule in sheet.keyframes), _read_frame
        )
        self._attributes = frozenset(self.by_attribute)
        # What the rules of these numbers and a text of an inline style come to: it is asked for again at each verb.
        self._cascades: dict[tuple[str | int, ...], Mapping[str, str]] = {}
        self._computed: dict[tuple[str | int, ...], Mapping[str, str] | None] = {}
        # By pseudo-element, the attributes of which an element must have one; None: it may match without.
        self.pseudo_attributes = {
            name: None if any(pair[1].selector.key[0] != "[" for pair in pairs)
            else frozenset(pair[1].selector.key[1:-1] for pair in pairs)
            for name, pairs in self.pseudo.items()
        }  # fmt: skip
        needed = [self.pseudo_attributes[name] for name in ("before", "after") if name in self.pseudo_attributes]
        self.generating = None if None in needed else frozenset().union(*filter(None, needed))

    def cascade(self, matching: list[Weighted], text: str, animated: Mapping[str, str] = NO_STYLE) -> Mapping[str, str]:
        """What rules, an inline style and animations say together; nobody may change it."""
        if animated:
            return cascaded(matching, declarations(text, self._properties), animated)
        key: tuple[str | int, ...] = (text, *(weight[-1] for weight, _ in matching))
        style = self._cascades.get(key)
        if style is None:
            if len(self._cascades) >= _MAX_CASCADES:  # an app may set ever new inline styles
                self._cascades.clear()
            style = self._cascades[key] = cascaded(matching, declarations(text, self._properties))
        return style

    def computed(self, matching: list[Weighted], text: str) -> Mapping[str, str] | None:
        """What the cascade comes to at any element; None if there are variables in it."""
        key: tuple[str | int, ...] = (text, *(weight[-1] for weight, _ in matching))
        if key in self._computed:
            return self._computed[key]
        if len(self._computed) >= _MAX_CASCADES:
            self._computed.clear()
        values = {name: value for name, value in self.cascade(matching, text).items() if name in self._properties}
        style: dict[str, str] | None = None
        if not any(map(is_computed, values.values())):
            style = {name: value.lower() for name, value in values.items()}
        self._computed[key] = style
        return style

    def _add(self, sheet: CssStyleSheet) -> None:
        for rule in sheet.rules:
            self._number += 1
            self.may_hide = self.may_hide or rule.may_hide
            rank = self._layers[rule.layer]
            weight = (rank, *rule.selector.specificity, self._number)
            if rule.sets_variables:
                self.custom.append((weight, rule))
                if rule.only_sets_variables:
                    continue
            pseudo = rule.selector.pseudo_element
            (self.pseudo[pseudo] if pseudo else self._place(rule.selector.key)).append((weight, rule))
            self.points = self.points or rule.points

    def _place(self, key: str) -> list[Weighted]:
        if key == "*":
            return self.everywhere
        if key[0] == "[":
            return self.by_attribute[key[1:-1]]
        if key[0] in ".#":
            return (self.by_class if key[0] == "." else self.by_id)[key[1:]]
        return self.by_tag[key]

    def candidates(self, element: Element) -> list[Weighted]:
        attributes = element.attributes
        weighted = self.everywhere[:]
        if element.tag in self.by_tag:
            weighted += self.by_tag[element.tag]
        if self.by_class and "class" in attributes:
            for name in attributes["class"].split():
                if name in self.by_class:
                    weighted += self.by_class[name]
        if self.by_id and (name := attributes.get("id", "")) in self.by_id:
            weighted += self.by_id[name]
        if not self._attributes.isdisjoint(attributes):
            for name, rules in self.by_attribute.items():
                if name in attributes:
                    weighted += rules
        return weighted


def _ranks(names: Iterable[str]) -> Mapping[str | None, int]:
    """The layers in their order: by where they are first named, those within a layer before the rest of it."""
    places: dict[str, int] = {}
    for name in names:
        for end, sign in enumerate(f"{name}."):
            if sign == ".":
                places.setdefault(name[:end], len(places))

    def key(name: str) -> list[int]:
        parts = name.split(".")
        return [*(places[".".join(parts[: end + 1])] for end in range(len(parts))), _OUTSIDE]

    return {name: rank for rank, name in enumerate(sorted(places, key=key))}


def _read_frame(text: str) -> Mapping[str, str]:
    """The declarations of a keyframe, in which nothing is important."""
    return {
        declaration.name: declaration.value
        for declaration in declarations(text, KEPT | LAYING)
        if not declaration.important
    }


rules_of: Final = lru_cache(maxsize=64)(CssRules)


def cascaded(
    matched: Iterable[Weighted], inline: tuple[CssDeclaration, ...], animated: Mapping[str, str] = NO_STYLE
) -> dict[str, str]:
    normal: dict[str, str] = {}
    important: dict[str, str] = {}
    # Whatever comes later overwrites: the heavier rule, and of two with one weight the later one.
    ordered = sorted(matched, key=itemgetter(0))
    any_important = False
    for _, rule in ordered:
        for declaration in rule.declarations:
            if declaration.important:
                any_important = True
            else:
                _put(normal, declaration)
    if any_important:  # among them, the first layer wins
        for _, rule in sorted(ordered, key=_layer_from_last):
            for declaration in rule.declarations:
                if declaration.important:
                    _put(important, declaration)
    for declaration in inline:
        _put(important if declaration.important else normal, declaration)
    normal.update(animated)
    normal.update(important)
    return normal


def _put(style: dict[str, str], declaration: CssDeclaration) -> None:
    if declaration.name == "all":
        names = (name for name in style if not name.startswith("--"))
        style.update(dict.fromkeys((*names, *_ALL, "all"), declaration.value))
    else:
        style[declaration.name] = declaration.value


def _layer_from_last(pair: Weighted) -> int:
    return -pair[0][0]

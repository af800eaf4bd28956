"""A place in the tree of styles: what the selectors can see of a node and of its ancestors.

Nodes that look alike share a context, so that a list of ten thousand labels is matched once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_uimcp.javafx.scene.css.edges import edges
from pytest_uimcp.javafx.scene.css.rules import THEME, DeclaredValue, RuleSet
from pytest_uimcp.javafx.scene.css.syntax import StyleDeclaration, declarations
from pytest_uimcp.javafx.scene.css.units import FONTS, UNREADABLE, convert, font_of
from pytest_uimcp.javafx.scene.model.registry import FxType
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT, Font

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


# Type, id, style classes, states, inline style and direction of a node, and which rules are in force there.
ContextKey = tuple[str, str | None, tuple[str, ...], frozenset[str], str, bool, int]
# Contexts kept below one; a program that styles every node in its own words would keep more and more.
MAX_CONTEXTS: Final = 5000


class Resolved(NamedTuple):
    """Values for properties: the theme's, those of the program's sheets, and the font they are relative to."""

    theme: dict[str, object]
    author: dict[str, object]
    font: Font


@lru_cache(maxsize=4096)
def _inline(style: str) -> tuple[StyleDeclaration, ...]:
    return declarations(style)


class Context:
    __slots__ = (
        "below", "css_classes", "css_id", "css_parent", "css_rtl", "css_type", "declared", "resolved", "rules",
        "states",
    )  # fmt: skip

    def __init__(self, node: Node, parent: Context | None, rules: RuleSet, states: frozenset[str], style: str) -> None:
        self.css_type = node.fx.selector
        self.css_id = node.css_id
        self.css_classes = frozenset(node.classes)
        # Asking for the direction walks up the tree, which most stylesheets do not need.
        self.css_rtl = rules.directions and node.rtl
        self.css_parent = parent
        self.states = states
        self.rules = rules
        self.below: dict[ContextKey, Context] = {}
        self.resolved: dict[tuple[FxType, Font, Font | None], Resolved] = {}
        self.declared: dict[str, DeclaredValue] = rules.declared(self, _inline(style))

    def css_states(self) -> frozenset[str]:
        return self.states

    def css_place(self) -> tuple[int, int]:
        """Contexts are shared between siblings; no rule of a sheet can ask for a place."""
        return (-1, 0)

    def lookup(self, name: str) -> str | None:
        """A looked-up colour such as `-fx-base`, from here or the nearest ancestor that declares it."""
        # Looked-up colours are inherited, also through nodes that do not use them.
        place: Context | None = self
        while place is not None:
            declared = place.declared.get(name)
            if declared is not None:
                return declared.value
            place = place.css_parent
        return None

    def resolve(self, fx: FxType, inherited: Font, program_font: Font | None) -> Resolved:
        key = (fx, inherited, program_font)
        resolved = self.resolved.get(key)
        if resolved is None:
            resolved = self.resolved[key] = self._resolve(fx, inherited, program_font)
        return resolved

    def _resolve(self, fx: FxType, inherited: Font, program_font: Font | None) -> Resolved:
        fonts = {name: value for name, value in self.declared.items() if name in FONTS}
        # A program's own font is stronger than the theme, and weaker than its stylesheets.
        strong = {
            name: declared.value for name, declared in fonts.items() if program_font is None or declared.origin != THEME
        }
        font = font_of(strong, program_font or inherited)
        theme: dict[str, object] = {}
        author: dict[str, object] = {}
        if "font" in fx.props and font != (program_font or DEFAULT_FONT):
            # Whose the font is decides what it beats: see `AUTHOR`.
            by_author = any(declared.origin != THEME for declared in fonts.values())
            (author if by_author else theme)["font"] = font
        for name, winner in self.declared.items():
            prop = fx.css.get(name)
            if prop is not None and name not in FONTS and winner.value != "inherit":
                try:
                    value = convert(prop.kind, winner.value, font)
                except UNREADABLE:
                    continue
                (theme if winner.origin == THEME else author)[prop.name] = value
        if "backgroundColor" in fx.props:
            # Asked for every node of every snapshot, and the same for all that share the style.
            theme |= edges(theme | author)
        return Resolved(theme, author, font)


def context_of(node: Node, parent: Context | None, rules: RuleSet) -> Context:
    # Only what some rule asks about: a node under the mouse is not another one for a sheet without :hover.
    states = node.css_states() & rules.states
    style = node.values.get("style") or ""
    found_id = None
    if node.css_id in rules.ids:
        found_id = node.css_id
    rtl = rules.directions and node.rtl
    key = (node.fx.selector, found_id, tuple(node.classes), states, style, rtl, id(rules))
    if parent is not None:
        contexts = parent.below
    else:
        contexts = rules.roots
    context = contexts.get(key)
    if context is None:
        # All at once: nodes keep the contexts that they have, and what is styled again makes a new one.
        if len(contexts) >= MAX_CONTEXTS:
            contexts.clear()
        context = contexts[key] = Context(node, parent, rules, states, style)
    return context

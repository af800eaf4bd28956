"""The rules of several sheets, found by what a place is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_uimcp.javafx.scene.css.syntax import StyleDeclaration, StyleSheet
from pytest_uimcp.javafx.scene.selectors.match import matches
from pytest_uimcp.javafx.scene.selectors.model import Selector, Styled

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.css.context import Context, ContextKey


# Where a declaration comes from; an author's beats what a program sets, a theme's does not.
THEME: Final = 0
AUTHOR: Final = 1
INLINE: Final = 2


class DeclaredValue(NamedTuple):
    value: str
    origin: int


class RankedRule(NamedTuple):
    selector: Selector
    declarations: tuple[StyleDeclaration, ...]
    origin: int
    rank: tuple[int, tuple[int, int, int], int]


class RuleSet:
    """Rules by the last compound's id, class or type."""

    def __init__(self, sheets: tuple[tuple[StyleSheet, int], ...]) -> None:
        self.by_id: dict[str, list[RankedRule]] = {}
        self.by_class: dict[str, list[RankedRule]] = {}
        self.by_type: dict[str, list[RankedRule]] = {}
        self.universal: list[RankedRule] = []
        self.ids: set[str] = set()
        self.states: set[str] = set()
        self.directions = False
        self.roots: dict[ContextKey, Context] = {}
        order = 0
        for sheet, origin in sheets:
            for rule in sheet.rules:
                # Of two rules that are equally strong the later one wins, also across sheets.
                order += 1
                self.add(
                    RankedRule(rule.selector, rule.declarations, origin, (origin, rule.selector.specificity, order))
                )

    def add(self, rule: RankedRule) -> None:
        last_compound = rule.selector.last
        for compound in rule.selector.compounds:
            # Contexts leave out what no rule of these sheets asks about.
            self.states |= compound.states
            if compound.id:
                self.ids.add(compound.id)
            self.directions |= compound.rtl is not None
        # Filed under what is rarest, so that few candidates have to be matched.
        if last_compound.id is not None:
            self.by_id.setdefault(last_compound.id, []).append(rule)
        elif last_compound.classes:
            self.by_class.setdefault(last_compound.classes[0], []).append(rule)
        elif last_compound.type is not None:
            self.by_type.setdefault(last_compound.type, []).append(rule)
        else:
            self.universal.append(rule)

    def candidates(self, place: Styled) -> Iterator[RankedRule]:
        """Rules whose last compound may be this place."""
        yield from self.by_id.get(place.css_id or "", ())
        # A class that is there twice would match twice.
        for name in set(place.css_classes):
            yield from self.by_class.get(name, ())
        yield from self.by_type.get(place.css_type, ())
        yield from self.universal

    def declared(self, place: Styled, inline: tuple[StyleDeclaration, ...]) -> dict[str, DeclaredValue]:
        """What holds at a place: the strongest declaration of each name."""
        matching = sorted(
            (rule for rule in self.candidates(place) if matches(rule.selector, place)), key=attrgetter("rank")
        )
        # What is marked as important beats whatever is not, wherever it stands.
        by_importance: tuple[dict[str, DeclaredValue], dict[str, DeclaredValue]] = ({}, {})
        for rule in matching:
            for declaration in rule.declarations:
                by_importance[declaration.important][declaration.name] = DeclaredValue(declaration.value, rule.origin)
        # An inline style is stronger than every rule, but not than what a rule marks as important.
        for declaration in inline:
            by_importance[declaration.important][declaration.name] = DeclaredValue(declaration.value, INLINE)
        usual, important = by_importance
        return usual | important


@lru_cache(maxsize=256)
def rule_set(sheets: tuple[tuple[StyleSheet, int], ...]) -> RuleSet:
    return RuleSet(sheets)

"""Finds targets in Chromium by Playwright's own engine for roles, so that the two faces can disagree about a name.

The rules of the verbs are those of `aria/targets.py`: which roles, in which order, a whole match before a part of one.
What an element's role and name are says Playwright, and what a selector matches says the browser. Three things are read
from the copy of the document: a visible text, because Playwright's engine for texts counts hidden parts and not what
style sheets generate; the name of what has no role; and whether a field is named by its placeholder only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Final

from pytest_uimcp.aria.targets import Search, SearchStep, Target, find_all, innermost, is_part, name_in
from pytest_uimcp.aria.text import collapse
from pytest_uimcp.page.accessible.roles import ROLES
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.sight import PageSight
from pytest_uimcp.page.targets import every, perceived

if TYPE_CHECKING:
    from playwright.async_api import Locator

# Run in the page on what a locator matches.
NUMBERS: Final = "(elements) => elements.map((element) => window[Symbol.for('uimcp')].numberOf(element))"
_NOTHING: Final = frozenset({None, "generic", "none", "presentation"})


class BrowserSearch:
    """One search in what shows now."""

    def __init__(
        self,
        sight: PageSight,
        base: Locator,
        located: Callable[[Locator], list[Element]],
        selected: Callable[[Element, str], list[Element]],
    ) -> None:
        """`base` is the element in which to search, that of the sight.

        `located` gives the elements of the copy that a locator matches, `selected` those in one that match a selector.
        """
        self._sight = sight
        self._base = base
        self._located = located
        self._selected = selected

    def matches(self, target: Target, search: Search) -> list[Element]:
        """All elements that match a target, before `nth` is applied."""
        sight = self._sight
        if target.css is not None:
            return _in_order(self._narrowed(target, self._selected(sight.root, target.css)), every(sight.root))
        if target.role is not None or target.name is not None:
            return _in_order(self._narrowed(target, None), perceived(sight.look, sight.root))
        text = collapse(target.text or "")
        if not text:
            return find_all(sight, target, search)
        return _in_order(self._by_text(text, search), perceived(sight.look, sight.root))

    # A selector, role or name

    def _narrowed(self, target: Target, among: list[Element] | None) -> list[Element]:
        """What has the role, the name and the text of the target, of all that is perceived or of these elements."""
        roles: Collection[str] = ROLES
        if target.role is not None:
            roles = ROLES & {target.role}
            with_role = self._with_role(roles, None)
            among = with_role if among is None else [element for element in among if element in with_role]
        if target.name is not None:
            among = self._called(collapse(target.name), roles, among, or_by_text=False)
        if target.text is not None:
            among = self._called(collapse(target.text), roles, among, or_by_text=True)
        return among or []

    def _called(
        self, text: str, roles: Collection[str], among: list[Element] | None, *, or_by_text: bool
    ) -> list[Element]:
        sight = self._sight
        candidates = list(perceived(sight.look, sight.root)) if among is None else among
        for is_whole in (True, False):
            named = self._with_role(roles, text, is_whole)
            matches = [
                element
                for element in candidates
                if element in named or _is_in(text, self._other_name(element, or_by_text), is_whole)
            ]
            if matches:
                return matches
        return []

    def _other_name(self, element: Element, or_by_text: bool) -> str:
        """What an element is called of which no engine for roles knows a name."""
        name = collapse(self._sight.name(element))
        if name and self._sight.role(element) in _NOTHING:
            return name
        if or_by_text and not name:
            return self._sight.text(element)
        return ""

    # A text, in the steps of a verb

    def _by_text(self, text: str, search: Search) -> list[Element]:
        for is_whole in (True, False):
            for step in search.steps:
                matches = self._by_step(step, text, is_whole)
                if search.whole_words and not is_whole:
                    # Patterns of browsers know no words but English ones. Where our reading of a name is another one,
                    # the browser's counts.
                    names = [(node, name_in(self._sight, step, node)) for node in matches]
                    matches = [node for node, name in names if text not in name or is_part(text, name, search)]
                if matches:
                    return matches
            if search.texts and (matches := self._with_text(text, is_whole)):
                return matches
        return []

    def _by_step(self, step: SearchStep, text: str, is_whole: bool) -> list[Element]:
        if step.called == "placeholder":
            placed = self._base.get_by_placeholder(_pattern(text, is_whole), exact=is_whole)
            return self._located(placed.and_(self._any_of(step.roles, None, is_whole)))
        matches = self._with_role(step.roles, text, is_whole)
        if step.called == "label":
            return [element for element in matches if self._sight.label(element) or not element.has("placeholder")]
        return matches

    def _with_text(self, text: str, is_whole: bool) -> list[Element]:
        sight = self._sight
        nodes = perceived(sight.look, sight.root)
        return innermost(sight, [node for node in nodes if _is_in(text, sight.text(node), is_whole)])

    # What Playwright says

    def _with_role(self, roles: Collection[str], name: str | None, is_whole: bool = True) -> list[Element]:
        if not roles:
            return []
        return self._located(self._any_of(roles, name, is_whole))

    def _any_of(self, roles: Collection[str], name: str | None, is_whole: bool) -> Locator:
        """Elements with one of these roles, in one question: Playwright computes each name once for all of them."""
        called = None if name is None else _pattern(name, is_whole)
        first, *others = sorted(roles)
        locator = self._of_role(first, called, is_whole)
        for role in others:
            locator = locator.or_(self._of_role(role, called, is_whole))
        return locator

    def _of_role(self, role: str, name: str | re.Pattern[str] | None, is_whole: bool) -> Locator:
        return self._base.get_by_role(role, name=name, exact=is_whole)  # type: ignore[arg-type]  # its type lists them


def _pattern(text: str, is_whole: bool) -> str | re.Pattern[str]:
    """A text is compared with regard to case if it is the whole name or a pattern."""
    if is_whole:
        return text
    return re.compile(re.escape(text).replace("/", r"\/"))  # Playwright writes a pattern between slashes


def _is_in(text: str, name: str, is_whole: bool) -> bool:
    if is_whole:
        return name == text
    return bool(text) and text in name


def _in_order(matches: Collection[Element], order: Iterable[Element]) -> list[Element]:
    """In the order of the tree as it is drawn, which is that of `nth`."""
    if len(matches) < 2:
        return list(matches)
    places = {element: place for place, element in enumerate(order)}
    return sorted(matches, key=lambda element: places.get(element, len(places)))

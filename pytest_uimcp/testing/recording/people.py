"""A person's actions as steps: each element gets a target that finds it again, by the search that replays use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.aria.targets import CLICK, FIELD, Search, Target
from pytest_uimcp.aria.text import collapse
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.sight import PageSight, find_all
from pytest_uimcp.page.targets import FILE, drawn_around, perceived
from pytest_uimcp.page.verbs import component_in, labelled_control

_MAX_TEXT_CHARACTERS: Final = 80
_TAKES_CLICKS: Final = ("ui-action", "ui-event-click", "onclick", "ui-event-dblclick", "ui-event-contextmenu")
# What browsers let people click although it has none of the roles.
_TAGS: Final = ("summary",)
_ROLES: Final = frozenset(role for step in CLICK.steps for role in step.roles)
_FIELD_ROLES: Final = frozenset(role for step in FIELD.steps for role in step.roles)


class CannotTell(Exception):
    """No target finds the element again; the message says what it is."""


@dataclass(frozen=True, slots=True)
class Used:
    """An element that a person used, on the page as it was then."""

    look: PageView
    root: Element
    element: Element

    @property
    def described(self) -> str:
        return PageSight(self.look, self.root).describe(self.element)


def target_of_click(use: Used) -> dict[str, Any] | None:
    subject = _clickable(use.look, use.element)
    if subject is None:
        return None

    def fits(element: Element) -> bool:
        return element is subject or _clickable(use.look, element) is subject

    sight = PageSight(use.look, use.root)
    texts = [use.look.name(subject), sight.text(use.element), sight.text(subject)]
    return _target(use, subject, texts, CLICK, fits)


def target_of_text(use: Used) -> dict[str, Any] | None:
    """The target of an element with nothing in it but text, which a click in its middle hits; None if it has none."""
    if any(True for _ in use.element.elements()):
        return None
    text = PageSight(use.look, use.root).text(use.element)
    try:
        return _target(use, use.element, [text], CLICK, lambda element: element is use.element)
    except CannotTell:
        return None


def target_of_field(use: Used) -> dict[str, Any]:
    """The target of a field: its label, or else its placeholder."""
    component = component_in(use.element)
    subject = use.element
    if component is not None and component.element is use.element:
        subject = _field_of(use, component)

    def fits(element: Element) -> bool:
        is_in_component = component is not None and component_in(element) is component
        return element is subject or is_in_component or labelled_control(element) is subject

    sight = PageSight(use.look, use.root)
    return _target(use, subject, [sight.label(subject), sight.placeholder(subject)], FIELD, fits)


def target_of_upload(use: Used) -> dict[str, Any]:
    texts = [use.look.name(use.element), PageSight(use.look, use.root).label(use.element)]
    return _target(use, use.element, texts, FILE, lambda element: element is use.element)


def _field_of(use: Used, component: Component) -> Element:
    parts = (element for element in perceived(use.look, use.root) if component_in(element) is component)
    return next((part for part in parts if use.look.role(part) in _FIELD_ROLES), component.element)


def _clickable(look: PageView, element: Element) -> Element | None:
    for candidate in (element, *drawn_around(look, element)):
        is_named = look.role(candidate) in _ROLES or candidate.tag in _TAGS
        if is_named or any(candidate.has(name) for name in _TAKES_CLICKS):
            return candidate
    return None


def _target(use: Used, subject: Element, texts: list[str], search: Search, fits: Any) -> dict[str, Any]:
    """The plainest target that finds the element and nothing else; raises CannotTell."""
    for target in _targets(use.look, subject, texts):
        matches = find_all(use.look, use.root, target, search)
        places = [place for place, match in enumerate(matches) if fits(match)]
        if len(matches) == 1 and places:
            return _given(target)
    # Of several alike, by its place among them.
    for target in _targets(use.look, subject, texts):
        matches = find_all(use.look, use.root, target, search)
        places = [place for place, match in enumerate(matches) if fits(match)]
        if places:
            return {**_given(target), "nth": places[0]}
    raise CannotTell(use.described)


def _targets(look: PageView, subject: Element, texts: list[str]) -> Iterator[Target]:
    short_texts = [text for text in dict.fromkeys(map(collapse, texts)) if text and len(text) <= _MAX_TEXT_CHARACTERS]
    role = look.role(subject)
    yield from (Target(text) for text in short_texts)
    if role is not None:
        yield from (Target(role=role, name=text) for text in short_texts)
    if subject.id and not subject.id.startswith("ui-"):
        yield Target(css=f'[id="{subject.id}"]')
    if role is not None:
        yield Target(role=role)
    for name in ("name", *_TAKES_CLICKS):
        value = subject.get(name)
        # A selector with escapes would be hard to read: rather another target, or none.
        if value and '"' not in value and "\\" not in value:
            yield Target(css=f'[{name}="{value}"]')


def _given(target: Target) -> dict[str, Any]:
    criteria = {"target": target.text, "css": target.css, "role": target.role, "name": target.name}
    return {key: value for key, value in criteria.items() if value is not None}

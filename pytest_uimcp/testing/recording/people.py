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

__all__ = ["CannotTell", "Used", "target_of_click", "target_of_field", "target_of_upload"]

_LONGEST: Final = 80
_TAKES_CLICKS: Final = ("ui-action", "ui-event-click", "onclick")
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


def target_of_click(used: Used) -> dict[str, Any] | None:
    """The target of a click; None if nothing there takes clicks."""
    subject = _clickable(used.look, used.element)
    if subject is None:
        return None

    def fits(found: Element) -> bool:
        return found is subject or _clickable(used.look, found) is subject

    sight = PageSight(used.look, used.root)
    texts = [used.look.name(subject), sight.text(used.element), sight.text(subject)]
    return _target(used, subject, texts, CLICK, fits)


def target_of_field(used: Used) -> dict[str, Any]:
    """The target of a field: its label, or else its placeholder."""
    component = component_in(used.element)
    subject = used.element
    if component is not None and component.element is used.element:
        subject = _field_of(used, component)

    def fits(found: Element) -> bool:
        is_in_component = component is not None and component_in(found) is component
        return found is subject or is_in_component or labelled_control(found) is subject

    sight = PageSight(used.look, used.root)
    return _target(used, subject, [sight.label(subject), sight.placeholder(subject)], FIELD, fits)


def target_of_upload(used: Used) -> dict[str, Any]:
    """The target of a file field: its label."""
    texts = [used.look.name(used.element), PageSight(used.look, used.root).label(used.element)]
    return _target(used, used.element, texts, FILE, lambda found: found is used.element)


def _field_of(used: Used, component: Component) -> Element:
    """The element of a component that has its role and name."""
    inside = (one for one in perceived(used.look, used.root) if component_in(one) is component)
    return next((one for one in inside if used.look.role(one) in _FIELD_ROLES), component.element)


def _clickable(look: PageView, element: Element) -> Element | None:
    for one in (element, *drawn_around(look, element)):
        if look.role(one) in _ROLES or any(one.has(name) for name in _TAKES_CLICKS):
            return one
    return None


def _target(used: Used, subject: Element, texts: list[str], search: Search, fits: Any) -> dict[str, Any]:
    """The plainest target that finds the element and nothing else; raises CannotTell."""
    for target in _targets(used.look, subject, texts):
        found = find_all(used.look, used.root, target, search)
        places = [place for place, one in enumerate(found) if fits(one)]
        if len(found) == 1 and places:
            return _given(target)
    # Of several alike, by its place among them.
    for target in _targets(used.look, subject, texts):
        found = find_all(used.look, used.root, target, search)
        places = [place for place, one in enumerate(found) if fits(one)]
        if places:
            return {**_given(target), "nth": places[0]}
    raise CannotTell(used.described)


def _targets(look: PageView, subject: Element, texts: list[str]) -> Iterator[Target]:
    known = [text for text in dict.fromkeys(map(collapse, texts)) if text and len(text) <= _LONGEST]
    role = look.role(subject)
    yield from (Target(text) for text in known)
    if role is not None:
        yield from (Target(role=role, name=text) for text in known)
    if subject.id and not subject.id.startswith("ui-"):
        yield Target(css=f'[id="{subject.id}"]')
    if role is not None:
        yield Target(role=role)
    for name in ("name", *_TAKES_CLICKS):
        value = subject.get(name)
        if value and '"' not in value and "\\" not in value:
            yield Target(css=f'[{name}="{value}"]')


def _given(target: Target) -> dict[str, Any]:
    given = {"target": target.text, "css": target.css, "role": target.role, "name": target.name}
    return {key: value for key, value in given.items() if value is not None}

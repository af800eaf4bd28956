"""Reads the viewdefs of an app: their keys, and the paths that their attributes bind, with line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pytest_uimcp.checks.start_tags import start_tags
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom.nodes import Element, Parent
from pytest_uimcp.page.paths import Path as UiPath
from pytest_uimcp.page.plans import template
from pytest_uimcp.page.rules import is_known

__all__ = [
    "ACTIONS",
    "BoundPath",
    "ViewAttribute",
    "bindings",
    "is_known",
    "style_hooks",
    "unknown_attributes",
]

ACTIONS = frozenset({"event"})
_HOOK = re.compile(r"\[\s*(ui-[\w-]+)")


@dataclass(frozen=True, slots=True)
class BoundPath:
    kind: str
    attribute: str
    path: UiPath
    line: int | None
    # Whether it starts at a row of a list instead of the object that the viewdef draws.
    is_of_row: bool = False

    @property
    def text(self) -> str:
        query = "&".join(name if value == "true" else f"{name}={value}" for name, value in self.path.query.items())
        return f'{self.attribute}="{self.path.text}{"?" if query else ""}{query}"'


@dataclass(frozen=True, slots=True)
class ViewAttribute:
    attribute: str
    value: str
    line: int | None

    def __str__(self) -> str:
        if self.value:
            return f'{self.attribute}="{self.value}"'
        return self.attribute


def unknown_attributes(key: str, source: str, text: str) -> list[ViewAttribute]:
    lines = _Lines(text)
    return [
        ViewAttribute(name, value, lines.take(name, value.partition("?")[0].strip()))
        for element in _bound(template(key, source).content)
        for name, value in element.attributes.items()
        if name.startswith("ui-") and not is_known(name)
    ]


def style_hooks(key: str, source: str) -> set[str]:
    """The attributes in the selectors of a viewdef's styles, which therefore have an effect."""
    styles = (element for element in template(key, source).content.descendants() if element.tag == "style")
    return {name for style in styles for name in _HOOK.findall(style.text_content())}


def bindings(key: str, source: str, text: str) -> list[BoundPath]:
    """The paths that a viewdef binds; `source` is its template element, `text` the whole file, for the line numbers."""
    lines = _Lines(text)
    return [
        BoundPath(kind, attribute, path, lines.take(attribute, path.text), of_row)
        for kind, attribute, path, of_row in _bindings(template(key, source).content)
    ]


def _bindings(parent: Parent) -> Iterator[tuple[str, str, UiPath, bool]]:
    # The exemplar of the rows is handled with its list.
    for element in _bound(parent, patterns=False):
        yield from _of_element(element)


def _bound(parent: Parent, *, patterns: bool = True) -> Iterator[Element]:
    """The elements whose attributes take effect: below a view or a list, only the exemplar of the rows."""
    for element in parent.elements():
        yield element
        plan = element.plan
        if plan is None or (plan.view is None and plan.list is None):
            yield from _bound(element, patterns=patterns)
        elif plan.list is not None and patterns:
            yield plan.list.exemplar


def _of_element(element: Element) -> Iterator[tuple[str, str, UiPath, bool]]:
    plan = element.plan
    if plan is None:
        return
    if plan.view is not None:
        yield "view", "ui-view", plan.view.path, False
    if plan.list is not None:
        yield "viewlist", "ui-viewlist", plan.list.path, False
        # The exemplar is the element that the page copies for each row; its paths start at the row.
        row = plan.list.exemplar.plan
        for binding in row.bindings if row is not None else ():
            yield binding.rule.kind, binding.attribute, binding.path, True
    for binding in plan.bindings:
        yield binding.rule.kind, binding.attribute, binding.path, False


class _Lines:
    def __init__(self, text: str) -> None:
        self._found = [
            (name, value.partition("?")[0].strip(), tag.lines[name])
            for tag in start_tags(text)
            for name, value in tag.attributes.items()
            if name.startswith("ui-")
        ]

    def take(self, attribute: str, path: str) -> int | None:
        for place, (name, value, line) in enumerate(self._found):
            if name == attribute and value == path:
                # So the next attribute of the same name and path gets the next line.
                del self._found[place]
                return line
        return None

"""The content of a page as comparable values."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from pytest_uimcp.aria.targets import CLICK, FIELD, target_of
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.flat import host_of
from pytest_uimcp.page.dom.nodes import Comment, DomNode, Element, Text
from pytest_uimcp.page.dom.selectors import select
from pytest_uimcp.page.inlinestyle import properties
from pytest_uimcp.page.page import Page
from pytest_uimcp.page.widgets import NOTHING, widget_of
from tests.page.inside import driver_of, element_of

VIEW = re.compile(r"^ui-view-\d+$")

Place: TypeAlias = list[int]
State: TypeAlias = dict[str, Any]

# Attributes that the real components set on themselves for styles and forms.
IGNORED = re.compile(
    r"data-|aria-|(role|size|variant|form|tabindex|value|slot|id|checked|active|placement|type|shape|open|title|"
    r"ui-focus)$"
)


def app_of(page: Page) -> Element:
    return next(iter(select(page.document, "[ui-app]")))


def place_of(page: Page, verb: str, target: str | None, where: Any) -> Place:
    search = CLICK if verb == "click" else FIELD
    element = host_of(element_of(page, verb, target, where, search))
    assert target_of(verb, target, where)
    place: Place = []
    app = app_of(page)
    while element is not app:
        parent = element.parent
        assert isinstance(parent, Element)
        place.append([id(e) for e in parent.elements()].index(id(element)))
        element = parent
    return place[::-1]


def of_page(page: Page) -> State:
    page.settle()
    app = app_of(page)
    driver = driver_of(page)
    driver.look()
    # In a browser's document, a component has the focus that a part of it has.
    focused = host_of(driver.human.focus.element) if driver.human.focus.element is not None else None
    return {
        "text": " ".join(page.text(css="[ui-app]").split()),
        "aria": page.aria(css="[ui-app]"),
        "elements": rename(elements(app)),
        "values": [value for element in app.descendants() if (value := value_of(element)) is not None],
        "focus": place_in(app, host_of(focused)) if focused is not None and app.contains(focused) else None,
    }


def place_in(app: Element, element: Element) -> Place:
    place: Place = []
    while element is not app:
        parent = element.parent
        assert isinstance(parent, Element)
        place.append([id(e) for e in parent.elements()].index(id(element)))
        element = parent
    return place[::-1]


def value_of(element: Element) -> Any:
    if element.tag == "input" and controls.input_type(element) in ("checkbox", "radio"):
        return controls.is_checked(element)
    widget = widget_of(element)
    if widget is None or widget.edits is None:
        return None
    value = widget.read(element)
    return None if value is NOTHING else value


def elements(node: DomNode) -> Any:
    """Elements as [tag, attributes, children], texts as strings; differences without effect are removed."""
    if isinstance(node, Text):
        return " ".join(node.data.split()) or None
    if isinstance(node, Comment) or not isinstance(node, Element):
        return None
    attributes: dict[str, Any] = {}
    for name, value in node.attributes.items():
        if node.tag.startswith("sl-") and IGNORED.match(name):
            continue
        if name == "class":
            # Views are numbered in the order in which they are made, which is not the same on both faces.
            if classes := {VIEW.sub("ui-view", one) for one in value.split()}:
                attributes[name] = sorted(classes)
        elif name == "style":
            if value.strip():
                attributes[name] = properties(value)
        else:
            attributes[name] = value
    children = [found for child in node.children if (found := elements(child)) is not None]
    return [node.tag, attributes, children]


def rename(tree: Any) -> Any:
    """Renames ids by the order in which they appear."""
    names: dict[str, str] = {}

    def visit(node: Any) -> None:
        if isinstance(node, list):
            name = node[1].get("id", "")
            if re.fullmatch(r"ui-\d+", name):
                node[1]["id"] = names.setdefault(name, f"ui-{len(names) + 1}")
            for child in node[2]:
                visit(child)

    visit(tree)
    return tree

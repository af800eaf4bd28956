"""Lists and tables, and their rows: those of the markup (by role) and those of `ui-viewlist`."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.flat import flat_children
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.targets import perceived

__all__ = ["lists_in", "rows_of"]

_ROW_ROLES: Final = words("menuitemradio row menuitem menuitemcheckbox treeitem option radio listitem")
_LIST_ROLES: Final = words("tree grid list listbox treegrid table")


def lists_in(look: PageView, root: Element) -> list[Element]:
    lists: list[Element] = []
    for element in perceived(look, root):
        is_list = element.has("ui-viewlist") or look.role(element) in _LIST_ROLES
        if is_list and not any(enclosing.contains(element) for enclosing in lists):
            lists.append(element)
    return lists


def rows_of(look: PageView, element: Element) -> list[Element]:
    view_list = _only_view_list(element)
    if view_list is not None:
        children = (child for child in flat_children(view_list) if isinstance(child, Element))
        return [child for child in children if look.styles.is_visible(child)]
    rows: list[Element] = []
    for descendant in perceived(look, element):
        if look.role(descendant) in _ROW_ROLES and not any(enclosing.contains(descendant) for enclosing in rows):
            rows.append(descendant)
    return rows


def _only_view_list(element: Element) -> Element | None:
    """The element itself or the only one in it that shows a list of the app, not counting lists in that one."""
    if element.has("ui-viewlist"):
        return element
    outermost: list[Element] = []
    for descendant in element.descendants():  # parents come before children
        if descendant.has("ui-viewlist") and not any(enclosing.contains(descendant) for enclosing in outermost):
            outermost.append(descendant)
    if len(outermost) == 1:
        return outermost[0]
    return None

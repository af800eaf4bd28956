"""What cannot be used: elements that are inert, and everything behind a native dialog that is open as a modal one."""

from __future__ import annotations

from pytest_uimcp.page.dom.flat import parent_in_flat_tree
from pytest_uimcp.page.dom.nodes import Document, Element
from pytest_uimcp.page.dom.styles import Styles

__all__ = ["is_inert", "modal_over"]


def is_inert(element: Element) -> bool:
    ancestor: Element | None = element
    while ancestor is not None:
        if "inert" in ancestor.attributes:
            return True
        ancestor = parent_in_flat_tree(ancestor)
    return modal_over(element) is not None


def modal_over(element: Element) -> Element | None:
    document = element.document()
    if document is not None and (dialog := _top_modal(document)) is not None and not dialog.contains(element):
        return dialog
    return None


def _top_modal(document: Document) -> Element | None:
    modals = document.modals
    while modals and (modals[-1].document() is not document or not modals[-1].has("open")):
        modals.pop()
    # One that is not displayed is not over the page.
    if modals and Styles(document).is_rendered(modals[-1]):
        return modals[-1]
    return None

"""What Shoelace's components do in a form: they send and reset it by a native button, and check their own values."""

from __future__ import annotations

from pytest_uimcp.page.dom.controls import form_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus

__all__ = ["click_in_form"]


def click_in_form(element: Element, kind: str, focus: Focus) -> None:
    """Click a button of this type that is in the form only for the moment."""
    from pytest_uimcp.page.input.pointer import synthetic_click

    form = form_of(element)
    if form is None:
        return
    button = form.append(Element("button", {"type": kind}))
    synthetic_click(button, focus)
    button.remove()

"""What submitting a form does, from the attributes of the form and of its button."""

from __future__ import annotations

from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element

__all__ = ["closes_dialog", "stay_on_page"]


def closes_dialog(form: Element, submitter: Element | None) -> bool:
    """Whether it only closes the dialog around the form, which is left to the browser."""
    method = submitter.get("formmethod") if submitter is not None else None
    if method is None:
        method = form.get("method")
    return method is not None and method.lower() == "dialog"


def stay_on_page(submitted: Event) -> None:
    """Forms in viewdefs are used for their fields: sending one would leave the page."""
    form = submitted.target
    if not form.has("action") and not closes_dialog(form, submitted.detail):
        submitted.prevent_default()

"""What submitting a form does, from the attributes of the form and of its button."""

from __future__ import annotations

from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element

__all__ = ["closes_dialog", "stay_on_page", "submission_setting"]


def closes_dialog(form: Element, submitter: Element | None) -> bool:
    """Whether it only closes the dialog around the form, which is left to the browser."""
    return (submission_setting(form, submitter, "method") or "").lower() == "dialog"


def submission_setting(form: Element, submitter: Element | None, name: str) -> str | None:
    """`action` or `method` of a form, or what its button has in place of it (`formaction`, `formmethod`)."""
    if submitter is not None and submitter.has(f"form{name}"):
        return submitter.get(f"form{name}")
    return form.get(name)


def stay_on_page(submitted: Event) -> None:
    """Forms in viewdefs are used for their fields: sending one would leave the page."""
    form = submitted.target
    if not form.has("action") and not closes_dialog(form, submitted.detail):
        submitted.prevent_default()

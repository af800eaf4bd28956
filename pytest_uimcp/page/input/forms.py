"""Forms: submitting them after native validation, and resetting them."""

from __future__ import annotations

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom import controls, validity
from pytest_uimcp.page.dom.controls import form_of
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.submission import closes_dialog, submission_setting
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import refuse_if_exact
from pytest_uimcp.page.input.focus import Focus, takes_focus
from pytest_uimcp.page.input.opening import close_dialog

__all__ = ["reset", "submit", "submit_implicitly"]

# Enter in one of several such fields submits nothing if there is no button to press.
_BLOCKING = words("text search url tel email password date month week time datetime-local number")


def submit(form: Element | None, submitter: Element | None, focus: Focus) -> None:
    """Submit a form as its button or Enter does; nothing is sent."""
    if form is None:
        return
    skips = form.has("novalidate") or (submitter is not None and submitter.has("formnovalidate"))
    if not skips and not _is_accepted(form, focus):
        return
    if not _is_sent(form, submitter, focus):
        return
    if closes_dialog(form, submitter):
        dialog = form.closest("dialog")
        if dialog is not None and dialog.has("open"):
            close_dialog(dialog, focus)
        return
    action = submission_setting(form, submitter, "action") or form.get("action") or ""
    refuse_if_exact(form.document(), "form", action)


def _is_sent(form: Element, submitter: Element | None, focus: Focus) -> bool:
    """Dispatch the event; components listen at the form and keep it there if their own values are wrong."""

    def check(event: Event) -> None:
        invalid = next((component for component in components if component.is_invalid()), None)
        if invalid is not None:
            event.consume()
            invalid.on_invalid(focus)

    components = [
        element.component
        for element in form.descendants()
        if element.component is not None and not element.has("disabled")
    ]
    if form.has("novalidate") or not components:
        return dispatch(Event("submit", form, detail=submitter))
    # Only for this event, and behind the listeners that the app has at the form.
    form.listen("submit", check)
    try:
        return dispatch(Event("submit", form, detail=submitter))
    finally:
        form.ignore("submit", check)


def submit_implicitly(element: Element, focus: Focus, click: object) -> None:
    """What Enter in a field does: press the form's default button, if it may be pressed."""
    form = form_of(element)
    if form is None:
        return
    button = controls.default_button(form)
    if button is not None:
        # A default button that is disabled keeps the form from being submitted at all.
        if not controls.is_disabled(button) and callable(click):
            click(button, focus)
        return
    fields = [control for control in controls.controls_of(form) if controls.input_type(control) in _BLOCKING]
    if len(fields) <= 1:
        submit(form, None, focus)


def reset(form: Element | None) -> None:
    if form is not None and dispatch(Event("reset", form)):
        for element in controls.controls_of(form):
            # Without state of its own a control has what its attributes say.
            element.control = None
        for element in form.descendants():
            if element.component is not None:
                element.component.reset()


def _is_accepted(form: Element, focus: Focus) -> bool:
    """Validate the controls; the first one that is wrong gets the focus, unless a listener takes care of it."""
    wrong = []
    is_wrong = False
    for control in controls.controls_of(form):
        if validity.is_candidate(control):
            controls.control(control).is_checked_by_user = True
        if validity.is_invalid(control):
            is_wrong = True
            if dispatch(Event("invalid", control, bubbles=False)):
                wrong.append(control)
    document = form.document()
    if wrong and document is not None:
        look = PageView(document)
        target = next((control for control in wrong if takes_focus(control) and look.styles.is_visible(control)), None)
        if target is not None:
            focus.move(target)
    return not is_wrong

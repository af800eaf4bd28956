"""Clicks: the events of a mouse button, and the default action of the clicked element."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.controls import form_of
from pytest_uimcp.page.dom.displays import summary_of
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.flat import in_shadow
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.styles import Styles
from pytest_uimcp.page.gaps import refuse_if_exact
from pytest_uimcp.page.input import segments
from pytest_uimcp.page.input.editing import caret_by_click
from pytest_uimcp.page.input.focus import Focus, field_of
from pytest_uimcp.page.input.forms import reset, submit
from pytest_uimcp.page.input.open_list import close_list, open_list
from pytest_uimcp.page.input.opening import dismiss, invoke, toggle_details

__all__ = ["click", "hover", "press_button", "synthetic_click"]


def hover(element: Element, former: Element | None) -> None:
    if former is element:
        return
    if former is not None and former.parent is not None:
        dispatch(Event("mouseout", former))
        # Leaving goes from the innermost element outwards, entering the other way; these events do not bubble.
        for exited in former.path():
            if not exited.contains(element):
                dispatch(Event("mouseleave", exited, bubbles=False))
                if exited.component is not None:
                    exited.component.on_pointer_leave()
    dispatch(Event("mouseover", element))
    for target in reversed(element.path()):
        if former is None or not target.contains(former):
            dispatch(Event("mouseenter", target, bubbles=False))
            if target.component is not None:
                target.component.on_pointer_enter()
    dispatch(Event("mousemove", element))


def press_button(element: Element, focus: Focus, *, is_main: bool = True) -> bool:
    """Press a mouse button on an element, the left one unless told; false if a listener prevents what follows."""
    document = element.document()
    if document is not None:
        document.pressed = element
        document.is_text_selected = False
        picker = document.picker
        close_list(document)
        if is_main and element.tag == "select" and element is not picker and not (
            controls.is_listed(element) or controls.is_disabled(element)
        ):  # fmt: skip
            open_list(element)
    dispatch(Event("pointerdown", element))
    # The focus moves on `mousedown`, unless a listener prevents its default; the click follows `mouseup`.
    goes_on = dispatch(Event("mousedown", element))
    for layer in document.layers.open if document is not None else ():
        if not layer.contains(element) and layer.component is not None:
            layer.component.on_click_elsewhere(element, focus)
    if goes_on:
        focus.take(element)
        segments.click_middle(element)
        field = field_of(element)
        if controls.takes_text(field):
            caret_by_click(field, element)
    return goes_on


def click(element: Element, focus: Focus) -> None:
    document = element.document()
    press_button(element, focus)
    dispatch(Event("pointerup", element))
    # Light dismiss of popovers comes with `pointerup` (HTML standard).
    dismiss(element, focus)
    dispatch(Event("mouseup", element))
    if document is not None:
        document.pressed = None
    synthetic_click(element, focus)


def synthetic_click(element: Element, focus: Focus) -> None:
    """Dispatch `click` and perform its default action; keys and labels cause clicks as well."""
    relay = _relay(element)
    if relay is not None and in_shadow(element):
        if relay.component is not None:
            relay.component.on_label_click()
        element = relay  # it does what its parts would do
    # A disabled control does not even dispatch the event.
    if element.tag in ("button", "input", "select", "textarea") and controls.is_disabled(element):
        return
    active = _activation_target(element)
    undo = _toggle_before_click(active)
    component = next(filter(None, (ancestor.component for ancestor in element.path())), None)
    if component is not None and not component.allows_click(element):
        return
    allowed = dispatch(Event("click", element, relayed=relay is not None))
    if not allowed:
        if undo is not None:
            undo()
        return
    if active is not None:
        _ACTIONS[active.tag](active, element, focus, undo is not None)
    for ancestor in element.path():
        if ancestor.component is not None and not ancestor.has("disabled"):
            ancestor.component.activate(element, focus)


def _relay(target: Element) -> Element | None:
    """The component whose label was clicked and clicks its control in turn."""
    for ancestor in target.path():
        if ancestor.component is not None and ancestor.component.relays_click(target):
            return ancestor
    return None


def _activation_target(target: Element) -> Element | None:
    for element in target.path():
        if element.tag == "a" and not element.has("href"):
            continue
        if element.tag == "summary" and (element.parent is None or summary_of(element.parent) is not element):
            continue
        if element.tag in _ACTIONS:
            return element
    return None


def _toggle_before_click(element: Element | None) -> Callable[[], None] | None:
    """Toggle a check box before its listeners hear of the click; returns a function that undoes it."""
    if element is None or controls.input_type(element) not in ("checkbox", "radio"):
        return None
    kind = controls.input_type(element)
    was_checked = controls.is_checked(element)
    state = controls.control(element)
    if kind == "checkbox":
        mixed = state.indeterminate
        state.indeterminate = False
        controls.set_checked(element, not was_checked)

        def undo() -> None:
            state.indeterminate = mixed
            controls.set_checked(element, was_checked)

        return undo
    if was_checked:
        return None
    checked_buttons = [button for button in controls.radio_group(element) if controls.is_checked(button)]
    controls.set_checked(element, True)

    def restore() -> None:
        controls.set_checked(element, False)
        for button in checked_buttons:
            controls.set_checked(button, True)

    return restore


def _input(element: Element, target: Element, focus: Focus, toggled: bool) -> None:
    kind = controls.input_type(element)
    if toggled:
        controls.control(element).is_checked_by_user = True
        dispatch(Event("input", element))
        dispatch(Event("change", element))
    elif invoke(element, focus):
        pass
    elif kind in ("submit", "image"):
        submit(form_of(element), element, focus)
    elif kind == "reset":
        reset(form_of(element))
    elif kind == "color" and (document := element.document()) is not None:
        document.picker = element


def _button(element: Element, target: Element, focus: Focus, toggled: bool) -> None:
    kind = (element.get("type") or "submit").lower()
    form = form_of(element)
    if kind == "reset" and form is not None:
        reset(form)
    elif kind != "button" and form is not None and not (element.has("commandfor") and not element.has("type")):
        submit(form, element, focus)
    else:
        invoke(element, focus)


def _label(element: Element, target: Element, focus: Focus, toggled: bool) -> None:
    control = controls.labelled_element(element)
    # Whoever clicked the control in the label has clicked it already.
    if control is None or control.contains(target) or controls.is_disabled(control):
        return
    if control.tag in ("input", "textarea", "select", "button"):
        document = control.document()
        if document is not None and Styles(document).is_visible(control):
            focus.move(control)
        synthetic_click(control, focus)


def _summary(element: Element, target: Element, focus: Focus, toggled: bool) -> None:
    details = element.parent
    if isinstance(details, Element) and summary_of(details) is element:
        toggle_details(details)


def _link(element: Element, target: Element, focus: Focus, toggled: bool) -> None:
    href = element.get("href") or ""
    document = element.document()
    if href.startswith("#") and document is not None:
        # The address changes even if nothing has this id.
        document.fragment = href[1:]
        anchor = next((element for element in document.descendants() if element.id == document.fragment), None)
        if anchor is not None and document.fragment:
            focus.go_to(anchor)
    stays = not href or href.startswith(("#", "mailto:", "tel:")) or element.has("download")
    if not stays and element.get("target") != "_blank":
        refuse_if_exact(element.document(), "link", href)


def _nothing(element: Element, target: Element, focus: Focus, toggled: bool) -> None: ...


_ACTIONS: Final[Mapping[str, Callable[[Element, Element, Focus, bool], None]]] = {
    "a": _link,
    "button": _button,
    "input": _input,
    "label": _label,
    "select": _nothing,
    "summary": _summary,
    "textarea": _nothing,
}

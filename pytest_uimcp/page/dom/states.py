"""Pseudo-classes of states: of controls, of the focus, of the pointer, and of what is open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from pytest_uimcp.page.dom import controls, validity
from pytest_uimcp.page.dom.matching import Test, all_of, always, never, none_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import refuse

__all__ = ["STATES"]

_DISABLEABLE: Final = words("button textarea optgroup select input option fieldset")
_FIELDS: Final = words("input select textarea")
_UNMODELLED: Final = words(
    "autofill -webkit-autofill fullscreen -webkit-full-screen picture-in-picture current past future host xr-overlay "
    "active-view-transition corner-present interest-source"
)


def _refused(name: str) -> Test:
    def test(_element: Element) -> bool:
        refuse("selector", f":{name}")

    return test


def _checked(element: Element) -> bool:
    if element.tag != "option":
        return controls.is_checked(element)
    select = element.closest("select")
    if select is None:
        return element.has("selected")
    # By what the list shows: a drop-down list in which no option is marked has selected its first.
    return any(option is element for option in controls.selected_options(select))


def _enabled(element: Element) -> bool:
    return element.tag in _DISABLEABLE and not controls.is_disabled(element)


def _focused(element: Element) -> Element | None:
    document = element.document()
    if document is not None and document.focus is not None:
        return document.focus.element
    return None


def _is_focused(element: Element) -> bool:
    return _focused(element) is element


def _is_focus_visible(element: Element) -> bool:
    document = element.document()
    return _is_focused(element) and document is not None and document.focus is not None and document.focus.is_visible


def _holds_focus(element: Element) -> bool:
    focused = _focused(element)
    return focused is not None and element.contains(focused)


def _hovered(element: Element) -> bool:
    document = element.document()
    if document is None or document.hovered is None:
        return False
    if element.contains(document.hovered):
        return True
    return document.assumes_hover and any(
        element.contains(unsure) or unsure.contains(element) for unsure in document.unsure_hover
    )


def _active(element: Element) -> bool:
    document = element.document()
    return document is not None and document.pressed is not None and element.contains(document.pressed)


def _targeted(element: Element) -> bool:
    document = element.document()
    # An element without an id has the empty one, as a page without a fragment has.
    return document is not None and document.fragment != "" and element.id == document.fragment


def _editable(element: Element) -> bool:
    kind = controls.input_type(element) or element.tag
    if kind == "textarea" or (element.tag == "input" and kind in _READ_ONLY):
        return not element.has("readonly") and not controls.is_disabled(element)
    # `readonly` does not apply to the other types, which makes them `:read-only` in HTML.
    if element.tag == "input":
        return False
    return any(controls.is_editing_host(ancestor) for ancestor in element.path())


_READ_ONLY: Final = controls.TEXT_INPUTS | {"date", "month", "week", "time", "datetime-local"}


def _shows_placeholder(element: Element) -> bool:
    if not controls.takes_text(element) or not element.has("placeholder") or controls.value(element) != "":
        return False
    # The value is also empty while something stands in the field that is no number or no whole date.
    return element.control is None or not element.control.is_bad


def _in_range(element: Element, *, is_outside: bool) -> bool:
    if element.tag != "input" or not validity.is_candidate(element):
        return False
    kind = controls.input_type(element)
    bounds = [validity.number_of(kind, element.get(name)) for name in ("min", "max")]
    # A range always has bounds: without the attributes, 0 and 100.
    if kind != "range" and all(bound is None for bound in bounds):
        return False
    return validity.is_out_of_range(element) == is_outside


def _required(element: Element) -> bool:
    return element.tag in _FIELDS and _is_marked_required(element)


def _optional(element: Element) -> bool:
    return (element.tag in _FIELDS or element.tag == "button") and not _is_marked_required(element)


def _is_marked_required(element: Element) -> bool:
    return element.has("required") and controls.input_type(element) not in _NEVER_REQUIRED


_NEVER_REQUIRED: Final = words("hidden range color submit image reset button")


def _undecided(element: Element) -> bool:
    if element.tag == "progress":
        return not element.has("value")
    if element.tag != "input":
        return False
    kind = controls.input_type(element)
    if kind == "radio":
        # A radio button without a name is a group of its own.
        return not any(map(controls.is_checked, controls.radio_group(element) or [element]))
    return kind == "checkbox" and element.control is not None and element.control.indeterminate


def _default(element: Element) -> bool:
    if element.tag == "option":
        return element.has("selected")
    if controls.input_type(element) in ("checkbox", "radio"):
        return element.has("checked")
    form = controls.form_of(element)
    return form is not None and controls.default_button(form) is element


def _valid(element: Element) -> bool:
    # Neither is validated itself: they are valid if what is in them is.
    if element.tag in ("form", "fieldset"):
        return not validity.is_invalid(element)
    return validity.is_candidate(element) and not validity.is_invalid(element)


def _open(element: Element) -> bool:
    return element.tag in ("details", "dialog") and element.has("open")


def _popover_open(element: Element) -> bool:
    document = element.document()
    return document is not None and element in document.popovers


def _modal(element: Element) -> bool:
    document = element.document()
    return document is not None and element.tag == "dialog" and element in document.modals


def _link(element: Element) -> bool:
    return element.tag in ("a", "area") and element.has("href")


STATES: Final[Mapping[str, Test]] = {
    "active": _active,
    "any-link": _link,
    "-webkit-any-link": _link,
    "checked": _checked,
    "default": _default,
    "defined": always,
    "disabled": controls.is_disabled,
    "enabled": _enabled,
    "focus": _is_focused,
    "focus-visible": _is_focus_visible,
    "focus-within": _holds_focus,
    "hover": _hovered,
    "in-range": partial(_in_range, is_outside=False),
    "indeterminate": _undecided,
    "invalid": validity.is_invalid,
    "link": _link,
    "modal": _modal,
    "open": _open,
    "optional": _optional,
    "out-of-range": partial(_in_range, is_outside=True),
    "placeholder-shown": _shows_placeholder,
    "popover-open": _popover_open,
    "read-only": none_of([_editable]),
    "read-write": _editable,
    "required": _required,
    "target": _targeted,
    "user-invalid": all_of([validity.is_user_checked, validity.is_invalid]),
    "user-valid": all_of([validity.is_user_checked, _valid]),
    "valid": _valid,
    # Browsers do not tell scripts which links were visited.
    "visited": never,
    **{name: _refused(name) for name in _UNMODELLED},
}

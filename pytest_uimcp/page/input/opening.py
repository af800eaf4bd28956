"""What opens and closes natively: `details`, `dialog`, popovers, and the buttons that command them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.flat import flat_children
from pytest_uimcp.page.dom.nodes import Document, Element
from pytest_uimcp.page.input.focus import Focus, takes_focus

__all__ = [
    "close_dialog",
    "close_if_another_is_open",
    "details_changed",
    "dismiss",
    "escape",
    "hide_popover",
    "invoke",
    "open_from_the_start",
    "show_dialog",
    "show_modal",
    "show_popover",
    "toggle_details",
    "toggle_popover",
]


def toggle_details(details: Element) -> None:
    former = details.get("open")
    if former is None:
        details.set("open", "")
    else:
        details.unset("open")
    details_changed(details, former)


def details_changed(details: Element, former: str | None) -> None:
    """The attribute `open` of `details` was set or removed: the others of its group close."""
    if (former is None) != details.has("open"):
        return
    _queue_toggle(details)
    name = details.get("name")
    if name and details.has("open"):
        for sibling in details.root().descendants():
            if (
                sibling.tag == "details"
                and sibling is not details
                and sibling.get("name") == name
                and sibling.has("open")
            ):
                sibling.unset("open")
                _queue_toggle(sibling)


def close_if_another_is_open(details: Element, later: list[Element]) -> None:
    """Close `details` that come into a group of which one is open; those that come later do not count."""
    for sibling in details.root().descendants():
        if sibling.tag != "details" or any(sibling is inserted for inserted in later):
            continue
        if sibling.get("name") == details.get("name") and sibling.has("open"):
            details.unset("open")
            return


def open_from_the_start(details: Element) -> None:
    """`details` were inserted with the attribute `open`, which counts as opening them."""
    if details.has("open"):
        dispatch(Event("toggle", details, bubbles=False))


def _queue_toggle(element: Element) -> None:
    """The event `toggle` comes by itself a little later, once for several changes."""
    document = element.document()
    if document is not None:
        document.tasks.later_once(("toggle", element), partial(_fire, "toggle", element))


# Dialogs


def show_modal(dialog: Element, focus: Focus) -> None:
    document = dialog.document()
    if document is None or dialog.has("open") or not _before_toggle(dialog):
        return
    dialog.set("open", "")
    # Before the dialog takes the focus, or it would remember itself.
    _remember_focus(dialog, focus)
    document.modals.append(dialog)
    document.layers.push(dialog)
    _hide_all_popovers(document, focus)
    _enter_dialog(dialog, document, focus)
    _queue_toggle(dialog)


def show_dialog(dialog: Element, focus: Focus) -> None:
    """Show a dialog that leaves the rest of the page usable."""
    document = dialog.document()
    if document is None or dialog.has("open") or not _before_toggle(dialog):
        return
    dialog.set("open", "")
    _remember_focus(dialog, focus)
    _hide_all_popovers(document, focus)
    _enter_dialog(dialog, document, focus)
    _queue_toggle(dialog)


def _enter_dialog(dialog: Element, document: Document, focus: Focus) -> None:
    look = PageView(document)
    descendants = (descendant for descendant in _flat(dialog) if descendant is not dialog)
    candidates = [
        descendant for descendant in descendants if takes_focus(descendant) and look.styles.is_visible(descendant)
    ]
    # What asks for the focus gets it, else the first that can have it, else the dialog itself.
    target = next((candidate for candidate in candidates if candidate.has("autofocus")), next(iter(candidates), None))
    focus.move(target or dialog)


def close_dialog(dialog: Element, focus: Focus) -> None:
    """Close a dialog and give the focus back."""
    document = dialog.document()
    if document is None or not dialog.has("open"):
        return
    was_modal = dialog in document.modals
    _before_toggle(dialog)
    dialog.unset("open")
    document.layers.remove(dialog)
    if was_modal:
        document.modals.remove(dialog)
    _give_back(dialog, focus, only_if_inside=False)
    # An event of the next task: the focus is back by then.
    document.tasks.later(partial(_fire, "close", dialog))
    _queue_toggle(dialog)


def request_close(dialog: Element, focus: Focus) -> None:
    """Close a dialog unless a listener of `cancel` prevents it."""
    if dialog.has("open") and dispatch(Event("cancel", dialog, bubbles=False)):
        close_dialog(dialog, focus)


# Popovers


def show_popover(popover: Element, focus: Focus, invoker: Element | None = None) -> None:
    """Open a popover; those of the kind `auto` close the others."""
    document = popover.document()
    if document is not None:
        document.popovers[:] = [
            other_popover
            for other_popover in document.popovers
            if other_popover.document() is document and other_popover.has("popover")
        ]
    if document is None or popover in document.popovers or not popover.has("popover") or not _before_toggle(popover):
        return
    if _is_auto(popover):
        for open_popover in reversed(document.popovers[:]):
            # Those stay open that the new one stands in or was opened from.
            if _is_auto(open_popover) and not _is_nested(popover, invoker, open_popover):
                hide_popover(open_popover, focus, gives_back=False)
        # In a stack of popovers only the lowest gives the focus back.
        if not any(map(_is_auto, document.popovers)):
            _remember_focus(popover, focus)
    document.popovers.append(popover)
    if invoker is not None:
        document.invokers[popover] = invoker
    if _is_auto(popover):
        document.layers.push(popover)
    start = next(
        (element for element in (popover, *popover.descendants()) if element.has("autofocus") and takes_focus(element)),
        None,
    )
    if start is not None:
        focus.move(start)
    _queue_toggle(popover)


def hide_popover(popover: Element, focus: Focus, *, gives_back: bool = True) -> None:
    """Close a popover and those that were opened from it."""
    document = popover.document()
    if document is None or popover not in document.popovers:
        return
    if _is_auto(popover):
        # What was opened from it closes first, the last one before the others.
        for nested in reversed(document.popovers[document.popovers.index(popover) + 1 :]):
            if _is_auto(nested):
                hide_popover(nested, focus, gives_back=False)
    _before_toggle(popover)
    document.popovers.remove(popover)
    document.invokers.pop(popover, None)
    document.layers.remove(popover)
    if gives_back:
        _give_back(popover, focus, only_if_inside=True)
    _queue_toggle(popover)


def dismiss(target: Element, focus: Focus) -> None:
    """A click outside of popovers of the kind `auto` closes them."""
    document = target.document()
    if document is None:
        return
    for popover in reversed(document.popovers[:]):
        if not _is_auto(popover):
            continue
        # A click in a later popover, or on its button, counts as one in those that it was opened from.
        is_inside = any(
            nested.contains(target) or _leads_to(nested, target, document)
            for nested in document.popovers[document.popovers.index(popover) :]
        )
        if is_inside:
            return
        hide_popover(popover, focus, gives_back=False)


def _leads_to(popover: Element, target: Element, document: Document) -> bool:
    """Whether a click is on the button that has opened a popover, or on another one that it belongs to."""
    invoker = document.invokers.get(popover)
    if invoker is not None and invoker.contains(target):
        return True
    return any(
        ancestor.tag in ("button", "input")
        and _by_id(ancestor, ancestor.get("commandfor") or ancestor.get("popovertarget")) is popover
        for ancestor in target.path()
    )


def _is_nested(popover: Element, invoker: Element | None, container: Element) -> bool:
    return container.contains(popover) or (invoker is not None and container.contains(invoker))


def _is_auto(popover: Element) -> bool:
    return (popover.get("popover") or "auto").lower() in ("", "auto", "hint")


def _hide_all_popovers(document: Document, focus: Focus) -> None:
    for popover in reversed(document.popovers[:]):
        if _is_auto(popover):
            hide_popover(popover, focus, gives_back=False)


# Keys and buttons


def escape(element: Element, focus: Focus) -> None:
    if element.tag == "dialog" and element.has("open"):
        if (element.get("closedby") or "closerequest").lower() != "none":
            request_close(element, focus)
    else:
        hide_popover(element, focus)


def invoke(button: Element, focus: Focus) -> bool:
    """Do what a button commands; returns whether it commands anything."""
    document = button.document()
    if document is None:
        return False
    target_id = button.get("commandfor")
    target = _by_id(button, target_id)
    # `commandfor` hides `popovertarget` even if nothing has its id.
    if target_id is not None:
        command = (button.get("command") or "").lower()
        if target is not None and command in _COMMANDS and dispatch(Event("command", target, bubbles=False)):
            _COMMANDS[command](target, focus, button)
        return target is not None and command != ""
    target = _by_id(button, button.get("popovertarget"))
    if target is None or not target.has("popover"):
        return False
    action = (button.get("popovertargetaction") or "toggle").lower()
    if action not in ("show", "hide"):
        action = "toggle"
    _COMMANDS[f"{action}-popover"](target, focus, button)
    return True


def toggle_popover(popover: Element, focus: Focus, invoker: Element | None = None) -> None:
    document = popover.document()
    if document is not None and popover in document.popovers:
        hide_popover(popover, focus)
    else:
        show_popover(popover, focus, invoker)


def _hide_popover(popover: Element, focus: Focus, _invoker: Element) -> None:
    hide_popover(popover, focus)


def _of_dialog(act: Callable[[Element, Focus], None]) -> Callable[[Element, Focus, Element], None]:
    def command(dialog: Element, focus: Focus, _invoker: Element) -> None:
        if dialog.tag == "dialog":
            act(dialog, focus)

    return command


_COMMANDS: Final[Mapping[str, Callable[[Element, Focus, Element], None]]] = {
    "close": _of_dialog(close_dialog),
    "hide-popover": _hide_popover,
    "request-close": _of_dialog(request_close),
    "show-modal": _of_dialog(show_modal),
    "show-popover": show_popover,
    "toggle-popover": toggle_popover,
}


def _by_id(button: Element, name: str | None) -> Element | None:
    if not name:
        return None
    return next((element for element in button.root().descendants() if element.id == name), None)


def _before_toggle(element: Element) -> bool:
    return dispatch(Event("beforetoggle", element, bubbles=False))


def _fire(name: str, element: Element) -> None:
    dispatch(Event(name, element, bubbles=False))


def _remember_focus(element: Element, focus: Focus) -> None:
    document = element.document()
    if document is not None:
        document.came_from[element] = focus.element


def _give_back(element: Element, focus: Focus, *, only_if_inside: bool) -> None:
    document = element.document()
    if document is not None:
        former_focus = document.came_from.pop(element, None)
    else:
        former_focus = None
    current = focus.element
    # A popover gives the focus back only while it is inside: the user may have gone elsewhere.
    is_inside = current is not None and element.contains(current)
    if (is_inside or not only_if_inside) and former_focus is not None and former_focus.document() is document:
        focus.move(former_focus)
    elif is_inside:
        focus.move(None)


def _flat(element: Element) -> list[Element]:
    elements = [element]
    for child in flat_children(element):
        if isinstance(child, Element):
            elements.extend(_flat(child))
    return elements

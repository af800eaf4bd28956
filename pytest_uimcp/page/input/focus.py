"""The focus: which element has it, where Tab leads, and the events when it moves."""

from __future__ import annotations

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.inert import is_inert
from pytest_uimcp.page.dom.nodes import Document, DomNode, Element, ShadowRoot
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input import segments
from pytest_uimcp.page.input.open_list import close_list
from pytest_uimcp.page.input.searching import forget_search
from pytest_uimcp.page.input.taborder import (
    FRAMES,
    after_skipped,
    flat,
    is_stop,
    may_have_focus,
    note_visit,
    picture_of,
    tab_order,
    tab_stops,
    takes_focus,
)

__all__ = ["Focus", "commit", "field_of", "focus_of", "is_typed_into", "takes_focus"]

# How many places Tab has around a page: the page, and the controls of Chromium's window.
_CONTROLS = 5


class Focus:
    def __init__(self, document: Document) -> None:
        self._document = document
        document.focus = self
        self._element: Element | None = None
        # Whether a browser marks the focused element (`:focus-visible`): not what takes no text and was clicked.
        self.is_visible = True
        # The element before the place from which the focused one was removed.
        self._before_gap: Element | None = None
        # The details that end before that place: Tab leads to their summary again, as it does in Chromium.
        self._details: Element | None = None
        # Where Tab starts when nothing has the focus: what had it last, or was clicked last.
        self._start: Element | None = None
        # How often an element got it.
        self._moves = 0
        # How far the window's focus is among the browser's own controls, where Tab leads past the last element.
        self._controls = 0

    @property
    def element(self) -> Element | None:
        """The focused element; one that was removed from the page loses the focus without an event."""
        if self._element is not None and self._element.document() is not self._document:
            self._element = None
        return self._element

    def move(self, element: Element | None) -> None:
        old = self.element
        if old is element:
            return
        self._element = None
        # Listeners of the old element run while nothing has the focus, as in a browser.
        if old is not None:
            _leave(old)
        # A listener may have removed it from the page.
        if element is not None and element.document() is self._document and not is_inert(element):
            self._element = self._start = element
            self.is_visible = True
            self._moves += 1
            note_visit(element, self._moves)
            _enter(element)
            # What is open hears that the focus has gone elsewhere: menus and lists close.
            for layer in self._document.layers.open:
                if not layer.contains(element) and layer.component is not None:
                    layer.component.on_focus_elsewhere(element)
            self._stay_in_window(element)

    def _stay_in_window(self, element: Element) -> None:
        window = self._document.layers.modal
        if window is not None and self._element is element and not window.contains(element):
            order = tab_stops(PageView(self._document), window)
            if order:
                self.move(order[0])

    def is_in(self, node: DomNode) -> bool:
        element = self.element
        return element is not None and isinstance(node, Element) and node.contains(element)

    def leave(self, node: DomNode) -> None:
        """Take the focus from what is about to be removed; Tab goes on from its place."""
        if not isinstance(node, Element) or not self.is_in(node):
            return
        everything = list(flat(self._document.html))
        predecessor = None
        if node in everything:
            predecessor = everything[everything.index(node) - 1]
        self.move(None)
        self._start = self._before_gap = predecessor
        self._details = _details_around(predecessor, node)

    def forget(self) -> None:
        """Start Tab at the beginning of the document, or with Shift at its end."""
        self._start = None

    def keep_only_if_usable(self, look: PageView) -> None:
        element = self.element
        if element is None:
            return
        picture = picture_of(element) or element
        is_window = element.tag == "dialog"  # which has it if nothing in it can
        if is_inert(element) or not (may_have_focus(look, picture) and (is_window or takes_focus(element))):
            self.move(None)

    def go_to(self, target: Element) -> None:
        """Move the focus as a link to `target` on the same page does."""
        self._document.is_at_top = False
        if takes_focus(target) and PageView(self._document).styles.is_visible(target):
            self.move(target)
        else:
            self.move(None)
            self._start = target
            self._before_gap = None

    def take(self, target: Element) -> None:
        """Move the focus as pressing a mouse button on `target` does."""
        self._controls = 0
        path = target.path()
        # A label gives the focus later, by the click that it passes on.
        relay = next((ancestor for ancestor in path if _relays(ancestor, target)), None)
        if relay is not None:
            del path[: path.index(relay) + 1]
        for holder in path:
            if takes_focus(holder):
                self.move(focus_of(holder))
                host = next(filter(controls.is_editing_host, holder.ancestors()), None)
                if host is not None and holder.tag == "button":  # the caret is set beside it
                    self.move(host)
                self.is_visible = controls.takes_text(holder)
                return
        self.move(None)
        self._start = target
        self._before_gap = None

    def next(self, look: PageView, *, backwards: bool) -> Element | None:
        window = look.document.layers.modal
        if window is not None:
            return self._next_in(window, look, backwards)
        current = self.element
        # From an element with `tabindex=-1` Tab goes on within what it belongs to.
        if current is not None and not backwards and (target := after_skipped(look, current)) is not None:
            return target
        order = tab_order(look.document.html)
        if backwards:
            order.reverse()
        if current is None or current not in order or not is_stop(look, current):
            stopping = [element for element in order if is_stop(look, element)]
            target = self._from_start(stopping, look, backwards)
        else:
            ahead = order[order.index(current) + 1 :]
            target = next((element for element in ahead if is_stop(look, element)), None)
        if target is None and self._advance_outside(backwards):
            target = next((element for element in order if is_stop(look, element)), None)
        if target is not None and target.tag in FRAMES:
            refuse("frame", f"<{target.tag}>")
        return target

    def _advance_outside(self, backwards: bool) -> bool:
        """Past either end the focus leaves the page for the browser's own controls; from there it may come back."""
        self._controls = (self._controls + (-1 if backwards else 1)) % _CONTROLS
        return self._controls == 0

    def _from_start(self, order: list[Element], look: PageView, backwards: bool) -> Element | None:
        everything = list(flat(look.document.html))
        if self._start is None or self._start not in everything:
            return next(iter(order), None)
        start = everything.index(self._start)
        if backwards:
            if self._start is self._before_gap:
                start += 1
            return next((element for element in reversed(everything[:start]) if element in order), None)
        if self._start is self._before_gap and self._details in everything:
            start = everything.index(self._details) - 1
        return next((element for element in everything[start + 1 :] if element in order), None)

    def _next_in(self, window: Element, look: PageView, backwards: bool) -> Element | None:
        order = tab_stops(look, window)
        current = self.element
        if not order:
            return current
        if backwards:
            order.reverse()
        if current is None or current not in order:
            return order[0]
        return order[(order.index(current) + 1) % len(order)]


def _details_around(predecessor: Element | None, removed: Element) -> Element | None:
    """The outermost details around an element that do not contain what is removed behind it."""
    ancestor = predecessor
    details = None
    while ancestor is not None and not ancestor.contains(removed):
        if ancestor.tag in ("details", "sl-details"):
            details = ancestor
        parent = ancestor.parent
        if isinstance(parent, Element):
            ancestor = parent
        elif isinstance(parent, ShadowRoot):
            ancestor = parent.host
        else:
            ancestor = None
    return details


def focus_of(element: Element) -> Element:
    """The element itself; for a part of a component that takes the focus as a whole, the component."""
    node: Element = element
    holder = element
    # Outwards through shadow trees: the outermost component that takes the focus as a whole has it.
    while True:
        component = node.component
        if component is not None and component.focusable:
            holder = node
        top: DomNode = node
        while isinstance(top.parent, Element):
            top = top.parent
        if not isinstance(top.parent, ShadowRoot):
            return holder
        node = top.parent.host


def field_of(element: Element) -> Element:
    """The native field of a component; any other element itself."""
    component = element.component
    if component is None:
        return element
    return component.find_field() or element


def is_typed_into(element: Element) -> bool:
    """Whether it is a field whose content may be sent when the focus leaves it; for a browser, so is an `sl-select`."""
    if element.tag == "sl-select":  # a text field in it has the focus
        return True
    field = field_of(element)
    if field.tag != "input":
        return field.tag == "textarea" or controls.is_editing_host(field)
    return controls.input_type(field) not in controls.CLICKABLE_INPUTS | {"range"}


def _relays(element: Element, target: Element) -> bool:
    return element.component is not None and element.component.relays_click(target)


def _announce(element: Element, *, arrives: bool) -> None:
    """Tell the components around an element before the element itself hears of it."""
    document = element.document()
    for ancestor in [*element.ancestors()][::-1]:
        component = ancestor.component
        if component is not None and document is not None:
            with document.tasks.script():
                component.on_focus_within(arrives=arrives)


def _leave(element: Element) -> None:
    document = element.document()
    if document is not None and document.picker is element and element.tag == "select":
        close_list(document)
    _announce(element, arrives=False)
    if element.component is not None:
        element.component.on_blur()
    elif element.tag in ("input", "textarea"):
        segments.leave_field(element)
        commit(element)
        controls.control(element).at_focus = None
    # Behind `change`; only `focusout` bubbles.
    dispatch(Event("blur", element, bubbles=False))
    dispatch(Event("focusout", element))


def commit(element: Element) -> None:
    """End an edit: `change` is fired if the value is another than when the field got the focus."""
    state = controls.control(element)
    value = controls.value(element)
    if state.at_focus is not None and value != state.at_focus:
        state.at_focus = value
        state.is_checked_by_user = True
        dispatch(Event("change", element))


def _enter(element: Element) -> None:
    if element.tag == "select":
        forget_search(element)
    _announce(element, arrives=True)
    if element.tag in ("input", "textarea"):
        state = controls.control(element)
        if state.value is None:  # untouched: the caret is at its initial position
            state.caret = 0
        state.at_focus = controls.value(element)
    dispatch(Event("focus", element, bubbles=False))
    if element.component is not None:
        element.component.on_focus()
    dispatch(Event("focusin", element))

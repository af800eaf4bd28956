"""`ui-value`: the text of an element, or the value of a form control."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.page.bindings.base import Binding
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import CONTENT, Element, Text
from pytest_uimcp.page.plans import BindingPlan
from pytest_uimcp.page.rules import MERGED, TOGGLED_BY
from pytest_uimcp.page.scripting import to_string
from pytest_uimcp.page.variables import Variable, is_same_json
from pytest_uimcp.page.widgets import NOTHING, widget_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_uimcp.page.dom.events import Event
    from pytest_uimcp.page.render import Renderer
    from pytest_uimcp.page.views import View

__all__ = ["ValueBinding", "set_text", "value_binding"]

_TYPED_INTO: Final = frozenset({"input", "textarea", "sl-input", "sl-textarea"})


class ValueBinding(Binding):
    """`ui-value`: the text of an element, or the value of a form control."""

    __slots__ = ("_base", "dirty")

    grows = True

    def __init__(
        self, renderer: Renderer, element: Element, plan: BindingPlan, parent: Variable, holder: View | None = None
    ) -> None:
        self.dirty = False
        # The text that the next edit is made from, in a field that others may type into too.
        self._base: str | None = None
        super().__init__(renderer, element, plan, parent, holder)

    def attach(self) -> None:
        widget = widget_of(self.element)
        if widget is None or widget.edits is None:
            return
        # Text typed into a field that only shows its value may stay there; a toggle must not show a wrong state.
        if self.shape.properties.get("access") == "r" and not widget.is_toggle:
            return
        for name in widget.edits.commit:
            self.on(name, self.committed)
        for name in widget.edits.live:
            self.on(name, self.edited)

    def committed(self, event: Event) -> None:
        """Send a complete edit, or show the old value again."""
        if not self.only_shows:
            self.commit()
        elif self.differs:
            self.renderer.variables.fence(self.show_what_came_of_it)

    def edited(self, event: Event) -> None:
        """Note an edit in progress; with `?keypress` every keystroke is sent."""
        if self.only_shows:
            return
        # Some controls fire `input` after `change`.
        self.dirty = self.differs
        if self.plan.path.has("keypress"):
            self.commit()

    @property
    def only_shows(self) -> bool:
        if self.variable.properties.get("access") == "r":
            return True
        widget = widget_of(self.element)
        if widget is None or not widget.is_toggle:
            return False
        # An app binds a toggle to a path that holds its state, or to a method that the toggle's event calls. One with
        # such a method only shows its state: sending the value as well would undo what the method does.
        bindings = self.renderer.bindings_of(self.element)
        return any(binding.event in TOGGLED_BY and binding.plan.path.calls for binding in bindings)

    def show_what_came_of_it(self) -> None:
        """Show the state that the app has after an edit to a toggle, even if it refused the edit."""
        widget = widget_of(self.element)
        if widget is None:
            return
        for element in widget.changes_with(self.element):
            binding = value_binding(self.renderer.bindings_of(element))
            if binding is not None:
                binding.show(binding.variable.value)

    def show_again(self) -> None:
        """Apply the current value again after something else changed the element."""
        if self.variable.is_known:
            self.show(self.variable.value)

    @property
    def differs(self) -> bool:
        widget = widget_of(self.element)
        return widget is not None and not is_same_json(
            widget.read(self.element), widget.normal(self.variable.value, self.element)
        )

    def show(self, value: Any) -> None:
        """Show a value unless it would overwrite what the user is typing."""
        element = self.element
        widget = widget_of(element)
        if widget is None:
            set_text(element, to_string(value))
        elif not (self.dirty and self.renderer.is_focused(element)):
            self._base = to_string(value) if self._is_merged else None
            # Writing the same value again would move the caret.
            if not is_same_json(widget.read(element), widget.normal(value, element)):
                widget.write(element, value)

    @property
    def _is_merged(self) -> bool:
        """Whether what is typed is joined with what others type into the same field, and not written over it."""
        if not self.plan.path.has("keypress") or self.element.tag not in _TYPED_INTO:
            return False
        kind = "textarea"
        if "textarea" not in self.element.tag:
            kind = controls.input_type(self.element) or (self.element.get("type") or "text").lower()
        return kind in MERGED

    def put(self, value: Any) -> None:
        """Show and send a value that a script gives; without one, what was entered."""
        if value is None:
            self.commit()
            return
        self.dirty = False
        self.send(value)
        self.show_again()

    def commit(self) -> None:
        """Send the entered value unless the server has it already."""
        self.dirty = False
        widget = widget_of(self.element)
        if widget is None or (value := widget.read(self.element)) is NOTHING:
            return
        # After an error the same value is sent again: the app may take it now.
        if not self.variable.is_state or self.variable.error is not None or self.differs:
            self.renderer.variables.update(self.variable, value, self._base)
        if self._base is not None:
            self._base = to_string(value)


def set_text(element: Element, text: str) -> None:
    children = element.children
    if text and len(children) == 1 and isinstance(children[0], Text):
        children[0].write(text)
        return
    if children:
        element.replace_children()
    if text:
        node = Text(text)
        node.parent = element
        element.children.append(node)
        element.touch(CONTENT)


def value_binding(bindings: Iterable[Binding]) -> ValueBinding | None:
    return next((binding for binding in bindings if isinstance(binding, ValueBinding)), None)

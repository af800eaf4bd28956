from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uimcp.page.outgoing import VariableShape
from pytest_uimcp.page.plans import BindingPlan
from pytest_uimcp.page.variables import Variable
from pytest_uimcp.page.widgets import widget_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_uimcp.page.dom.events import Event
    from pytest_uimcp.page.dom.nodes import Element
    from pytest_uimcp.page.render import Renderer
    from pytest_uimcp.page.views import View

__all__ = ["Binding"]


class Binding:
    """One attribute of one element and the variable behind it."""

    __slots__ = ("_heard", "element", "holder", "plan", "renderer", "variable")

    # Whether a change can make the element larger, which `scrollOnOutput` waits for.
    grows = False
    # Whether the server sends changes of the value; it sends errors in any case.
    watched = True

    def __init__(
        self, renderer: Renderer, element: Element, plan: BindingPlan, parent: Variable, holder: View | None = None
    ) -> None:
        self.renderer = renderer
        self.element = element
        self.plan = plan
        # The view whose drawing has the element at its top.
        self.holder = holder
        self._heard: tuple[tuple[str, Callable[[Event], None]], ...] = ()
        # Before the first value is shown, which may already fill the element.
        if plan.is_scrolled:
            renderer.keep_scrolled(element)
        self.variable = renderer.variables.create_like(plan.shape or self.shape, parent, self)
        self.attach()

    @property
    def shape(self) -> VariableShape:
        """What the variables of all clones of the element have in common."""
        access = self.access
        shape = self.plan.shapes.get(access)
        if shape is None:
            shape = self.plan.shapes[access] = VariableShape(self.properties(), is_watched=self.watched)
            if access == self.plan.access:
                self.plan.shape = shape
        return shape

    @property
    def event(self) -> str:
        return self.plan.event

    def properties(self) -> dict[str, str]:
        extra = {"each": "true"} if self.plan.rule.each else {}
        return self.plan.path.properties(access=self.access, **extra)

    @property
    def access(self) -> str:
        """The access of the variable, unless the path states it."""
        if self.plan.access is not None:
            return self.plan.access
        widget = widget_of(self.element)
        kind = "plain"
        if widget is not None and widget.edits is not None:
            kind = "edited"
        return self.plan.rule.access.get(kind, "r")

    def attach(self) -> None:
        """Add the listeners that the binding needs."""

    def on(self, event: str, listener: Callable[[Event], None]) -> None:
        """Listen to an event of the element until the binding moves to another element."""
        self.element.listen(event, listener)
        self._heard += ((event, listener),)

    def show(self, value: Any) -> None:
        """Apply the variable's value to the element."""

    def changed(self, variable: Variable) -> None:
        # An error is marked at the element, beside the value that it has kept.
        self.renderer.faults.set(self.element, self, variable.error)
        self.show(variable.value)
        if self.grows:
            self.renderer.grew(self.element)

    def move(self, element: Element) -> None:
        """Move to the element that replaced the old one."""
        if element is self.element:
            return
        # The old element may live on, so nothing of the binding may stay at it.
        for event, listener in self._heard:
            self.element.ignore(event, listener)
        self._heard = ()
        self.renderer.faults.set(self.element, self, None)
        if isinstance(self.element.owner, list):
            self.element.owner.remove(self)
        self.element = element
        self.renderer.belong(element, [self])
        self.attach()
        if self.variable.is_known:
            self.changed(self.variable)

    def send(self, value: Any) -> None:
        self.renderer.variables.update(self.variable, value)

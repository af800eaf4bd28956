"""The base class of bindings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
        if plan.path.has("scrollOnOutput"):
            renderer.keep_scrolled(element)
        self.variable = renderer.variables.create(parent, self.properties(), self, watched=self.watched)
        self.attach()

    @property
    def event(self) -> str:
        """The event of the element that it listens for, if it sends anything."""
        return self.plan.event

    def properties(self) -> dict[str, str]:
        extra = {"each": "true"} if self.plan.rule.each else {}
        return self.plan.path.properties(access=self.access, **extra)

    @property
    def access(self) -> str:
        """The access of the variable, unless the path states it."""
        rule = self.plan.rule
        path = self.plan.path
        if path.call:
            return rule.access.get(path.call, "r")
        widget = widget_of(self.element) if "edited" in rule.access else None
        edited = widget is not None and widget.edits is not None
        return rule.access.get("edited" if edited else "plain", "r")

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

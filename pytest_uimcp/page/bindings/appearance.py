"""`ui-attr-X`, `ui-class-X` and `ui-style-P`: attributes, classes and inline style of an element."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.page.bindings.base import Binding
from pytest_uimcp.page.bindings.value import value_binding
from pytest_uimcp.page.dom.namespaces import attribute_in
from pytest_uimcp.page.inlinestyle import set_property
from pytest_uimcp.page.scripting import to_string, truthy
from pytest_uimcp.page.viewclasses import is_view_class
from pytest_uimcp.page.widgets import widget_of

__all__ = ["AttributeBinding", "ClassBinding", "StyleBinding"]


class AttributeBinding(Binding):
    """`ui-attr-X`."""

    __slots__ = ()

    def show(self, value: Any) -> None:
        """Set the attribute; null and false remove it."""
        name = attribute_in(self.element, self.plan.argument)
        former = self.element.get(name)
        text = _text_of(value)
        if name == "class":
            text = self._class(text)
        if text is None:
            self.element.unset(name)
        else:
            self.element.set(name, text)
        widget = widget_of(self.element)
        if widget is not None:
            # Some attributes are read by the control itself: `checked`, `value`, the options of a list.
            widget.attribute_changed(self.element, name)
            if name == "value" and widget.is_toggle:
                self._show_value()
        if self.element.get(name) != former:
            self.renderer.attribute_changed(self.element, name, former)

    def _class(self, names: str | None) -> str | None:
        """The classes of the app, those that views own, and those whose `ui-class-X` is on."""
        view_classes = filter(is_view_class, (self.element.get("class") or "").split())
        classes = dict.fromkeys([*(names or "").split(), *view_classes])
        for binding in self.renderer.bindings_of(self.element):
            if isinstance(binding, ClassBinding):
                classes.pop(binding.plan.argument, None)
                if truthy(binding.variable.value):
                    classes[binding.plan.argument] = None
        if classes or names is not None:
            return " ".join(classes)
        return None

    def _show_value(self) -> None:
        """Apply `ui-value` again: a radio button is on if its own value is the chosen one."""
        binding = value_binding(self.renderer.bindings_of(self.element))
        if binding is not None:
            binding.show_again()


class ClassBinding(Binding):
    __slots__ = ()

    def show(self, value: Any) -> None:
        if truthy(value):
            self.element.add_class(self.plan.argument)
        else:
            self.element.remove_class(self.plan.argument)


class StyleBinding(Binding):
    __slots__ = ()

    def show(self, value: Any) -> None:
        """Set the property; null and false remove it."""
        set_property(self.element, self.plan.argument, _text_of(value))


def _text_of(value: Any) -> str | None:
    if value is None or value is False:
        return None
    return to_string(value)

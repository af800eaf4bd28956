"""What each `ui-*` attribute does: one row each in `BINDINGS`, with the rules of `page.rules`.

A binding watches one variable for one element. For views and lists see `page.views` and `page.lists`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uimcp.page.bindings.appearance import AttributeBinding, ClassBinding, StyleBinding
from pytest_uimcp.page.bindings.base import Binding
from pytest_uimcp.page.bindings.events import EventBinding, KeypressBinding
from pytest_uimcp.page.bindings.html import CodeBinding, HtmlBinding
from pytest_uimcp.page.bindings.value import ValueBinding

if TYPE_CHECKING:
    from pytest_uimcp.page.dom.nodes import Element
    from pytest_uimcp.page.plans import BindingPlan
    from pytest_uimcp.page.render import Renderer
    from pytest_uimcp.page.variables import Variable
    from pytest_uimcp.page.views import View

__all__ = ["BINDINGS", "bind"]

BINDINGS: Final[dict[str, type[Binding]]] = {
    "ui-value": ValueBinding,
    "ui-attr-": AttributeBinding,
    "ui-class-": ClassBinding,
    "ui-style-": StyleBinding,
    "ui-html": HtmlBinding,
    "ui-code": CodeBinding,
    "ui-action": EventBinding,
    "ui-event-keypress-": KeypressBinding,
    "ui-event-": EventBinding,
}


def bind(
    renderer: Renderer, element: Element, plan: BindingPlan, parent: Variable, holder: View | None = None
) -> Binding:
    """Make the binding of one attribute; `holder` is the view that has the element at its top level."""
    return BINDINGS[plan.rule.name](renderer, element, plan, parent, holder)

"""Whether the user can act on an element: it is visible and enabled, and nothing is in the way.

Playwright calls this actionability. In a mirror of Chromium some of it is left to the browser, which knows more.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from pytest_uimcp.aria.explain import with_tree
from pytest_uimcp.page import explain, layout
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.accessible.states import disabled
from pytest_uimcp.page.components import refuse_unknown
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.flat import host_of
from pytest_uimcp.page.dom.inert import modal_over
from pytest_uimcp.page.dom.nodes import DomNode, Element, Text
from pytest_uimcp.page.errors import NotActionable
from pytest_uimcp.page.sight import PageSight

__all__ = ["ensure_actionable"]

_BY_MOUSE: Final = frozenset({"check", "choose", "click", "dblclick", "drag", "hover", "right_click", "uncheck"})
# The verbs that go to a point of the element itself, and not to a control that it stands for.
_BY_POINT: Final = frozenset({"click", "dblclick", "drag", "hover", "right_click"})
_BY_KEYS: Final = frozenset({"clear", "fill", "focus", "press"})


def ensure_actionable(verb: str, look: PageView, root: Element, element: Element) -> None:
    if look.is_simulated:
        for ancestor in element.path():
            refuse_unknown(ancestor)
    reason = explain.hidden_reason(look, element)
    if reason is None and verb not in ("hover", "find"):
        reason = _disabled_reason(look, element)
    reason = reason or _covered_reason(verb, look, element)
    layers = look.document.layers
    # Mostly nothing is open, and where things are need not be known.
    if reason is None and look.is_simulated and verb in _BY_MOUSE and (layers.open or layers.contained):
        layout.refuse_below_popups(look, element)
    if reason is not None:
        message = f"{verb}: {explain.describe(look, element)} is there, but {reason}"
        raise NotActionable(with_tree(message, PageSight(look, root)))


def _disabled_reason(look: PageView, element: Element) -> str | None:
    host = host_of(element)
    role = look.role(element) or ""
    if (
        controls.is_disabled(element)
        or (host.component is not None and host.has("disabled"))
        or disabled(element, role)
    ):
        return "it is disabled"
    ancestor: Element | None = element
    while ancestor is not None:
        if ancestor.has("inert"):
            return "it is inert"
        if ancestor.tag == "button" and controls.is_disabled(ancestor):
            return "the button that it is in is disabled"
        ancestor = look.parent(ancestor)
    return None


def _covered_reason(verb: str, look: PageView, element: Element) -> str | None:
    if verb in _BY_POINT and look.is_simulated and _has_nothing_to_hit(look, element):
        return "nothing in it is displayed"
    layers = look.document.layers
    # A browser knows itself what is in the way of its mouse.
    in_front = layers.front if look.is_simulated and verb in _BY_MOUSE else None
    if (window := _usable_window_over(look, element, in_front)) is not None:
        return f"it is covered by {explain.describe(look, window)}, which is open over the page"
    # The window would take the focus back at once, and get what is typed.
    if verb.partition("(")[0] in _BY_KEYS and (window := _usable_window_over(look, element, layers.modal)) is not None:
        return f"it is behind {explain.describe(look, window)}, which is open over the page and keeps the focus"
    if (dialog := modal_over(element)) is not None:
        return f"it is behind {explain.describe(look, dialog)}, which is open as a modal dialog"
    return None


def _has_nothing_to_hit(look: PageView, element: Element) -> bool:
    """Whether it has no box of its own (`display: contents`) and nothing in it has one, as in a closed `sl-alert`.

    The browser's mouse goes to what is around a slot instead.
    """
    if element.tag == "slot" or look.styles.display(element) != "contents":
        return False
    return not any(map(partial(_is_drawn, look), element.children))


def _is_drawn(look: PageView, node: DomNode) -> bool:
    if isinstance(node, Element):
        return explain.hidden_reason(look, node) is None and not _has_nothing_to_hit(look, node)
    if not isinstance(node, Text) or not node.data.strip():
        return False
    parent = look.parent(node)
    return parent is not None and look.styles.is_rendered(parent)


def _usable_window_over(look: PageView, element: Element, window: Element | None) -> Element | None:
    """The window, if the element is outside it and it can be used itself."""
    if window is None or window.contains(element) or modal_over(window) is not None:
        return None
    if look.styles.is_rendered(window):
        return window
    return None

"""The words for an element in messages of failures, and for why a user cannot see it."""

from __future__ import annotations

from pytest_uimcp.aria.explain import short
from pytest_uimcp.aria.text import collapse
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.viewclasses import app_classes
from pytest_uimcp.page.visible import line_text

__all__ = ["describe", "hidden_reason", "start_tag"]


def describe(look: PageView, element: Element) -> str:
    """An element in a few words: its role and name, else its tag and text."""
    role = look.role(element)
    name = collapse(look.name(element))
    if role not in (None, "generic", "none", "presentation") and name:
        return f'{role} "{short(name)}"'
    text = line_text(look, element) or element.get("placeholder") or ""
    # Ids that begin with `ui-` are given by the front end, and differ from run to run.
    plain = f"<{element.tag}{f' id={element.id}' if element.id and not element.id.startswith('ui-') else ''}>"
    label = role or plain
    if text:
        return f'{label} with "{short(text)}"'
    if role:
        return label
    return plain


def hidden_reason(look: PageView, element: Element) -> str | None:
    styles = look.styles
    ancestor: Element | None = element
    # `display` comes first: what is within `none` is gone, while `visibility` can be set anew further in.
    while ancestor is not None:
        if styles.display(ancestor) == "none":
            holder = f" of {start_tag(ancestor)} around it" if ancestor is not element else ""
            return f"it is hidden (display: none{holder})"
        ancestor = look.parent(ancestor)
    if not styles.is_rendered(element):
        return "it is inside something that is closed"
    if styles.visibility(element) != "visible":
        return "it is hidden (visibility: hidden)"
    return None


def start_tag(element: Element) -> str:
    """The tag with the classes that the app gave it."""
    classes = app_classes(element.classes)
    extra = f".{'.'.join(classes)}" if classes else ""
    return f"<{element.tag}{extra}>"

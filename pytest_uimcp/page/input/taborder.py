"""What can have the focus, and the order in which Tab leads there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from operator import itemgetter

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.accessible.roles import has_tabindex, is_focusable
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.displays import summary_of
from pytest_uimcp.page.dom.flat import assigned_nodes, assigned_slot, flat_children
from pytest_uimcp.page.dom.inert import is_inert
from pytest_uimcp.page.dom.nodes import DomNode, Element, ShadowRoot
from pytest_uimcp.page.dom.words import words

__all__ = [
    "FRAMES",
    "after_skipped",
    "flat",
    "is_stop",
    "note_visit",
    "picture_of",
    "tab_order",
    "tab_stops",
    "takes_focus",
]

# Beside components, the elements that may have the focus without being made to.
_NATIVE = words("a area button details iframe input select summary textarea")
# Elements with a page of their own, through which Tab leads.
FRAMES = frozenset({"iframe"})
# The attributes by which any element may have the focus.
_MAKING = frozenset({"contenteditable", "tabindex"})


def takes_focus(element: Element) -> bool:
    component = element.component
    if component is not None:
        return component.focusable and (component.focusable_if_disabled or not element.has("disabled"))
    if element.tag == "details":  # a browser makes a summary for one that has none
        return summary_of(element) is None or has_tabindex(element)
    if element.tag == "summary":
        if element.parent is not None:
            return summary_of(element.parent) is element
        return False
    if element.tag == "input" and element.get("type") == "hidden":
        return False
    if element.tag == "input":
        return not controls.is_disabled(element)
    if element.tag in FRAMES:
        return True
    if element.tag == "a" and not has_tabindex(element) and any(map(controls.is_editing_host, element.ancestors())):
        return False  # a link is text to whoever edits it
    return is_focusable(element) or controls.is_editing_host(element)


def tab_stops(look: PageView, root: Element) -> list[Element]:
    return [element for element in tab_order(root) if is_stop(look, element)]


def tab_order(root: Element) -> list[Element]:
    """What can have the focus, in the order of Tab; whether Tab stops there is not asked yet, which takes long."""
    entries: list[tuple[int, Element]] = []
    for element in flat(root):
        if element.tag not in _NATIVE and "-" not in element.tag and _MAKING.isdisjoint(element.attributes):
            continue  # most are of this kind
        index = _tabindex(element)
        if index >= 0 and takes_focus(element):
            # Positive indexes come first, in their order; 0 comes behind all of them.
            entries.append((index or 1 << 20, element))
    return [element for _, element in sorted(entries, key=itemgetter(0))]


def after_skipped(look: PageView, element: Element) -> Element | None:
    """Where Tab goes on from an element that it does not lead to itself (`tabindex=-1`): within what it belongs to.

    That is the content of a slot, a shadow tree, or the document. Behind its last element comes the first.
    """
    if _tabindex(element) >= 0:
        return None
    peers = list(_scope(element))
    if element not in peers:
        return None
    behind = peers[peers.index(element) + 1 :]
    stopping = (peer for peer in behind if _is_reached(look, peer))
    return next(stopping, None) or min(filter(partial(_is_reached, look), peers), key=_tabindex, default=None)


def _is_reached(look: PageView, element: Element) -> bool:
    return _tabindex(element) >= 0 and takes_focus(element) and is_stop(look, element)


def _scope(element: Element) -> Iterator[Element]:
    node: DomNode = element
    while isinstance(parent := node.parent, Element):
        if parent.shadow is not None:
            slot = assigned_slot(node, parent)
            return _flat_of(assigned_nodes(slot) if slot is not None else [])
        node = parent
    return _flat_of(parent.children if isinstance(parent, ShadowRoot) else [node])


def _flat_of(nodes: Iterable[DomNode]) -> Iterator[Element]:
    for node in nodes:
        if isinstance(node, Element):
            yield from flat(node)


def is_stop(look: PageView, element: Element) -> bool:
    picture = picture_of(element) if element.tag == "area" else element
    return (
        picture is not None and may_have_focus(look, picture) and not is_inert(element) and _stands_for_group(element)
    )


def may_have_focus(look: PageView, element: Element) -> bool:
    """Whether it is drawn, or stands for what is drawn."""
    return look.styles.is_visible(element) or _is_behind_canvas(look, element)


def _is_behind_canvas(look: PageView, element: Element) -> bool:
    """Whether it stands in a canvas, which is drawn in its place: nobody sees it, but Tab stops there."""
    styles = look.styles
    for ancestor in element.path():
        if ancestor.tag == "canvas":
            return ancestor is not element and styles.is_visible(ancestor)
        if styles.display(ancestor) == "none" or styles.visibility(ancestor) != "visible":
            return False
    return False


def picture_of(area: Element) -> Element | None:
    image_map = area.closest("map")
    if area.tag == "area" and image_map is not None and (name := image_map.get("name")):
        return next((image for image in area.root().descendants() if image.get("usemap") == f"#{name}"), None)
    return None


def flat(element: Element) -> Iterator[Element]:
    """An element and all below it as they are drawn; a component that takes the focus as a whole has no parts."""
    stack = [element]
    while stack:
        node = stack.pop()
        yield node
        if node.shadow is None and node.tag != "slot":
            children = node.children
        else:
            component = node.component
            is_whole = component is not None and component.focusable
            children = node.children if is_whole else flat_children(node)
        if children:
            stack += [child for child in reversed(children) if isinstance(child, Element)]


def _stands_for_group(element: Element) -> bool:
    """Whether Tab stops here: in a radio group only at the button that is on, else at the one that had the focus last.

    In a group where none ever had it, that is the first one that Tab comes to.
    """
    if element.component is not None:
        return element.component.is_tab_stop()
    if controls.input_type(element) != "radio":
        return True
    group = [button for button in controls.radio_group(element) if not controls.is_disabled(button)]
    if any(map(controls.is_checked, group)):
        return controls.is_checked(element)
    document = element.document()
    if document is not None and document.focus is not None:
        focused = document.focus.element
    else:
        focused = None
    if focused in group:
        return focused is element
    visited = [button for button in group if controls.control(button).visit]
    return not visited or max(visited, key=_visit) is element


def note_visit(element: Element, number: int) -> None:
    """Remember that a radio button got the focus; `number` counts how often anything did."""
    if controls.input_type(element) == "radio":
        controls.control(element).visit = number


def _visit(radio: Element) -> int:
    return controls.control(radio).visit


def _tabindex(element: Element) -> int:
    if "tabindex" not in element.attributes or not has_tabindex(element):
        return 0
    try:
        return int(float(element.attributes["tabindex"]))
    except ValueError:
        return 0

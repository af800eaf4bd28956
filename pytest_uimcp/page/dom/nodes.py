"""Nodes of a document.

Only what a page without pixels needs: order, attributes, shadow roots, and slots on each element for the data of
other modules. Templates are parsed once and cloned for every use, so cloning is the operation that must be fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from pytest_uimcp.page.dom.custom_elements import custom_elements
from pytest_uimcp.page.dom.layers import Layers
from pytest_uimcp.page.dom.tasks import Tasks
from pytest_uimcp.page.dom.undo import Clipboard

if TYPE_CHECKING:
    from pytest_uimcp.page.components import Component
    from pytest_uimcp.page.dom.controls import Control
    from pytest_uimcp.page.dom.events import Event
    from pytest_uimcp.page.input.focus import Focus

__all__ = ["Comment", "Document", "DomNode", "Element", "Fragment", "Parent", "ShadowRoot", "Text"]

EventListener: TypeAlias = "Callable[[Event], None]"
_N = TypeVar("_N", bound="DomNode")

HTML = "html"
CONTENT = 1
# What changed in an element: which children it has; anything that could matter to what is below it; or both, added.
ELEMENT = 2


class DomNode:
    __slots__ = ("parent",)

    parent: Parent | None

    def __init__(self) -> None:
        self.parent = None

    def remove(self) -> None:
        if self.parent is not None:
            self.parent.touch(CONTENT)
            self.parent.count_removal()
            self.parent.children.remove(self)
            self.parent = None

    def touch(self, change: int = ELEMENT) -> None:
        """Tell the document that this has changed, so that components are drawn again."""

    def ancestors(self) -> Iterator[Element]:
        """Its ancestors, innermost first; the host of a shadow tree is an ancestor of its content."""
        node = self.parent
        while node is not None:
            # The usual one first: pages ask for ancestors a thousand times in a story.
            if not isinstance(node, Element):
                if not isinstance(node, ShadowRoot):
                    return
                node = node.host
            yield node
            node = node.parent

    def root(self) -> Parent:
        """The root of its tree: the document or shadow root in which ids are looked up."""
        node: DomNode = self
        while node.parent is not None:
            node = node.parent
        assert isinstance(node, Parent)
        return node

    def place(self) -> int:
        assert self.parent is not None
        return self.parent.children.index(self)

    def copy(self) -> DomNode:
        """A copy that belongs to no tree."""
        raise NotImplementedError


class Text(DomNode):
    __slots__ = ("data",)

    def __init__(self, data: str) -> None:
        self.parent = None
        self.data = data

    def __repr__(self) -> str:
        return f"Text({self.data!r})"

    def write(self, data: str) -> None:
        if self.data != data:
            self.data = data
            if self.parent is not None:
                self.parent.touch(CONTENT)

    def copy(self) -> Text:
        return Text(self.data)


class Comment(DomNode):
    __slots__ = ("data",)

    def __init__(self, data: str) -> None:
        self.parent = None
        self.data = data

    def copy(self) -> Comment:
        return Comment(self.data)


class Parent(DomNode):
    __slots__ = ("children",)

    children: list[DomNode]

    def __init__(self) -> None:
        self.parent = None
        self.children = []

    def append(self, node: _N) -> _N:
        """Add `node` as the last child; it is removed from its former place."""
        if node.parent is not None:
            node.remove()
        node.parent = self
        self.children.append(node)
        self.touch(CONTENT)
        node.touch()
        return node

    def swap(self, old: list[DomNode], new: list[DomNode], place: int = -1) -> None:
        """Put `new` where `old` stand; `place` is where they probably begin, which saves looking for them."""
        if not (0 <= place < len(self.children) and self.children[place] is old[0]):
            place = self.children.index(old[0])
        for node in old:
            node.parent = None
        for node in new:
            node.parent = self
        self.children[place : place + len(old)] = new
        self.touch(CONTENT)
        for node in new:
            node.touch()

    def arrange(self, nodes: list[DomNode]) -> None:
        self.children = nodes
        self.touch(CONTENT)

    def replace_children(self, nodes: Iterable[DomNode] = ()) -> None:
        if any(isinstance(child, Element) for child in self.children):
            self.count_removal()
        for child in self.children:
            child.parent = None
        self.children = []
        self.touch(CONTENT)
        for node in nodes:
            self.append(node)

    def draw_children(self, nodes: list[DomNode]) -> None:
        """The same in a shadow tree: what a component draws changes nothing that components are drawn from."""
        for child in self.children:
            child.parent = None
        for node in nodes:
            node.parent = self
        self.children = nodes

    def remove_children(self, nodes: Iterable[DomNode]) -> None:
        """Remove some of the children, in one pass over them."""
        gone = set(nodes)
        if not gone:
            return
        self.children = [child for child in self.children if child not in gone]
        for node in gone:
            node.parent = None
        self.touch(CONTENT)
        self.count_removal()

    def take_children(self) -> list[DomNode]:
        children = self.children
        self.children = []
        self.touch(CONTENT)
        if children:
            self.count_removal()
        for child in children:
            child.parent = None
        return children

    def count_removal(self) -> None:
        """Elements below it were removed or moved (see `Document.removals`)."""

    def elements(self) -> Iterator[Element]:
        return (child for child in self.children if isinstance(child, Element))

    def descendants(self) -> Iterator[Element]:
        """All descendant elements in document order, without shadow trees."""
        stack: list[DomNode] = self.children[::-1]
        while stack:
            node = stack.pop()
            if isinstance(node, Element):
                yield node
                if node.children:
                    stack.extend(reversed(node.children))

    def text_content(self) -> str:
        """All text below it, visible or not."""
        return "".join(_texts(self))


class Fragment(Parent):
    """Nodes that have no element as parent, such as the content of a template."""

    __slots__ = ()

    def copy(self) -> Fragment:
        copy = Fragment()
        _copy_children(self, copy)
        return copy


class ShadowRoot(Fragment):
    """The shadow tree of a component, drawn in place of its children."""

    __slots__ = ("field", "host", "is_plain", "slots", "source")

    def __init__(self, host: Element) -> None:
        super().__init__()
        self.host = host
        # The HTML that it was made from last.
        self.source: str | None = None
        # Whether it is known that there are no components in it.
        self.is_plain = False
        # Its slots by name, once they were asked for; only of one that was made from HTML, until it is made anew.
        self.slots: dict[str, Element] | None = None
        # The native field in it, in the same way.
        self.field: Element | None = None


class Element(Parent):
    """An element with its attributes.

    `content` is the content of a `<template>`, `component` the behaviour of a custom element, `shadow` its shadow tree,
    `control` what the user entered, `plan` the bindings of the element (see `plans`), `owner` the view or list that
    made it, `touched` what has changed in it since components were last drawn (see `Document.touched`).
    """

    __slots__ = (
        "attributes", "component", "content", "control", "listeners", "namespace", "owner", "plan", "shadow", "tag",
        "touched",
    )  # fmt: skip

    def __init__(self, tag: str, attributes: dict[str, str] | None = None, namespace: str = HTML) -> None:
        self.parent = None
        self.children = []
        self.tag = tag
        self.attributes = {} if attributes is None else attributes
        self.namespace = namespace
        self.content: Fragment | None = None
        self.shadow: ShadowRoot | None = None
        self.control: Control | None = None
        # Nearly no element has one, and it is asked for at every element of an event's path.
        self.component: Component | None = custom_elements.upgrade(self) if "-" in tag else None
        self.listeners: dict[str, list[EventListener]] | None = None
        self.plan: Any = None
        self.owner: Any = None
        self.touched = 0

    @classmethod
    def parsed(cls, tag: str, attributes: dict[str, str], namespace: str) -> Element:
        """The element that a parser makes of a start tag; a template has content, even if it is empty."""
        element = cls(tag, attributes, namespace)
        if tag == "template" and namespace == HTML:
            element.content = Fragment()
        return element

    def __repr__(self) -> str:
        attributes = "".join(f" {name}={value!r}" for name, value in self.attributes.items())
        return f"<{self.tag}{attributes}>"

    def copy(self) -> Element:
        """A deep copy of the element as it was parsed: user input and bindings are not copied."""
        copy = self.copy_alone()
        if self.children:
            _copy_children(self, copy)
        return copy

    def copy_alone(self) -> Element:
        """The same without what is in it."""
        copy = Element(self.tag, self.attributes.copy(), self.namespace)
        copy.plan = self.plan
        copy.content = self.content  # the content of a template never changes
        return copy

    def touch(self, change: int = ELEMENT) -> None:
        if self.touched & change:
            return
        document = self.document()
        if document is not None:
            self.touched |= change
            document.touched[self] = None
            if change == CONTENT:
                document.style_elements = None

    def count_removal(self) -> None:
        document = self.document()
        if document is not None:
            document.removals += 1

    def path(self) -> list[Element]:
        """The element and its ancestors, innermost first."""
        # As in `ancestors`, without its generator: each event asks for a path.
        path = [self]
        node = self.parent
        while node is not None:
            if not isinstance(node, Element):
                if not isinstance(node, ShadowRoot):
                    break
                node = node.host
            path.append(node)
            node = node.parent
        return path

    def get(self, name: str, default: str | None = None) -> str | None:
        return self.attributes.get(name, default)

    def has(self, name: str) -> bool:
        """Whether the attribute exists, empty or not."""
        return name in self.attributes

    def set(self, name: str, value: str) -> None:
        if self.attributes.get(name) != value:
            self.attributes[name] = value
            self.touch()

    def unset(self, name: str) -> None:
        if name in self.attributes:
            del self.attributes[name]
            self.touch()

    @property
    def id(self) -> str:
        """The attribute `id`, empty if there is none."""
        return self.attributes.get("id", "")

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    def add_class(self, name: str) -> None:
        names = self.classes
        if name not in names:
            self.set("class", " ".join([*dict.fromkeys(names), name]))

    def remove_class(self, name: str) -> None:
        """Remove a class name; the attribute stays, as in a browser."""
        names = self.classes
        if name in names:
            self.set("class", " ".join(dict.fromkeys(n for n in names if n != name)))

    def listen(self, event: str, listener: EventListener) -> None:
        """Call `listener` when `event` happens at this element or below it."""
        if self.listeners is None:
            self.listeners = {}
        self.listeners.setdefault(event, []).append(listener)

    def ignore(self, event: str, listener: EventListener) -> None:
        if self.listeners is not None and listener in self.listeners.get(event, ()):
            self.listeners[event].remove(listener)

    def closest(self, *tags: str) -> Element | None:
        """The innermost of the element and its ancestors that has one of these tags; not beyond its shadow tree."""
        node: DomNode | None = self
        while isinstance(node, Element):
            if node.tag in tags:
                return node
            node = node.parent
        return None

    def document(self) -> Document | None:
        node: DomNode = self
        while True:
            while node.parent is not None:
                node = node.parent
            if isinstance(node, Document):
                return node
            if not isinstance(node, ShadowRoot):
                return None
            node = node.host

    def contains(self, node: DomNode) -> bool:
        return node is self or any(ancestor is self for ancestor in node.ancestors())


class Document(Parent):
    __slots__ = (
        "assumes_hover", "came_from", "clipboard", "drawings", "edited", "focus", "fragment", "hovered", "invokers",
        "is_at_top",
        "is_autofocused", "is_drawn", "is_exact", "is_text_selected", "layers", "modals", "motion_events", "now",
        "picker", "popovers", "pressed", "removals", "run_handler", "sheets", "style_elements", "tasks", "touched",
        "unseen", "unsure_hover",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.tasks = Tasks()
        self.layers = Layers()
        # Shared with the other tabs of the browser.
        self.clipboard = Clipboard()
        # The events of animations and transitions that anything listens to.
        self.motion_events: set[str] = set()
        # What runs an inline handler: called with its element, its name and the event.
        self.run_handler: Callable[[Element, str, Event], None] | None = None
        # The focus of the user whom the document is shown to.
        self.focus: Focus | None = None
        # Whether components are drawn as they are now.
        self.is_drawn = False
        # What the pointer is over.
        self.hovered: Element | None = None
        # What it may be over as well, since the page has changed under it.
        self.unsure_hover: frozenset[Element] = frozenset()
        # Whether that is taken for hovered, to see what depends on it.
        self.assumes_hover = False
        # What the button of the mouse is pressed on.
        self.pressed: Element | None = None
        # The `select` or field for a colour that was opened by a click; until the next click it gets all keys.
        self.picker: Element | None = None
        # The virtual time in seconds; where time is real, none passes here.
        self.now: Callable[[], float] = float
        # The id in the address, which links to places of the page change.
        self.fragment = ""
        # The native dialogs that are open as modal ones, the last one on top.
        self.modals: list[Element] = []
        # The popovers that are open, the last one on top.
        self.popovers: list[Element] = []
        # By popover, the button that opened it.
        self.invokers: dict[Element, Element] = {}
        # By what is open, the element that had the focus before.
        self.came_from: dict[Element, Element | None] = {}
        # The fields that the user has typed into, the last one at the end: Undo is that of the whole page.
        self.edited: list[Element] = []
        # How often elements were removed or moved, or the text of a field was set: then Undo begins a new step.
        self.removals = 0
        # Whether an element got the focus by the attribute `autofocus`, which happens once.
        self.is_autofocused = False
        # Whether nothing can have scrolled the page; asked for only where something stays at its place in the window.
        self.is_at_top = True
        # Whether the mouse has selected text outside of fields, which nothing shows but the clipboard.
        self.is_text_selected = False
        # Whether the page refuses what other pages record or ignore, such as JavaScript.
        self.is_exact = False
        # What is drawn otherwise until it has been in the window, and was not asked for its place yet.
        self.unseen: list[Element] = []
        # The texts of the style sheets that the page links to.
        self.sheets: tuple[str, ...] = ()
        # All `<style>` and `<link>`, once they were looked for and until something changes (see `styles`).
        self.style_elements: list[Element] | None = None
        # What has changed since components were last drawn.
        self.touched: dict[Element, None] = {}
        # How often that was.
        self.drawings = 0

    @property
    def html(self) -> Element:
        return next(self.elements())

    @property
    def body(self) -> Element:
        return next(element for element in self.html.elements() if element.tag in ("body", "frameset"))


def _copy_children(source: Parent, target: Parent) -> None:
    children = target.children
    for child in source.children:
        copy = child.copy()
        copy.parent = target
        children.append(copy)


def _texts(parent: Parent) -> Iterator[str]:
    for child in parent.children:
        if isinstance(child, Text):
            yield child.data
        elif isinstance(child, Parent):
            yield from _texts(child)

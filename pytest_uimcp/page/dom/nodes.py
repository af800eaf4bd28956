"""Nodes of a document.

Only what a page without pixels needs: order, attributes, shadow roots, and a place on every element for what
others know of it. Templates are parsed once and cloned for every use, so cloning is the operation that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from pytest_uimcp.page.dom.controls import Control
    from pytest_uimcp.page.dom.events import Event

__all__ = ["Comment", "Document", "Element", "Fragment", "Node", "Parent", "ShadowRoot", "Text"]

Listener: TypeAlias = "Callable[[Event], None]"
_N = TypeVar("_N", bound="Node")

HTML = "html"


class Node:
    """Anything that has a place in the tree."""

    __slots__ = ("parent",)

    parent: Parent | None

    def __init__(self) -> None:
        self.parent = None

    def remove(self) -> None:
        """Leave the tree."""
        if self.parent is not None:
            self.parent.children.remove(self)
            self.parent = None

    def ancestors(self) -> Iterator[Element]:
        """The elements around it, from the inside; a shadow tree's host is around its content."""
        node = self.parent
        while node is not None:
            if isinstance(node, Element):
                yield node
                node = node.parent
            else:
                node = node.host if isinstance(node, ShadowRoot) else None

    def root(self) -> Parent:
        """The top of its tree: the document or shadow root in which ids are looked up."""
        node: Node = self
        while node.parent is not None:
            node = node.parent
        assert isinstance(node, Parent)
        return node

    def next_sibling(self) -> Node | None:
        """The node after it."""
        if self.parent is None:
            return None
        siblings = self.parent.children
        place = self.place() + 1
        return siblings[place] if place < len(siblings) else None

    def place(self) -> int:
        """Where it stands among its siblings."""
        assert self.parent is not None
        return self.parent.children.index(self)

    def copy(self) -> Node:
        """The same again, outside of any tree."""
        raise NotImplementedError


class Text(Node):
    """Characters."""

    __slots__ = ("data",)

    def __init__(self, data: str) -> None:
        self.parent = None
        self.data = data

    def __repr__(self) -> str:
        return f"Text({self.data!r})"

    def copy(self) -> Text:
        """The same text again."""
        return Text(self.data)


class Comment(Node):
    """A remark that nobody sees."""

    __slots__ = ("data",)

    def __init__(self, data: str) -> None:
        self.parent = None
        self.data = data

    def copy(self) -> Comment:
        """The same remark again."""
        return Comment(self.data)


class Parent(Node):
    """A node with children."""

    __slots__ = ("children",)

    children: list[Node]

    def __init__(self) -> None:
        self.parent = None
        self.children = []

    def append(self, node: _N) -> _N:
        """Put `node` behind the last child, taking it from where it was."""
        if node.parent is not None:
            node.remove()
        node.parent = self
        self.children.append(node)
        return node

    def swap(self, old: list[Node], new: list[Node]) -> None:
        """Put `new` where the neighbours `old` are and take those away."""
        place = self.children.index(old[0])
        for node in old:
            node.parent = None
        for node in new:
            node.parent = self
        self.children[place : place + len(old)] = new

    def replace_children(self, nodes: Iterable[Node] = ()) -> None:
        """Drop all children for `nodes`."""
        for child in self.children:
            child.parent = None
        self.children = []
        for node in nodes:
            self.append(node)

    def take_children(self) -> list[Node]:
        """Take all children out."""
        taken, self.children = self.children, []
        for child in taken:
            child.parent = None
        return taken

    def elements(self) -> Iterator[Element]:
        """Its child elements."""
        return (child for child in self.children if isinstance(child, Element))

    def descendants(self) -> Iterator[Element]:
        """All elements below it in document order; shadow trees are not entered."""
        stack: list[Node] = self.children[::-1]
        while stack:
            node = stack.pop()
            if isinstance(node, Element):
                yield node
                if node.children:
                    stack.extend(reversed(node.children))

    def text_content(self) -> str:
        """All text below it, whether it can be seen or not."""
        return "".join(_texts(self))


class Fragment(Parent):
    """Nodes without a common parent, such as the content of a template."""

    __slots__ = ()

    def copy(self) -> Fragment:
        """All nodes again."""
        copy = Fragment()
        _copy_children(self, copy)
        return copy


class ShadowRoot(Fragment):
    """What a component shows in place of its own children."""

    __slots__ = ("host",)

    def __init__(self, host: Element) -> None:
        super().__init__()
        self.host = host


class Element(Parent):
    """An element with its attributes.

    `content` is what a `<template>` holds, `shadow` a component's own tree, `control` what a human entered,
    `plan` what the bindings of the element are (see `bindings`), `owner` the piece of the page that made it.
    """

    __slots__ = ("attributes", "content", "control", "listeners", "namespace", "owner", "plan", "shadow", "tag")

    def __init__(self, tag: str, attributes: dict[str, str] | None = None, namespace: str = HTML) -> None:
        self.parent = None
        self.children = []
        self.tag = tag
        self.attributes = attributes if attributes is not None else {}
        self.namespace = namespace
        self.content: Fragment | None = None
        self.shadow: ShadowRoot | None = None
        self.control: Control | None = None
        self.listeners: dict[str, list[Listener]] | None = None
        self.plan: Any = None
        self.owner: Any = None

    @classmethod
    def parsed(cls, tag: str, attributes: dict[str, str], namespace: str) -> Element:
        """What a parser makes of a start tag: a template has content, be it empty."""
        element = cls(tag, attributes, namespace)
        if tag == "template" and namespace == HTML:
            element.content = Fragment()
        return element

    def __repr__(self) -> str:
        shown = "".join(f" {name}={value!r}" for name, value in self.attributes.items())
        return f"<{self.tag}{shown}>"

    def copy(self) -> Element:
        """The same element again with all below it, as it was parsed: what was typed or bound stays behind."""
        copy = Element(self.tag, dict(self.attributes), self.namespace)
        copy.plan = self.plan
        copy.content = self.content  # nobody changes the content of a template
        if self.children:
            _copy_children(self, copy)
        return copy

    def get(self, name: str, default: str | None = None) -> str | None:
        """The attribute's value."""
        return self.attributes.get(name, default)

    def has(self, name: str) -> bool:
        """Whether the attribute is there, empty or not."""
        return name in self.attributes

    def set(self, name: str, value: str) -> None:
        """Set an attribute."""
        self.attributes[name] = value

    def unset(self, name: str) -> None:
        """Remove an attribute."""
        self.attributes.pop(name, None)

    @property
    def id(self) -> str:
        """The attribute `id`, empty if there is none."""
        return self.attributes.get("id", "")

    @property
    def classes(self) -> list[str]:
        """The class names in their order."""
        return self.attributes.get("class", "").split()

    def add_class(self, name: str) -> None:
        """Add a class name that is not there yet."""
        names = self.classes
        if name not in names:
            self.attributes["class"] = " ".join([*dict.fromkeys(names), name])

    def remove_class(self, name: str) -> None:
        """Remove a class name; the attribute stays, as in a browser."""
        names = self.classes
        if name in names:
            self.attributes["class"] = " ".join(dict.fromkeys(n for n in names if n != name))

    def listen(self, event: str, listener: Listener) -> None:
        """Have `listener` called when `event` happens here or below."""
        if self.listeners is None:
            self.listeners = {}
        self.listeners.setdefault(event, []).append(listener)

    def ignore(self, event: str, listener: Listener) -> None:
        """End what `listen` began."""
        if self.listeners is not None and listener in self.listeners.get(event, ()):
            self.listeners[event].remove(listener)

    def closest(self, *tags: str) -> Element | None:
        """The innermost element of one of these tags around it, itself included; shadow trees end it."""
        node: Node | None = self
        while isinstance(node, Element):
            if node.tag in tags:
                return node
            node = node.parent
        return None

    def document(self) -> Document | None:
        """The document it stands in."""
        node: Node | None = self
        while node is not None:
            if isinstance(node, Document):
                return node
            node = node.host if isinstance(node, ShadowRoot) else node.parent
        return None

    def contains(self, node: Node) -> bool:
        """Whether `node` is it or stands below it."""
        return node is self or any(around is self for around in node.ancestors())


class Document(Parent):
    """The root of a page."""

    __slots__ = ()

    @property
    def html(self) -> Element:
        """The element `html`."""
        return next(self.elements())

    @property
    def body(self) -> Element:
        """The element `body`."""
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

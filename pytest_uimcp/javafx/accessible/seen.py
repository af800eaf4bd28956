"""What a user perceives of a scene: nodes with roles, names and states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pytest_uimcp.aria.nodes import AriaNode, Child
from pytest_uimcp.javafx.scene.snapshot.options import Json

Data = Json


@dataclass(eq=False, slots=True)
class Seen:
    data: Data
    # Empty for a text, and for what only holds others.
    role: str = ""
    name: str = ""
    # A text of its own.
    text: str = ""
    # What is in a field.
    value: str = ""
    prompt: str = ""
    states: dict[str, bool | str | int] = field(default_factory=dict)
    children: list[Seen] = field(default_factory=list)
    parent: Seen | None = None
    # The reference of the text field inside a control.
    inner: Data | None = None

    @property
    def key(self) -> str:
        """What tells it from all others, in this look and the next."""
        return key_of(self.data["ref"])

    @property
    def type(self) -> str:
        return str(self.data.get("type") or "")

    @property
    def id(self) -> str | None:
        identifier: str | None = self.data.get("id")
        return identifier

    @property
    def disabled(self) -> bool:
        return bool(self.data.get("disabled"))

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """Its box in the scene: x0, y0, x1, y1."""
        bounds = (self.data.get("layout") or {}).get("boundsInScene")
        if not bounds:
            return None
        x = bounds["minX"]
        y = bounds["minY"]
        return (x, y, x + bounds["width"], y + bounds["height"])

    def walk(self) -> Iterator[Seen]:
        stack = self.children[::-1]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(node.children[::-1])

    def around(self) -> Iterator[Seen]:
        container = self.parent
        while container is not None:
            yield container
            container = container.parent

    def aria(self) -> list[Child]:
        """The accessible nodes of it and its content."""
        content = [child for kid in self.children for child in kid.aria()]
        if not self.role:
            return [*([self.text] if self.text else []), *content]
        node = AriaNode(self.role, self.name, self, content, dict(self.states))
        if self.value and not content:
            node.children = [self.value]
        if content == [self.name]:
            node.children = []
        if self.prompt and self.prompt != self.name:
            node.properties["placeholder"] = self.prompt
        return [node]


def key_of(ref: Data) -> str:
    """The uid of a reference; the path of a program that gives no uids."""
    return str(ref.get("uid") or ref.get("path"))


def adopt(parent: Seen, child: Seen) -> Seen:
    child.parent = parent
    parent.children.append(child)
    return child

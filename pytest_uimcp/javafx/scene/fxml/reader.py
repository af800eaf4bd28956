"""Reading XML safely, with lines.

Expat directly, for three reasons: imports are processing instructions, which element trees drop; every error needs the
line it is on; and what makes XML dangerous is refused before it is built. A document type is refused whole, and with
it entities, internal or external; depth, size and the number of elements are bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from pytest_uimcp.javafx.scene.fxml.errors import FxmlError


@dataclass(frozen=True)
class FxmlLimits:
    characters: int = 10_000_000
    # Elements within elements, those of included documents counted too; each costs frames of the stack.
    depth: int = 128
    elements: int = 250_000
    attributes: int = 256


@dataclass(eq=False)
class FxmlElement:
    name: str
    attributes: dict[str, str]
    line: int
    children: list[FxmlElement] = field(default_factory=list)
    text: str = ""
    depth: int = 0

    def walk(self) -> Iterator[FxmlElement]:
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass
class Parsed:
    """A document: its root, its imports with their lines, and what other instructions it has."""

    root: FxmlElement
    imports: list[tuple[str, int]]
    instructions: list[tuple[str, str, int]]


class _Builder:
    def __init__(self, file: str, limits: FxmlLimits) -> None:
        self.file = file
        self.limits = limits
        self.parser = expat.ParserCreate()
        # In the order of the document: later ones may depend on earlier ones.
        self.parser.ordered_attributes = True
        # Otherwise a text comes in pieces, one for each line.
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.ProcessingInstructionHandler = self.instruction
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.root: FxmlElement | None = None
        self.open: list[FxmlElement] = []
        self.count = 0
        self.imports: list[tuple[str, int]] = []
        self.instructions: list[tuple[str, str, int]] = []

    def fail(self, message: str) -> FxmlError:
        return FxmlError(message, self.file, self.parser.CurrentLineNumber)

    def doctype(self, name: str, *_identifiers: object) -> None:
        # Refused whole: internal entities can be made to grow beyond any memory, external ones read files.
        raise self.fail(f"a document type ({name}) is refused, and entities with it; FXML needs neither")

    def start(self, name: str, attributes: list[str]) -> None:
        self.count += 1
        if self.count > self.limits.elements:
            raise self.fail(f"more than {self.limits.elements} elements")
        if len(self.open) >= self.limits.depth:
            raise self.fail(f"elements nested deeper than {self.limits.depth}")
        if len(attributes) // 2 > self.limits.attributes:
            raise self.fail(f"more than {self.limits.attributes} attributes on <{name}>")
        pairs = dict(zip(attributes[::2], attributes[1::2], strict=True))
        element = FxmlElement(name, pairs, self.parser.CurrentLineNumber, depth=len(self.open))
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, _name: str) -> None:
        self.open.pop()

    def characters(self, text: str) -> None:
        if self.open:
            self.open[-1].text += text

    def instruction(self, target: str, data: str) -> None:
        if target == "import":
            self.imports.append((data.strip(), self.parser.CurrentLineNumber))
        else:
            self.instructions.append((target, data.strip(), self.parser.CurrentLineNumber))


def read(text: str, file: str, limits: FxmlLimits | None = None) -> Parsed:
    limits = limits or FxmlLimits()
    # Before the parser sees it.
    if len(text) > limits.characters:
        raise FxmlError(f"{len(text)} characters; {limits.characters} are the most", file, 1)
    builder = _Builder(file, limits)
    try:
        builder.parser.Parse(text, True)
    except expat.ExpatError as reason:
        raise FxmlError(f"not well-formed XML: {expat.errors.messages[reason.code]}", file, reason.lineno) from None
    assert builder.root is not None  # a document without a root is not well-formed
    return Parsed(builder.root, builder.imports, builder.instructions)

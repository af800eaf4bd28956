"""Elements of an FXML document, and how SceneBuilder writes them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

PACKAGES = (
    "java.lang.String",
    "java.util.*",
    "javafx.collections.*",
    "javafx.geometry.*",
    "javafx.scene.*",
    "javafx.scene.chart.*",
    "javafx.scene.control.*",
    "javafx.scene.control.cell.*",
    "javafx.scene.effect.*",
    "javafx.scene.image.*",
    "javafx.scene.layout.*",
    "javafx.scene.paint.*",
    "javafx.scene.shape.*",
    "javafx.scene.text.*",
    "javafx.scene.web.*",
)
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n\n' + "".join(f"<?import {name}?>\n" for name in PACKAGES) + "\n"
SPACES = {"xmlns": "http://javafx.com/javafx/11.0.1", "xmlns:fx": "http://javafx.com/fxml/1"}
# What JavaFX takes as the size that a control prefers, and as no limit, in the words of SceneBuilder.
PREFERRED = "-Infinity"
NO_LIMIT = "1.7976931348623157E308"


@dataclass
class Markup:
    """An element: an object, or a property with what is in it."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    parts: list[Markup] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    def lines(self, indent: str = "") -> list[str]:
        words = "".join(f" {name}={quoteattr(text)}" for name, text in sorted(self.attributes.items()))
        if not self.parts:
            return [f"{indent}<{self.tag}{words} />"]
        inner = [line for part in self.parts for line in part.lines(indent + "   ")]
        return [f"{indent}<{self.tag}{words}>", *inner, f"{indent}</{self.tag}>"]

    def document(self) -> str:
        """The whole of a document with this element as its root."""
        self.attributes |= SPACES
        return HEAD + "\n".join(self.lines()) + "\n"

    def put(self, name: str, *values: Markup) -> None:
        """Set a property to objects, by an element of its own."""
        if values:
            self.parts.append(Markup(name, parts=list(values)))


class Dice(random.Random):
    """All that is decided by chance in a document, and the numbers of its names."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._count = 0

    def name(self) -> str:
        """The next `fx:id`."""
        self._count += 1
        return f"n{self._count}"

    def chance(self, probability: float) -> bool:
        return self.random() < probability

    def some(self, table: Mapping[str, Sequence[str]], probability: float) -> dict[str, str]:
        """Some rows of a table of attributes, each with one of its values."""
        return {name: self.choice(values) for name, values in table.items() if self.chance(probability)}

    def number(self, least: int, most: int) -> str:
        """A number as FXML has it."""
        return f"{self.randint(least, most)}.0"

from __future__ import annotations

from typing import NamedTuple


class Font(NamedTuple):
    """What `javafx.scene.text.Font` tells of itself."""

    family: str = "System"
    size: float = 13.0
    bold: bool = False
    italic: bool = False

    @property
    def style(self) -> str:
        """The words of JavaFX: `Regular`, `Bold`, `Italic`, `Bold Italic`."""
        words = [word for word, on in (("Bold", self.bold), ("Italic", self.italic)) if on]
        return " ".join(words) or "Regular"

    @property
    def name(self) -> str:
        return f"{self.family} {self.style}"


# What JavaFX takes on Linux when nothing else is said.
DEFAULT_FONT = Font()

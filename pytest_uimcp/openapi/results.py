"""What a call came to, whoever asked for it: text or an image, and whether it is an error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["TRUNCATED", "Block", "Image", "Result", "Text", "truncated"]

TRUNCATED: Final = "\n...(truncated)"


@dataclass(frozen=True, slots=True)
class Text:
    """Text for the model."""

    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """A picture for the model."""

    data: bytes
    mime_type: str


Block = Text | Image


@dataclass(frozen=True, slots=True)
class Result:
    """The blocks of an answer; `is_error` says that the call failed, and the text why."""

    content: tuple[Block, ...]
    is_error: bool = False

    @classmethod
    def of(cls, text: str) -> Result:
        """An answer in text."""
        return cls((Text(text),))

    @classmethod
    def failed(cls, text: str) -> Result:
        """An error in text."""
        return cls((Text(text),), is_error=True)

    @property
    def text(self) -> str:
        """What can be read, images as `[image image/png]`."""
        return "\n".join(
            block.text if isinstance(block, Text) else f"[image {block.mime_type}]" for block in self.content
        )

    def limited(self, characters: int) -> Result:
        """The same with each text cut at so many characters; 0 cuts nothing."""
        content = tuple(
            Text(truncated(block.text, characters)) if isinstance(block, Text) else block for block in self.content
        )
        return Result(content, self.is_error)


def truncated(text: str, characters: int) -> str:
    """The text, with a mark where it was cut; 0 cuts nothing."""
    return text if not characters or len(text) <= characters else text[:characters] + TRUNCATED

"""An HTTP response as a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.openapi.results import TRUNCATED, failed, picture
from pytest_uimcp.openapi.spec.media import bare, is_text

__all__ = ["LARGEST_IMAGE", "Answer", "result_of"]

LARGEST_IMAGE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; `whole` is false if there was more than we read."""

    status: int
    content_type: str
    charset: str
    content: bytes
    whole: bool = True

    @property
    def kind(self) -> str:
        """The media type without parameters, in lower case; empty if there is none."""
        return bare(self.content_type)


def result_of(answer: Answer) -> ToolResult:
    """The text or image of an answer; an error if its status is 400 or more."""
    if answer.status >= 400:
        text = _text(answer)
        said = f"HTTP {answer.status}: {text}" if text else f"HTTP {answer.status}"
        return failed(said, "http_error", status=answer.status)
    if _is_image(answer):
        return picture(answer.content, answer.kind)
    return ToolResult.of_text(_text(answer) or f"HTTP {answer.status}")


def _is_image(answer: Answer) -> bool:
    # SVG is text, and models that see pictures do not see this one.
    is_image = answer.kind.startswith("image/") and not is_text(answer.kind)
    return is_image and answer.whole and 0 < len(answer.content) <= LARGEST_IMAGE


def _text(answer: Answer) -> str:
    if not answer.content:
        return ""
    if is_text(answer.kind) or _looks_like_text(answer):
        if answer.whole:
            return _decoded(answer)
        return _decoded(answer) + TRUNCATED
    if answer.whole:
        size = f"{len(answer.content)} bytes"
    else:
        size = f"more than {len(answer.content)} bytes"
    return f"{answer.kind or 'unknown type'}, {size}"


def _looks_like_text(answer: Answer) -> bool:
    """Not every server says what it sends; bytes that are UTF-8 without NUL are text."""
    if answer.kind or b"\0" in answer.content:
        return False
    try:
        answer.content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _decoded(answer: Answer) -> str:
    try:
        return answer.content.decode(answer.charset or "utf-8", "replace")
    except LookupError:  # no such encoding, or none of text
        return answer.content.decode("utf-8", "replace")

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.openapi.results import TRUNCATED, failed, picture
from pytest_uimcp.openapi.spec.media import bare, is_text

MAX_IMAGE_BYTES: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ApiResponse:
    """What came back; `whole` is false if there was more than we read."""

    status: int
    content_type: str
    charset: str
    content: bytes
    is_complete: bool = True

    @property
    def kind(self) -> str:
        """The media type without parameters, in lower case; empty if there is none."""
        return bare(self.content_type)


def result_of(answer: ApiResponse) -> ToolResult:
    """The text or image of an answer; an error if its status is 400 or more."""
    if answer.status >= 400:
        text = _text(answer)
        message = f"HTTP {answer.status}: {text}" if text else f"HTTP {answer.status}"
        return failed(message, "http_error", status=answer.status)
    if _is_image(answer):
        return picture(answer.content, answer.kind)
    return ToolResult.of_text(_text(answer) or f"HTTP {answer.status}")


def _is_image(answer: ApiResponse) -> bool:
    # SVG is text, and models that see pictures do not see this one.
    is_image = answer.kind.startswith("image/") and not is_text(answer.kind)
    return is_image and answer.is_complete and 0 < len(answer.content) <= MAX_IMAGE_BYTES


def _text(answer: ApiResponse) -> str:
    if not answer.content:
        return ""
    if is_text(answer.kind) or _looks_like_text(answer):
        if answer.is_complete:
            return _decoded(answer)
        return _decoded(answer) + TRUNCATED
    if answer.is_complete:
        size = f"{len(answer.content)} bytes"
    else:
        size = f"more than {len(answer.content)} bytes"
    return f"{answer.kind or 'unknown type'}, {size}"


def _looks_like_text(answer: ApiResponse) -> bool:
    """Not every server says what it sends; bytes that are UTF-8 without NUL are text."""
    if answer.kind or b"\0" in answer.content:
        return False
    try:
        answer.content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _decoded(answer: ApiResponse) -> str:
    try:
        return answer.content.decode(answer.charset or "utf-8", "replace")
    except LookupError:  # no such encoding, or none of text
        return answer.content.decode("utf-8", "replace")

from __future__ import annotations

from typing import Final

from pytest_uimcp.chat.errors import ChatError, shown

MIMES: Final = ("text/markdown", "text/plain")


def check_mime(mime: str) -> str:
    """The type as it is stored: lower case, without parameters such as a character set."""
    # `text/plain; charset=utf-8` is what many libraries send by themselves.
    bare = mime.partition(";")[0].strip().lower()
    if bare not in MIMES:
        accepted = ", ".join(MIMES)
        raise ChatError("invalid_mime", f"mime must be one of {accepted}; got {shown(mime)}", accepted=list(MIMES))
    return bare


def check_content(content: str, limit: int) -> str:
    """The content itself, if it can be stored: not empty, valid as UTF-8, and at most `limit` bytes."""
    try:
        # As UTF-8, since that is what is stored and sent, whatever Python counts.
        size = len(content.encode())
    except UnicodeEncodeError as error:
        raise ChatError(
            "invalid_content", f"character {error.start} of the content is half of a surrogate pair"
        ) from None
    if size > limit:
        raise ChatError(
            "content_too_large", f"the content has {size} bytes; at most {limit} are allowed", limit=limit, actual=size
        )
    if not content.strip():
        raise ChatError("content_empty", "the content is empty; a message needs text")
    return content

"""`multipart/form-data` (RFC 7578), names escaped as browsers do."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pytest_uimcp.openapi.errors import CallError

__all__ = ["Field", "multipart"]

_ESCAPED: Final = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})
_CONTENT_TYPE: Final = re.compile(r"[\x20-\x7e]+")


@dataclass(frozen=True, slots=True)
class Field:
    """One part: a file if it has a file name."""

    name: str
    content: bytes
    content_type: str = ""
    filename: str = ""


def multipart(fields: Iterable[Field]) -> tuple[bytes, str]:
    """The bytes of a form and its content type, which names the boundary."""
    boundary = secrets.token_hex(16)
    parts = [f"--{boundary}\r\n{_head(field)}\r\n\r\n".encode() + field.content + b"\r\n" for field in fields]
    return b"".join(parts) + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def _head(field: Field) -> str:
    head = f'Content-Disposition: form-data; name="{field.name.translate(_ESCAPED)}"'
    if field.filename:
        head += f'; filename="{field.filename.translate(_ESCAPED)}"'
    if not field.content_type:
        return head
    if not _CONTENT_TYPE.fullmatch(field.content_type):
        raise CallError(f"{field.name}: {field.content_type!r} is not a content type")
    return f"{head}\r\nContent-Type: {field.content_type}"

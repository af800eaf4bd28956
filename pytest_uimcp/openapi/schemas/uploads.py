"""A file as an argument: JSON has no bytes, so it travels as base64."""

from __future__ import annotations

from typing import Any, Final

_CONTENT: Final = {"type": "string", "description": "the bytes of the file in base64"}

UPLOAD: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "filename": {"type": "string"},
        "content_base64": _CONTENT,
        "content_type": {"type": "string"},
    },
    "required": ["filename", "content_base64"],
}

RAW_TEXT: Final[dict[str, Any]] = {"type": "string"}

# A whole body of bytes has no file name.
RAW_UPLOAD: Final[dict[str, Any]] = {
    "anyOf": [
        {"type": "string"},
        {"type": "object", "properties": {"content_base64": _CONTENT}, "required": ["content_base64"]},
    ]
}


def is_binary(schema: Any) -> bool:
    """Whether a schema means bytes: `type: file` in 2.0, `format: binary` in 3.0, a media type in 3.1."""
    if not isinstance(schema, dict):
        return False
    if schema.get("type") == "file" or (schema.get("type") == "string" and schema.get("format") == "binary"):
        return True
    return "contentMediaType" in schema and "contentEncoding" not in schema and schema.get("type", "string") == "string"

"""The body of an operation: the media type it is sent in, and how fields of a form are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from pytest_uimcp.openapi.endpoints import Body, Part
from pytest_uimcp.openapi.schemas.shape import Shape
from pytest_uimcp.openapi.schemas.uploads import is_binary
from pytest_uimcp.openapi.spec.media import FORM, MULTIPART, Carrier, bare, best, carrier, sendable
from pytest_uimcp.openapi.spec.nodes import as_object, as_text
from pytest_uimcp.openapi.spec.xml import root_element

__all__ = ["Content", "body", "content", "is_raw", "wanted_type"]

_ANYTHING: Final[dict[str, Any]] = {}
_NO_PARTS: Final[Mapping[str, Part]] = MappingProxyType({})
_FORMS: Final = (FORM, MULTIPART)
_NO_FIELDS: Final = ("array", "boolean", "integer", "number", "string")


@dataclass(frozen=True, slots=True)
class Content:
    """What a request carries: the media type it is sent in, its schema, and what a form says of its fields."""

    media_type: str
    schema: Any
    encoding: dict[str, Any]
    required: bool

    @property
    def kind(self) -> str:
        """The media type without its parameters."""
        return bare(self.media_type)


def content(node: dict[str, Any] | None) -> Content | None:
    """The content that is sent for a request body; None if there is no body, or none that says what it is."""
    offers = as_object(node.get("content")) if node else {}
    media_type = best(offers)
    if node is None or media_type is None:
        return None
    media = as_object(offers[media_type])
    return Content(
        sendable(media_type),
        media.get("schema", _ANYTHING),
        as_object(media.get("encoding")),
        node.get("required") is True,
    )


def is_raw(found: Content, shape: Shape) -> bool:
    """Whether the argument is the body itself, as text or bytes, since nothing says how an object becomes one."""
    match carrier(found.media_type):
        case Carrier.XML:
            return _has_parts(found, shape) and root_element(shape, found.schema) is None
        case Carrier.TEXT:
            return _has_parts(found, shape)
        case Carrier.FORM:
            return not shape.admits(found.schema, "object")
        case other:
            return other is Carrier.BYTES


def wanted_type(found: Content, shape: Shape) -> str | list[str] | None:
    """The type that a form takes, where its schema admits others; None for all other bodies."""
    is_multipart = carrier(found.media_type) is Carrier.MULTIPART
    if not is_multipart and carrier(found.media_type) is not Carrier.FORM:
        return None
    if not any(shape.admits(found.schema, kind) for kind in _NO_FIELDS):
        return None
    # A form may be written by the model, a multipart one with its boundaries may not.
    if is_multipart or not found.schema:
        return "object"
    return ["object", "string"]


def _has_parts(found: Content, shape: Shape) -> bool:
    return shape.admits(found.schema, "object") or shape.admits(found.schema, "array")


def body(found: Content, shape: Shape) -> Body:
    """How an argument becomes this body."""
    return Body(
        media_type=found.media_type,
        required=found.required,
        parts=MappingProxyType(dict(_parts(found, shape))) if found.kind in _FORMS else _NO_PARTS,
        admits_text=shape.admits(found.schema, "string"),
        xml=root_element(shape, found.schema) if carrier(found.media_type) is Carrier.XML else None,
        admits_null=shape.admits(found.schema, "null") and bool(shape.resolved(found.schema)),
    )


def _parts(found: Content, shape: Shape) -> Iterator[tuple[str, Part]]:
    properties = shape.properties(found.schema)
    # What has an encoding need not be among the properties that we see.
    for name in dict.fromkeys((*properties, *found.encoding)):
        schema = properties.get(name, {})
        encoding = as_object(found.encoding.get(name))
        style = as_text(encoding.get("style")) or "form"
        explode = encoding.get("explode", style == "form") is True
        content_type = as_text(encoding.get("contentType")).partition(",")[0].strip()
        part = Part(style, explode, content_type, _is_file(schema, shape))
        if part != Part():
            yield name, part


def _is_file(schema: Any, shape: Shape) -> bool:
    item = shape.item(schema)
    return is_binary(shape.resolved(schema if item is None else item))

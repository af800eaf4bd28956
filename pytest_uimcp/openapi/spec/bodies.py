"""The body of an operation: the media type it is sent in, and how fields of a form are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from pytest_uimcp.openapi.endpoints import Body, FieldEncoding
from pytest_uimcp.openapi.schemas.shape import SchemaInspector
from pytest_uimcp.openapi.schemas.uploads import is_binary
from pytest_uimcp.openapi.spec.media import FORM, MULTIPART, Carrier, bare, best, carrier, sendable
from pytest_uimcp.openapi.spec.nodes import as_object, as_text
from pytest_uimcp.openapi.spec.xml import root_element

_ANYTHING: Final[dict[str, Any]] = {}
_NO_PARTS: Final[Mapping[str, FieldEncoding]] = MappingProxyType({})
_FORMS: Final = (FORM, MULTIPART)
_NO_FIELDS: Final = ("array", "boolean", "integer", "number", "string")


@dataclass(frozen=True, slots=True)
class BodyContent:
    """What a request carries: the media type it is sent in, its schema, and what a form says of its fields."""

    media_type: str
    schema: Any
    encoding: dict[str, Any]
    required: bool

    @property
    def kind(self) -> str:
        return bare(self.media_type)


def content(node: dict[str, Any] | None) -> BodyContent | None:
    """The content that is sent for a request body; None if there is no body, or none that says what it is."""
    offers = as_object((node or {}).get("content"))
    media_type = best(offers)
    if node is None or media_type is None:
        return None
    media = as_object(offers[media_type])
    return BodyContent(
        sendable(media_type),
        media.get("schema", _ANYTHING),
        as_object(media.get("encoding")),
        node.get("required") is True,
    )


def is_raw(content: BodyContent, shape: SchemaInspector) -> bool:
    """Whether the argument is the body itself, as text or bytes, since nothing says how an object becomes one."""
    match carrier(content.media_type):
        case Carrier.XML:
            return _has_parts(content, shape) and root_element(shape, content.schema) is None
        case Carrier.TEXT:
            return _has_parts(content, shape)
        case Carrier.FORM:
            return not shape.admits(content.schema, "object")
        case other:
            return other is Carrier.BYTES


def form_type(content: BodyContent, shape: SchemaInspector) -> str | list[str] | None:
    """The type that a form takes, where its schema admits others; None for all other bodies."""
    is_multipart = carrier(content.media_type) is Carrier.MULTIPART
    if not is_multipart and carrier(content.media_type) is not Carrier.FORM:
        return None
    if not any(shape.admits(content.schema, kind) for kind in _NO_FIELDS):
        return None
    # A form may be written by the model, a multipart one with its boundaries may not.
    if is_multipart or not content.schema:
        return "object"
    return ["object", "string"]


def _has_parts(content: BodyContent, shape: SchemaInspector) -> bool:
    return shape.admits(content.schema, "object") or shape.admits(content.schema, "array")


def body(content: BodyContent, shape: SchemaInspector) -> Body:
    return Body(
        media_type=content.media_type,
        required=content.required,
        parts=MappingProxyType(dict(_parts(content, shape))) if content.kind in _FORMS else _NO_PARTS,
        admits_text=shape.admits(content.schema, "string"),
        xml=root_element(shape, content.schema) if carrier(content.media_type) is Carrier.XML else None,
        # A schema that says nothing admits null with all else, but does not mean it.
        admits_null=shape.admits(content.schema, "null") and bool(shape.resolved(content.schema)),
    )


def _parts(content: BodyContent, shape: SchemaInspector) -> Iterator[tuple[str, FieldEncoding]]:
    properties = shape.properties(content.schema)
    # What has an encoding need not be among the properties that we see.
    for name in dict.fromkeys((*properties, *content.encoding)):
        schema = properties.get(name, {})
        encoding = as_object(content.encoding.get(name))
        style = as_text(encoding.get("style")) or "form"
        # OpenAPI's default depends on the style: only `form` is exploded.
        explode = encoding.get("explode", style == "form") is True
        content_type = as_text(encoding.get("contentType")).partition(",")[0].strip()
        part = FieldEncoding(style, explode, content_type, _is_file(schema, shape))
        if part != FieldEncoding():
            yield name, part


def _is_file(schema: Any, shape: SchemaInspector) -> bool:
    item = shape.item(schema)
    return is_binary(shape.resolved(schema if item is None else item))

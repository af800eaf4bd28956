"""The body of a request from its argument; `multipart/form-data` by RFC 7578, its names escaped as browsers do."""

from __future__ import annotations

import base64
import binascii
import json
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote_plus

from pytest_uimcp.openapi.endpoints import Body, FieldEncoding, XmlElement
from pytest_uimcp.openapi.errors import CallError
from pytest_uimcp.openapi.requests.scalars import json_text, scalar
from pytest_uimcp.openapi.requests.styles import DEEP, bracketed, is_left_out
from pytest_uimcp.openapi.requests.xmltext import xml_text
from pytest_uimcp.openapi.spec.media import JSON, OCTETS, Carrier, bare, carrier, is_text
from pytest_uimcp.openapi.spec.nodes import items_of

_CONTENT: Final = "content_base64"
_PLAIN: Final = FieldEncoding()
_SEPARATORS: Final = {"form": ",", "spaceDelimited": " ", "tabDelimited": "\t", "pipeDelimited": "|"}


@dataclass(frozen=True, slots=True)
class EncodedBody:
    content: bytes
    content_type: str


def encode_body(body: Body, value: Any) -> EncodedBody:
    """The bytes of an argument; raises CallError if this media type cannot carry it."""
    kind = bare(body.media_type)
    match carrier(kind):
        case Carrier.JSON:
            return _json(body, value)
        # A text that is no JSON object is the form itself, written by the model.
        case Carrier.FORM if isinstance(value, str) and not isinstance(_decoded(value), dict):
            return EncodedBody(value.encode(), body.media_type)
        case Carrier.FORM:
            return EncodedBody("&".join(_pairs(body, _object(value, kind))).encode(), body.media_type)
        case Carrier.MULTIPART:
            content, content_type = multipart(_fields(body, _object(value, kind)))
            return EncodedBody(content, content_type)
        case Carrier.XML if body.xml is not None:
            return EncodedBody(_xml(body.xml, value), body.media_type)
        # A text is sent as it is: the model has written YAML.
        case Carrier.YAML if isinstance(value, dict | list):  # JSON is YAML
            return EncodedBody(json_text(value, "body").encode(), body.media_type)
        case Carrier.JSON_LINES if isinstance(value, dict | list):
            lines = items_of(value)
            return EncodedBody("".join(json_text(line, "body") + "\n" for line in lines).encode(), body.media_type)
        case _:
            return EncodedBody(_raw(value, kind), body.media_type)


def _json(body: Body, value: Any) -> EncodedBody:
    # A schema that admits text means the text; one that does not can only mean the object that it describes.
    if isinstance(value, str) and not body.admits_text:
        value = _decoded(value)
    try:
        return EncodedBody(json_text(value, "body").encode(), body.media_type)
    except UnicodeEncodeError:
        raise CallError("body: half of a surrogate pair is not a character") from None


def _xml(element: XmlElement, value: Any) -> bytes:
    """XML from an object or array; text is XML already, unless it is JSON."""
    if isinstance(value, str):
        value = _decoded(value) if value.lstrip()[:1] in ("{", "[") else value
    if isinstance(value, dict | list):
        return xml_text(element, value).encode()
    return _raw(value, "XML")


def _decoded(text: str) -> Any:
    """Models like to write JSON into a text where an object is wanted."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _object(value: Any, kind: str) -> dict[str, Any]:
    fields = _decoded(value) if isinstance(value, str) else value
    if not isinstance(fields, dict):
        raise CallError(f"body: {kind} needs an object with the fields of the form, got {type(value).__name__}")
    return fields


def _pairs(body: Body, fields: Mapping[str, Any]) -> Iterator[str]:
    for name, value in fields.items():
        # An empty object is a value of deepObject and of JSON within a form; null and empty arrays have nothing to say.
        if is_left_out(value) and not isinstance(value, dict):
            continue
        part = body.parts.get(name, _PLAIN)
        for key, text in _texts(part, name, value):
            yield f"{quote_plus(key)}={quote_plus(text)}"


def _texts(part: FieldEncoding, name: str, value: Any) -> Iterator[tuple[str, str]]:
    if part.style == DEEP:
        yield from bracketed(name, value, name)
        return
    if not isinstance(value, list):
        yield name, scalar(value, name)
        return
    texts = [scalar(item, name) for item in value if item is not None]
    if part.explode:
        yield from ((name, text) for text in texts)
    else:
        yield name, _SEPARATORS.get(part.style, ",").join(texts)


def _fields(body: Body, values: Mapping[str, Any]) -> Iterator[FormField]:
    for name, value in values.items():
        part = body.parts.get(name, _PLAIN)
        if part.style == DEEP and not part.binary:
            yield from (_field(part, key, text) for key, text in bracketed(name, value, name))
            continue
        if isinstance(value, list) and not part.explode and not part.binary:
            _, value = next(_texts(part, name, value))
        for item in items_of(value):
            if item is not None:
                yield _field(part, name, item)


def _field(part: FieldEncoding, name: str, value: Any) -> FormField:
    if _is_upload(value):
        filename = value.get("filename")
        content_type = value.get("content_type") or part.content_type or OCTETS
        return FormField(name, _bytes(value, name), str(content_type), str(filename or name))
    if part.binary:
        return FormField(name, scalar(value, name).encode(), part.content_type or OCTETS, name)
    if isinstance(value, dict | list):
        return FormField(name, json_text(value, name).encode(), part.content_type or JSON)
    return FormField(name, scalar(value, name).encode(), part.content_type)


def _is_upload(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get(_CONTENT), str)


def _bytes(value: dict[str, Any], name: str) -> bytes:
    try:
        return base64.b64decode("".join(value[_CONTENT].split()), validate=True)
    except (binascii.Error, ValueError):
        raise CallError(f"{name}: {_CONTENT} is not base64") from None


def _raw(value: Any, kind: str) -> bytes:
    if isinstance(value, str):
        return value.encode()
    if _is_upload(value):
        return _bytes(value, "body")
    if is_text(kind) and not isinstance(value, dict | list):
        return scalar(value, "body").encode()
    raise CallError(f"body: {kind} needs a text, or an object with {_CONTENT}; got {type(value).__name__}")


_ESCAPED: Final = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})
_CONTENT_TYPE: Final = re.compile(r"[\x20-\x7e]+")


@dataclass(frozen=True, slots=True)
class FormField:
    """One part: a file if it has a file name."""

    name: str
    content: bytes
    content_type: str = ""
    filename: str = ""


def multipart(fields: Iterable[FormField]) -> tuple[bytes, str]:
    """The bytes of a form and its content type, which names the boundary."""
    # 128 random bits: no content holds them by accident, and nobody who sends a file can guess them.
    boundary = secrets.token_hex(16)
    parts = [f"--{boundary}\r\n{_head(field)}\r\n\r\n".encode() + field.content + b"\r\n" for field in fields]
    return b"".join(parts) + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def _head(field: FormField) -> str:
    head = f'Content-Disposition: form-data; name="{field.name.translate(_ESCAPED)}"'
    if field.filename:
        head += f'; filename="{field.filename.translate(_ESCAPED)}"'
    if not field.content_type:
        return head
    if not _CONTENT_TYPE.fullmatch(field.content_type):
        raise CallError(f"{field.name}: {field.content_type!r} is not a content type")
    return f"{head}\r\nContent-Type: {field.content_type}"

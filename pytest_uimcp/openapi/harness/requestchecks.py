"""Whether a request is one that its operation takes: its parameters, its body, and what is required."""

from __future__ import annotations

import email.parser
import email.policy
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from email.message import EmailMessage
from functools import cached_property
from typing import Any, Final
from urllib.parse import parse_qsl, quote, unquote
from xml.etree import ElementTree

import httpx

from pytest_uimcp.openapi.documents import parse_text
from pytest_uimcp.openapi.endpoints import Body, Endpoint, Param
from pytest_uimcp.openapi.harness.readings import Readings, unbracketed
from pytest_uimcp.openapi.requests.arguments import mismatch
from pytest_uimcp.openapi.requests.build import PATH_SAFE
from pytest_uimcp.openapi.requests.styles import DEEP
from pytest_uimcp.openapi.spec.media import Carrier, bare, carrier
from pytest_uimcp.openapi.spec.parameters import BODY, PATH_VARIABLE

_SEPARATORS: Final = {"spaceDelimited": " ", "tabDelimited": "\t", "pipeDelimited": "|"}
_UNREAD: Final = object()

Pairs = list[tuple[str, str]]


class RequestCheck:
    """Reads a request back into the arguments of a tool, and checks them by the tool's schema."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self.place: Final = endpoint.place
        self.variables: Final = len(PATH_VARIABLE.findall(endpoint.path))

    # The path is compared as it goes over the wire: literals of the template are quoted as the request's builder quotes
    # them, so that a slash within a value never looks like a step of the path.
    @cached_property
    def _path(self) -> re.Pattern[str]:
        parts = PATH_VARIABLE.split(self._endpoint.path.partition("#")[0].partition("?")[0])
        parts[::2] = [re.escape(quote(part, safe=PATH_SAFE)) for part in parts[::2]]
        parts[1::2] = ["([^/]+)"] * len(parts[1::2])
        return re.compile("".join(parts))

    @cached_property
    def _readings(self) -> Readings:
        return Readings(self._endpoint.schema.get("$defs", {}))

    def takes(self, method: str, path: str) -> bool:
        """Whether a request of this kind is meant for the operation; the path is below the base, and encoded."""
        return method == self._endpoint.method and self._path.fullmatch(path) is not None

    def problem(self, request: httpx.Request, path: str) -> str:
        """What the specification does not allow in a request that has been read; empty if all is well."""
        schema = self._endpoint.schema
        try:
            arguments = dict(self._arguments(request, path))
        except ValueError as error:
            return f"body: {error}"
        # What cannot be read back (binary bodies, XML) counts as given: the schema cannot say anything about it.
        required = [name for name in schema.get("required", ()) if arguments.get(name) is not _UNREAD]
        readable = {name: value for name, value in arguments.items() if value is not _UNREAD}
        return mismatch({**schema, "required": required}, readable)

    def _arguments(self, request: httpx.Request, path: str) -> Iterator[tuple[str, Any]]:
        # Only what the plan knows is read. Parameters that the specification does not have are no error: servers ignore
        # them.
        texts = _Texts(request, self._path_texts(path))
        for param in self._endpoint.plan.params:
            value = self._value(param, self._schema_of(param.argument), texts)
            if value is not None:
                yield param.argument, value
        body = self._endpoint.plan.body
        if body is not None and (request.content or _is_empty_form(body, request)):
            value = self._body(body, request)
            if body.flat is None:
                yield BODY, value
            elif isinstance(value, dict):
                yield from value.items()

    def _path_texts(self, path: str) -> dict[str, str]:
        match = self._path.fullmatch(path)
        names = PATH_VARIABLE.findall(self._endpoint.path)
        if match:
            return dict(zip(names, match.groups(), strict=False))
        return {}

    def _schema_of(self, argument: str) -> Any:
        return self._endpoint.schema["properties"].get(argument, {})

    def _value(self, param: Param, schema: Any, texts: _Texts) -> Any:
        # A query may repeat a name or spread an object over several names; all other places have one text for a
        # parameter.
        if param.place == "query" and not param.json:
            return self._of_query(param, schema, texts.query)
        text = texts.one(param)
        if text is None:
            return None
        decode = str if param.place == "header" else unquote
        if param.json:
            return json.loads(decode(text))
        if param.style == "label":
            return self._readings.separated(text[1:], schema, "." if param.explode else ",", explode=param.explode)
        if param.style == "matrix":
            return self._of_matrix(param, schema, text)
        separator = _SEPARATORS.get(param.style, ",")
        if param.place != "header":
            separator = quote(separator, safe=",")
        return self._readings.separated(text, schema, separator, explode=param.explode, decode=decode)

    def _of_matrix(self, param: Param, schema: Any, text: str) -> Any:
        if not param.explode:
            return self._readings.separated(text.partition("=")[2], schema, ",")
        name = f"{quote(param.name, safe='')}="
        if all(part.startswith(name) for part in text[1:].split(";")):
            return self._readings.texts([unquote(part[len(name) :]) for part in text[1:].split(";")], schema)
        return self._readings.separated(text[1:], schema, ";", explode=True)

    def _of_query(self, param: Param, schema: Any, query: Pairs) -> Any:
        if param.style == DEEP:
            pairs = [(unquote(name), unquote(text)) for name, text in query]
            pairs_of_param = [(name, text) for name, text in pairs if name.partition("[")[0] == param.name]
            if pairs_of_param:
                return self._readings.composed(unbracketed(pairs_of_param).get(param.name), schema)
            return None
        texts = [text for name, text in query if unquote(name) == param.name]
        if texts and param.explode:
            return self._readings.texts([unquote(text) for text in texts], schema)
        if texts:
            separator = quote(_SEPARATORS.get(param.style, ","), safe=",")
            return self._readings.separated(texts[0], schema, separator)
        if param.explode:
            return self._spread(schema, query)
        return None

    def _spread(self, schema: Any, query: Pairs) -> dict[str, Any] | None:
        """An object whose properties are names of the query themselves."""
        names = self._readings.names(schema)
        pairs = [(unquote(name), unquote(text)) for name, text in query if unquote(name) in names]
        return {
            name: self._readings.scalar(text, self._readings.property(schema, name)) for name, text in pairs
        } or None

    def _body(self, body: Body, request: httpx.Request) -> Any:
        content_type = request.headers.get("Content-Type", "")
        if bare(content_type) != bare(body.media_type):
            raise ValueError(f"expected the type {bare(body.media_type)}, got {content_type or 'none'}")
        content = request.content
        schema = self._schema_of(BODY)
        match carrier(body.media_type):
            case Carrier.JSON:
                return json.loads(content)
            case Carrier.JSON_LINES:
                lines = [json.loads(line) for line in content.decode().splitlines() if line.strip()]
                if "array" in self._readings.kinds(schema) or len(lines) != 1:
                    return lines
                return lines[0]
            case Carrier.YAML:
                return parse_text(content.decode())
            case Carrier.FORM:
                pairs = parse_qsl(content.decode(), keep_blank_values=True)
                return self._fields(body, schema, [(name, text) for name, text in pairs])
            case Carrier.MULTIPART:
                return self._fields(body, schema, list(_multipart(content_type, content)))
            case Carrier.TEXT:
                return self._readings.scalar(content.decode(), schema)
            case Carrier.XML if body.xml is not None:
                return _checked_xml(content, body.xml.name)
            case _:
                return _UNREAD

    def _fields(self, body: Body, schema: Any, fields: list[tuple[str, Any]]) -> dict[str, Any]:
        heads = dict.fromkeys(_head(body, name) for name, _ in fields)
        return {head: self._field(body, head, self._readings.property(schema, head), fields) for head in heads}

    def _field(self, body: Body, name: str, schema: Any, fields: list[tuple[str, Any]]) -> Any:
        part = body.parts.get(name)
        if part is not None and part.style == DEEP and not part.binary:
            pairs_of_field = [(key, text) for key, text in fields if _head(body, key) == name]
            return self._readings.composed(unbracketed(pairs_of_field).get(name), schema)
        texts = [text for key, text in fields if key == name]
        if part is not None and part.binary:
            if "array" in self._readings.kinds(schema):
                return texts
            return texts[0]
        if part is not None and not part.explode:
            return self._readings.separated(texts[0], schema, _SEPARATORS.get(part.style, ","), decode=str)
        return self._readings.texts(texts, schema)


class _Texts:
    """Where the texts of parameters stand in a request, still encoded."""

    def __init__(self, request: httpx.Request, path: Mapping[str, str]) -> None:
        self.query = list(_pairs(request.url.query.decode().split("&")))
        cookies = request.headers.get("Cookie", "")
        self._places: Mapping[str, Mapping[str, str]] = {
            "path": path,
            "query": {unquote(name): text for name, text in self.query},
            "header": {name.lower(): text for name, text in request.headers.items()},
            "cookie": {unquote(name): text for name, text in _pairs(cookies.split("; "))},
        }

    def one(self, param: Param) -> str | None:
        name = param.name.lower() if param.place == "header" else param.name
        return self._places[param.place].get(name)


def _is_empty_form(body: Body, request: httpx.Request) -> bool:
    return carrier(body.media_type) is Carrier.FORM and "Content-Type" in request.headers


def _pairs(parts: Iterable[str]) -> Iterator[tuple[str, str]]:
    for part in parts:
        if part:
            name, _, text = part.partition("=")
            yield name, text


def _head(body: Body, name: str) -> str:
    head = name.partition("[")[0]
    part = body.parts.get(head)
    if part is not None and part.style == DEEP:
        return head
    return name


def _multipart(content_type: str, content: bytes) -> Iterator[tuple[str, Any]]:
    """The fields of a form; a file as the argument that it was."""
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + content)
    for part in message.iter_parts() if isinstance(message, EmailMessage) else ():
        name = part.get_param("name", header="content-disposition")
        filename = part.get_filename()
        payload = part.get_payload(decode=True)
        text = payload.decode(errors="replace") if isinstance(payload, bytes) else ""
        yield str(name), text if filename is None else {"filename": filename, "content_base64": ""}


def _checked_xml(content: bytes, name: str) -> Any:
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise ValueError(f"not XML: {error}") from None
    # ElementTree writes a namespace before the name: {uri}name. Only the name is compared.
    tag = root.tag.rpartition("}")[2]
    if name and tag != name:
        raise ValueError(f"expected the element {name}, got {tag}")
    return _UNREAD

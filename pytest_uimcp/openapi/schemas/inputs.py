"""The input schema of a tool: one property for each parameter, and `body`.

Within a budget everything is written out. Beyond it, named schemas move to `$defs`, where each stands once; what is
too large even so is left out with a note.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pytest_uimcp.openapi.schemas.converter import Converter
from pytest_uimcp.openapi.schemas.keywords import DEPRECATED
from pytest_uimcp.openapi.schemas.pieces import Piece, cut, definition_name, note, weight
from pytest_uimcp.openapi.schemas.shape import SchemaInspector
from pytest_uimcp.openapi.schemas.uploads import RAW_TEXT, RAW_UPLOAD
from pytest_uimcp.openapi.spec.bodies import BodyContent, form_type, is_raw
from pytest_uimcp.openapi.spec.document import SpecDocument
from pytest_uimcp.openapi.spec.media import MULTIPART, is_text
from pytest_uimcp.openapi.spec.nodes import as_object
from pytest_uimcp.openapi.spec.parameters import BODY, DeclaredParameter
from pytest_uimcp.openapi.warn import Warn

MAX_INLINE_DEPTH: Final = 32
MAX_INLINE_CHARS: Final = 64 * 1024
MAX_SCHEMA_CHARS: Final = 256 * 1024


class Inputs:
    def __init__(self, document: SpecDocument, warn: Warn) -> None:
        self._document = document
        self._warn = warn
        self._shape = SchemaInspector(document.references)
        self._flavours: dict[tuple[bool, bool], _Flavour] = {}

    def schema(self, parameters: Sequence[DeclaredParameter], body: BodyContent | None) -> dict[str, Any]:
        """The schema of the arguments of one operation. Parts of it are shared: not to be changed."""
        uploads = body is not None and body.kind == MULTIPART
        required = [parameter.param.argument for parameter in parameters if parameter.param.required]
        if body is not None and body.required:
            required.append(BODY)
        # Inlined first, since models read a schema from top to bottom better than they follow references.
        flavour = self._flavour(uploads, linked=False)
        pieces = flavour.pieces(parameters, body)
        definitions = dict(flavour.definitions(pieces))
        if not _fits(pieces, definitions):
            flavour = self._flavour(uploads, linked=True)
            pieces = flavour.pieces(parameters, body)
            definitions = dict(flavour.definitions(pieces))
        return _written(pieces, definitions, required)

    def _flavour(self, uploads: bool, *, linked: bool) -> _Flavour:
        key = (uploads, linked)
        # A converter keeps what it has converted, so there is one for each way of converting a document.
        if key not in self._flavours:
            converter = Converter(self._document.references, self._warn, uploads=uploads, linked=linked)
            self._flavours[key] = _Flavour(converter, self._shape)
        return self._flavours[key]


def _fits(pieces: Mapping[str, Piece], definitions: Mapping[str, Piece]) -> bool:
    size = sum(piece.size for piece in (*pieces.values(), *definitions.values()))
    return size <= MAX_INLINE_CHARS and max((piece.depth for piece in pieces.values()), default=0) < MAX_INLINE_DEPTH


def _written(pieces: Mapping[str, Piece], definitions: Mapping[str, Piece], required: list[str]) -> dict[str, Any]:
    room = MAX_SCHEMA_CHARS
    properties = {}
    for name, piece in pieces.items():
        # In the order of the parameters: those of path and query, which calls need most, are cut last.
        properties[name] = piece.schema if piece.size <= room else cut(piece.schema, room)
        room = max(room - piece.size, 0)
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    if definitions:
        schema["$defs"] = dict(_within(definitions, room))
    return schema


def _within(definitions: Mapping[str, Piece], room: int) -> Iterator[tuple[str, Any]]:
    for pointer, piece in definitions.items():
        if piece.size <= room:
            room -= piece.size
            yield definition_name(pointer), piece.schema
        else:
            yield definition_name(pointer), note()


def _raw(body: BodyContent, piece: Piece) -> Piece:
    """What is accepted for a body that is sent as it is, with the description that the schema has."""
    schema = RAW_TEXT if is_text(body.media_type) else RAW_UPLOAD
    schema_with_text = {**schema, "description": f"{body.kind}, as it is sent", **_texts(piece)}
    return Piece(schema_with_text, weight(schema_with_text), 3)


def _texts(piece: Piece) -> dict[str, Any]:
    schema = as_object(piece.schema)
    return {key: schema[key] for key in ("title", "description") if key in schema}


def _typed(piece: Piece, kind: str | list[str]) -> Piece:
    """The schema with this type; of one with another type only the words are kept."""
    if isinstance(piece.schema, dict) and "type" not in piece.schema:
        schema = piece.schema
    else:
        schema = _texts(piece)
    return replace(piece, schema={**schema, "type": kind}, size=piece.size + weight(kind) + 8)


class _Flavour:
    """One way of converting, with the parameters that operations share."""

    def __init__(self, converter: Converter, shape: SchemaInspector) -> None:
        self._converter = converter
        self._shape = shape
        self._parameters: dict[int, tuple[DeclaredParameter, Piece]] = {}

    def pieces(self, parameters: Sequence[DeclaredParameter], body: BodyContent | None) -> dict[str, Piece]:
        """The properties of a tool by name; what admits nothing is none."""
        pieces = {parameter.param.argument: self._parameter(parameter) for parameter in parameters}
        if body is not None:
            pieces[BODY] = self._body(body)
        return {name: piece for name, piece in pieces.items() if piece.schema is not False}

    def definitions(self, pieces: Mapping[str, Piece]) -> Iterator[tuple[str, Piece]]:
        """All that pieces link to, piece by piece."""
        return self._converter.definitions(link for piece in pieces.values() for link in sorted(piece.links))

    def _body(self, body: BodyContent) -> Piece:
        piece = self._converter.piece(body.schema)
        if is_raw(body, self._shape):
            return _raw(body, piece)
        kind = form_type(body, self._shape)
        if kind is None:
            return piece
        return _typed(piece, kind)

    def _parameter(self, parameter: DeclaredParameter) -> Piece:
        entry = self._parameters.get(id(parameter.node))
        if entry is None:
            # Kept with its declaration, whose node so stays alive.
            entry = self._parameters[id(parameter.node)] = (parameter, self._parameter_piece(parameter))
        return entry[1]

    def _parameter_piece(self, parameter: DeclaredParameter) -> Piece:
        piece = self._converter.piece(parameter.schema)
        text = parameter.node.get("description")
        if piece.schema is False:
            return piece
        description = ""
        if isinstance(text, str) and text:
            description = f"{text} ({parameter.param.place})"
        if parameter.node.get("deprecated") is True:
            description = f"{DEPRECATED} {description or piece.schema.get('description', '')}".strip()
        if not description:
            return piece
        schema = {**piece.schema, "description": description}
        return Piece(schema, piece.size + len(description) + 18, piece.depth, piece.links)

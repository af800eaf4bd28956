"""The input schema of a tool: one property for each parameter, and `body`.

Within a budget everything is written out. Beyond it, named schemas move to `$defs`, where each stands once; what is
too large even so is left out with a note.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pytest_uimcp.openapi.schemas.converter import Converter
from pytest_uimcp.openapi.schemas.cutting import cut, note
from pytest_uimcp.openapi.schemas.pieces import Piece, definition_name, weight
from pytest_uimcp.openapi.schemas.rules import DEPRECATED
from pytest_uimcp.openapi.schemas.shape import Shape
from pytest_uimcp.openapi.schemas.uploads import RAW_TEXT, RAW_UPLOAD
from pytest_uimcp.openapi.spec.bodies import Content, is_raw, wanted_type
from pytest_uimcp.openapi.spec.document import Document
from pytest_uimcp.openapi.spec.media import MULTIPART, is_text
from pytest_uimcp.openapi.spec.parameters import BODY, Declared
from pytest_uimcp.openapi.warn import Warn

__all__ = ["DEEPEST", "INLINED", "LARGEST", "Inputs"]

DEEPEST: Final = 32
INLINED: Final = 64 * 1024
LARGEST: Final = 256 * 1024


class Inputs:
    """Makes the input schemas of the operations of one document."""

    def __init__(self, document: Document, warn: Warn) -> None:
        self._document = document
        self._warn = warn
        self._shape = Shape(document.references)
        self._flavours: dict[tuple[bool, bool], _Flavour] = {}

    def schema(self, parameters: Sequence[Declared], body: Content | None) -> dict[str, Any]:
        """The schema of the arguments of one operation. Parts of it are shared: not to be changed."""
        uploads = body is not None and body.kind == MULTIPART
        required = [each.param.argument for each in parameters if each.param.required]
        if body is not None and body.required:
            required.append(BODY)
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
        if key not in self._flavours:
            converter = Converter(self._document.references, self._warn, uploads=uploads, linked=linked)
            self._flavours[key] = _Flavour(converter, self._shape)
        return self._flavours[key]


def _fits(pieces: Mapping[str, Piece], definitions: Mapping[str, Piece]) -> bool:
    size = sum(piece.size for piece in (*pieces.values(), *definitions.values()))
    return size <= INLINED and max((piece.depth for piece in pieces.values()), default=0) < DEEPEST


def _written(pieces: Mapping[str, Piece], definitions: Mapping[str, Piece], required: list[str]) -> dict[str, Any]:
    room = LARGEST
    properties = {}
    for name, piece in pieces.items():
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
        fits = piece.size <= room
        room -= piece.size if fits else 0
        yield definition_name(pointer), (piece.schema if fits else note())


def _raw(body: Content, piece: Piece) -> Piece:
    """What is accepted for a body that is sent as it is, with the description that the schema has."""
    schema = RAW_TEXT if is_text(body.media_type) else RAW_UPLOAD
    described = {**schema, "description": f"{body.kind}, as it is sent", **_words(piece)}
    return Piece(described, weight(described), 3)


def _words(piece: Piece) -> dict[str, Any]:
    own = piece.schema if isinstance(piece.schema, dict) else {}
    return {key: own[key] for key in ("title", "description") if key in own}


def _typed(piece: Piece, kind: str | list[str]) -> Piece:
    """The schema with this type; of one with another type only the words are kept."""
    if isinstance(piece.schema, dict) and "type" not in piece.schema:
        own = piece.schema
    else:
        own = _words(piece)
    return replace(piece, schema={**own, "type": kind}, size=piece.size + weight(kind) + 8)


class _Flavour:
    """One way of converting, with the parameters that operations share."""

    def __init__(self, converter: Converter, shape: Shape) -> None:
        self._converter = converter
        self._shape = shape
        self._parameters: dict[int, tuple[Declared, Piece]] = {}

    def pieces(self, parameters: Sequence[Declared], body: Content | None) -> dict[str, Piece]:
        """The properties of a tool by name; what admits nothing is none."""
        found = {each.param.argument: self._parameter(each) for each in parameters}
        if body is not None:
            found[BODY] = self._body(body)
        return {name: piece for name, piece in found.items() if piece.schema is not False}

    def definitions(self, pieces: Mapping[str, Piece]) -> Iterator[tuple[str, Piece]]:
        """All that pieces link to, the nearest first."""
        todo = [link for piece in pieces.values() for link in sorted(piece.links)]
        seen = set()
        while todo:
            pointer = todo.pop(0)
            if pointer not in seen:
                seen.add(pointer)
                piece = self._converter.definition(pointer)
                yield pointer, piece
                todo += sorted(piece.links)

    def _body(self, body: Content) -> Piece:
        piece = self._converter.piece(body.schema)
        if is_raw(body, self._shape):
            return _raw(body, piece)
        kind = wanted_type(body, self._shape)
        if kind is None:
            return piece
        return _typed(piece, kind)

    def _parameter(self, declared: Declared) -> Piece:
        found = self._parameters.get(id(declared.node))
        if found is None:
            # Kept with its declaration, whose node so stays alive.
            found = self._parameters[id(declared.node)] = (declared, self._described(declared))
        return found[1]

    def _described(self, declared: Declared) -> Piece:
        piece = self._converter.piece(declared.schema)
        text = declared.node.get("description")
        if piece.schema is False:
            return piece
        if isinstance(text, str) and text:
            described = f"{text} ({declared.param.place})"
        else:
            described = ""
        if declared.node.get("deprecated") is True:
            described = f"{DEPRECATED} {described or piece.schema.get('description', '')}".strip()
        if not described:
            return piece
        schema = {**piece.schema, "description": described}
        return Piece(schema, piece.size + len(described) + 18, piece.depth, piece.links)

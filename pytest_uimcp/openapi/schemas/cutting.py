"""A schema that is too large, made smaller: its largest parts give way to a note."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pytest_uimcp.openapi.schemas.keywords import CHILD, CHILDREN, NAMED
from pytest_uimcp.openapi.schemas.pieces import weight

__all__ = ["LEFT_OUT_NOTE", "cut", "note"]

LEFT_OUT_NOTE: Final = "(left out: too large to show; see the API's documentation)"


def note(schema: Any = None) -> dict[str, Any]:
    """What stands for a part that is left out."""
    kind = schema.get("type", "object") if isinstance(schema, dict) else "object"
    return {"type": kind, "description": LEFT_OUT_NOTE}


def cut(schema: Any, room: int) -> Any:
    """The schema in so many characters, as far as that can be; a copy where it differs."""
    excess = weight(schema) - room
    if excess <= 0:
        return schema
    parts = sorted(_children(schema), key=lambda part: -part[1])
    if not parts or parts[0][1] * 2 < excess:  # not worth keeping a skeleton of ever smaller parts
        return note(schema)
    result = schema
    for path, size in parts:
        if excess <= 0:
            break
        smaller = cut(_at(result, path), size - excess)
        result = _with(result, path, smaller)
        excess -= size - weight(smaller)
    return result if excess <= 0 else note(schema)


_Path = tuple[str] | tuple[str, Any]


def _children(schema: Any) -> Iterator[tuple[_Path, int]]:
    for key, value in schema.items() if isinstance(schema, dict) else ():
        if key in NAMED and isinstance(value, dict):
            yield from (((key, name), weight(child)) for name, child in value.items())
        elif key in CHILDREN and isinstance(value, list):
            yield from (((key, index), weight(child)) for index, child in enumerate(value))
        elif key in CHILD and isinstance(value, dict):
            yield (key,), weight(value)


def _at(schema: dict[str, Any], path: _Path) -> Any:
    return schema[path[0]] if len(path) == 1 else schema[path[0]][path[1]]


def _with(schema: dict[str, Any], path: _Path, child: Any) -> dict[str, Any]:
    if len(path) == 1:
        return {**schema, path[0]: child}
    inside = schema[path[0]]
    if isinstance(inside, list):
        return {**schema, path[0]: [*inside[: path[1]], child, *inside[path[1] + 1 :]]}
    return {**schema, path[0]: {**inside, path[1]: child}}

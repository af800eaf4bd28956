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
    smaller: dict[_Path, Any] = {}
    for path, child, size in sorted(_children(schema), key=lambda part: -part[2]):
        if excess <= 0:
            break
        smaller[path] = cut(child, size - excess)
        excess -= size - weight(smaller[path])
    if excess <= 0:
        return _with(schema, smaller)
    return note(schema)


# A keyword, and in a list or mapping of schemas the place there.
_Path = tuple[str, Any]
_ITSELF: Final = None


def _children(schema: Any) -> Iterator[tuple[_Path, Any, int]]:
    for key, value in schema.items() if isinstance(schema, dict) else ():
        if key in NAMED and isinstance(value, dict):
            yield from (((key, name), child, weight(child)) for name, child in value.items())
        elif key in CHILDREN and isinstance(value, list):
            yield from (((key, index), child, weight(child)) for index, child in enumerate(value))
        elif key in CHILD and isinstance(value, dict):
            yield (key, _ITSELF), value, weight(value)


def _with(schema: dict[str, Any], smaller: dict[_Path, Any]) -> dict[str, Any]:
    result = dict(schema)
    for key in dict.fromkeys(key for key, _ in smaller):
        if (key, _ITSELF) in smaller:
            result[key] = smaller[key, _ITSELF]
        elif isinstance(schema[key], list):
            result[key] = [smaller.get((key, index), child) for index, child in enumerate(schema[key])]
        else:
            result[key] = {name: smaller.get((key, name), child) for name, child in schema[key].items()}
    return result

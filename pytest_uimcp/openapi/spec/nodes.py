"""Values of a document that may be anything, as what they should be: empty if they are something else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

_Value = TypeVar("_Value")


# Specifications are written by hand and by generators, and often wrong: what is no object is treated as an empty one,
# so that the rest of the document can still be used.
def as_object(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    return {}


def as_list(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    return []


def items_of(value: Any) -> list[Any]:
    """The items of a list; of anything else itself, as the only one."""
    return value if isinstance(value, list) else [value]


def as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return ""


def texts(value: Any) -> list[str]:
    return [item for item in as_list(value) if isinstance(item, str)]


def looked_up(table: Mapping[str, _Value], key: Any, default: _Value) -> _Value:
    if isinstance(key, str):
        return table.get(key, default)
    return default

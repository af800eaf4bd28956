"""Objects and arrays as pairs with brackets in their names, as `deepObject` writes them and most servers read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pytest_uimcp.openapi.requests.scalars import scalar

__all__ = ["DEEP", "bracketed"]

DEEP: Final = "deepObject"


def bracketed(name: str, value: Any, argument: str) -> Iterator[tuple[str, str]]:
    """`name[key]` for each entry of an object, `name[]` for each item of an array, or `name[0]` if items have parts."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from bracketed(f"{name}[{key}]", item, argument)
    elif isinstance(value, list):
        has_parts = any(isinstance(item, dict | list) for item in value)
        for number, item in enumerate(value):
            yield from bracketed(f"{name}[{number if has_parts else ''}]", item, argument)
    elif value is not None:
        yield name, scalar(value, argument)

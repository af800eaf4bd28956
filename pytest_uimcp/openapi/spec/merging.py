"""Parameters of a path item apply to each of its operations, unless the operation has its own of the same name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["Follow", "merged"]

Follow = Callable[[Any], dict[str, Any] | None]


def merged(follow: Follow, *lists: Any) -> Iterator[dict[str, Any]]:
    """The parameters of several lists, references followed; a later one takes the place of an earlier one."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for parameters in lists:
        for node in parameters if isinstance(parameters, list) else ():
            parameter = follow(node)
            if parameter and isinstance(parameter.get("name"), str) and isinstance(parameter.get("in"), str):
                found[parameter["name"], parameter["in"]] = parameter
    yield from found.values()

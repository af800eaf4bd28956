"""JSON Pointers (RFC 6901) as URI fragments: `#/paths/~1pets~1{id}/get`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import unquote

__all__ = ["MISSING", "find", "pointer", "readable", "segments"]

MISSING: Final = object()


def segments(fragment: str) -> tuple[str, ...] | None:
    """The steps of a fragment such as `#/a/b`; None if it is no pointer."""
    path = unquote(fragment.removeprefix("#"))
    if path and not path.startswith("/"):
        return None
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:])


def pointer(steps: Iterable[object]) -> str:
    """The fragment that leads through these steps."""
    return "#" + "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def find(root: Any, steps: Iterable[str]) -> Any:
    """What stands there; MISSING if nothing does."""
    place = root
    for step in steps:
        if isinstance(place, dict) and step in place:
            place = place[step]
        elif isinstance(place, list) and step.isdecimal() and int(step) < len(place):
            place = place[int(step)]
        else:
            return MISSING
    return place


def readable(fragment: str) -> str:
    """A pointer as people read it: `paths → /pets → get`."""
    return " → ".join(segments(fragment) or ("the document",))

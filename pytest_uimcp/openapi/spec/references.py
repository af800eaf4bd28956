"""`$ref` within one document, and what it is made of: JSON Pointers (RFC 6901) as fragments, `#/paths/~1pets/get`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote

from pytest_uimcp.openapi.spec.nodes import as_object
from pytest_uimcp.openapi.warn import Warn

MISSING: Final = object()


def segments(fragment: str) -> tuple[str, ...] | None:
    """The steps of a fragment such as `#/a/b`; None if it is no pointer."""
    # First the fragment's own encoding, then the pointer's: `~1` is a slash within a name.
    path = unquote(fragment.removeprefix("#"))
    if path and not path.startswith("/"):
        return None
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:])


def pointer(steps: Iterable[object]) -> str:
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


_MAX_CHAIN_LINKS: Final = 50


@dataclass(frozen=True, slots=True)
class ReferenceTarget:
    pointer: str
    value: Any


class References:
    """Finds what references of a document lead to. What leads nowhere is warned of and left out.

    In OpenAPI 3.1 what stands beside a `$ref` adds to it, before that it means nothing.
    """

    def __init__(self, root: Any, *, siblings: bool, warn: Warn) -> None:
        self.siblings = siblings
        self._root = root
        self._warn = warn
        self._found: dict[str, ReferenceTarget | None] = {}
        # What references with nothing beside them lead to in the end.
        self._followed: dict[str, dict[str, Any] | None] = {}

    def target(self, ref: str) -> ReferenceTarget | None:
        """What `ref` leads to, itself maybe another reference; None if nothing."""
        # Warned of once, however often it is used.
        if ref not in self._found:
            self._found[ref] = self._find(ref)
        return self._found[ref]

    def target_of(self, node: Any) -> ReferenceTarget | None:
        ref = as_object(node).get("$ref")
        return self.target(ref) if isinstance(ref, str) else None

    def _find(self, ref: str) -> ReferenceTarget | None:
        # Nothing is fetched while a specification is read. `loading/external.py` draws files in before, on request.
        if not ref.startswith("#"):
            self._warn(f"the reference {ref!r} leads out of the document and is not followed; it allows anything")
            return None
        steps = segments(ref)
        value = MISSING if steps is None else find(self._root, steps)
        if steps is None or value is MISSING:
            self._warn(f"the reference {ref!r} leads nowhere; it allows anything")
            return None
        return ReferenceTarget(pointer(steps), value)

    def follow(self, node: Any) -> dict[str, Any] | None:
        """The object that a node is or leads to, for all but schemas; None if there is none.

        What stands beside the reference wins in a path item, where OpenAPI leaves it open, and in 3.1.
        """
        if not isinstance(node, dict):
            return None
        ref = node.get("$ref")
        if not isinstance(ref, str):
            return node
        if len(node) > 1:
            return self._follow(node)
        # Most parameters of a large document are a few, referred to again and again.
        if ref not in self._followed:
            self._followed[ref] = self._follow(node)
        return self._followed[ref]

    def _follow(self, node: Any) -> dict[str, Any] | None:
        beside: dict[str, Any] = {}
        for _ in range(_MAX_CHAIN_LINKS):
            if not isinstance(node, dict):
                return None
            ref = node.get("$ref")
            if not isinstance(ref, str):
                if beside:
                    return {**node, **beside}
                return node
            if self.siblings:
                # The outermost reference wins: what stands beside it was written for this use.
                beside = {**{key: value for key, value in node.items() if key != "$ref"}, **beside}
            target = self.target(ref)
            node = target and target.value
        self._warn("references lead to each other in a circle")
        return None

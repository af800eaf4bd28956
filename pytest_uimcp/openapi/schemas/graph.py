"""Which schemas refer to which."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pytest_uimcp.openapi.schemas.cycles import groups
from pytest_uimcp.openapi.schemas.keywords import children
from pytest_uimcp.openapi.spec.references import References, Target
from pytest_uimcp.openapi.warn import Warn

__all__ = ["Graph"]


class Graph:
    """The references between the schemas of a document, by pointer."""

    def __init__(self, references: References, warn: Warn) -> None:
        self._references = references
        self._warn = warn
        self._edges: dict[str, tuple[str, ...]] = {}
        self.cyclic: set[str] = set()

    def bottom_up(self, pointer: str, known: Callable[[str], bool]) -> Iterator[str]:
        """What a pointer leads to, before itself; nothing of what is known. Marks the cyclic ones before they come."""
        for group, is_cycle in groups(pointer, self._edges_of, known):
            if is_cycle:
                self.cyclic.update(group)
            yield from group

    def schema(self, pointer: str) -> Any:
        """The schema of a pointer, past references that are nothing else; `{}` if they lead in a circle."""
        seen = {pointer}
        target = self._references.target(pointer)
        while target and (following := self._alias(target)):
            if following.pointer in seen:
                self._warn(f"the reference {following.pointer!r} leads to itself; it allows anything")
                return {}
            seen.add(following.pointer)
            target = following
        if target:
            return target.value
        return {}

    def _alias(self, target: Target) -> Target | None:
        value = target.value
        if not isinstance(value, dict) or not isinstance(value.get("$ref"), str):
            return None
        if self._references.siblings and len(value) > 1:
            return None
        return self._references.target(value["$ref"])

    def _edges_of(self, pointer: str) -> tuple[str, ...]:
        if pointer not in self._edges:
            self._edges[pointer] = tuple(dict.fromkeys(self._links(self.schema(pointer))))
        return self._edges[pointer]

    def _links(self, schema: Any) -> Iterator[str]:
        todo = [schema]
        while todo:
            node = todo.pop()
            if not isinstance(node, dict):
                continue
            has_ref = isinstance(node.get("$ref"), str)
            if has_ref and (target := self._references.target(node["$ref"])):
                yield target.pointer
            if not has_ref or self._references.siblings:
                todo += children(node)

"""Which schemas refer to which, and which of them lead back to themselves.

The groups of schemas that lead to each other are Tarjan's strongly connected components. There is no recursion: the
chains of references in large specifications are longer than Python's stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pytest_uimcp.openapi.schemas.keywords import children
from pytest_uimcp.openapi.spec.references import References, ReferenceTarget
from pytest_uimcp.openapi.warn import Warn


class Graph:
    def __init__(self, references: References, warn: Warn) -> None:
        self._references = references
        self._warn = warn
        self._edges: dict[str, tuple[str, ...]] = {}
        self.cyclic: set[str] = set()

    def bottom_up(self, pointer: str, is_done: Callable[[str], bool]) -> Iterator[str]:
        """What a pointer leads to, before itself; nothing of what is known. Marks the cyclic ones before they come."""
        for group, is_cycle in groups(pointer, self._edges_of, is_done):
            if is_cycle:
                self.cyclic.update(group)
            yield from group

    def schema(self, pointer: str) -> Any:
        """The schema of a pointer, past references that are nothing else; `{}` if they lead in a circle."""
        visited = {pointer}
        target = self._references.target(pointer)
        # A reference that is nothing else gets the schema at its end, so that it does not count as a cycle of its own.
        while target and (following := self._alias(target)):
            if following.pointer in visited:
                self._warn(f"the reference {following.pointer!r} leads to itself; it allows anything")
                return {}
            visited.add(following.pointer)
            target = following
        if target:
            return target.value
        return {}

    def _alias(self, target: ReferenceTarget) -> ReferenceTarget | None:
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
            # In 3.0 what stands beside a `$ref` means nothing.
            if not has_ref or self._references.siblings:
                todo += children(node)


def groups(
    start: str, edges: Callable[[str], Sequence[str]], is_done: Callable[[str], bool]
) -> Iterator[tuple[list[str], bool]]:
    """What can be reached from a start, in groups that lead to each other, those that others lead to first.

    With each group comes whether it is a cycle. Nothing is said of what `is_done`.
    """
    # `number` is the order of discovery; `low_links` the earliest schema on the path that can be reached from one.
    number: dict[str, int] = {}
    low_links: dict[str, int] = {}
    path: list[str] = []
    on_path: set[str] = set()
    work: list[tuple[str, Iterator[str]]] = []

    def enter(node: str) -> None:
        number[node] = low_links[node] = len(number)
        path.append(node)
        on_path.add(node)
        work.append((node, iter(edges(node))))

    if not is_done(start):
        enter(start)
    while work:
        node, edges_left = work[-1]
        for following in edges_left:
            if following not in number and not is_done(following):
                enter(following)
                break
            if following in on_path:
                low_links[node] = min(low_links[node], number[following])
        else:
            work.pop()
            if work:
                parent = work[-1][0]
                low_links[parent] = min(low_links[parent], low_links[node])
            if low_links[node] == number[node]:
                group = path[path.index(node) :]
                del path[-len(group) :]
                on_path.difference_update(group)
                yield group, len(group) > 1 or node in edges(node)

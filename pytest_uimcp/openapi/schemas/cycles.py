"""Which schemas lead back to themselves: Tarjan's strongly connected components, without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

__all__ = ["groups"]


def groups(
    start: str, edges: Callable[[str], Sequence[str]], known: Callable[[str], bool]
) -> Iterator[tuple[list[str], bool]]:
    """What can be reached from a start, in groups that lead to each other, those that others lead to first.

    With each group comes whether it is a cycle. Nothing is said of what is `known`.
    """
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    on_path: set[str] = set()
    work: list[tuple[str, Iterator[str]]] = []

    def enter(node: str) -> None:
        number[node] = low[node] = len(number)
        path.append(node)
        on_path.add(node)
        work.append((node, iter(edges(node))))

    if not known(start):
        enter(start)
    while work:
        node, rest = work[-1]
        for following in rest:
            if following not in number and not known(following):
                enter(following)
                break
            if following in on_path:
                low[node] = min(low[node], number[following])
        else:
            work.pop()
            if work:
                above = work[-1][0]
                low[above] = min(low[above], low[node])
            if low[node] == number[node]:
                group = path[path.index(node) :]
                del path[-len(group) :]
                on_path.difference_update(group)
                yield group, len(group) > 1 or node in edges(node)

"""What is wrong with a session's files, kept until it is mended.

A file that fails does not stop the session: it becomes a problem, shown to whoever looks (status, debug
page, console, browser), and goes when the file works again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

__all__ = ["Problem", "Problems"]

_ACTIVITIES: Final = {"lua": "running {}", "viewdef": "reading {}", "mutate": "running mutate() of {}"}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: what kind, where (a path relative to base_dir), and in words."""

    kind: str
    where: str
    message: str
    line: int | None = None
    traceback: str = ""

    def __str__(self) -> str:
        return self.message if self.where in self.message else f"{self.where}: {self.message}"

    @property
    def activity(self) -> str:
        """What was being done when it turned up."""
        return _ACTIVITIES.get(self.kind, "reading files").format(self.where)


class Problems:
    """The problems of one session, at most one per kind and place; any thread may look."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[tuple[str, str], Problem] = {}

    def record(self, problem: Problem) -> None:
        """Note a problem in place of an earlier one of the same kind and place."""
        with self._lock:
            self._found.pop((problem.kind, problem.where), None)
            self._found[problem.kind, problem.where] = problem

    def clear(self, kind: str, where: str) -> bool:
        """Forget what was wrong there; whether there was anything."""
        with self._lock:
            return self._found.pop((kind, where), None) is not None

    def replace(self, kind: str, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """Make these all there is of a kind; those that were not there before."""
        present = {(kind, problem.where): problem for problem in problems}
        with self._lock:
            before = {key: found for key, found in self._found.items() if key[0] == kind}
            for key in before.keys() - present.keys():
                del self._found[key]
            self._found.update(present)
        return tuple(problem for key, problem in present.items() if before.get(key) != problem)

    def of(self, kind: str) -> tuple[Problem, ...]:
        """The problems of one kind, oldest first."""
        return tuple(problem for problem in self if problem.kind == kind)

    def __iter__(self) -> Iterator[Problem]:
        with self._lock:
            found = tuple(self._found.values())
        return iter(found)

    def __len__(self) -> int:
        return len(self._found)

"""What is wrong with a session's files, kept until it is fixed.

A file that fails does not stop the session. It becomes a problem, which status, debug page, console and browser show
until the file works again.
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
    """Something that is wrong: its kind, the file (relative to base_dir) and a message."""

    kind: str
    place: str
    message: str
    line: int | None = None
    traceback: str = ""

    def __str__(self) -> str:
        if self.place in self.message:
            return self.message
        return f"{self.place}: {self.message}"

    @property
    def activity(self) -> str:
        """What the session was doing when the problem occurred."""
        return _ACTIVITIES.get(self.kind, "reading files").format(self.place)


class Problems:
    """The problems of one session, at most one per kind and place; readable from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[tuple[str, str], Problem] = {}

    def record(self, problem: Problem) -> None:
        """Record a problem; it replaces an earlier one of the same kind and place."""
        with self._lock:
            # Taken out first, so that it goes to the end: the newest problem is shown last.
            self._found.pop((problem.kind, problem.place), None)
            self._found[problem.kind, problem.place] = problem

    def clear(self, kind: str, place: str) -> bool:
        """Remove the problem there; returns whether there was one."""
        with self._lock:
            return self._found.pop((kind, place), None) is not None

    def replace(self, kind: str, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """Replace all problems of a kind; returns those that are new."""
        present = {(kind, problem.place): problem for problem in problems}
        with self._lock:
            previous = {key: problem for key, problem in self._found.items() if key[0] == kind}
            for key in previous.keys() - present.keys():
                del self._found[key]
            self._found.update(present)
        # Equal ones are not new: their message was announced before.
        return tuple(problem for key, problem in present.items() if previous.get(key) != problem)

    def of(self, kind: str) -> tuple[Problem, ...]:
        """The problems of one kind, oldest first."""
        return tuple(problem for problem in self if problem.kind == kind)

    def __iter__(self) -> Iterator[Problem]:
        with self._lock:
            problems = tuple(self._found.values())
        return iter(problems)

    def __len__(self) -> int:
        return len(self._found)

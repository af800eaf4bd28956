"""What is wrong with a session's files, kept until it is fixed.

A file that fails does not stop the session. It becomes a problem, which status, debug page, console and browser show
until the file works again. Each has a number, which tabs use to tell which of the problems they show are still open; a
problem whose message changes is another one.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Final

from pytest_uimcp.core.records import dataclass

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
    # Given when it is recorded, from 1 up. It says nothing about what is wrong, so equality leaves it out.
    id: int = field(default=0, compare=False)

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
        self._last_id = 0
        # How many have been closed or replaced since the session began.
        self.closings = 0

    def record(self, problem: Problem) -> Problem:
        """Record a problem and return it with its id; it replaces an earlier one of the same kind and place."""
        with self._lock:
            # Taken out first, so that it goes to the end: the newest problem is shown last.
            self._close((problem.kind, problem.place))
            return self._add(problem)

    def clear(self, kind: str, place: str) -> bool:
        """Remove the problem there; returns whether there was one."""
        with self._lock:
            return self._close((kind, place))

    def replace(self, kind: str, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """Replace all problems of a kind; returns those that are new."""
        present = {(kind, problem.place): problem for problem in problems}
        with self._lock:
            previous = {key: problem for key, problem in self._found.items() if key[0] == kind}
            for key in [key for key, problem in previous.items() if present.get(key) != problem]:
                self._close(key)
            # Equal ones are not new: they keep their id, and their message was announced before.
            return tuple(self._add(problem) for key, problem in present.items() if previous.get(key) != problem)

    def of(self, kind: str) -> tuple[Problem, ...]:
        """The problems of one kind, oldest first."""
        return tuple(problem for problem in self if problem.kind == kind)

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the open problems, oldest first."""
        return tuple(problem.id for problem in self)

    def _close(self, key: tuple[str, str]) -> bool:
        if self._found.pop(key, None) is None:
            return False
        self.closings += 1
        return True

    def _add(self, problem: Problem) -> Problem:
        self._last_id += 1
        numbered = replace(problem, id=self._last_id)
        self._found[problem.kind, problem.place] = numbered
        return numbered

    def __iter__(self) -> Iterator[Problem]:
        with self._lock:
            problems = tuple(self._found.values())
        return iter(problems)

    def __len__(self) -> int:
        return len(self._found)

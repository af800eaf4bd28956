"""What a browser does not do at once: microtasks, frames and timers, in its order.

Components emit most of their events later than the change that causes them: when they have drawn it, or when an
animation has ended. Between the listeners of an event that comes from the user, microtasks run; after it, frames and
timers. Time itself does not pass here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, TypeAlias

__all__ = ["Tasks"]

Task: TypeAlias = Callable[[], object]
# So that tasks that cause each other without end do not stop a test from ending.
_MAX_ROUNDS: Final = 1000


class Tasks:
    __slots__ = ("_animations", "_depth", "_frames", "_keys", "_script", "_slow", "_soon", "_timers")

    def __init__(self) -> None:
        self._soon: deque[Task] = deque()
        self._animations: deque[Task] = deque()
        self._frames: deque[Task] = deque()
        self._timers: deque[Task] = deque()
        self._slow: deque[Task] = deque()
        self._keys: set[object] = set()
        self._depth = 0
        self._script = _Script(self)

    def soon(self, task: Task) -> None:
        """Run a task when the code that runs now is done: a microtask."""
        self._soon.append(task)

    def when_animated(self, task: Task) -> None:
        self._animations.append(task)

    def at_frame(self, task: Task) -> None:
        """Run a task before the next picture is drawn; by then short animations have ended."""
        self._frames.append(task)

    def later(self, task: Task) -> None:
        self._timers.append(task)

    def later_once(self, key: object, task: Task) -> None:
        """Run a task by a timer, unless one with the same key waits already."""
        if key in self._keys:
            return
        self._keys.add(key)

        def run() -> None:
            self._keys.discard(key)
            task()

        self._timers.append(run)

    def after_answers(self, task: Task) -> None:
        """Run a task by a timer of a tenth of a second and more: the server has answered by then."""
        self._slow.append(task)

    def run_slow(self) -> bool:
        """Run what waits for the answers; returns whether there was anything."""
        if not self._slow:
            return False
        self._timers.extend(self._slow)
        self._slow.clear()
        return self.run()

    @property
    def pending(self) -> int:
        return len(self._soon) + len(self._animations) + len(self._frames) + len(self._timers)

    def script(self) -> _Script:
        """Code runs: nothing else does until it is done."""
        return self._script

    def run(self) -> bool:
        """Run everything, and all that follows from it; returns whether there was anything."""
        any_ran = False
        for _ in range(_MAX_ROUNDS):
            if self._soon:
                any_ran = True
                self._drain()
            # In this order: short animations end before the next frame, and timers wait longest.
            queue = next(filter(None, (self._animations, self._frames, self._timers)), None)
            if queue is None:
                return any_ran
            any_ran = True
            # What a task adds to its own queue waits for the next round.
            for _ in range(len(queue)):
                with self.script():
                    queue.popleft()()
        return any_ran

    def begin_script(self) -> None:
        self._depth += 1

    def end_script(self) -> None:
        self._depth -= 1
        if self._soon and not self._depth:
            self._drain()

    def _drain(self) -> None:
        while self._soon:
            # A script that ends within the task leaves the rest of the queue to this loop.
            self._depth += 1
            try:
                self._soon.popleft()()
            finally:
                self._depth -= 1


class _Script:
    """A `with` block in which code runs; a generator would do, but every listener runs in one."""

    __slots__ = ("_tasks",)

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks

    def __enter__(self) -> None:
        self._tasks.begin_script()

    def __exit__(self, *_: object) -> None:
        self._tasks.end_script()

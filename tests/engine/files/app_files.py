"""Files of apps, and a session's record of them, for tests of what a look at the files finds to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pytest_uimcp.engine.files.reloading import ReloadPlan, ReloadPlanner
from pytest_uimcp.engine.files.sources import Sources
from pytest_uimcp.engine.files.viewdefs import ViewdefStore
from tests.files import put

VIEW = "<template>one</template>"
OTHER = "<template>two</template>"


class Time:
    """A clock that moves when somebody waits, and lets something happen meanwhile."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waits: list[float] = []
        self.events: list[Callable[[], object]] = []

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.waits.append(seconds)
        if self.events:
            self.events.pop(0)()

    def __call__(self) -> float:
        return self.now


class AppFiles:
    """A directory of apps, a session's record of it, and the reloader between the two."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.sources = Sources(base)
        self.viewdefs = ViewdefStore(base)
        self.planner = ReloadPlanner(self.sources, self.viewdefs)
        self.time = Time()

    def put(self, name: str, content: str) -> Path:
        return put(self.base / name, content)

    def settle(self) -> None:
        self.planner.settle(self.time.wait, self.time)

    def plan(self) -> ReloadPlan:
        return self.planner.plan()

    def texts(self) -> list[bytes]:
        return [source.text for source in self.plan().sources]

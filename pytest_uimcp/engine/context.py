"""What the parts of one session share: its place, its thread, its Lua state, its problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from pytest_uimcp.core.clock import Clock
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.engine.files.sources import Sources
from pytest_uimcp.engine.files.viewdefs import ViewdefStore
from pytest_uimcp.engine.log import ERROR, Log
from pytest_uimcp.engine.lua.host import LuaHost, error_of
from pytest_uimcp.engine.lua.output import Output
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.problems import Problem, Problems
from pytest_uimcp.engine.worker import Worker

__all__ = ["AppFailed", "Core"]

T = TypeVar("T")
AppFailed: TypeAlias = Callable[[UimcpError, str], None]
"""Told of an error of the app that no caller was answered with, and of what was being done."""


class Core:
    """The common ground. What touches `host`, `sources` or `viewdefs` does so on the worker's thread."""

    host: LuaHost

    def __init__(self, base_dir: Path, options: SessionOptions, clock: Clock, output: Output, vended_id: str) -> None:
        self.base_dir = base_dir
        self.options = options
        self.clock = clock
        self.output = output
        self.vended_id = vended_id
        self.log = Log(output, vended_id)
        self.problems = Problems()
        self.sources = Sources(base_dir, options.lua_io)
        self.viewdefs = ViewdefStore(base_dir, bundled=options.viewdefs)
        self.worker = Worker(f"uimcp-session-{vended_id}", clock, self._finish)
        self.urgent = False
        self.last_used = clock.now()
        self.after_unit: Callable[[], None] = _nothing
        self.tell: Callable[[str, str], None] = _nothing
        self.app_failed: AppFailed = _nothing
        self._booted = self._aborted = False

    def boot(self, functions: Mapping[str, Callable[..., Any]]) -> None:
        """Make the Lua state."""
        self.host = LuaHost(
            output=self.output,
            limits=self.options.limits,
            dialect=self.options.dialect,
            access=self.options.lua_io,
            base_dir=self.base_dir,
            directory=self.options.directory,
            functions=functions,
        )
        self._booted = True
        if self._aborted:
            self.host.abort()

    @property
    def busy_since(self) -> float | None:
        """When Lua last got a fresh time budget, from any thread; None while it is idle."""
        return self.host.busy_since if self._booted else None

    def submit(self, work: Callable[[], T], *, urgent: bool = False, patient: bool = False) -> Future[T]:
        """Queue a unit of work, from any thread: what it changed is detected and sent before it is answered."""
        self.last_used = self.clock.now()
        return self.worker.submit(partial(self.unit, work, urgent), patient=patient)

    def unit(self, work: Callable[[], T], urgent: bool = False) -> T:
        """Do a unit of work now; `urgent` (which the work itself may set) sends at once what changed."""
        self.urgent = urgent
        try:
            return work()
        finally:
            self.after_unit()

    def report(self, problem: Problem, code: str, error: UimcpError) -> None:
        """Record a problem, log it and tell everybody of it."""
        self.problems.record(problem)
        self.spread(problem, code, error)

    def spread(self, problem: Problem, code: str, error: UimcpError) -> None:
        """Log a problem that is recorded already and tell everybody: the faces, and whoever tests the app."""
        self.app_failed(error, problem.doing)
        self.log(ERROR, f"{problem}\n{problem.traceback}".rstrip())
        self.tell(code, str(problem))

    def app_failed_in_lua(self, doing: bytes, *error: Any) -> None:
        """The host function `app_failed`: what was being done, and the error as `error_of` takes it."""
        self.app_failed(error_of(*error), doing.decode("utf-8", "replace"))

    def note_viewdefs(self) -> tuple[Problem, ...]:
        """Take over what the viewdefs' store says is wrong; those that are new."""
        found = {Problem("viewdef", error.file, str(error), error.line): error for error in self.viewdefs.problems}
        new = self.problems.replace("viewdef", found)
        for problem in new:
            self.spread(problem, "viewdef", found[problem])
        return new

    def abort(self) -> None:
        """Have what runs end soon, from any thread; what fails from now on fails because of that."""
        self.after_unit = self.tell = self.app_failed = _nothing
        self.log.end()
        self._aborted = True
        if self._booted:
            self.host.abort()

    def _finish(self) -> None:
        if self._booted:
            self.host.close()


def _nothing(*_: object) -> None:
    """What happens before there is somebody to tell."""

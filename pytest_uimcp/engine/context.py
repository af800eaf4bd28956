"""What the parts of one session share.

A session is a few parts around one Lua state, and this object is what they have in common:

    Session ── the public class: every method works from any thread
      ├── Startup      runs the app directory's files once
      ├── Reloader     runs changed files again, sends changed viewdefs
      ├── Connections  takes frames from tabs and sends them what changed
      ├── Timers       setTimeout and its relatives
      └── StallDetector  answers in the session's place while Lua cannot be interrupted
            all of them hold ── SessionContext: worker, Lua host, sources, viewdefs, problems, log

Each *unit of work* (a frame, a piece of code, a timer, a look at the files) goes through `submit` to the worker's
queue and runs in `unit`: first the work, then the hook `after_unit`, which detects what changed and sends it. A future
is answered after both, so its caller sees a session that has sent every change. `urgent` decides whether the
changes leave at once, because a user waits for them, or a few milliseconds later together with others.

The context knows none of the parts. What it has to call in them comes as `SessionHooks`;
`after_unit` is not called before `opened`, and none of them after `abort`, when whatever fails does so because the
session is being closed.

Threads: `submit`, `busy_since`, `report` and `abort` may be used from any; `host`, `sources` and `viewdefs` only on
the worker's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from pytest_uimcp.core.clock import Clock
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.engine.files.sources import Sources
from pytest_uimcp.engine.files.viewdefs import ViewdefStore
from pytest_uimcp.engine.log import ERROR, Log
from pytest_uimcp.engine.lua.host import LuaHost, error_of
from pytest_uimcp.engine.lua.output import Output
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.problems import Problem, Problems
from pytest_uimcp.engine.worker import Worker

__all__ = ["AppFailed", "SessionContext", "SessionHooks"]

T = TypeVar("T")
# Called with an error of the app that answers no caller, and with what was being done when it happened.
AppFailed: TypeAlias = Callable[[UimcpError, str], None]


@dataclass(frozen=True, slots=True)
class SessionHooks:
    # Called on the worker after each unit of work.
    after_unit: Callable[[], None]
    # Sends an error code and a problem to every connection.
    broadcast_problem: Callable[[str, Problem], None]
    app_failed: AppFailed


class SessionContext:
    host: LuaHost

    def __init__(
        self,
        base_dir: Path,
        options: SessionOptions,
        clock: Clock,
        output: Output,
        vended_id: str,
        hooks: SessionHooks,
    ) -> None:
        self.base_dir = base_dir
        self.options = options
        self.clock = clock
        self.output = output
        self.vended_id = vended_id
        self.log = Log(output, vended_id)
        self.problems = Problems()
        self.sources = Sources(base_dir, options.lua_io, options.backdrop)
        self.viewdefs = ViewdefStore(
            base_dir,
            bundled=options.viewdefs,
            backdrop=options.backdrop,
            directories=options.viewdef_directories,
        )
        self.worker = Worker(f"uimcp-session-{vended_id}", clock, self._close_host, self._rest)
        self.urgent = False
        self.last_used = clock.now()
        self._hooks = hooks
        # Three flags, since closing may come at any time, from another thread: before the Lua state is there (then it
        # is aborted as soon as it is), while files run at the start, or later.
        self._booted = self._opened = self._aborted = False

    def boot(self, functions: Mapping[str, Callable[..., Any]]) -> None:
        self.host = LuaHost(
            output=self.output,
            limits=self.options.limits,
            dialect=self.options.dialect,
            access=self.options.lua_io,
            base_dir=self.base_dir,
            directory=self.options.directory,
            environment=self.options.environment,
            backdrop=self.options.backdrop,
            functions=functions,
        )
        self._booted = True
        # Closed while the state was being made: nothing of the app may start now.
        if self._aborted:
            self.host.abort()

    def opened(self) -> None:
        """From now on each unit of work ends with `after_unit`."""
        self._opened = True

    @property
    def busy_since(self) -> float | None:
        """When Lua last got a fresh time budget, from any thread; None while it is idle."""
        if self._booted:
            return self.host.busy_since
        return None

    @property
    def waiting(self) -> bool:
        """Whether Lua waits for a command, from any thread."""
        return self._booted and self.host.waiting

    def submit(self, work: Callable[[], T], *, urgent: bool = False, survives_stall: bool = False) -> Future[T]:
        """Queue a unit of work, from any thread."""
        self.last_used = self.clock.now()
        return self.worker.submit(partial(self.unit, work, urgent), survives_stall=survives_stall)

    def unit(self, work: Callable[[], T], urgent: bool = False) -> T:
        """Run a unit of work now; with `urgent`, which the work itself may set, its changes are sent at once."""
        self.urgent = urgent
        try:
            return work()
        finally:
            # Not while the start runs: its files make the first state, which nobody has seen yet.
            if self._opened and not self._aborted:
                self._hooks.after_unit()

    def report(self, problem: Problem, code: str, error: UimcpError) -> None:
        self._announce(self.problems.record(problem), code, error)

    def app_failed(self, error: UimcpError, doing: str) -> None:
        """Pass on an error of the app that answers no caller."""
        if not self._aborted:
            self._hooks.app_failed(error, doing)

    def app_failed_from_lua(self, doing: bytes, *error: Any) -> None:
        """The host function `app_failed`: what was being done, then the error as `error_of` takes it."""
        self.app_failed(error_of(*error), doing.decode("utf-8", "replace"))

    def record_viewdef_problems(self) -> None:
        """Record what the viewdef store finds wrong now, and announce what is new."""
        errors = {Problem("viewdef", error.file, str(error), error.line): error for error in self.viewdefs.problems}
        for problem in self.problems.replace("viewdef", errors):
            self._announce(problem, "viewdef", errors[problem])

    def abort(self) -> None:
        """Stop what runs as soon as possible, from any thread; the hooks and the log are silent from now on."""
        self._aborted = True
        self.log.end()
        if self._booted:
            self.host.abort()

    def _announce(self, problem: Problem, code: str, error: UimcpError) -> None:
        self.app_failed(error, problem.activity)
        self.log(ERROR, f"{problem}\n{problem.traceback}".rstrip())
        if not self._aborted:
            self._hooks.broadcast_problem(code, problem)

    def _rest(self) -> None:
        if self._booted:
            self.host.rest()

    def _close_host(self) -> None:
        if self._booted:
            self.host.close()

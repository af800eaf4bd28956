"""Hot reload: finds out what changed in the files of a session and runs it again, as one unit of work.

A look has two steps. `ReloadPlanner` compares the files with what the session has of them and reads what changed: its
plan needs no Lua. `Reloader` carries the plan out on the worker. Changed Lua files run in the order in which they were
first loaded, with `session.reloading` true, then those that failed before (a file they need may be mended now), then
`mutate()` of every changed prototype. Changed viewdefs go to the tabs that have them. A file that somebody is still
writing is left for the next look.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.engine.connections import Connections
from pytest_uimcp.engine.context import SessionContext
from pytest_uimcp.engine.evaluation import decode_json
from pytest_uimcp.engine.files.file_state import BeingWritten
from pytest_uimcp.engine.files.sources import Source, SourceError, Sources
from pytest_uimcp.engine.files.viewdefs import ViewdefChanges, ViewdefStore
from pytest_uimcp.engine.files.write_debounce import WriteDebounce
from pytest_uimcp.engine.log import INFO
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.problems import Problem
from pytest_uimcp.engine.startup import Startup

__all__ = ["ReloadPlan", "ReloadPlanner", "ReloadReport", "Reloader"]


@dataclass(frozen=True, slots=True)
class ReloadPlan:
    """The Lua files to run again, in order, the viewdefs to send, and what could not be read.

    Files in `unsettled` are being written now; the watcher reports when that ends.
    """

    sources: tuple[Source, ...]
    viewdefs: ViewdefChanges
    errors: tuple[SourceError, ...] = ()
    unsettled: tuple[Path, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sources or self.viewdefs or self.errors)


class ReloadPlanner:
    """Compares the files on disk with what the session has loaded."""

    def __init__(self, sources: Sources, viewdefs: ViewdefStore) -> None:
        self._sources = sources
        self._viewdefs = viewdefs

    def settle(self, wait: Callable[[float], object] = time.sleep, clock: Callable[[], float] = time.monotonic) -> None:
        """Wait until nobody writes a changed file, at most a second; not on a session's worker."""
        debounce = WriteDebounce()
        while (pause := debounce.time_left(self._writable(), clock())) > 0:
            wait(pause)

    def plan(self) -> ReloadPlan:
        """Look at all files now and read what changed; for the session's worker, which owns their state."""
        sources = []
        errors = []
        unsettled = []
        for file in self._sources.changed():
            try:
                sources.append(self._sources.files.reread(file))
            except SourceError as error:
                errors.append(error)
            except BeingWritten:
                unsettled.append(file.path)
        return ReloadPlan(tuple(sources), self._viewdefs.rescan(), tuple(errors), tuple(unsettled))

    def _writable(self) -> tuple[Path, ...]:
        return (*(file.path for file in self._sources.changed()), *self._viewdefs.changed_paths())


@dataclass(frozen=True, slots=True)
class ReloadReport:
    """The result of one look at the files."""

    # Files that ran again to their end, in this order.
    ran: tuple[str, ...] = ()
    # Viewdefs that changed.
    viewdefs: tuple[str, ...] = ()
    # What went wrong this time.
    problems: tuple[Problem, ...] = ()
    # Events that are no problem, such as a viewdef that falls back to another.
    notes: tuple[str, ...] = ()
    # Files that somebody is writing; the next look takes them.
    unsettled: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.ran or self.viewdefs or self.problems or self.notes)

    def __add__(self, later: ReloadReport) -> ReloadReport:
        return ReloadReport(
            self.ran + later.ran,
            self.viewdefs + later.viewdefs,
            self.problems + later.problems,
            self.notes + later.notes,
            later.unsettled,
        )


class Reloader:
    """Carries out plans for one session, on the worker."""

    def __init__(self, context: SessionContext, startup: Startup, connections: Connections) -> None:
        self._context = context
        self._startup = startup
        self._connections = connections
        self._planner = ReloadPlanner(context.sources, context.viewdefs)
        # Files that failed when they ran again.
        self._failed: set[Path] = set()
        # The problems of files that are gone.
        self._gone: dict[str, Problem] = {}

    def run(self) -> ReloadReport:
        """Run changed files in first-load order, then `mutate`; send changed viewdefs."""
        previous_problems = tuple(self._context.problems)
        plan = self._planner.plan()
        # What cannot be read is found anew at each look.
        self._context.problems.replace("read", ())
        self._note_gone()
        ran = self._run_files(plan)
        if self._startup.unread:
            self._startup.retry_unread()
        self._context.record_viewdef_problems()
        self._connections.send_changed_viewdefs(plan.viewdefs.changed)
        for note in plan.viewdefs.notes:
            self._context.log(INFO, note)
        return ReloadReport(
            tuple(ran),
            tuple(plan.viewdefs.changed),
            tuple(problem for problem in self._context.problems if problem not in previous_problems),
            plan.viewdefs.notes,
            tuple(str(path) for path in plan.unsettled),
        )

    def _note_gone(self) -> None:
        """Drop the problems of files that are gone; restore them if such a file comes back unchanged."""
        problems = self._context.problems
        for problem in problems.of("lua"):
            if not self._is_there(problem):
                problems.clear(problem.kind, problem.place)
                self._gone[problem.place] = problem
        # An editor replaces a file by deleting it first; its problem comes back with it, since it does not run again
        # unchanged.
        for problem in [problem for problem in self._gone.values() if self._is_there(problem)]:
            problems.record(self._gone.pop(problem.place))

    def _is_there(self, problem: Problem) -> bool:
        return (self._context.base_dir / problem.place).exists()

    def _run_files(self, plan: ReloadPlan) -> list[str]:
        for error in plan.errors:
            self._context.report(Problem("read", str(error), str(error)), "reload", error)
        # Compiled first: a file with a slip of the pen changes nothing, and its problem names the line.
        sources = [source for source in self._with_unfinished(plan) if self._compiles(source)]
        if not sources:
            return []
        self._context.problems.replace("mutate", ())
        self._context.host.call("begin_reload")
        try:
            finished = [source.chunkname.removeprefix("@") for source in sources if self._runs(source)]
            if finished:
                self._context.log(INFO, f"ran again: {', '.join(finished)}")
            # `mutate` converts existing objects to the new prototypes; after a failure these may be incomplete.
            if len(finished) == len(sources):
                self._mutate()
        finally:
            self._context.host.call("end_reload")
        return finished

    def _with_unfinished(self, plan: ReloadPlan) -> list[Source]:
        """What changed, then what failed before, perhaps because of a file that is fixed now."""
        if not plan.sources:
            return []
        changed = {source.file.path for source in plan.sources}
        again = []
        for file in self._context.sources.files:
            if file.path not in changed and (file.path in self._startup.unfinished or file.path in self._failed):
                try:
                    again.append(self._context.sources.files.reread(file))
                except (SourceError, BeingWritten):
                    continue  # it is as it was: its problem stands
        return [*plan.sources, *again]

    def _compiles(self, source: Source) -> bool:
        try:
            self._context.host.call("compile", source.chunkname, source.text)
        except LuaError as error:
            file = source.chunkname.removeprefix("@")
            self._context.report(Problem("lua", file, error.message, error.line, error.traceback), "reload", error)
            return False
        return True

    def _runs(self, source: Source) -> bool:
        has_finished = self._run(source)
        (self._failed.discard if has_finished else self._failed.add)(source.file.path)
        return has_finished

    def _run(self, source: Source) -> bool:
        if source.file.path not in self._startup.unfinished:
            return self._startup.run_file(source, reloading=True)
        # It never ran to its end, so what it makes once is not there yet: this is its first load.
        self._context.host.call("end_reload")
        try:
            return self._startup.run_file(source, reloading=False)
        finally:
            self._context.host.call("begin_reload")

    def _mutate(self) -> None:
        try:
            failures = decode_json(self._context.host.call("mutate"))
        except LuaError as error:
            failures = [["mutate", error.message, error.traceback, error.file, error.line]]
        for name, message, traceback, file, line in failures:
            failure = LuaError(f"mutate of {name}: {message}", traceback=traceback, file=file, line=line)
            self._context.report(Problem("mutate", name, failure.message, line, traceback), "reload", failure)

"""Running again what changed, as one unit of work (contract §12)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pytest_uimcp.engine.connections import Connections
from pytest_uimcp.engine.context import Core
from pytest_uimcp.engine.evaluation import data_of
from pytest_uimcp.engine.files.file_state import BeingWritten
from pytest_uimcp.engine.files.reload_plan import Reloader, ReloadPlan
from pytest_uimcp.engine.files.sources import Source, SourceError
from pytest_uimcp.engine.log import NEWS
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.problems import Problem
from pytest_uimcp.engine.startup import Opening

__all__ = ["ReloadReport", "Reloading"]


@dataclass(frozen=True, slots=True)
class ReloadReport:
    """What one look at the files came to."""

    ran: tuple[str, ...] = ()
    """Files that ran again to their end, in this order."""
    viewdefs: tuple[str, ...] = ()
    """Viewdefs that are something else now."""
    problems: tuple[Problem, ...] = ()
    """What went wrong this time."""
    notes: tuple[str, ...] = ()
    """What happened that is no problem: a viewdef that falls back to another, say."""
    unsettled: tuple[str, ...] = ()
    """Files that somebody is writing; they are looked at again."""

    def __bool__(self) -> bool:
        return bool(self.ran or self.viewdefs or self.problems or self.notes)

    def __add__(self, later: ReloadReport) -> ReloadReport:
        """What this look and a later one came to."""
        return ReloadReport(
            self.ran + later.ran,
            self.viewdefs + later.viewdefs,
            self.problems + later.problems,
            self.notes + later.notes,
            later.unsettled,
        )


class Reloading:
    """Looks at the files of a session and does what follows; on the worker."""

    def __init__(self, core: Core, opening: Opening, connections: Connections) -> None:
        self._core = core
        self._opening = opening
        self._connections = connections
        self.files = Reloader(core.sources, core.viewdefs)
        self._failed: set[Path] = set()
        """Files that ran into an error when they ran again."""
        self._gone: dict[str, Problem] = {}
        """What was wrong with files that are not there now."""

    def run(self) -> ReloadReport:
        """Run changed files in first-load order, then `mutate`; send changed viewdefs."""
        before = tuple(self._core.problems)
        plan = self.files.plan()
        # What cannot be read is found anew at each look.
        self._core.problems.replace("read", ())
        self._note_gone()
        ran = self._run_files(plan)
        if self._opening.unread:
            self._opening.run_again()
        self._core.note_viewdefs()
        self._connections.redraw(plan.viewdefs.changed)
        for note in plan.viewdefs.notes:
            self._core.log(NEWS, note)
        return ReloadReport(
            tuple(ran),
            tuple(plan.viewdefs.changed),
            tuple(problem for problem in self._core.problems if problem not in before),
            plan.viewdefs.notes,
            tuple(str(path) for path in plan.unsettled),
        )

    def _note_gone(self) -> None:
        """A file that is not there has nothing wrong with it; if it comes back as it was, it has."""
        problems = self._core.problems
        for problem in problems.of("lua"):
            if not self._is_there(problem):
                problems.clear(problem.kind, problem.where)
                self._gone[problem.where] = problem
        for problem in [problem for problem in self._gone.values() if self._is_there(problem)]:
            problems.record(self._gone.pop(problem.where))

    def _is_there(self, problem: Problem) -> bool:
        return (self._core.base_dir / problem.where).exists()

    def _run_files(self, plan: ReloadPlan) -> list[str]:
        for error in plan.errors:
            self._core.report(Problem("read", str(error), str(error)), "reload", error)
        sources = [source for source in self._with_unfinished(plan) if self._compiles(source)]
        if not sources:
            return []
        self._core.problems.replace("mutate", ())
        self._core.host.call("begin_reload")
        try:
            done = [source.chunkname.removeprefix("@") for source in sources if self._runs(source)]
            if done:
                self._core.log(NEWS, f"ran again: {', '.join(done)}")
            if len(done) == len(sources):
                self._mutate()
        finally:
            self._core.host.call("end_reload")
        return done

    def _with_unfinished(self, plan: ReloadPlan) -> list[Source]:
        """What changed, then what failed before: perhaps because of a file that is mended now."""
        if not plan.sources:
            return []
        changed = {source.file.path for source in plan.sources}
        again = []
        for file in self._core.sources.files:
            if file.path not in changed and (file.path in self._opening.unfinished or file.path in self._failed):
                try:
                    again.append(self._core.sources.files.reread(file))
                except (SourceError, BeingWritten):
                    continue  # it is as it was: its problem stands
        return [*plan.sources, *again]

    def _compiles(self, source: Source) -> bool:
        try:
            self._core.host.call("compile", source.chunkname, source.text)
        except LuaError as error:
            where = source.chunkname.removeprefix("@")
            self._core.report(Problem("lua", where, error.message, error.line, error.traceback), "reload", error)
            return False
        return True

    def _runs(self, source: Source) -> bool:
        done = self._run(source)
        (self._failed.discard if done else self._failed.add)(source.file.path)
        return done

    def _run(self, source: Source) -> bool:
        if source.file.path not in self._opening.unfinished:
            return self._opening.run_file(source, reloading=True)
        # It never ran to its end, so what it makes once is not there yet: this is its first load.
        self._core.host.call("end_reload")
        try:
            return self._opening.run_file(source, reloading=False)
        finally:
            self._core.host.call("begin_reload")

    def _mutate(self) -> None:
        try:
            failures = data_of(self._core.host.call("mutate"))
        except LuaError as error:
            failures = [["mutate", error.message, error.traceback, error.file, error.line]]
        for name, message, traceback, file, line in failures:
            failed = LuaError(f"mutate of {name}: {message}", traceback=traceback, file=file, line=line)
            self._core.report(Problem("mutate", name, failed.message, line, traceback), "reload", failed)

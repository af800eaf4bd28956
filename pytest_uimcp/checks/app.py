"""The app under check: its files, and the steps that every check begins with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pytest_uimcp.checks.app_directory import ENTRY, AppDirectory
from pytest_uimcp.checks.findings import Finding, Findings
from pytest_uimcp.checks.sandbox import AppSession, Sandbox, global_name
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.folders import files_below
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.regular_file import objection_to
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.problems import Problem

_PLACED: Final = re.compile(
    r"(?s)^(?:failed to load app [^:]*: )?(?P<file>[^\n:]+\.(?:lua|html)):(?P<line>\d+): (?P<what>.*)$"
)
_OF_APP: Final = re.compile(r"(?<![^'\s])apps/(?P<app>[^/']+)/")
_LUA_FILE: Final = re.compile(r"(?:apps|lua)/[^':]*\.lua")
_GUARD: Final = "if not session.reloading then {name} = … end"


class AppNotLoaded(Findings):
    """The app does not load, so nothing else can be checked."""


@dataclass(frozen=True)
class App:
    name: str
    directory: AppDirectory
    sandbox: Sandbox

    @property
    def folder(self) -> Path:
        return self.directory.folder(self.name)

    @property
    def entry(self) -> Path:
        return self.folder / ENTRY

    @property
    def object(self) -> str:
        return global_name(self.name)

    @contextmanager
    def loaded(self) -> Iterator[AppSession]:
        """A session with the app loaded, as an earlier check has left it or a new one; raises AppNotLoaded."""
        with self.sandbox.loaded(self.name) as app_session:
            if app_session is not None:
                yield app_session
                return
        with self.sandbox.open(self.name) as app_session:
            self.load(app_session)
            yield app_session

    def load(self, app_session: AppSession) -> None:
        """Load the app; raises AppNotLoaded."""
        try:
            has_object = app_session.load()
        except LuaError as error:
            # The system's reason is plainer than what Lua makes of a file that cannot be read.
            if (objection := objection_to(self.entry)) is not None:
                raise AppNotLoaded(
                    [Finding(f"it cannot be read: {objection}", self.entry, rule="not-loaded")]
                ) from None
            raise AppNotLoaded([self.of_error(error)]) from None
        # A file that runs without an error may still have left nothing to display.
        if not has_object:
            advice = f"write: {_GUARD.format(name=self.object)}"
            message = f"the file ran and did not set the global {self.object}, which holds the object of {self.name}"
            raise AppNotLoaded([Finding(message, self.entry, advice=advice, rule="no-global")])

    def problems(self, app_session: AppSession) -> list[Finding]:
        """Problems of the files that every session runs first, if this app has to report them."""
        return [self.of_problem(problem) for problem in app_session.session.problems if self._reports(problem)]

    def _reports(self, problem: Problem) -> bool:
        # `viewdefs` reports these, with better advice.
        if problem.kind == "viewdef":
            return False
        match = _OF_APP.search(self._relative(problem.place))
        if match is None or match["app"] == self.name:
            return True
        # Problems of files that belong to no app are reported once, by the first app.
        return match["app"] not in self.directory.apps and self.name == self.directory.apps[0]

    def _relative(self, text: str) -> str:
        return text.replace(f"{self.sandbox.base_dir}/", "")

    def of_error(self, error: UimcpError) -> Finding:
        return self.of_message(str(error), getattr(error, "traceback", ""))

    def of_problem(self, problem: Problem) -> Finding:
        if problem.kind == "read":
            message = self._relative(problem.message)
            match = _LUA_FILE.search(message)
            file = self.directory.original(match[0]) if match else self.entry
            return Finding(message, file, rule="not-loaded")
        return self.of_message(str(problem), problem.traceback, problem.place)

    def of_message(self, message: str, traceback: str = "", path: str = "") -> Finding:
        """The finding for a message that may begin with file and line of the copy; `path` is the file that was run."""
        text = message.removeprefix(f"{path}: ")
        placed = _PLACED.match(text)
        if placed is None:
            is_file = text != message and path.endswith(".lua")
            if is_file:
                return Finding(text, self.directory.original(path), traceback=traceback, rule="not-loaded")
            return Finding(message, self.entry, traceback=traceback, rule="not-loaded")
        file = self.directory.original(placed["file"])
        return Finding(placed["what"], file, int(placed["line"]), traceback=traceback, rule="not-loaded")

    def documents(self) -> Iterator[Path]:
        yield from sorted(filter(Path.is_file, (self.sandbox.base_dir / "apps" / self.name).glob("*.md")))

    def lua_files(self) -> Iterator[Path]:
        """The files that may belong to it: its own, and those under lua/ that belong to no other app."""
        base = self.sandbox.base_dir
        folder = base / "apps" / self.name
        yield from sorted(files_below(folder, ".lua", base))
        for path in sorted(files_below(base / "lua", ".lua", base)):
            # Apps may be linked into lua/: such a file belongs to the app that the link leads to.
            if not path.resolve().is_relative_to((base / "apps").resolve()):
                yield path

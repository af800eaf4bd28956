"""Where checks run: a copy of the app directory, and sessions on it without a running clock or an agent."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.checks.copying import copy_app_directory
from pytest_uimcp.checks.deadline import defer_deadline
from pytest_uimcp.core.base_dir import copy_below, project_of
from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.engine.lua.access import LuaIo
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_uimcp.engine.startup import Extension

__all__ = ["AppSession", "Sandbox", "global_name"]

# The parts of an app directory that is also the root of a repository, with unrelated files beside them.
_PARTS: Final = frozenset({"apps", "lua", "viewdefs", "html", "storage", "resources", "patterns"})

Signature = dict[str, tuple[int, int, int]]


class AppSession:
    """A session with one app, and the queries that checks make."""

    def __init__(self, session: Session, app: str) -> None:
        self.session = session
        self.app = app
        self.object = global_name(app)

    def ask(self, operation: str, *arguments: str | int) -> Any:
        """Run an operation of lua/inspect.lua and return its result, parsed if it is JSON text."""
        answer = self.session.submit(lambda: self.session.host.call(f"check_{operation}", *arguments)).result()
        if isinstance(answer, bytes):
            return json.loads(answer)
        return answer


class Sandbox:
    """The copy of one app directory that all checks of a process share.

    A check only reads it. If an app itself writes into its directory, the copy is thrown away after that check, so
    that no check sees what another one left.
    """

    def __init__(
        self,
        directory: AppDirectory,
        root: Path,
        extensions: Callable[[Path], Sequence[Extension]] = lambda _: (),
        lua_io: LuaIo = LuaIo.ALL,
    ) -> None:
        """`root` is the repository; `extensions` makes the extensions that a server adds to a session on a copy.

        With a limited `lua_io`, the copy has no files from outside of the directory.
        """
        self._lua_io = lua_io
        self._directory = directory
        self._extensions = extensions
        self._leave_out: frozenset[str] = frozenset()
        if directory.base == root:
            self._leave_out = frozenset(path.name for path in root.iterdir()) - _PARTS
        self._copy: tuple[Path, Signature] | None = None
        self._remove: Callable[[], object] | None = None
        # What checks have found out about apps, cached for the run.
        self.cache: dict[tuple[str, str], Any] = {}
        # Apps for which a check did not end, each with the name of that check.
        self.gave_up: dict[str, str] = {}

    @contextmanager
    def open(self, app: str) -> Iterator[AppSession]:
        """Open a session on the copy; the app is not loaded yet."""
        base_dir = self.base_dir
        session = Session(
            base_dir,
            clock=VirtualClock(),
            output=MemoryOutput(),
            options=SessionOptions(directory=project_of(base_dir), lua_io=self._lua_io),
            extensions=[*self._extensions(base_dir), _Inspection()],
        )
        try:
            session.open()
            yield AppSession(session, app)
        finally:
            with defer_deadline():
                session.close()
                # The app wrote into its directory: the next check must not see that.
                if self._copy is not None and _signature(self._copy[0]) != self._copy[1]:
                    self.close()

    def close(self) -> None:
        """Remove the copy; the next check makes another."""
        self._copy = None
        if self._remove is not None:
            self._remove()
            self._remove = None

    def accept(self) -> None:
        """Accept the copy as it is now: changes by a check itself are no reason to copy again."""
        if self._copy is not None:
            self._copy = (self._copy[0], _signature(self._copy[0]))

    @property
    def base_dir(self) -> Path:
        """The copy, made when it is first needed."""
        if self._copy is None:
            folder = Path(tempfile.mkdtemp(prefix="uimcp-"))
            # Also at the end of the process, which may come in the middle of a check.
            self._remove = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
            copy = copy_below(folder, self._directory.base)
            try:
                copy_app_directory(
                    self._directory.base, copy, leave_out=self._leave_out, follow_out=self._lua_io is LuaIo.ALL
                )
            except OSError as error:
                self.close()
                raise UimcpError(f"the app directory cannot be copied for the checks: {error}") from error
            self._copy = (copy, _signature(copy))
        return self._copy[0]


def global_name(app: str) -> str:
    """The global that holds an app's object: `myApp` for my-app and my_app, as `mcp:display` looks it up."""
    joined = re.sub(r"[-_]+(.?)", lambda match: match[1].upper(), app)
    return joined[:1].lower() + joined[1:]


class _Inspection:
    def __init__(self) -> None:
        self.part: tuple[str, bytes] | None = ("inspect", _source())

    def functions(self, session: Session) -> Mapping[str, Callable[..., Any]]:
        return {}


@cache
def _source() -> bytes:
    return (Path(__file__).parent / "lua" / "inspect.lua").read_bytes()


def _signature(base_dir: Path) -> Signature:
    signature: Signature = {}
    folders = [str(base_dir)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                status = entry.stat(follow_symlinks=False)
                # A folder's own time changes with its content, which is listed too.
                is_folder = entry.is_dir(follow_symlinks=False)
                signature[entry.path] = (status.st_ino, status.st_size, 0 if is_folder else status.st_mtime_ns)
                if is_folder:
                    folders.append(entry.path)
    return signature

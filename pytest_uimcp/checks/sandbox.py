"""Where checks run: a copy of the app directory, and sessions on it without a running clock or an agent.

A session in which an app is loaded goes from one check of the app to the next, as long as the app is in it as it was
when it had been loaded: the same objects with the same values, to the last variable of a closure. A check that changes
any of it, or fails, is the last in that session.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.checks.copying import copy_with_backdrop
from pytest_uimcp.checks.deadline import defer_deadline
from pytest_uimcp.core.backdrop import Backdrop
from pytest_uimcp.core.base_dir import copy_below, project_of
from pytest_uimcp.core.clock import Clock, VirtualClock
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.memory_disk import memory_for, size_of_tree
from pytest_uimcp.engine.files.viewdef_dirs import ViewdefDirectories
from pytest_uimcp.engine.files.viewdefs import ViewdefStore
from pytest_uimcp.engine.lua.access import LuaIo
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.lua.runtime import Dialect, dialect_for, lua_files
from pytest_uimcp.engine.options import SessionOptions, standard_viewdefs
from pytest_uimcp.engine.session import Session
from pytest_uimcp.engine.startup import Extension

# The parts of an app directory that is also the root of a repository, with unrelated files beside them.
_PARTS: Final = frozenset({"apps", "lua", "viewdefs", "html", "storage", "resources", "patterns"})

# What checks themselves read of what a server would install; the rest is put into the copy when an app looks.
_READ: Final = ("lua", "viewdefs")

# The operations that change nothing of the app, so that no page need be brought up to date after them.
_READINGS: Final = frozenset(
    [
        *("class", "compare", "fields", "globals", "has_module", "has_timers", "is_as_remembered", "mark", "members"),
        *("release", "save", "type", "values", "withhold"),
    ]
)

# Bytes of an app directory, and of what its apps may write.
_MAX_IN_MEMORY: Final = 16 * 2**20
_LEAST_ROOM: Final = 4 * 2**20

Signature = dict[str, tuple[int, int, int]]
# An operation of lua/inspect.lua, and its arguments.
Question = tuple[str, *tuple[str | int, ...]]


class AppSession:
    def __init__(
        self, session: Session, app: str, inspection: _Inspection, older_threads: Collection[threading.Thread] = ()
    ) -> None:
        """`older_threads` are those that were there before the session."""
        self.session = session
        self._inspection = inspection
        self.app = app
        self.object = global_name(app)
        self._older_threads = frozenset(older_threads)
        # Errors of the app that reached no caller, such as those of timers, with what it was doing.
        self.failures: list[tuple[UimcpError, str]] = []
        self.is_loaded = False
        # The units of work until now, and until it was loaded.
        self._units = 0
        self._units_to_load = 0
        session.observe(self._count_unit)

    def ask(self, operation: str, *arguments: str | int) -> Any:
        """Run an operation of lua/inspect.lua and return its result, parsed if it is JSON text."""
        if operation in _READINGS:
            return self.ask_all([(operation, *arguments)])[0]
        return _parsed(self._submit(partial(self._call, operation, *arguments)).result())

    def ask_all(self, questions: Iterable[Question]) -> list[Any]:
        """The results of several operations that change nothing: the way to Lua takes longer than most of them."""
        calls = [partial(self._call, *question) for question in questions]
        return list(map(_parsed, self.session.submit_reading(lambda: [call() for call in calls]).result()))

    def _submit(self, work: Callable[[], Any]) -> Future[Any]:
        # As if a user had done it: then a page that settles finds its frames there.
        return self.session.submit(work, user_event=True)

    def _call(self, operation: str, *arguments: str | int) -> Any:
        return self.session.host.call(f"check_{operation}", *arguments)

    def take_withheld(self) -> bool:
        """Whether an effect of an action was withheld since the last time."""
        return self._inspection.take_withheld()

    def has_timers(self) -> bool:
        """Whether a timer is waiting."""
        return self.session.uses_timers and bool(self.ask("has_timers"))

    def _count_unit(self) -> None:
        self._units += 1

    @property
    def threads(self) -> frozenset[threading.Thread]:
        """The threads that may work for it: those that were started since."""
        return frozenset(threading.enumerate()) - self._older_threads

    def load(self) -> bool:
        """Load the app and remember it as it is then; returns whether its global is there. Raises LuaError."""
        self.is_loaded = self._submit(self._load).result()
        return self.is_loaded

    def _load(self) -> bool:
        has_object = bool(self._call("load", self.app, self.object))
        # With this one. What the app has put off comes later, perhaps before anybody knows that it is loaded.
        self._units_to_load = self._units + 1
        return has_object

    def is_as_loaded(self) -> bool:
        """Whether the app is as it was when it had been loaded, apart from what is displayed, which is put back."""
        if not self.is_loaded or self._units == self._units_to_load:
            return self.is_loaded
        # One after the other, as the engine has to see what is displayed now.
        putting_back = self._submit(partial(self._call, "put_back"))
        is_same = bool(self.ask("is_as_remembered"))
        putting_back.result()
        return is_same


class Sandbox:
    """The copy of one app directory that all checks of a process share.

    A check only reads it. If an app itself writes into its directory, the copy is thrown away with the session, so
    that no session sees what another one left.
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
        self._copy: Path | None = None
        # What is in it, at the time when an app looked first.
        self._signature: Signature = {}
        self._backdrop: Backdrop | None = None
        self._viewdefs: ViewdefStore | None = None
        # The viewdefs of the copy, listed once instead of by each session.
        self._viewdef_directories: ViewdefDirectories | None = None
        # That of the copy, found out once instead of by each session.
        self._dialect = Dialect.AUTO
        self._remove: Callable[[], object] | None = None
        # The open session; there is at most one. `_kept` is the same while no check uses it and another one may.
        self._session: Session | None = None
        self._kept: AppSession | None = None
        # Whether somebody compares the tree of an app's view, which takes long to make.
        self.needs_tree: Callable[[str, str], bool] = lambda app, key: False
        # What checks have found out about apps, cached for the run.
        self.cache: dict[tuple[str, str], Any] = {}
        # Apps for which a check did not end, each with the name of that check.
        self.gave_up: dict[str, str] = {}

    @contextmanager
    def open(self, app: str) -> Iterator[AppSession]:
        """Open a session on the copy; the app is not loaded yet. If the block loads it, the next check may get it."""
        self._close_session()
        app_session = self.new_session(app, VirtualClock())
        self._session = app_session.session
        try:
            app_session.session.open()
            yield app_session
            self._keep(app_session)
        except BaseException:
            self._close_session()
            raise

    def new_session(self, app: str, clock: Clock | None = None) -> AppSession:
        """A session on the copy that is neither open nor closed by the sandbox; without a clock, time passes in it."""
        older_threads = threading.enumerate()
        base_dir = self.base_dir
        failures: list[tuple[UimcpError, str]] = []
        inspection = _Inspection(base_dir)
        session = Session(
            base_dir,
            clock=clock,
            output=MemoryOutput(),
            options=SessionOptions(
                dialect=self._dialect,
                directory=project_of(base_dir),
                lua_io=self._lua_io,
                backdrop=self._backdrop,
                viewdef_directories=self._viewdef_directories,
            ),
            extensions=[*self._extensions(base_dir), inspection],
            app_failed=lambda error, doing: failures.append((error, doing)),
        )
        app_session = AppSession(session, app, inspection, older_threads)
        app_session.failures = failures
        return app_session

    @contextmanager
    def loaded(self, app: str) -> Iterator[AppSession | None]:
        """The session in which an earlier check has loaded this app, if the app is still as it was then; else None."""
        kept = self._kept
        if kept is None or kept.app != app:
            yield None
            return
        self._kept = None
        try:
            yield kept
            self._keep(kept)
        except BaseException:
            self._close_session()
            raise

    def threads_of(self, app: str) -> frozenset[threading.Thread]:
        """The threads that an earlier check of an app has started and the next one may use."""
        if self._kept is not None and self._kept.app == app:
            return self._kept.threads
        return frozenset()

    def _keep(self, app_session: AppSession) -> None:
        with defer_deadline(), suppress(UimcpError):
            if app_session.is_as_loaded():
                self._kept = app_session
        if self._kept is None:
            self._close_session()

    def _close_session(self) -> None:
        session = self._session
        self._session = self._kept = None
        if session is None:
            return
        with defer_deadline():
            session.close()
            # The app wrote into its directory: the next session must not see that.
            if self._is_changed():
                self._remove_copy()

    def _is_changed(self) -> bool:
        # What nobody has looked into is as it was.
        if self._copy is None or self._backdrop is None or not self._backdrop.is_seen:
            return False
        return _signature(self._copy) != self._signature

    def close(self) -> None:
        """Close the session and remove the copy; the next check makes others."""
        self._close_session()
        self._remove_copy()

    def _remove_copy(self) -> None:
        self._copy = self._backdrop = self._viewdefs = self._viewdef_directories = None
        if self._remove is not None:
            self._remove()
            self._remove = None

    @property
    def base_dir(self) -> Path:
        """The copy, made when it is first needed."""
        if self._copy is None:
            folder = Path(tempfile.mkdtemp(prefix="uimcp-", dir=self._place()))
            # Also at the end of the process, which may come in the middle of a check.
            self._remove = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
            copy = copy_below(folder, self._directory.base)
            try:
                self._backdrop = copy_with_backdrop(
                    self._directory.base,
                    copy,
                    leave_out=self._leave_out,
                    follow_out=self._lua_io is LuaIo.ALL,
                    in_place=_READ,
                )
            except OSError as error:
                self._remove_copy()
                raise UimcpError(f"the app directory cannot be copied for the checks: {error}") from error
            self._copy = copy
            # What is put there when an app looks is not what an app has written.
            self._backdrop.at_look(partial(self._note_state, copy))
            self._dialect = dialect_for(lua_files(copy))
            self._viewdef_directories = ViewdefDirectories(copy, standard_viewdefs(), self._backdrop)
        assert self._copy is not None
        return self._copy

    def _place(self) -> Path | None:
        """In memory, if it is as small as app directories are; None is where temporary files usually go."""
        if self._leave_out:
            return None  # a repository, of which only some parts are copied
        size = size_of_tree(self._directory.base, _MAX_IN_MEMORY)
        if size is None:
            return None
        return memory_for(max(size, _LEAST_ROOM))

    @property
    def viewdefs(self) -> ViewdefStore:
        """The viewdefs of the copy, of any type: a session reads a type when it first appears."""
        base_dir = self.base_dir
        if self._viewdefs is None:
            self._viewdefs = ViewdefStore(base_dir, backdrop=self._backdrop, directories=self._viewdef_directories)
        return self._viewdefs

    def _note_state(self, copy: Path) -> None:
        self._signature = _signature(copy)


def global_name(app: str) -> str:
    """The global that holds an app's object: `myApp` for my-app and my_app, as `mcp:display` looks it up."""
    joined = re.sub(r"[-_]+(.?)", lambda match: match[1].upper(), app)
    return joined[:1].lower() + joined[1:]


class _Inspection:
    def __init__(self, base_dir: Path) -> None:
        # Relative paths of an app begin in its project, which is a copy too.
        self._root = os.fsencode(os.path.realpath(project_of(base_dir)))
        self.part: tuple[str, bytes] | None = ("inspect", _source())
        self._is_withheld = False

    def functions(self, session: Session) -> Mapping[str, Callable[..., Any]]:
        return {"check_is_inside": self._is_inside, "check_withheld": self._note_withheld}

    def take_withheld(self) -> bool:
        was_withheld = self._is_withheld
        self._is_withheld = False
        return was_withheld

    def _note_withheld(self) -> None:
        self._is_withheld = True

    def _is_inside(self, path: bytes) -> bool:
        real = os.path.realpath(path)
        return real == self._root or real.startswith(self._root + b"/")


def _parsed(answer: Any) -> Any:
    if isinstance(answer, bytes):
        return json.loads(answer)
    return answer


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

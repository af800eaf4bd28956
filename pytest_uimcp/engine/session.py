"""A session: one app directory and the Lua state that runs it.

All work (frames, code, timers, changed files) goes through one queue to one thread at a time, which owns the Lua state
meanwhile; a session that has nothing to do has no thread (`worker.py`). After each piece the session detects what
changed and tells its connections. `context.py` says how the parts work together.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from pytest_uimcp.core.clock import Clock, RealClock
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.engine.connection import Connection
from pytest_uimcp.engine.connections import Connections
from pytest_uimcp.engine.context import AppFailed, SessionContext, SessionHooks
from pytest_uimcp.engine.errors import SessionClosed, SettleTimeout
from pytest_uimcp.engine.evaluation import Evaluation, decode_json, from_lua
from pytest_uimcp.engine.files.reloading import Reloader, ReloadReport
from pytest_uimcp.engine.files.watcher import Watcher
from pytest_uimcp.engine.log import ERROR
from pytest_uimcp.engine.lua.errors import LuaSyntaxError
from pytest_uimcp.engine.lua.host import LuaHost
from pytest_uimcp.engine.lua.output import FileOutput, Output
from pytest_uimcp.engine.lua.runtime import Dialect
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.problems import Problem
from pytest_uimcp.engine.stalls import StallDetector, UninterruptibleCall
from pytest_uimcp.engine.startup import Extension, Startup
from pytest_uimcp.engine.timers import Timers
from pytest_uimcp.engine.wire.messages import Json

__all__ = ["Session"]

T = TypeVar("T")

# Seconds for a running piece of work to end when the session closes, and then to stop after it was aborted.
_GRACE: Final = 0.4
_ABORTED: Final = 0.3


class Session:
    """One Lua state, one variable tree, any number of connections. Every method works from any thread."""

    def __init__(
        self,
        base_dir: str | Path,
        *,
        options: SessionOptions | None = None,
        clock: Clock | None = None,
        output: Output | None = None,
        vended_id: str = "1",
        extensions: Sequence[Extension] = (),
        app_failed: AppFailed | None = None,
    ) -> None:
        """`app_failed` is called, on the session's thread, with each error of the app that answers no caller."""
        self.id = secrets.token_hex(16)
        self.vended_id = vended_id
        self._base_dir = Path(base_dir)
        self.options = options or SessionOptions()
        self.clock = clock or RealClock()
        self.output = output or FileOutput(self._base_dir / "log")
        hooks = SessionHooks(
            after_unit=self._after_unit,
            broadcast_problem=lambda code, problem: self._connections.broadcast_problem(code, problem),
            app_failed=app_failed or _ignore,
        )
        self._context = SessionContext(self._base_dir, self.options, self.clock, self.output, vended_id, hooks)
        self._stalls = StallDetector(self._context, lambda: self._connections.broadcast_stall())
        self._connections = Connections(self._context, self._stalls.refusal)
        self._startup = Startup(self._context, extensions)
        self._reloader = Reloader(self._context, self._startup, self._connections)
        self._timers = Timers(self._context)
        self._watcher: Watcher | None = None
        self._looking = False
        self._observers: tuple[Callable[[], None], ...] = ()
        # Several threads may close a session: the server, a timeout, a test's teardown.
        self._closing = threading.Lock()
        self._closed = False

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.vended_id!r}, {str(self._base_dir)!r})"

    # Opening and closing.

    def open(self) -> None:
        """Start the Lua state and run the directory's files; one that fails becomes a problem."""
        worker = self._context.worker
        self._stalls.watch()
        worker.start()
        opening = worker.submit(self._open)
        try:
            opening.result()
        except UninterruptibleCall:
            pass  # a file is inside a C call: the session opens when it returns and is busy until then
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the session within a second; nothing of it runs any more. Closing again does nothing.

        Lua that still runs is stopped, and the commands it started are ended. A C call that cannot be interrupted is
        left to itself.
        """
        with self._closing:
            if self._closed:
                return
            self._closed = True
        if self._watcher is not None:
            self._watcher.stop()
        self._connections.end()
        worker = self._context.worker
        since = self._context.busy_since
        if not worker.close(_GRACE if since is None else max(0.0, since + _GRACE - time.monotonic())):
            worker.fail_running()
            self._context.abort()
            worker.close(_ABORTED)

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def base_dir(self) -> Path:
        """The app directory, with all that belongs into it."""
        if self.options.backdrop is not None:
            self.options.backdrop.look()
        return self._base_dir

    @property
    def html_dir(self) -> Path:
        """The directory's folder of pages and style sheets, which need not be there: the bundle has them too."""
        return self._base_dir / "html"

    @property
    def busy(self) -> bool:
        """Whether Lua is running now."""
        return self._context.busy_since is not None

    @property
    def closed(self) -> bool:
        return self._closed

    # Connections.

    def connect(self, deliver: Callable[[str], None], page: str | None = None) -> Connection:
        """Open a connection; `deliver` gets its frames. A `page` that was connected before gets its variables back."""
        return self._connections.connect(deliver, page)

    @property
    def connections(self) -> tuple[Connection, ...]:
        return self._connections.open_connections

    # Work.

    @property
    def host(self) -> LuaHost:
        """The Lua state, for work that runs on the worker (see `submit`)."""
        return self._context.host

    @property
    def dialect(self) -> Dialect:
        """Which Lua it runs."""
        return self._context.host.dialect

    def submit(self, work: Callable[[], T], *, user_event: bool = False) -> Future[T]:
        """Queue a unit of work; its future is done when what it changed has been detected.

        With `user_event` the changes are sent at once, else within 10 ms.
        """
        return self._context.submit(work, urgent=user_event)

    def call_at(self, due: float, action: Callable[[float], None]) -> None:
        """Call `action` at a time of the session's clock, on its thread; it is no unit of work and must not use Lua."""
        worker = self._context.worker
        worker.submit(partial(worker.call_at, due, action), survives_stall=True)

    def eval(self, code: str | bytes, name: str = "eval") -> Evaluation:
        """Run Lua code and return what it returns; raises LuaError, or BusyError during a stall."""
        source = _bytes(code)
        return from_lua(self._ask("eval", source, f"={name}"))

    def submit_eval(
        self, code: str | bytes, name: str = "eval", stop: threading.Event | None = None
    ) -> Future[Evaluation]:
        """Start `eval` without waiting: the future has what it returns or raises. `stop_eval` ends it early."""
        source = _bytes(code)
        if stop is None:
            return self._context.submit(lambda: from_lua(self._context.host.call("eval", source, f"={name}")))
        return self._context.submit(lambda: from_lua(self._context.host.call_until(stop, "eval", source, f"={name}")))

    def stop_eval(self, stop: threading.Event) -> None:
        """Stop the Lua of a `submit_eval` with this event, and the command it waits for; from any thread."""
        self._context.host.stop_call(stop)

    def load_app(self, name: str) -> None:
        """Load an app without showing it; raises LuaError."""
        self._ask("load_app", name)

    def display(self, name: str) -> None:
        """Show an app, loading it if need be; raises LuaError."""
        self._ask("display", name)

    def upload_viewdef(self, type: str, namespace: str, content: str) -> None:  # noqa: A002 -- the contract's word
        """Install a viewdef and send it to every tab; raises ViewdefError."""
        self._do("upload_viewdef", partial(self._upload, type, namespace, content))

    def submit_upload(self, type: str, namespace: str, content: str) -> Future[None]:  # noqa: A002 -- as above
        """Start `upload_viewdef` without waiting."""
        return self._context.submit(partial(self._upload, type, namespace, content))

    @property
    def uses_timers(self) -> bool:
        """Whether the app has set a timer since the session began."""
        return self._timers.in_use

    def settle(self, timeout: float = 10.0) -> None:
        """Return when nothing is queued, running or due now and every frame has been delivered.

        Armed timers do not count. Raises SettleTimeout, or BusyError during a stall.
        """
        self._can_wait("settle")
        worker = self._context.worker
        # Tests settle before and after each step, and mostly nothing has happened since.
        if worker.is_still_at_rest:
            return
        end = time.monotonic() + timeout
        while True:
            future = worker.submit(self._at_rest)
            try:
                if future.result(max(0.0, end - time.monotonic())):
                    return
            except TimeoutError:
                future.cancel()
                raise SettleTimeout(
                    f"the session did not settle within {timeout:g} s: work keeps coming in, or a piece "
                    "of it takes longer; give settle() a longer timeout or look at timers and setImmediate"
                ) from None

    # Files.

    def reload(self) -> ReloadReport:
        """Look at the files now and run again what changed."""
        return self._do("reload", self._reloader.run)

    def submit_adopt(self) -> Future[ReloadReport]:
        """Start `reload`, and run the files of a start that were not there when the session started."""
        return self._context.submit(self._adopt)

    def watch(self) -> None:
        """Reload automatically when files change: from now on, or as soon as anybody can get to them."""
        if self.options.backdrop is None:
            self._watch()
        else:
            self.options.backdrop.at_look(self._watch)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The present problems of the directory's files."""
        return tuple(self._context.problems)

    @property
    def loaded(self) -> tuple[str, ...]:
        """The Lua files that this session has loaded, in the order of the first time."""
        return tuple(file.chunkname.removeprefix("@") for file in self._context.sources.files)

    # Inspection.

    def variables(self) -> list[dict[str, Any]]:
        """The rows of the debug page: every variable, parents before children."""
        rows: list[dict[str, Any]] = self._look("variables")
        return rows

    def state(self) -> Json:
        """The displayed app, nested."""
        state: Json = self._look("state")
        return state

    def viewdefs(self, type: str) -> dict[str, tuple[str, str]]:  # noqa: A002 -- the contract's word
        """The viewdefs of a type by "Type.NS": each its text, and the file or upload that it comes from."""
        store = self._context.viewdefs
        contents = store.of_type(type)
        sources = store.sources(type)
        return {key: (content, sources.get(key, "")) for key, content in contents.items()}

    def submit_look(self, operation: str) -> Future[Any]:
        """Start `state` or `variables` without waiting."""
        return self.submit_reading(lambda: decode_json(self._context.host.call(operation)))

    def submit_reading(self, work: Callable[[], T]) -> Future[T]:
        """Queue work that changes nothing: no unit, so nobody looks for changes, and observers are not called."""
        return self._context.worker.submit(partial(self._read, work))

    def observe(self, observer: Callable[[], None]) -> None:
        """Call `observer` after each unit of work from now on, on the session's thread; it must not block."""
        self._observers = (*self._observers, observer)

    @property
    def idle_since(self) -> float:
        """The session's time of the last request."""
        return self._context.last_used

    # On the worker.

    def note_failure(self, error: UimcpError, doing: str) -> None:
        """Log an error of the app that answers no caller and pass it on; for work that runs on the worker."""
        traceback = getattr(error, "traceback", "")
        self._context.app_failed(error, doing)
        self._context.log(ERROR, f"{doing}: {error}\n{traceback}".rstrip())

    def _open(self) -> None:
        self._startup.run(self._timers.functions(), self)
        self._context.opened()

    def _after_unit(self) -> None:
        self._connections.after_unit()
        for observer in self._observers:
            observer()
        self._note_rest()

    def _read(self, work: Callable[[], T]) -> T:
        try:
            return work()
        finally:
            self._note_rest()

    def _note_rest(self) -> None:
        # Whoever settles next need not ask on this thread (see `Worker.is_still_at_rest`).
        if self._connections.all_sent:
            self._context.worker.note_rest()

    def _upload(self, type_name: str, namespace: str, content: str) -> None:
        viewdefs = self._context.viewdefs
        viewdefs.upload(type_name, namespace, content)
        key = f"{type_name}.{namespace}"
        self._context.record_viewdef_problems()
        self._connections.send_changed_viewdefs({key: viewdefs.of_type(type_name)[key]}, unasked=True)
        self._context.host.call("resend_type", type_name)

    def _adopt(self) -> ReloadReport:
        self._startup.retry_unread()
        return self._reloader.run()

    def _look_again(self) -> None:
        self._looking = False
        trouble = None if self._watcher is None else self._watcher.problem
        self._context.problems.replace(
            "watch", () if trouble is None else (Problem("watch", str(self._base_dir), trouble),)
        )
        self._reloader.run()

    def _at_rest(self) -> bool:
        self._connections.flush()
        return self._context.worker.at_rest

    # From other threads.

    def _watch(self) -> None:
        # Not while another thread closes the session, whose watcher would then stay.
        with self._closing:
            if self._watcher is None and not self._closed:
                self._watcher = Watcher(self._base_dir)
                self._watcher.start(self._changed)

    def _do(self, operation: str, work: Callable[[], T]) -> T:
        self._can_wait(operation)
        return self._context.submit(work).result()

    def _ask(self, operation: str, *arguments: Any) -> Any:
        """Run an operation of Lua on the worker and wait; the host is looked up there, since `open` makes it."""
        return self._do(operation, lambda: self._context.host.call(operation, *arguments))

    def _look(self, operation: str) -> Any:
        self._can_wait(operation)
        return self.submit_look(operation).result()

    def _changed(self) -> None:
        """Something changed on disk; on the watcher's thread."""
        # One look takes all changes that came before it, so one in the queue is enough.
        if not self._looking:
            self._looking = True
            self._context.submit(self._look_again, survives_stall=True)

    def _can_wait(self, operation: str) -> None:
        """Refuse to wait where the wait would never end."""
        if not self._context.worker.started and not self._closed:
            raise SessionClosed(f"{operation}: the session is not open yet; call open() or use it in a with statement")
        if self._context.worker.is_current_thread:
            raise UimcpError(
                f"{operation} waits for the session's own thread and was called on it: use session.host there, "
                "or submit() and do not wait"
            )


def _ignore(error: UimcpError, doing: str) -> None:
    """The default for `app_failed`: the session has logged the error."""


def _bytes(code: str | bytes) -> bytes:
    if isinstance(code, bytes):
        return code
    try:
        return code.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise LuaSyntaxError(
            f"the code holds half of a surrogate pair at character {error.start}, which is not valid text"
        ) from None

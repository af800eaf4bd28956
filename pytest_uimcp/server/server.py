"""The ui-mcp server: one base directory, its life cycle, its sessions.

This module knows no protocol: MCP tools (`tools.py`), HTTP (`mcp_port.py`, `ui_port.py`), commands and fixtures all
call these methods. They are coroutines on one event loop; blocking work (files, Lua) runs on other threads.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.clock import Clock, RealClock
from pytest_uimcp.core.listeners import Listeners
from pytest_uimcp.server.base_dir import prepare_base_dir
from pytest_uimcp.server.config import read_config
from pytest_uimcp.server.errors import LifecycleError
from pytest_uimcp.server.install import (
    InstallRecord,
    bundled_version,
    install,
    install_if_missing,
    install_shell,
    installation_check,
    update,
)
from pytest_uimcp.server.lifecycle_lock import LifecycleLock
from pytest_uimcp.server.opener import open_in_browser, page_url
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.names import MCP_PORT, UI_PORT
from pytest_uimcp.server.ports.run_ports import RunPorts
from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher
from pytest_uimcp.server.run import ServerRun, Started, UiSession
from pytest_uimcp.server.states import Action, State, next_state
from pytest_uimcp.transport.port_files import remove_stale
from pytest_uimcp.transport.published_ports import PublishedPorts

if TYPE_CHECKING:
    from pytest_uimcp.core.backdrop import Backdrop
    from pytest_uimcp.core.errors import UimcpError
    from pytest_uimcp.engine.evaluation import Evaluation
    from pytest_uimcp.engine.lua.output import Output
    from pytest_uimcp.engine.wire.trace import FrameTrace
    from pytest_uimcp.server.install import InstallResult, UpdateResult
    from pytest_uimcp.server.mcp.recorder import SessionRecorder
    from pytest_uimcp.transport.authentication import BearerTokens
    from pytest_uimcp.transport.site import HttpSite


log = logging.getLogger(__name__)

# What pollers get when the server changes its directory: scripts then read the port files anew.
RECONFIGURED: Final = {"event": "server_reconfigured"}


@dataclass(frozen=True, slots=True)
class Configured:
    base_dir: Path
    log_dir: Path
    installed: InstallResult | None
    # `install_needed` and `hint`, if nothing is installed and the server does not install automatically.
    notice: dict[str, bool | str]


class UiServer:
    """A server on one base directory. Use it on one event loop, and `close` it there.

    `site` is the site that its ports belong to, for a server whose MCP port stays open between runs; by default each
    run has its own site. With a `backdrop`, the server installs and writes nothing until somebody looks into the
    directory, and opens its ports when somebody asks where they are.
    """

    def __init__(
        self,
        base_dir: Path,
        *,
        options: ServerOptions | None = None,
        explicit: frozenset[str] = frozenset(),
        clock: Clock | None = None,
        output: Output | None = None,
        site: HttpSite | None = None,
        bundle: Path | None = None,
        backdrop: Backdrop | None = None,
    ) -> None:
        self.state = State.UNCONFIGURED
        # The base directory, for those who read from it what need not be there yet.
        self.own_dir = base_dir
        self._backdrop = backdrop
        self.clock = clock or RealClock()
        self.bundle = bundle or bundle_dir()
        self.version = str(bundled_version(self.bundle))
        self.options = options or ServerOptions()
        # The token that programs must send to the MCP port, with `--api-token`.
        self.api_tokens: BearerTokens | None = None
        # Called with a session id, from any thread, after each unit of work of that session.
        self.changed: Listeners[str] = Listeners("the session's changes")
        # Called with each new base directory, before it is used.
        self.configured: Listeners[Path] = Listeners("the configuration")
        # Called with the result of `configure` before the ports of the earlier directory close.
        self.leaving: Listeners[Configured] = Listeners("a directory's end")
        # Called, from any thread, with each error of an app that reaches no caller, and what the app was doing.
        self.app_failed: Listeners[UimcpError, str] = Listeners("the app's errors")
        # Who records what clients and people do.
        self.recorder: SessionRecorder | None = None
        # Where the frames of pages are kept, for a report.
        self.trace: FrameTrace | None = None
        # A directory's config.toml may change every option but those of the command line, so these are remembered apart
        # from those in force: each `configure` begins with them again.
        self._command_line = self.options
        self._explicit = explicit
        self.output = output
        self._site = site
        # Viewdefs that were uploaded before the start, by type and namespace.
        self.pending_viewdefs: dict[tuple[str, str], str] = {}
        # A run is `_opening` while its session opens, when Lua may already ask for its addresses, and `_running`
        # from the moment it may be used. Both are changed only by the holder of the lock.
        self._running: ServerRun | None = None
        self._opening: ServerRun | None = None
        self._over = False
        # Whether the server has started itself and no client has asked it to since.
        self._answers_start = False
        # Everything but configuring, starting and stopping may run concurrently.
        self._lock = LifecycleLock()

    # Life cycle.

    async def start_itself(self) -> Started | None:
        """Start if the options say so; then the next `start` of a client gives the addresses of this run."""
        if not self.options.auto_start:
            return None
        async with self._lock.hold_for_start():
            if self._running is not None:
                return self._running.started
            running = await self._start()
            self._answers_start = True
            return running.started

    async def configure(self, base_dir: Path | None = None) -> Configured:
        """Use a base directory. Works in any state; a running server is stopped first, and its pollers are told."""
        async with self._lock.hold():
            # All that can fail comes first: a server that cannot use the new directory goes on in the old one.
            target = (base_dir or self.own_dir).absolute()
            following = next_state(self.state, Action.CONFIGURE)
            options, tokens, configured = await asyncio.to_thread(self._prepare, target, is_named=base_dir is not None)
            # Who asked may have come by the port that closes now: the answer has to be on its way before.
            self.leaving.tell(configured)
            await self._stop(RECONFIGURED)
            # After the stop, which removes our own port files in the earlier directory.
            await self._when_seen(partial(remove_stale, target, (UI_PORT, MCP_PORT)))
            self.own_dir = target
            self.options = options
            self.state = following
            self.api_tokens = tokens
            self.pending_viewdefs.clear()
            self.configured.tell(target)
            log.info("configured for %s (%s)", target, options.changes() or "options as by default")
            if configured.installed is not None:
                log.info("%s", configured.installed.summary)
            return configured

    async def start(self) -> Started:
        """Open the session and the ports; raises LifecycleError when not configured or already running.

        The first call after the server has started itself gives the addresses of that run.
        """
        return (await self.start_run()).started

    async def start_run(self) -> ServerRun:
        """`start`, for callers who do not ask for the addresses."""
        async with self._lock.hold_for_start():
            # Once: a client that starts what another client has started is refused, as the life cycle says.
            if self._running is not None and self._answers_start:
                self._answers_start = False
                return self._running
            return await self._start()

    async def stop(self) -> None:
        """Close the sessions and the ports; does nothing if the server is not running."""
        async with self._lock.hold():
            await self._stop()

    async def close(self) -> None:
        """Stop for good and release everything, within a second whatever Lua does."""
        await self.stop_start()
        await self.stop()

    async def stop_start(self) -> None:
        """Make a start that is in progress fail, and every later one: the server is to close."""
        self._over = True
        if self._opening is not None:
            # What runs or reads for long would keep the start from ending, and so the stop from beginning.
            await asyncio.to_thread(self._opening.sessions.close_all)

    async def stop_lua(self) -> None:
        """Close the sessions in which Lua is running; pending calls fail because the session is closed."""
        for run in (self._opening, self._running):
            if run is not None:
                await asyncio.to_thread(run.sessions.close_busy)

    async def start_finished(self) -> None:
        """Return when no start is in progress, so that requests sent right after a start wait for it."""
        await self._lock.start_finished()

    # Actions.

    async def run(self, code: str, session_id: str | None = None) -> Evaluation:
        """Run Lua code in a session; raises LuaError, BusyError, UnknownSession."""
        session = self.ui_session(session_id).session
        stop = threading.Event()
        try:
            return await asyncio.wrap_future(session.submit_eval(code, "ui_run", stop))
        except asyncio.CancelledError:
            # Nobody waits for the result any more, and the next call should not have to.
            session.stop_eval(stop)
            raise

    async def display(self, name: str, session_id: str | None = None) -> None:
        """Show an app; raises LuaError if it cannot be shown."""
        ui_session = self.ui_session(session_id)
        session = ui_session.session
        await asyncio.wrap_future(session.submit(partial(session.host.call, "display", name)))
        ui_session.has_shown = True

    async def upload_viewdef(self, type_name: str, namespace: str, content: str) -> None:
        """Register a viewdef and send it to every browser; before the start it is kept until then."""
        next_state(self.state, Action.PREPARE)
        if self._running is None:
            from pytest_uimcp.engine.files.viewdefs import ViewdefStore

            # A temporary store validates it now rather than at the start.
            ViewdefStore(self.base_dir).upload(type_name, namespace, content)
            self.pending_viewdefs[type_name, namespace] = content
            return
        # A copy, because sessions may open or expire while one of them is waited for.
        for ui_session in list(self._running.ui_sessions):
            session = ui_session.session
            await asyncio.wrap_future(session.submit_upload(type_name, namespace, content))

    async def install(
        self, *, force: bool = False, claude_md: bool | None = None, shell: bool = False
    ) -> InstallResult:
        """Install the bundle into the project, with `shell` also the shell, which pages then show at once.

        Unless `claude_md` says so, the instructions for CLAUDE.md come along only on a server that does not install by
        itself, whose `ui_configure` has announced them.
        """
        next_state(self.state, Action.INSTALL)
        if claude_md is None:
            claude_md = not self._command_line.auto_configure
        result = await asyncio.to_thread(install, self.bundle, self.base_dir, force=force, claude_md=claude_md)
        log.info("%s", result.summary)
        if shell:
            result = result.with_more(await asyncio.to_thread(install_shell, self.bundle, self.base_dir))
            # The shell's Lua is in place: sessions take it up without a restart.
            for ui_session in list(self.ui_sessions):
                await asyncio.wrap_future(ui_session.session.submit_adopt())
        return result

    async def update(self) -> UpdateResult:
        """Bring the installed files to the bundle's version; edited ones stay."""
        next_state(self.state, Action.INSTALL)
        return await asyncio.to_thread(update, self.bundle, self.base_dir)

    async def theme(self, action: str, theme: str | None = None, app: str | None = None) -> dict[str, Any]:
        """What the style sheets say of themselves; raises ThemeError."""
        next_state(self.state, Action.PREPARE)
        from pytest_uimcp.server.themes.catalog import theme_answer
        from pytest_uimcp.server.themes.style_sheets import Themes

        return await asyncio.to_thread(theme_answer, Themes(self.base_dir, self.bundle), action, theme, app)

    async def audit(self, app: str) -> dict[str, Any]:
        """The faults of an app, found in a copy of the directory."""
        next_state(self.state, Action.PREPARE)
        from pytest_uimcp.engine.lua.access import LuaIo
        from pytest_uimcp.server.mcp.audit import audit

        return await asyncio.to_thread(audit, self.base_dir, self.bundle, app, LuaIo(self.options.lua_io))

    async def open_browser(self, path: str = "/", session_id: str | None = None, *, conserve: bool = True) -> str:
        """Open a session's page in the system's browser and return its URL; raises OpenerError."""
        session = self.ui_session(session_id).session
        url = page_url(self.url, session.id, path, conserve=conserve)
        await asyncio.to_thread(open_in_browser, url)
        return url

    async def new_session(self) -> UiSession:
        """Open one more session on the base directory; its vended id is the next number."""
        next_state(self.state, Action.WORK)
        assert self._running is not None
        ui_session = await self._running.add_session(self)
        self.changed.tell(ui_session.session.vended_id)
        return ui_session

    @property
    def publisher(self) -> TopicPublisher:
        """The publisher of a running server's sessions; raises LifecycleError."""
        next_state(self.state, Action.WORK)
        assert self._running is not None
        return self._running.publisher

    # Inspection.

    def status(self) -> dict[str, Any]:
        """The result of `ui_status` but for `broken`; asks no session, so it never waits."""
        self._look()
        return self.facts()

    def facts(self) -> dict[str, Any]:
        """The same for `mcp:status()`: an app gets to the directory that it is told of by `io` alone.

        While the session opens, the addresses are known: apps may read them in their first line.
        """
        status: dict[str, Any] = {"state": str(self.state), "version": self.version}
        if self.state is not State.UNCONFIGURED:
            status["base_dir"] = str(self.own_dir)
        if (site := self._site_of_run) is not None:
            status |= {"url": site.url(UI_PORT), "mcp_port": site.ports[MCP_PORT], "sessions": self.browsers}
        if self._running is not None:
            problems = [str(problem) for ui_session in self.ui_sessions for problem in ui_session.session.problems]
            if problems:
                status["problems"] = problems
            if (notice := self.notice) is not None:
                status["notice"] = notice
        return status

    async def state_of(self, session_id: str | None = None) -> dict[str, Any]:
        """`ui://state`: the displayed app as nested data, and the queued events."""
        ui_session = self.ui_session(session_id)
        session = ui_session.session
        value = await asyncio.wrap_future(session.submit_look("state"))
        return {"sessionId": session.vended_id, "value": value, "events": ui_session.events.peek()}

    async def variables_of(self, session_id: str | None = None) -> list[dict[str, Any]]:
        """`ui://variables`: every variable, parents before children."""
        rows: list[dict[str, Any]] = await asyncio.wrap_future(
            self.ui_session(session_id).session.submit_look("variables")
        )
        return rows

    def ui_session(self, session_id: str | None = None) -> UiSession:
        """The session with this vended (or internal) id, or the first one; raises LifecycleError, UnknownSession."""
        next_state(self.state, Action.WORK)
        assert self._running is not None
        return self._running.ui_session(session_id)

    @property
    def base_dir(self) -> Path:
        """The base directory, with everything that belongs into it."""
        self._look()
        return self.own_dir

    @property
    def backdrop(self) -> Backdrop | None:
        """What is behind the base directory; None if everything is in it."""
        if self._backdrop is None or self._backdrop.is_seen:
            return None
        return self._backdrop

    @property
    def ui_sessions(self) -> Iterator[UiSession]:
        if self._running is not None:
            yield from self._running.ui_sessions

    @property
    def browsers(self) -> int:
        return sum(len(ui_session.session.connections) for ui_session in self.ui_sessions)

    @property
    def url(self) -> str:
        """The base URL of the UI; raises LifecycleError if the server is not running."""
        next_state(self.state, Action.WORK)
        assert self._running is not None
        return self._running.url

    @property
    def _site_of_run(self) -> HttpSite | None:
        """The site of the run, from the moment its ports are bound."""
        run = self._running or self._opening
        if run is None:
            return None
        return run.site

    @property
    def notice(self) -> str | None:
        """A notice for users: other servers have what this one should have. None if there is nothing to say."""
        if self._running is None:
            return None
        notices = [self._port_files_notice(self._running), self._running.publisher.notice]
        return "\n".join(notice for notice in notices if notice) or None

    def _port_files_notice(self, running: ServerRun) -> str | None:
        if (holder := running.holder) is None:
            return None
        ports = running.site.ports
        return (
            f"{holder} works in {self.own_dir}, and ui-port and mcp-port lead to it; this one has UI port "
            f"{ports[UI_PORT]} and MCP port {ports[MCP_PORT]}, and takes the files over when that one is gone"
        )

    # Internal steps.

    async def _start(self) -> ServerRun:
        following = next_state(self.state, Action.START)
        running = await self._open()
        self._running = running
        self.state = following
        try:
            # In this order, clients that connect find the server running, and the port files name open ports.
            await running.ports.start()
            await self._when_seen(partial(self._publish, running))
        # Cancelled or not, half a run must not stay: its ports are bound and its session has threads.
        except BaseException:
            await self._stop()
            raise
        if running.ports.wait:
            log.info("started; the ports open when somebody asks where they are")
        else:
            ports = running.site.ports
            log.info("started: UI port %d, MCP port %d", ports[UI_PORT], ports[MCP_PORT])
        self.changed.tell(running.sessions.default.vended_id)
        return running

    async def _open(self) -> ServerRun:
        from pytest_uimcp.engine.sessions import Sessions

        # Lua may call `mcp:status()` while the session opens, so the ports must be known by then.
        ports = await self._bind_ports()
        sessions = Sessions(timeout=self.options.session_timeout, clock=self.clock)
        published = PublishedPorts(self.own_dir)
        running = ServerRun(sessions, ports, published, TopicPublisher(self.options.publisher_port))
        self._opening = running
        try:
            await running.publisher.open()
            # `stop_start` has come while the publisher opened; sessions that open now would never be closed.
            if self._over:
                raise LifecycleError("Server closed")
            await running.add_session(self)
        except BaseException:
            await running.close()
            raise
        finally:
            self._opening = None
        return running

    async def _bind_ports(self) -> RunPorts:
        """Bind the ports, unless any will do and nobody has been told of them."""
        is_any = not self.options.port and not self.options.mcp_port
        ports = RunPorts(self, self._site, wait=self.backdrop is not None and is_any)
        if not ports.wait:
            ports.bind()
        return ports

    async def _when_seen(self, action: Callable[[], object]) -> None:
        """Do something with the files of the directory, now or when somebody looks into it."""
        if self.backdrop is None:
            await asyncio.to_thread(action)
        else:
            self.backdrop.at_look(action)

    def _look(self) -> None:
        if self._backdrop is not None:
            self._backdrop.look()

    def _publish(self, running: ServerRun) -> None:
        """Write the port files, now or as soon as no other server in this directory owns them."""
        # Stopped before anybody looked.
        if running is not self._running:
            return
        running.publish()
        if self.notice is not None:
            log.warning("%s", self.notice)

    async def _stop(self, farewell: dict[str, Any] | None = None) -> None:
        running = self._running
        self._running = None
        self._answers_start = False
        # The run is taken off before it closes, so that requests in the meantime are told that there is none.
        if running is not None:
            self.state = next_state(self.state, Action.STOP)
            await running.close(farewell)
            log.info("stopped")

    def _prepare(self, base_dir: Path, *, is_named: bool) -> tuple[ServerOptions, BearerTokens | None, Configured]:
        """Read and write what configuring needs, on a thread of its own."""
        # Who names a directory will look into it. An install that was interrupted is to be finished.
        if is_named or not InstallRecord.load(base_dir).complete:
            self._look()
        log_dir = base_dir / "log"
        if self.backdrop is None:
            prepare_base_dir(base_dir)
        else:
            self.backdrop.at_look(partial(prepare_base_dir, base_dir))
        options = read_config(base_dir, self._command_line, self._explicit)
        tokens = api_tokens(base_dir, options)
        installed, notice = self._first_installation(base_dir)
        return options, tokens, Configured(base_dir, log_dir, installed, notice)

    def _first_installation(self, base_dir: Path) -> tuple[InstallResult | None, dict[str, bool | str]]:
        if self.options.auto_configure:
            if self.backdrop is not None:
                return None, {}
            return install_if_missing(self.bundle, base_dir), {}
        return None, installation_check(base_dir)


def api_tokens(base_dir: Path, options: ServerOptions) -> BearerTokens | None:
    """What the options say programs must send to the MCP port; raises ConfigError."""
    if not options.api_token:
        return None
    from pytest_uimcp.server.ports.api_token import api_token

    return api_token(base_dir)

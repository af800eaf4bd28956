"""The ui-mcp server: one base directory, its life cycle, its sessions.

This module knows no protocol: MCP tools (`tools.py`), HTTP (`mcp_port.py`, `ui_port.py`), commands and fixtures all
call these methods. They are coroutines on one event loop; blocking work (files, Lua) runs on other threads.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import anyio

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.clock import Clock, RealClock
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.output import FileOutput, Output
from pytest_uimcp.server.apps import app_names
from pytest_uimcp.server.config import read_config
from pytest_uimcp.server.errors import ConfigError, LifecycleError
from pytest_uimcp.server.extension import McpExtension
from pytest_uimcp.server.install import (
    bundled_version,
    install,
    install_if_missing,
    install_shell,
    installation_check,
    update,
)
from pytest_uimcp.server.observers import Observers
from pytest_uimcp.server.opener import open_in_browser, page_url
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.port_names import MCP_PORT, UI_PORT
from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher
from pytest_uimcp.server.services import app_services
from pytest_uimcp.server.states import Action, State, next_state
from pytest_uimcp.server.welcome import welcome_frame
from pytest_uimcp.transport.port_files import remove_stale
from pytest_uimcp.transport.published_ports import PublishedPorts

if TYPE_CHECKING:
    from pytest_uimcp.core.errors import UimcpError
    from pytest_uimcp.engine.evaluation import Evaluation
    from pytest_uimcp.engine.session import Session
    from pytest_uimcp.engine.sessions import Sessions
    from pytest_uimcp.server.events import EventQueue
    from pytest_uimcp.server.install import InstallResult, UpdateResult
    from pytest_uimcp.server.recorder import SessionRecorder
    from pytest_uimcp.transport.site import HttpSite
    from pytest_uimcp.transport.tokens import BearerTokens

__all__ = ["Configured", "Started", "UiServer", "UiSession", "api_tokens"]

log = logging.getLogger(__name__)

RECONFIGURED: Final = {"event": "server_reconfigured"}
"""What pollers get when the server changes its directory: scripts then read the port files anew."""


@dataclass(frozen=True, slots=True)
class Configured:
    """The result of `configure`."""

    base_dir: Path
    log_dir: Path
    installed: InstallResult | None
    notice: dict[str, bool | str]
    """`install_needed` and `hint`, if nothing is installed and the server does not install automatically."""


@dataclass(frozen=True, slots=True)
class Started:
    """The addresses of a running server."""

    url: str
    session_url: str
    session_id: str
    ui_port: int
    mcp_port: int


@dataclass(frozen=True)
class UiSession:
    """A session and the queue of events that its app pushes for the agent."""

    session: Session
    extension: McpExtension

    @property
    def events(self) -> EventQueue:
        """The events that its app has pushed and nobody has taken."""
        return self.extension.events


@dataclass
class _Running:
    """The state that exists only while the server runs."""

    sessions: Sessions
    site: HttpSite
    ports: list[str]
    """The names of the ports that this run has opened."""
    publisher: TopicPublisher
    ui_sessions: dict[str, UiSession] = field(default_factory=dict)


class UiServer:
    """A server on one base directory. Use it on one event loop, and `close` it there.

    `site` is the site that its ports belong to, for a server whose MCP port stays open between runs; by default each
    run has its own site.
    """

    def __init__(
        self,
        base_dir: Path,
        *,
        options: ServerOptions | None = None,
        given: frozenset[str] = frozenset(),
        clock: Clock | None = None,
        output: Output | None = None,
        site: HttpSite | None = None,
        bundle: Path | None = None,
    ) -> None:
        self.state = State.UNCONFIGURED
        self.base_dir = base_dir
        self.clock = clock or RealClock()
        self.bundle = bundle or bundle_dir()
        self.version = str(bundled_version(self.bundle))
        self.options = options or ServerOptions()
        self.api_tokens: BearerTokens | None = None
        """The token that programs must send to the MCP port, with `--api-token`."""
        self.changed: Observers[[str]] = Observers()
        """Called with a session id, from any thread, after each unit of work of that session."""
        self.configured: Observers[[Path]] = Observers()
        """Called with each new base directory, before it is used."""
        self.leaving: Observers[[Configured]] = Observers()
        """Called with the result of `configure` before the ports of the earlier directory close."""
        self.app_failed: Observers[[UimcpError, str]] = Observers()
        """Called, from any thread, with each error of an app that reaches no caller, and what the app was doing."""
        self.recorder: SessionRecorder | None = None
        """Who records what clients and people do."""
        self._command_line = self.options
        self._given = given
        self._output = output
        self._site = site
        self._published: PublishedPorts | None = None
        self._pending_viewdefs: dict[tuple[str, str], str] = {}
        self._running: _Running | None = None
        self._opening: _Running | None = None
        self._over = False
        self._answers_start = False
        """Whether the server has started itself and no client has asked it to since."""
        # Configuring, starting and stopping exclude each other; everything else may run concurrently.
        self._turn = asyncio.Lock()
        self._starts = 0
        self._no_start = asyncio.Event()
        self._no_start.set()

    # Life cycle.

    async def start_itself(self) -> Started | None:
        """Start if the options say so; then the next `start` of a client gives the addresses of this run."""
        if not self.options.auto_start:
            return None
        async with self._awaited(), self._undisturbed():
            if self._running is not None:
                return self._started(self._running)
            started = await self._start()
            self._answers_start = True
            return started

    async def configure(self, base_dir: Path | None = None) -> Configured:
        """Use a base directory. Works in any state; a running server is stopped first, and its pollers are told."""
        async with self._undisturbed():
            target = (base_dir or self.base_dir).absolute()
            following = next_state(self.state, Action.CONFIGURE)
            log_dir = await asyncio.to_thread(_prepare, target)
            options = await asyncio.to_thread(read_config, target, self._command_line, self._given)
            tokens = await asyncio.to_thread(api_tokens, target, options)
            installed, notice = await asyncio.to_thread(self._first_installation, target)
            configured = Configured(target, log_dir, installed, notice)
            self.leaving(configured)
            await self._stop(RECONFIGURED)
            await asyncio.to_thread(remove_stale, target, (UI_PORT, MCP_PORT))
            self.base_dir, self.options, self.state = target, options, following
            self.api_tokens = tokens
            self._pending_viewdefs.clear()
            self.configured(target)
            return configured

    async def start(self) -> Started:
        """Open the session and the ports; raises LifecycleError when not configured or already running.

        The first call after the server has started itself gives the addresses of that run.
        """
        async with self._awaited(), self._undisturbed():
            if self._running is not None and self._answers_start:
                self._answers_start = False
                return self._started(self._running)
            return await self._start()

    async def stop(self) -> None:
        """Close the sessions and the ports; does nothing if the server is not running."""
        async with self._undisturbed():
            await self._stop()

    async def close(self) -> None:
        """Stop for good and release everything, within a second whatever Lua does."""
        self._over = True
        if self._opening is not None:
            # A Lua file that runs for ever would keep the start from ending, and so the stop from beginning.
            await asyncio.to_thread(self._opening.sessions.close_all)
        await self.stop()

    async def stop_lua(self) -> None:
        """Close the sessions in which Lua is running; pending calls fail because the session is closed."""
        for run in (self._opening, self._running):
            if run is not None:
                await asyncio.to_thread(run.sessions.close_busy)

    async def start_finished(self) -> None:
        """Return when no start is in progress, so that requests sent right after a start wait for it."""
        await self._no_start.wait()

    # Actions.

    async def run(self, code: str, session_id: str | None = None) -> Evaluation:
        """Run Lua code in a session; raises LuaError, BusyError, UnknownSession."""
        session = self.ui_session(session_id).session
        return await asyncio.wrap_future(session.submit_eval(code, "ui_run"))

    async def display(self, name: str, session_id: str | None = None) -> None:
        """Show an app; raises LuaError if it cannot be shown."""
        session = self.ui_session(session_id).session
        await asyncio.wrap_future(session.submit(lambda: session.host.call("display", name)))

    async def upload_viewdef(self, type_name: str, namespace: str, content: str) -> None:
        """Register a viewdef and send it to every browser; before the start it is kept until then."""
        next_state(self.state, Action.PREPARE)
        if self._running is None:
            from pytest_uimcp.engine.files.viewdefs import ViewdefStore

            # A temporary store validates it now rather than at the start.
            ViewdefStore(self.base_dir).upload(type_name, namespace, content)
            self._pending_viewdefs[type_name, namespace] = content
            return
        for ui_session in list(self._running.ui_sessions.values()):
            session = ui_session.session
            await asyncio.wrap_future(session.submit_upload(type_name, namespace, content))

    async def install(self, *, force: bool = False, claude_md: bool = False, shell: bool = False) -> InstallResult:
        """Install the bundle into the project, with `shell` also the shell, which pages then show at once."""
        next_state(self.state, Action.INSTALL)
        result = await asyncio.to_thread(install, self.bundle, self.base_dir, force=force, claude_md=claude_md)
        if shell:
            result = result.with_more(await asyncio.to_thread(install_shell, self.bundle, self.base_dir))
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
        from pytest_uimcp.server.theme_catalog import theme_answer
        from pytest_uimcp.server.themes import Themes

        return await asyncio.to_thread(theme_answer, Themes(self.base_dir, self.bundle), action, theme, app)

    async def audit(self, app: str) -> dict[str, Any]:
        """The faults of an app, found in a copy of the directory."""
        next_state(self.state, Action.PREPARE)
        from pytest_uimcp.engine.lua.access import LuaIo
        from pytest_uimcp.server.audit import audit

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
        ui_session = await self._add_session(self._running)
        self.changed(ui_session.session.vended_id)
        return ui_session

    @property
    def publisher(self) -> TopicPublisher:
        """The publisher of a running server's sessions; raises LifecycleError."""
        next_state(self.state, Action.WORK)
        assert self._running is not None
        return self._running.publisher

    # Inspection.

    def status(self) -> dict[str, Any]:
        """The result of `ui_status` and `mcp:status()`; asks no session, so it never waits.

        While the session opens, the addresses are known: apps may read them in their first line.
        """
        status: dict[str, Any] = {"state": str(self.state), "version": self.version}
        if self.state is not State.UNCONFIGURED:
            status["base_dir"] = str(self.base_dir)
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
        session = self._running.sessions.get(session_id) if session_id else self._running.sessions.default
        return self._running.ui_sessions[session.vended_id]

    @property
    def ui_sessions(self) -> Iterator[UiSession]:
        if self._running is not None:
            yield from [self._running.ui_sessions[session.vended_id] for session in self._running.sessions]

    @property
    def browsers(self) -> int:
        """How many browser pages are connected."""
        return sum(len(ui_session.session.connections) for ui_session in self.ui_sessions)

    @property
    def url(self) -> str:
        """The base URL of the UI; raises LifecycleError if the server is not running."""
        next_state(self.state, Action.WORK)
        assert self._running is not None
        return self._running.site.url(UI_PORT)

    @property
    def _site_of_run(self) -> HttpSite | None:
        """The site of the run, from the moment its ports are bound."""
        run = self._running or self._opening
        return None if run is None else run.site

    @property
    def notice(self) -> str | None:
        """A notice for users: the port files belong to another server. None if they belong to this one."""
        running, published = self._running, self._published
        if running is None or published is None or published.holder is None:
            return None
        ports = running.site.ports
        return (
            f"{published.holder} works in {self.base_dir}, and ui-port and mcp-port lead to it; this one has UI port "
            f"{ports[UI_PORT]} and MCP port {ports[MCP_PORT]}, and takes the files over when that one is gone"
        )

    # Internal steps.

    @asynccontextmanager
    async def _undisturbed(self) -> AsyncIterator[None]:
        """Hold the life-cycle lock, shielded: a client that cancels its call must not leave a half-started server."""
        with anyio.CancelScope(shield=True):
            async with self._turn:
                yield

    @asynccontextmanager
    async def _awaited(self) -> AsyncIterator[None]:
        """Mark a start as in progress, from the moment it is requested, for `start_finished`."""
        self._starts += 1
        self._no_start.clear()
        try:
            yield
        finally:
            self._starts -= 1
            if not self._starts:
                self._no_start.set()

    async def _start(self) -> Started:
        following = next_state(self.state, Action.START)
        running = await self._open()
        self._running, self.state = running, following
        try:
            # In this order, clients that connect find the server running, and the port files name open ports.
            await running.site.start()
            await self._publish(running.site)
        except BaseException:
            await self._stop()
            raise
        self.changed(running.sessions.default.vended_id)
        return self._started(running)

    async def _open(self) -> _Running:
        from pytest_uimcp.engine.sessions import Sessions

        # Lua may call `mcp:status()` while the session opens, so the ports must be known by then.
        site, ports = await self._bind_ports()
        sessions = Sessions(timeout=self.options.session_timeout, clock=self.clock)
        running = _Running(sessions, site, ports, TopicPublisher(self.options.publisher_port))
        self._opening = running
        try:
            await running.publisher.open()
            if self._over:
                raise LifecycleError("Server closed")
            await self._add_session(running)
        except BaseException:
            await self._close(running)
            raise
        finally:
            self._opening = None
        return running

    async def _bind_ports(self) -> tuple[HttpSite, list[str]]:
        """Bind the ports; returns the site and the names of the ports that this run has to close."""
        from pytest_uimcp.server.http import bind_ports, new_site

        site = self._site or new_site()
        return site, await bind_ports(site, self)

    async def _add_session(self, running: _Running) -> UiSession:
        extension = McpExtension(self.status, self.clock.now)
        strict = not self.options.auto_configure

        def create() -> Session:
            session = running.sessions.create(
                self.base_dir,
                options=self.options.session(shell_is_app=not strict),
                output=self._output or FileOutput(self.base_dir / "log"),
                extensions=[extension, *app_services(self.base_dir, self.bundle, running.publisher, self.options)],
                # The first session never expires, because every tool works on it by default.
                expires=bool(running.ui_sessions),
                app_failed=self.app_failed,
            )
            if self.options.auto_start and (frame := welcome_frame(self.base_dir, self.bundle)) is not None:
                session.upload_viewdef("MCP", "DEFAULT", frame)
            for (type_name, namespace), content in self._pending_viewdefs.items():
                session.upload_viewdef(type_name, namespace, content)
            if self.options.hotload:
                session.watch()
            return session

        session = await asyncio.to_thread(create)
        ui_session = running.ui_sessions[session.vended_id] = UiSession(session, extension)
        session.observe(lambda: self.changed(session.vended_id))
        await self._show_chosen(session)
        return ui_session

    async def _show_chosen(self, session: Session) -> None:
        """Show the app that the options name; raises ConfigError if there is none of that name."""
        name = self.options.app
        if not name:
            return
        if name not in (apps := await asyncio.to_thread(app_names, self.base_dir)):
            known = f"the apps are {', '.join(apps)}" if apps else "there are no apps yet"
            raise ConfigError(f"there is no app {name!r} to show in {self.base_dir}: {known}")
        try:
            await asyncio.wrap_future(session.submit(lambda: session.host.call("display", name)))
        except LuaError as error:
            log.error("%s; repair it and choose it on the page", error)  # its author needs the server for that

    async def _publish(self, site: HttpSite) -> None:
        """Write the port files, now or as soon as no other server in this directory owns them."""
        self._published = PublishedPorts(self.base_dir, site.ports)
        await self._published.publish()
        if self.notice is not None:
            log.warning("%s", self.notice)

    async def _retract(self) -> None:
        published, self._published = self._published, None
        if published is not None:
            await published.retract()

    async def _stop(self, farewell: dict[str, Any] | None = None) -> None:
        running, self._running = self._running, None
        self._answers_start = False
        if running is not None:
            self.state = next_state(self.state, Action.STOP)
            await self._retract()
            await self._close(running, farewell)

    async def _close(self, running: _Running, farewell: dict[str, Any] | None = None) -> None:
        for ui_session in running.ui_sessions.values():
            ui_session.events.close(farewell)
        await running.publisher.close()
        # Concurrently, because requests wait for sessions, and sessions for the Lua that runs in them.
        await asyncio.gather(running.site.close(*running.ports), asyncio.to_thread(running.sessions.close_all))

    def _started(self, running: _Running) -> Started:
        session, url, ports = running.sessions.default, running.site.url(UI_PORT), running.site.ports
        return Started(url, f"{url}/{session.id}", session.id, ports[UI_PORT], ports[MCP_PORT])

    def _first_installation(self, base_dir: Path) -> tuple[InstallResult | None, dict[str, bool | str]]:
        if self.options.auto_configure:
            return install_if_missing(self.bundle, base_dir), {}
        return None, installation_check(base_dir)


def api_tokens(base_dir: Path, options: ServerOptions) -> BearerTokens | None:
    """What the options say programs must send to the MCP port; raises ConfigError."""
    if not options.api_token:
        return None
    from pytest_uimcp.server.api_token import api_token

    return api_token(base_dir)


def _prepare(base_dir: Path) -> Path:
    """Make the base directory and its log folder; raises ConfigError."""
    log_dir = base_dir / "log"
    try:
        log_dir.mkdir(parents=True, exist_ok=True)
        probe = log_dir / ".writable"
        probe.touch()
        probe.unlink()
    except (NotADirectoryError, FileExistsError):
        culprit = next(part for part in (log_dir, *log_dir.parents) if os.path.lexists(part) and not part.is_dir())
        kind = "a link that leads nowhere" if culprit.is_symlink() else "a file"
        raise ConfigError(f"{base_dir} cannot be the base directory: {culprit} is {kind}, not a directory") from None
    except (OSError, ValueError) as error:  # ValueError: an invalid file name
        reason = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(
            f"{base_dir} cannot be the base directory: {reason}; choose one that can be created and written"
        ) from None
    return log_dir

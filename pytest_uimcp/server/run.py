"""One run of the server, from a start to the next stop: its sessions, its ports and its publisher."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.output import FileOutput
from pytest_uimcp.server.base_dir import app_names
from pytest_uimcp.server.errors import ConfigError
from pytest_uimcp.server.lua.extension import McpExtension
from pytest_uimcp.server.lua.services import app_services
from pytest_uimcp.server.lua.welcome import welcome_frame
from pytest_uimcp.server.ports.names import MCP_PORT, UI_PORT
from pytest_uimcp.server.ports.run_ports import RunPorts
from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher
from pytest_uimcp.transport.published_ports import PublishedPorts

if TYPE_CHECKING:
    from pytest_uimcp.engine.session import Session
    from pytest_uimcp.engine.sessions import Sessions
    from pytest_uimcp.server.lua.events import EventQueue
    from pytest_uimcp.server.server import UiServer
    from pytest_uimcp.transport.site import HttpSite


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Started:
    url: str
    session_url: str
    session_id: str
    ui_port: int
    mcp_port: int


@dataclass(eq=False)
class UiSession:
    """A session and the queue of events that its app pushes for the agent."""

    session: Session
    extension: McpExtension
    # Whether a client has shown an app in it, so that there is something to look at even without a page.
    has_shown: bool = False
    # How many changes had been found when nothing was broken the last time; None if something was.
    sound_at: int | None = None

    @property
    def events(self) -> EventQueue:
        return self.extension.events


@dataclass
class ServerRun:
    sessions: Sessions
    ports: RunPorts
    published: PublishedPorts
    publisher: TopicPublisher
    _ui_sessions: dict[str, UiSession] = field(default_factory=dict)

    @property
    def site(self) -> HttpSite:
        """The site of its ports, which are open after this; from any thread."""
        return self.ports.site

    @property
    def ui_sessions(self) -> Iterator[UiSession]:
        """Its sessions, in the order in which they were opened."""
        # A session that is being added is not there yet.
        yield from [ui_session for session in self.sessions if (ui_session := self._ui_sessions.get(session.vended_id))]

    def ui_session(self, session_id: str | None = None) -> UiSession:
        """The session with this vended (or internal) id, or the first one; raises UnknownSession."""
        # Tools without a session's id are about the first, which never expires.
        if session_id:
            session = self.sessions.get(session_id)
        else:
            session = self.sessions.default
        return self._ui_sessions[session.vended_id]

    @property
    def url(self) -> str:
        return self.site.url(UI_PORT)

    @property
    def started(self) -> Started:
        session = self.sessions.default
        ports = self.site.ports
        return Started(self.url, f"{self.url}/{session.id}", session.id, ports[UI_PORT], ports[MCP_PORT])

    async def add_session(self, server: UiServer) -> UiSession:
        """Open a session on the server's base directory, and show the app that the options name."""
        extension = McpExtension(server.facts, server.clock.now)
        session = await asyncio.to_thread(self._create, server, extension)
        ui_session = self._ui_sessions[session.vended_id] = UiSession(session, extension)
        # After it is in the table: who is told of a change asks for the session by its id.
        session.observe(partial(server.changed.tell, session.vended_id))
        await _show_chosen(server, session)
        return ui_session

    @property
    def holder(self) -> str | None:
        """A description of the other server that owns the port files; None if there is none."""
        return self.published.holder

    def publish(self) -> None:
        """Write the port files, now or as soon as no other server in this directory owns them; from any thread."""
        self.published.publish(self.site.ports)

    async def close(self, farewell: dict[str, Any] | None = None) -> None:
        """Remove the port files, close the sessions, the ports and the publisher; pollers get the farewell."""
        # The port files first: nobody new is to be led here while the rest closes.
        await self.published.retract()
        # Pollers hold requests open, for which the ports would wait.
        for ui_session in self._ui_sessions.values():
            ui_session.events.close(farewell)
        await self.publisher.close()
        # Concurrently, because requests wait for sessions, and sessions for the Lua that runs in them.
        await asyncio.gather(self.ports.close(), asyncio.to_thread(self.sessions.close_all))

    def _create(self, server: UiServer, extension: McpExtension) -> Session:
        options = server.options
        base_dir = server.own_dir
        session_options = options.session(shell_is_app=options.auto_configure, backdrop=server.backdrop)
        session = self.sessions.create(
            base_dir,
            options=replace(session_options, trace=server.trace),
            output=server.output or FileOutput(base_dir / "log"),
            extensions=[extension, *app_services(base_dir, server.bundle, self.publisher.subscribe, options)],
            # The first session never expires, because every tool works on it by default.
            expires=bool(self._ui_sessions),
            app_failed=server.app_failed.tell,
        )
        # The frame is what a page shows without an app. A server that waits for its agent leaves the choice to it.
        if options.auto_start and (frame := welcome_frame(server.base_dir, server.bundle)) is not None:
            session.upload_viewdef("MCP", "DEFAULT", frame)
        # What was uploaded before the start comes last: it is newer than the files.
        for (type_name, namespace), content in server.pending_viewdefs.items():
            session.upload_viewdef(type_name, namespace, content)
        if options.hotload:
            session.watch()
        return session


async def _show_chosen(server: UiServer, session: Session) -> None:
    """Show the app that the options name; raises ConfigError if there is none of that name."""
    name = server.options.app
    if not name:
        return
    # Said before Lua would: its error names a missing global, and people have misspelt a folder.
    if name not in (apps := await asyncio.to_thread(app_names, server.own_dir)):
        choice = "there are no apps yet"
        if apps:
            choice = f"the apps are {', '.join(apps)}"
        raise ConfigError(f"there is no app {name!r} to show in {server.own_dir}: {choice}")
    try:
        await asyncio.wrap_future(session.submit(partial(session.host.call, "display", name)))
    except LuaError as error:
        log.error("%s; repair it and choose it on the page", error)  # its author needs the server for that

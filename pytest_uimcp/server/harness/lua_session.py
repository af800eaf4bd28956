"""The harness of a bare session: Lua and the app directory, without a server or an agent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pytest_uimcp.core.steps import StepLog, recorded, unchanged
from pytest_uimcp.engine.evaluation import Evaluation
from pytest_uimcp.engine.files.reloading import ReloadReport
from pytest_uimcp.engine.session import Session
from pytest_uimcp.server.harness.app import AppHarness, look_at_files
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock
from pytest_uimcp.testing.harness.harness import step

if TYPE_CHECKING:
    from pytest_uimcp.engine.connection import Connection
    from pytest_uimcp.server.lua.events import EventQueue
    from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher


class LuaSession(AppHarness):
    """The value of the fixture `uimcp_lua`. A page can be opened on it as on a server.

    Calls that run Lua return when all resulting work is done, and raise errors of the app.
    """

    def __init__(
        self,
        session: Session,
        events: EventQueue,
        publisher: TopicPublisher,
        clock: MovableClock,
        *,
        story: StepLog | None = None,
        lua_errors: LuaErrors = "raise",
    ) -> None:
        super().__init__(clock, story=story, lua_errors=lua_errors)
        self._session = session
        self.trace = session.options.trace
        self._events = events
        self._publisher = publisher

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._session!r})"

    @property
    def session(self) -> Session:
        """The session itself, for everything that has no method here."""
        return self._session

    @property
    def publisher(self) -> TopicPublisher:
        """What it subscribes at."""
        return self._publisher

    @step("test", lambda result: result.text)
    def eval(self, code: str) -> Evaluation:
        """Run Lua code: `.data` is what it returns, `.text` the same as JSON; raises LuaError."""
        return self._session.eval(code)

    @step("test")
    def load(self, app: str) -> None:
        """Load an app without showing it; raises LuaError."""
        self._session.load_app(app)

    @step("test")
    def display(self, app: str) -> None:
        """Show an app, loading it if necessary; raises LuaError."""
        self._session.display(app)

    @step("test")
    def reload(self) -> ReloadReport:
        """Reload the files that have changed, now."""
        return look_at_files(self._session)

    @recorded("agent", unchanged)
    def events(self) -> list[dict[str, Any]]:
        """Take the events that the app pushed with `mcp.pushState` since the last call."""
        # Work that is still queued may push more: a test would get it with the next call only.
        self.settle()
        return self._events.take()

    @property
    def waiting(self) -> list[dict[str, Any]]:
        """The events in the queue, without taking them."""
        return self._events.peek()

    def rest(self, timeout: float = 10.0) -> None:
        """Return when no work is queued, running or due, and every connection has its updates."""
        self._session.settle(timeout)

    def connect(self, deliver: Callable[[str], None], page: str | None = None) -> Connection:
        """Open a connection, as a page does; `deliver` is called with its frames."""
        return self._session.connect(deliver, page)

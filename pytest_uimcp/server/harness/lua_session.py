"""A bare session in the hands of a test: Lua and the app directory, no server, no agent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pytest_uimcp.core.steps import StepLog, recorded
from pytest_uimcp.engine.evaluation import Evaluation
from pytest_uimcp.engine.files.reloading import ReloadReport
from pytest_uimcp.engine.session import Session
from pytest_uimcp.server.harness.app import AppHarness, look_at_files
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock
from pytest_uimcp.testing.harness.harness import step

if TYPE_CHECKING:
    from pytest_uimcp.engine.connection import Connection
    from pytest_uimcp.server.events import EventQueue

__all__ = ["LuaSession"]


class LuaSession(AppHarness):
    """What `uimcp_lua` gives. A page takes it as it takes a server.

    Calls that run Lua wait for all that follows, and raise what fails in the app on the way.
    """

    def __init__(
        self,
        session: Session,
        events: EventQueue,
        clock: MovableClock,
        *,
        story: StepLog | None = None,
        lua_errors: LuaErrors = "raise",
    ) -> None:
        super().__init__(clock, story=story, lua_errors=lua_errors)
        self._session = session
        self._events = events

    @property
    def session(self) -> Session:
        """The session itself, for everything that is not here."""
        return self._session

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
        """Show an app, loading it if need be; raises LuaError."""
        self._session.display(app)

    @step("test")
    def reload(self) -> ReloadReport:
        """Look at the files now and run again what changed."""
        return look_at_files(self._session)

    @recorded("agent", lambda events: events)
    def events(self) -> list[dict[str, Any]]:
        """Take the events that the app pushed with `mcp.pushState` since the last time."""
        self.settle()
        return self._events.take()

    @property
    def waiting(self) -> list[dict[str, Any]]:
        """The events that nobody has taken yet; they stay."""
        return self._events.peek()

    def rest(self, timeout: float = 10.0) -> None:
        """Return when nothing is queued, running or due now and every connection has been told."""
        self._session.settle(timeout)

    def connect(self, deliver: Callable[[str], None], page: str | None = None) -> Connection:
        """Open a connection, as a page does; `deliver` gets its frames."""
        return self._session.connect(deliver, page)

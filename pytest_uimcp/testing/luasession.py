"""A bare session in the hands of a test: Lua and the app directory, no server, no agent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pytest_uimcp.engine.evaluation import Evaluation
from pytest_uimcp.engine.reloading import ReloadReport
from pytest_uimcp.engine.session import Session
from pytest_uimcp.testing.clock import MovableClock

if TYPE_CHECKING:
    from pytest_uimcp.engine.connection import Connection

__all__ = ["LuaSession"]


class LuaSession:
    """What `uimcp_lua` gives. A page takes it as it takes a server's session."""

    def __init__(self, session: Session, clock: MovableClock) -> None:
        self.session = session
        """The session itself, for everything that is not here."""
        self.clock = clock
        """Its time; `.advance(seconds)` moves it when it is virtual."""

    def eval(self, code: str) -> Evaluation:
        """Run Lua code: `.data` is what it returns, `.text` the same as JSON; raises LuaError."""
        return self.session.eval(code)

    def load(self, app: str) -> None:
        """Load an app without showing it; raises LuaError."""
        self.session.load_app(app)

    def display(self, app: str) -> None:
        """Show an app, loading it if need be; raises LuaError."""
        self.session.display(app)

    def reload(self) -> ReloadReport:
        """Look at the files now and run again what changed."""
        return self.session.reload()

    def settle(self) -> None:
        """Return when nothing is queued, running or due now and every connection has been told."""
        self.session.settle()

    def connect(self, deliver: Callable[[str], None], page: str | None = None) -> Connection:
        """Open a connection, as a page does; `deliver` gets its frames."""
        return self.session.connect(deliver, page)

"""The two programs that a test can drive: a scene in memory, and a real one at an address."""

from __future__ import annotations

from typing import Final, Protocol
from urllib.parse import urlsplit

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.javafx.bridge.launching import JavaProgram
from pytest_uimcp.javafx.bridge.transport import ProgramTransport
from pytest_uimcp.javafx.contract.ui import Ui
from pytest_uimcp.javafx.scene.stage.platform import Platform
from pytest_uimcp.javafx.server import StageServer


class Program(Protocol):
    """What the harness needs of a program: something for an MCP client to connect to."""

    @property
    def sdk(self) -> object:
        """A server of the SDK, or a transport to one."""

    def close(self) -> None: ...


class StubProgram:
    """A scene in memory, with an FX thread of its own."""

    def __init__(self) -> None:
        self.platform = Platform.spawn()
        self.ui = Ui(self.platform)
        self.mcp: Final = StageServer(self.ui, enabled=True).mcp()
        self.sdk = self.mcp.sdk

    def settle(self) -> list[BaseException]:
        """Wait until the user interface is idle; return what its handlers raised since the last call."""

        def calm() -> list[BaseException]:
            if not self.platform.idle:
                self.platform.await_idle()
            errors = list(self.platform.errors)
            # Each is raised once, in the test that caused it.
            self.platform.errors.clear()
            return errors

        return self.platform.request(calm)

    def close(self) -> None:
        self.mcp.close()
        self.platform.close()


class RealProgram:
    """A JavaFX program that serves the contract over Streamable HTTP; `started` if it is ours."""

    def __init__(self, url: str, token: str = "", started: JavaProgram | None = None) -> None:
        self.started = started
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise UimcpError(f"--uimcp-stage-url: expected an address such as http://127.0.0.1:8080/mcp; got {url!r}")
        self.sdk = ProgramTransport(url, token)

    def close(self) -> None:
        """Nothing: the program goes on."""

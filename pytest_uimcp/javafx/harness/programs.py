"""The two programs that a test can drive: a scene in memory, and a real one at an address."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.javafx.bridge.launching import JavaProgram
from pytest_uimcp.javafx.contract.ui import Ui
from pytest_uimcp.javafx.harness.options import TOKEN
from pytest_uimcp.javafx.scene.stage.platform import Platform
from pytest_uimcp.javafx.server import StageServer

# How long a program may take to answer.
MAX_SECONDS: Final = 60.0


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
        self.sdk = _Transport(url, token)

    def close(self) -> None:
        """Nothing: the program goes on."""


class _Transport:
    """The way to a real program: a transport that can be entered again after it failed."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._token = token
        self._open = AsyncExitStack()

    @property
    def spec(self) -> dict[str, str]:
        return {"url": self._url, **({"bearer": self._token} if self._token else {})}

    async def __aenter__(self) -> object:
        import httpx2
        from mcp.client.streamable_http import streamable_http_client

        from pytest_uimcp.transport.content_encoding import unpacked

        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        async with AsyncExitStack() as stack:
            client = await stack.enter_async_context(httpx2.AsyncClient(**unpacked(headers), timeout=MAX_SECONDS))
            try:
                # The protocol's own errors do not say that it was the token.
                status = (await client.post(self._url, content=b"")).status_code
            except httpx2.HTTPError as error:
                raise UimcpError(f"no JavaFX program answers at {self._url}: {error}; is it running?") from None
            if status in (401, 403):
                raise UimcpError(
                    f"the program at {self._url} answers {status}: set {TOKEN} to the token that it printed"
                )
            streams = await stack.enter_async_context(streamable_http_client(self._url, http_client=client))
            self._open = stack.pop_all()
        return streams

    async def __aexit__(self, *raised: Any) -> bool | None:
        return await self._open.__aexit__(*raised)

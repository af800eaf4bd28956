"""One browser for all tests of a process, on an event loop in a thread of its own.

Async Playwright runs there, so that no event loop stays on the tests' thread. Sync Playwright would leave one, and
async tests would fail.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Coroutine
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.testing.faces.chromium.actions import ENGINE, QUERY
from pytest_uimcp.testing.faces.chromium.locate import NoBrowser, bundled_path, chromium_path
from pytest_uimcp.testing.harness.loop import LoopThread

if TYPE_CHECKING:
    from playwright.async_api import Browser as PlaywrightBrowser
    from playwright.async_api import BrowserType, Playwright


T = TypeVar("T")

# Quiet on a closed network.
ARGUMENTS: Final = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
LAUNCH_SECONDS: Final = 90.0
_NOISE: Final = ("<launch", "- <launch", "Browser logs:", "Call log:", "Logs:")
_MAX_LINES: Final = 3
END_SECONDS: Final = 15.0


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    # `chromium`, or one that only Playwright has: its own `firefox` or `webkit`.
    name: str = "chromium"
    path: str | None = None
    endpoint: str | None = None
    headed: bool = False


class Chromium:
    def __init__(self, options: BrowserOptions) -> None:
        self._wanted = options
        self._loop = LoopThread("uimcp-browser")
        self._playwright: Playwright | None = None
        self._browser: PlaywrightBrowser | None = None
        self._traces: TemporaryDirectory[str] | None = None

    def run(self, work: Coroutine[Any, Any, T], timeout: float = 60.0) -> T:
        return self._loop.run(work, timeout)

    async def browser(self) -> PlaywrightBrowser:
        """The browser, started when it is first needed, and again after it has crashed."""
        if self._browser is None or not self._browser.is_connected():
            if self._playwright is None:
                from playwright.async_api import async_playwright

                self._playwright = await async_playwright().start()
                await self._playwright.selectors.register(ENGINE, QUERY)
            self._browser = await self._start(self._playwright)
        return self._browser

    @property
    def is_chromium(self) -> bool:
        return self._wanted.name == "chromium"

    @property
    def _arguments(self) -> list[str]:
        if self.is_chromium:
            return list(ARGUMENTS)
        return []

    async def _start(self, playwright: Playwright) -> PlaywrightBrowser:
        from playwright.async_api import Error

        options = self._wanted
        kind: BrowserType = getattr(playwright, options.name)
        if options.endpoint is None:
            if self.is_chromium:
                path = chromium_path(options.path, kind.executable_path)
            else:
                path = bundled_path(options.name, options.path, kind.executable_path)
            if self._traces is None:
                # Without this, Playwright makes a directory for every context and leaves it behind.
                self._traces = TemporaryDirectory(prefix="uimcp-traces-", ignore_cleanup_errors=True)
            try:
                # An interrupt must end only the tests; we close the browser afterwards.
                return await kind.launch(
                    executable_path=path, args=self._arguments, headless=not options.headed,
                    timeout=LAUNCH_SECONDS * 1000, traces_dir=self._traces.name,
                    handle_sigint=False, handle_sigterm=False, handle_sighup=False,
                )  # fmt: skip
            except Error as error:
                raise NoBrowser(f"{path} could not be started: {_reason(error.message)}") from None
        try:
            if options.endpoint.startswith(("http://", "https://")):
                return await kind.connect_over_cdp(options.endpoint, timeout=LAUNCH_SECONDS * 1000)
            launch: dict[str, Any] = {"args": self._arguments}
            if options.path:
                launch["executablePath"] = options.path
            return await kind.connect(
                options.endpoint,
                timeout=LAUNCH_SECONDS * 1000,
                # The servers of the tests are on this machine's loopback, wherever the browser is.
                expose_network="<loopback>",
                headers={"x-playwright-launch-options": json.dumps(launch)},
            )
        except Error as error:
            raise NoBrowser(
                f"no browser at {options.endpoint} (--uimcp-browser-endpoint): {_reason(error.message)}"
            ) from None

    def close(self) -> None:
        """Close the browser and end its thread; a browser that has already crashed is no error."""
        try:
            self._loop.run(self._end(), 2 * END_SECONDS)
        except (TimeoutError, UimcpError):
            pass
        finally:
            self._loop.close()
            if self._traces is not None:
                self._traces.cleanup()

    async def _end(self) -> None:
        if self._browser is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._browser.close(), END_SECONDS)
        if self._playwright is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._playwright.stop(), END_SECONDS)


def _reason(message: str) -> str:
    """Playwright's message, without its stack frames and the browser's command line."""
    lines = [line.strip("╔═╗║╚╝ \t") for line in message.split("\n")]
    lines = [line for line in lines if line and not line.startswith(_NOISE)]
    return " ".join(lines[:_MAX_LINES])

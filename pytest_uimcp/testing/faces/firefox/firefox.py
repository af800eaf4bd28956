"""One Firefox for all tests of a process, on an event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shutil
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeVar

from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.testing.faces.firefox.bidi import Bidi, BidiError
from pytest_uimcp.testing.harness.loop import LoopThread

T = TypeVar("T")
NAMES: Final = ("firefox-esr", "firefox")
START_SECONDS: Final = 90.0
END_SECONDS: Final = 15.0
_LISTENS: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# Firefox must end with the tests even if they are killed: it does when the pipe from them is closed. A group of its
# own, because an interrupt must end only the tests; we close the browser afterwards.
_GUARD: Final = (
    'exec 3<&0; "$@" 3<&- </dev/null & browser=$!; '
    '{ read -r _ <&3; kill "$browser"; } >/dev/null 2>&1 & wait "$browser"'
)
# Nothing goes to the network but what a page asks for, no page of the browser's own is shown, and a window that
# is not in front counts as if it were.
_PREFERENCES: Final[dict[str, bool | int | str]] = {
    "app.normandy.enabled": False, "app.update.enabled": False, "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False, "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore", "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "toolkit.telemetry.enabled": False, "ui.prefersReducedMotion": 1,
    "intl.accept_languages": "en-US", "extensions.update.enabled": False, "services.settings.server": "data:,",
    "alerts.useSystemBackend": False, "dom.events.testing.asyncClipboard": True, "focusmanager.testmode": True,
    "dom.disable_window_flip": False, "toolkit.legacyUserProfileCustomizations.stylesheets": True,
}  # fmt: skip
# The browser's own controls would be further stops of Tab.
_STYLE: Final = "#navigator-toolbox { display: none }"


@public
class NoFirefox(UimcpError):
    """No Firefox was found."""


def firefox_path(configured: str | None) -> str:
    """The path of the executable: the one that is configured, or else the system's."""
    if configured is not None:
        executable = shutil.which(configured)
        if executable is None:
            raise NoFirefox(f"--uimcp-firefox-path: expected a Firefox that can be run, found none at {configured}")
        return executable
    for name in NAMES:
        if executable := shutil.which(name):
            return executable
    raise NoFirefox(
        f"no Firefox found: looked for {' and '.join(NAMES)} on the PATH; install one (apt-get install -y firefox-esr) "
        "or say where it is with --uimcp-firefox-path or the ini key uimcp_firefox_path"
    )


@dataclass(slots=True)
class _Running:
    process: asyncio.subprocess.Process
    bidi: Bidi
    drain: asyncio.Task[bytes]


class Firefox:
    def __init__(self, path: str | None = None, *, headed: bool = False) -> None:
        self._path = path
        self._headed = headed
        self._loop = LoopThread("uimcp-firefox")
        self._profile: TemporaryDirectory[str] | None = None
        self._running: _Running | None = None

    def run(self, work: Coroutine[Any, Any, T], timeout: float = 60.0) -> T:
        return self._loop.run(work, timeout)

    async def browser(self) -> Bidi:
        """The session, started when it is first needed, and again after a crash."""
        if self._running is None or not self._running.bidi.is_open:
            await self._end()
            self._running = await self._start(firefox_path(self._path))
        return self._running.bidi

    async def new_tab(self, user: str) -> str:
        """Open a tab of a user context; its identifier.

        A second one gets a window of its own, which takes longer: what is not in front is drawn once a second.
        """
        bidi = await self.browser()
        tree = await bidi.command("browsingContext.getTree", maxDepth=0)
        is_first = all(tab["userContext"] == "default" for tab in tree["contexts"])
        kind = "tab" if is_first else "window"
        context: str = (await bidi.command("browsingContext.create", type=kind, userContext=user))["context"]
        return context

    async def _start(self, path: str) -> _Running:
        import aiohttp

        process = await self._started(path)
        assert process.stderr is not None
        try:
            address = await asyncio.wait_for(_address(process.stderr), START_SECONDS)
        except (TimeoutError, BidiError) as error:
            await _killed(process)
            raise NoFirefox(f"{path} could not be started: {error or 'it took too long'}") from None
        # Whoever does not read its messages stops it some day.
        drain = asyncio.get_running_loop().create_task(process.stderr.read())
        client = aiohttp.ClientSession()
        bidi = Bidi(client, await client.ws_connect(f"{address}/session", max_msg_size=0))
        # As Playwright does in Chromium: questions of the page are answered with no, and it may always be left.
        prompts = {"default": "dismiss", "beforeUnload": "accept"}
        await bidi.command("session.new", capabilities={"alwaysMatch": {"unhandledPromptBehavior": prompts}})
        return _Running(process, bidi, drain)

    async def _started(self, path: str) -> asyncio.subprocess.Process:
        self._profile = TemporaryDirectory(prefix="uimcp-firefox-", ignore_cleanup_errors=True)
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _PREFERENCES.items())
        Path(self._profile.name, "user.js").write_text("\n".join(lines), encoding="utf-8")
        chrome = Path(self._profile.name, "chrome")
        chrome.mkdir()
        (chrome / "userChrome.css").write_text(_STYLE, encoding="utf-8")
        arguments = ["--no-remote", "--profile", self._profile.name, "--remote-debugging-port", "0", "about:blank"]
        if not self._headed:
            arguments.insert(0, "--headless")
        return await asyncio.create_subprocess_exec(
            "/bin/sh", "-c", _GUARD, "sh", path, *arguments,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip

    def close(self) -> None:
        """Close the browser and end its thread; a browser that has already crashed is no error."""
        try:
            with contextlib.suppress(TimeoutError, UimcpError):
                self._loop.run(self._end(), 2 * END_SECONDS)
        finally:
            self._loop.close()

    async def _end(self) -> None:
        running = self._running
        self._running = None
        if running is not None:
            with contextlib.suppress(BidiError, asyncio.TimeoutError):
                await asyncio.wait_for(running.bidi.command("browser.close"), END_SECONDS)
            await running.bidi.close()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(running.process.wait(), END_SECONDS)
            await _killed(running.process)
            await running.drain
        if self._profile is not None:
            self._profile.cleanup()
            self._profile = None


async def _address(messages: asyncio.StreamReader) -> str:
    said = []
    while line := (await messages.readline()).decode("utf-8", "replace"):
        said.append(line.strip())
        if match := _LISTENS.search(line):
            return match[1]
    raise BidiError(" ".join(said[-3:]) or "it said nothing")


async def _killed(process: asyncio.subprocess.Process) -> None:
    """End the browser, if it has not ended by itself, by closing the pipe to what guards it."""
    if process.stdin is not None:
        process.stdin.close()
    await process.wait()

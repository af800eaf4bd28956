"""A small client of WebDriver BiDi, the protocol that Firefox speaks by itself over a WebSocket."""

from __future__ import annotations

import asyncio
import itertools
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import aiohttp

from pytest_uimcp.testing.harness.loop import LoopThread
from tests import patience

__all__ = ["Bidi", "BidiError", "NoFirefox", "firefox"]

PATIENCE: Final = patience.SECONDS
INSTALL: Final = "apt-get update && apt-get install -y --no-install-recommends firefox-esr"
_LISTENS: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# Nothing that a page under test needs goes to the network, and no page of the browser's own is shown.
_PREFERENCES: Final[dict[str, bool | int | str]] = {
    "app.normandy.enabled": False, "app.update.enabled": False, "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False, "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore", "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "toolkit.telemetry.enabled": False, "ui.prefersReducedMotion": 1,
    "intl.accept_languages": "en-US", "extensions.update.enabled": False, "services.settings.server": "data:,",
}  # fmt: skip


class NoFirefox(Exception):
    """No Firefox was found."""


class BidiError(Exception):
    """Firefox has refused a command."""


class Bidi:
    """One session with a browser; commands are plain calls."""

    def __init__(self, loop: LoopThread, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._loop = loop
        self._socket = socket
        self._ids = itertools.count(1)

    def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result."""
        return self._loop.run(self._command(method, parameters), PATIENCE)

    async def _command(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        number = next(self._ids)
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        while True:
            answer = await self._socket.receive_json(timeout=PATIENCE)
            if answer.get("id") == number:
                break
        if answer["type"] == "error":
            raise BidiError(f"{method}: {answer['error']}: {answer.get('message')}")
        result: dict[str, Any] = answer["result"]
        return result


@contextmanager
def firefox() -> Iterator[Bidi]:
    """Start Firefox with a profile of its own and open a session."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        raise NoFirefox(f"no Firefox found; as root: {INSTALL}")
    loop = LoopThread("firefox")
    with tempfile.TemporaryDirectory(prefix="uimcp-firefox-", ignore_cleanup_errors=True) as profile:
        lines = (f'user_pref("{name}", {_javascript(value)});' for name, value in _PREFERENCES.items())
        (Path(profile) / "user.js").write_text("\n".join(lines), encoding="utf-8")
        process = loop.run(_started(path, profile), PATIENCE)
        try:
            session, socket = loop.run(_connected(process), PATIENCE)
            bidi = Bidi(loop, socket)
            bidi.command("session.new", capabilities={})
            yield bidi
            with suppress(BidiError, TypeError, asyncio.TimeoutError):
                bidi.command("browser.close")
            loop.run(session.close())
        finally:
            loop.run(_ended(process), PATIENCE)
            loop.close()


def _javascript(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, (bool, int)) else f'"{value}"'


async def _started(path: str, profile: str) -> asyncio.subprocess.Process:
    arguments = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"]
    return await asyncio.create_subprocess_exec(
        path,
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )


async def _connected(
    process: asyncio.subprocess.Process,
) -> tuple[aiohttp.ClientSession, aiohttp.ClientWebSocketResponse]:
    assert process.stderr is not None
    said = []
    while line := (await process.stderr.readline()).decode("utf-8", "replace"):
        said.append(line)
        if found := _LISTENS.search(line):
            # Whoever does not read its messages stops it some day.
            process.drain = asyncio.create_task(process.stderr.read())  # type: ignore[attr-defined]  # lives as long as it
            session = aiohttp.ClientSession()
            return session, await session.ws_connect(f"{found[1]}/session", max_msg_size=0)
    raise BidiError(f"Firefox ended before it listened: {''.join(said)}")


async def _ended(process: asyncio.subprocess.Process) -> None:
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(process.wait(), 240)
    if process.returncode is None:
        process.kill()
        await process.wait()

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from pytest_uimcp.testing.faces.chromium.chromium import Chromium
from tests.files import write
from tests.server.commands.command import PATIENCE, RUN, Command, command
from tests.server.rig import environment

ANSWERED = "() => new Promise((answered) => uiApp.getStore().fence(() => answered()))"
Person = Callable[[Callable[[Page], Awaitable[Any]]], Any]


@pytest.fixture
def chromium(face_chromium: Chromium) -> Chromium:
    return face_chromium


class Recorded:
    """A server that records, its client, and a person in Chromium."""

    def __init__(self, root: Path, chromium: Chromium, files: dict[str, str]) -> None:
        self.root = root
        self.file = root / "tests" / "story.scenario.yaml"
        self._chromium = chromium
        write(root, {"tests/conftest.py": "", **files})

    @contextmanager
    def session(self, *options: str, killed: bool = False) -> Iterator[Command]:
        """Record until the client closes its end, or the test has killed the server; then the file is whole."""
        words = ("record", *options, str(self.file), "mcp", "--dir", str(self.root / ".claude" / "ui"))
        with command(*words, cwd=self.root) as client:
            client.initialize()
            yield client
            if not killed:
                client.close_input()
            code, self.said = client.end()
            assert (code == 0) != killed, self.said

    def person(self, url: str, *does: Callable[[Page], Awaitable[Any]]) -> None:
        """What a person does in a tab of its own, which is closed afterwards."""

        async def used() -> None:
            context = await (await self._chromium.browser()).new_context()
            page = await context.new_page()
            await page.goto(url)
            for one in does:
                await one(page)
            # What the page has not sent when it is closed is lost: the server answers all that it has.
            await page.evaluate(ANSWERED)
            await context.close()

        self._chromium.run(used())

    @staticmethod
    def display(client: Command, app: str) -> str:
        """Start the server and show an app; returns the URL of its page."""
        client.tool("ui_start")
        answer = client.ask("tools/call", {"name": "ui_display", "arguments": {"name": app}})
        assert not answer["result"].get("isError"), answer
        url: str = json.loads(client.tool("ui_status"))["url"]
        return url

    @property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @property
    def snapshots(self) -> dict[str, str]:
        found = sorted((self.file.parent / "__snapshots__" / "story.scenario").iterdir())
        return {path.name.split(".")[1]: path.read_text(encoding="utf-8") for path in found}

    def replay(self, face: str = "page") -> str:
        """Play what was recorded; returns what was printed."""
        words = [sys.executable, "-c", RUN, "scenario", str(self.file), f"--face={face}"]
        done = subprocess.run(
            words, cwd=self.root, env=environment(), capture_output=True, text=True, timeout=4 * PATIENCE, check=False
        )
        return f"{done.returncode}\n{done.stdout}{done.stderr}"


@pytest.fixture
def recorded(tmp_path: Path, chromium: Chromium) -> Callable[[dict[str, str]], Recorded]:
    return lambda files: Recorded(tmp_path, chromium, files)

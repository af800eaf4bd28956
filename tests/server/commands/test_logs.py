"""What the log says at each level, of a server that a client and a page use."""

from __future__ import annotations

import pytest
from aiohttp import ClientSession

from pytest_uimcp.server.commands.logs import log_to_stderr
from tests.server.page import opened
from tests.server.rig import Rig

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("logging_restored")]

# A token-like text that must be in no log, wherever it is sent.
PRIVATE = "sk-private-0123456789abcdef"


@pytest.mark.parametrize(
    ("verbosity", "says", "is_silent_about"),
    [
        (0, [], ["ui_run", "started", "page 1"]),
        (1, ["ui_run answered in", "ui_run failed in"], ["page 1", "/ws/", "characters"]),
        (
            2,
            [
                "ui_run answered in",
                "page 1 has connected",
                "page 1 has left",
                "GET /ws/{session}: ended",
                "GET /state: 200 in",
            ],
            ["characters"],
        ),
        (3, ["page 1 to session 1: ", "1 create", "session 1 to page 1: ", "1 update"], []),
    ],
)
async def test_each_level_says_more_and_none_says_what_was_sent(
    running: Rig,
    http: ClientSession,
    verbosity: int,
    says: list[str],
    is_silent_about: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    log_to_stderr(verbosity)
    await running.run(f"mcp.private = '{PRIVATE}'")
    await running.refused("ui_run", code=f"error('{PRIVATE}')")
    async with opened(http, running.ui_url, running.session_id) as page:
        data = {"id": 2, "parentId": 1, "properties": {"path": "private"}}
        await page.send({"type": "create", "data": data})
        assert PRIVATE in str(await page.frame())
    async with http.get(f"{running.mcp_url}/state") as response:
        assert response.status == 200
    secret_id = running.session_id
    # The port ends its requests before it is closed.
    await running.server.stop()
    said = capsys.readouterr().err
    for words in says:
        assert words in said
    for words in (*is_silent_about, PRIVATE, secret_id):
        assert words not in said


async def test_starts_and_configurations_are_logged_with_the_first_v(
    rig: Rig, capsys: pytest.CaptureFixture[str]
) -> None:
    log_to_stderr(1)
    await rig.tool("ui_configure", base_dir=str(rig.server.own_dir))
    await rig.start()
    await rig.server.stop()
    said = capsys.readouterr().err
    assert f"configured for {rig.server.own_dir}" in said
    assert "started: UI port " in said
    assert "stopped" in said

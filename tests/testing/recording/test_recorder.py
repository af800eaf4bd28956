"""What is in a recording, and what is not."""

from __future__ import annotations

import json
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Page, expect

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.yaml import load_yaml
from tests.testing.recording.desks import DESK

if TYPE_CHECKING:
    from tests.testing.recording.conftest import Recorded

pytestmark = [pytest.mark.usefixtures("imported_package"), pytest.mark.timeout(600), pytest.mark.warm]

Make = Callable[[dict[str, str]], "Recorded"]


async def _logs_in(page: Page) -> None:
    await page.get_by_label("Note").fill("dear diary")
    await page.get_by_label("Code").press_sequentially("hunter22")
    await page.get_by_role("button", name="Log in").click()
    # The tab is closed next: what it has not sent by then is lost.
    await expect(page.get_by_text("logged in")).to_be_visible()


def test_secrets_are_in_no_file_and_their_stand_ins_replay(recorded: Make) -> None:
    record = recorded(DESK)
    with record.session("--mask", "note", "--name", "Logging in") as client:
        url = record.display(client, "desk")
        client.tool("ui_run", code='api_token = "abcd-1234-efgh"\nreturn {token = api_token, at = os.time()}')
        client.tool("ui_run", code="return #api_token")
        record.person(url, _logs_in)
        with urllib.request.urlopen(f"http://127.0.0.1:{_port(record)}/wait?timeout=20", timeout=30) as answer:
            (event,) = json.load(answer)
        assert event["password"] == "hunter22"
        assert client.tool("ui_run", code="return desk.code") == '"hunter22"'
        assert "hunter22" not in client.tool("ui_run", code="return 'logged in'")
    files = {path: path.read_text(encoding="utf-8") for path in record.file.parent.rglob("*") if path.is_file()}
    for path, text in files.items():
        for secret in ("hunter22", "abcd-1234", "dear diary"):
            assert secret not in text, path
    story = load_yaml(record.text)
    assert story["scenario"] == "Logging in"
    assert story["variables"] == {"note": "masked-note", "code": "masked-code", "api_token": "masked-api_token"}
    assert '{fills: {Code: "${code}"}}' in record.text
    assert 'returns: "${code}"' in record.text
    assert '- agent: {waits for: {event: login, password: "${code}"}}' in record.text
    assert "# Fields of this event that vary are left out: at." in record.text
    # The length of the real token is part of the recording; whoever replays a session with secrets has to know this.
    assert "returns: 14" in record.text
    record.file.write_text(record.text.replace("returns: 14", "returns: 16"), encoding="utf-8")
    replayed = record.replay()
    assert replayed.startswith("0\n"), replayed


def _port(record: Recorded) -> int:
    return int((record.root / ".claude" / "ui" / "mcp-port").read_text())


async def _opens_the_desk(page: Page) -> None:
    await page.get_by_role("button", name="desk", exact=True).click()
    await page.get_by_role("button", name="Go").click()
    await expect(page.get_by_text("done 1")).to_be_visible()


def _posted(record: Recorded, code: str) -> Any:
    """What the tool API answers to Lua code."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{_port(record)}/api/ui_run",
        json.dumps({"code": code}).encode(),
        {"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def test_an_app_opened_in_the_shell_and_calls_over_http_are_recorded_and_replay(recorded: Make) -> None:
    record = recorded(DESK)
    ui = record.root / ".claude" / "ui"
    shell = ui / "apps" / "mcp"
    shutil.copytree(bundle_dir() / "shell" / "apps" / "mcp", shell)
    (ui / "lua").mkdir()
    (ui / "viewdefs").mkdir()
    (ui / "lua" / "mcp.lua").symlink_to(shell / "app.lua")
    (ui / "lua" / "mcp").symlink_to(shell)
    for viewdef in (shell / "viewdefs").iterdir():
        (ui / "viewdefs" / viewdef.name).symlink_to(viewdef)
    with record.session() as client:
        client.tool("ui_start")
        record.person(json.loads(client.tool("ui_status"))["url"], _opens_the_desk)
        assert _posted(record, "return desk.done") == {"result": 1}
        assert "no ink" in _posted(record, "error('no ink')")["error"]
    story = load_yaml(record.text)
    assert story["app"] == "mcp"
    steps = [step for step in story["steps"] if "snapshot" not in step]
    assert steps[0] == {"agent": {"calls": "app_ui_status"}}
    assert [step["human"] for step in steps if "human" in step] == [{"clicks": "desk"}, {"clicks": "Go"}]
    done, failed = [step["agent"] for step in steps[-2:]]
    assert done == {"calls": {"app_ui_run": {"code": "return desk.done"}}, "returns": 1}
    assert "no ink" in failed["fails"]
    replayed = record.replay("all")
    assert replayed.startswith("0\n"), replayed


async def _drops_the_ink(page: Page) -> None:
    await page.get_by_role("button", name="Drop").nth(1).click()
    await expect(page.get_by_text(", ink,")).to_be_visible()


async def _loads_again(page: Page) -> None:
    await expect(page.get_by_text("pressed")).to_be_visible()
    await page.reload()
    await expect(page.get_by_text("pressed")).to_be_visible()


def test_what_has_no_step_is_said_and_a_killed_server_leaves_a_whole_file(recorded: Make) -> None:
    record = recorded(DESK)
    with record.session(killed=True) as client:
        assert client.ask("tools/call", {"name": "ui_run", "arguments": {"code": "return 1"}})["result"]["isError"]
        url = record.display(client, "desk")
        client.ask("tools/call", {"name": "ui_dance", "arguments": {}})
        client.ask("resources/read", {"uri": "ui://state"})
        failed = client.ask("tools/call", {"name": "ui_run", "arguments": {"code": "error('no ink')"}})
        assert failed["result"]["isError"]
        client.tool("ui_run", code="desk:press() return {address = 'http://127.0.0.1:8123/x'}")
        record.person(url, _loads_again, _drops_the_ink)
        client.tool("ui_run", code="return desk.dropped")
        client.process.kill()
    for told in (
        "# The agent called ui_run too early, which failed: not replayed, a test's server runs.",
        "# The agent called ui_start: not replayed, the test starts the server.",
        "# The agent called ui_dance, which did not end with a result (tool 'ui_dance' not found",
        "# The agent read ui://state: not replayed, a scenario has no step for that.",
        "# Its result is not compared: there is an address with a port in it.",
        "# The person loaded the page again: left out; text that was typed and not sent was lost.",
    ):
        assert told in record.text, record.text
    assert "fails: " in record.text
    assert "no ink" in record.text
    replayed = record.replay()
    assert replayed.startswith("0\n"), replayed

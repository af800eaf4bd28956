"""§10 of the contract: MCP servers as children, with a fake one in a process of its own."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.openapi.children.child import Backoff
from pytest_uimcp.openapi.children.children import open_children
from pytest_uimcp.openapi.config import read_config
from pytest_uimcp.openapi.names import UniqueNames
from pytest_uimcp.openapi.serving.service import Toolbox, open_toolbox
from pytest_uimcp.openapi.tools import ServedTools
from pytest_uimcp.transport.environment import KEPT
from tests.openapi.making import ignore
from tests.transport.wires import PATIENCE, until

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.warm]

FAKE = str(Path(__file__).with_name("fake.py"))


def fake(*habits: str, name: str = "fake", **settings: Any) -> dict[str, Any]:
    return {"name": name, "command": sys.executable, "args": [FAKE, *habits], **settings}


@asynccontextmanager
async def opened(*servers: dict[str, Any], told: list[str] | None = None) -> AsyncIterator[Toolbox]:
    warn = ignore if told is None else told.append
    config = read_config({"mcp": {"servers": list(servers)}}, environment={}, warn=warn)
    with anyio.fail_after(PATIENCE):
        async with open_toolbox(config, warn=warn) as toolbox:
            yield toolbox


@asynccontextmanager
async def listening(*servers: dict[str, Any]) -> AsyncIterator[tuple[ServedTools, list[str]]]:
    """The tools, and what the children write to standard error."""
    lines: list[str] = []
    config = read_config({"mcp": {"servers": list(servers)}}, environment={})
    with anyio.fail_after(PATIENCE):
        async with open_children(
            config.mcp.children, Path(), ignore, tell=lambda name, line: lines.append(f"{name}: {line}")
        ) as children:
            yield ServedTools(children.tools(UniqueNames(ignore))), lines


async def call(tools: ServedTools, name: str, arguments: dict[str, Any] | None = None) -> ToolResult:
    return await tools.call(f"fake__{name}", arguments or {})


async def test_the_handshake_uses_the_first_version_of_the_protocol() -> None:
    async with listening(fake("log")) as (tools, lines):
        assert len(tools) == 13
        sent = [json.loads(line.removeprefix("fake: ")) for line in lines]
    assert [message["method"] for message in sent] == ["initialize", "notifications/initialized", "tools/list"]
    assert sent[0]["params"] == {
        "protocolVersion": "2024-11-05",
        "capabilities": {},
        "clientInfo": {"name": "nlui", "version": "0.1.0"},
    }


async def test_tools_are_listed_as_they_are_under_the_servers_name() -> None:
    async with opened(fake("pages", "banner", "chatty")) as toolbox:
        rows = {row["name"]: row for row in toolbox.tools.listed()}
    assert list(rows)[:2] == ["fake__echo", "fake__plain"]
    assert rows["fake__echo"]["description"] == "Say it again"
    assert rows["fake__echo"]["inputSchema"] == {"type": "object", "title": "kept"}
    assert rows["fake__plain"] == {"name": "fake__plain", "inputSchema": {"type": "object"}}
    assert rows["fake__gone"]["annotations"] == {"destructiveHint": True, "title": "kept"}
    assert toolbox.tools["fake__gone"].is_dangerous({})
    assert not toolbox.tools["fake__echo"].is_dangerous({})
    assert toolbox.tools["fake__echo"].is_dangerous({"method": "DELETE"})


async def test_results_pass_through_as_they_come() -> None:
    async with opened(fake()) as toolbox:
        tools = toolbox.tools
        image = (await call(tools, "image")).to_json()
        assert image == {
            "content": [{"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png", "extra": "kept"}]
        }
        assert (await call(tools, "structured")).data == {"n": 10**20}
        failed = await call(tools, "fail")
        assert (failed.is_error, failed.text) == (True, "it went wrong")
        assert json.loads((await call(tools, "echo", {"n": 2**53 + 1, "t": "日本"})).text) == {
            "n": 2**53 + 1,
            "t": "日本",
        }
        assert len((await call(tools, "big")).text) == 2_000_000
        error = await call(tools, "error")
        assert (error.is_error, error.text) == (True, "Error: RPC error -32000: boom")


async def test_requests_of_a_child_are_answered_whatever_their_id() -> None:
    async with opened(fake()) as toolbox:
        answers = json.loads((await call(toolbox.tools, "ask")).text)
    assert answers[0]["result"] == {}
    assert answers[1]["error"]["code"] == -32601


async def test_calls_run_side_by_side_and_one_that_is_cancelled_is_cancelled_there() -> None:
    async with listening(fake("log")) as (tools, lines), anyio.create_task_group() as tasks:
        tasks.start_soon(call, tools, "wait")
        await until(lambda: any('"wait"' in line for line in lines))
        assert (await call(tools, "plain")).text == "called plain"
        tasks.cancel_scope.cancel()
        with anyio.CancelScope(shield=True):
            await until(lambda: any("notifications/cancelled" in line for line in lines))


async def test_a_call_that_takes_too_long_is_a_timeout() -> None:
    async with opened(fake(timeout=0.2)) as toolbox:
        result = await call(toolbox.tools, "wait")
        assert (result.is_error, result.text) == (True, "Error: timeout: wait gave no answer within 0.2 seconds")
        # On a busy machine, this may take longer than that, too.
        while (result := await call(toolbox.tools, "plain")).is_error:
            assert "gave no answer" in result.text
        assert result.text == "called plain"


async def test_a_server_that_cannot_be_started_is_skipped_and_the_others_go_on() -> None:
    told: list[str] = []
    async with opened(
        {"name": "missing", "command": "/no/such/command"},
        fake("exit", name="exits"),
        fake("init-error", name="refuses"),
        fake("silent", name="silent", startup_timeout=0.5),
        {"name": "nowhere", "command": sys.executable, "cwd": "/no/such/folder"},
        fake(),
        told=told,
    ) as toolbox:
        assert {tool.source for tool in toolbox.tools.values()} == {"fake"}
    assert sorted(told) == [
        "skip MCP exits: connection closed",
        "skip MCP missing: /no/such/command cannot be started: No such file or directory",
        f"skip MCP nowhere: {sys.executable} cannot be started: No such file or directory (/no/such/folder)",
        "skip MCP refuses: RPC error -32603: not today",
        "skip MCP silent: timeout: no handshake within 0.5 seconds",
    ]


async def test_an_unknown_version_is_a_warning_and_no_tools_are_no_error() -> None:
    async with listening(fake("unknown-version")) as (tools, lines):
        assert (await call(tools, "plain")).text == "called plain"
        assert lines == ["fake: it answers in the protocol version '1999-01-01', which is unknown here"]
    told: list[str] = []
    async with opened(fake("no-tools"), told=told) as toolbox:
        assert len(toolbox.tools) == 0
    assert told == []


async def test_a_child_sees_a_few_of_our_variables_those_it_inherits_and_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PETSTORE_TOKEN", "GITHUB_TOKEN", "ANOTHER_PLACE"):
        monkeypatch.setenv(name, "secret")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("LANG", "() { :; }; a function of a shell")
    settings: dict[str, Any] = {
        "env": {"OWN": "yes", "ANOTHER_PLACE": "here"},
        "inherit_env": ["GITHUB_TOKEN", "NOT_SET"],
    }
    async with opened(fake(**settings, cwd=str(tmp_path))) as toolbox:
        place = json.loads((await call(toolbox.tools, "where")).text)
    environment = place["environment"]
    assert place["cwd"] == str(tmp_path.resolve())
    assert {name: environment.pop(name) for name in ("OWN", "ANOTHER_PLACE", "GITHUB_TOKEN", "TMPDIR")} == {
        "OWN": "yes",
        "ANOTHER_PLACE": "here",
        "GITHUB_TOKEN": "secret",
        "TMPDIR": str(tmp_path),
    }
    # Python sets LC_CTYPE where no language is said.
    assert environment.keys() <= {*KEPT, "LC_CTYPE"} - {"LANG"}
    assert environment["PATH"] == os.environ["PATH"]


async def test_a_megabyte_on_standard_error_blocks_nobody() -> None:
    async with listening(fake("stderr")) as (tools, lines):
        assert (await call(tools, "plain")).text == "called plain"
        await until(lambda: len(lines) == 10_000)
        assert set(lines) == {"fake: " + "y" * 99}


async def test_a_child_that_dies_fails_its_call_and_is_started_again_by_the_next_one() -> None:
    async with opened(fake()) as toolbox:
        died = await call(toolbox.tools, "die")
        assert (died.is_error, died.text) == (True, "Error: connection closed")
        assert (await call(toolbox.tools, "plain")).text == "called plain"


async def test_a_child_that_keeps_dying_is_not_restarted_for_a_while() -> None:
    async with opened(fake()) as toolbox:
        backoff = toolbox._children._children[0]._backoff  # noqa: SLF001 -- the state of its process
        for _ in range(5):
            backoff.started()
        await call(toolbox.tools, "die")
        text = (await call(toolbox.tools, "plain")).text
        assert text == "Error: connection closed: fake was restarted too often; try again in five minutes"


@pytest.mark.parametrize("habit", ["", "closes-stdout"])
async def test_without_restart_a_child_that_died_stays_dead(habit: str) -> None:
    async with opened(fake(habit, restart="never")) as toolbox:
        await call(toolbox.tools, "plain" if habit else "die")
        await until(lambda: not toolbox._children._children[0]._connection.open)  # noqa: SLF001 -- the state of its process
        assert (await call(toolbox.tools, "plain")).text == "Error: connection closed"


async def test_changed_tools_are_announced() -> None:
    async with opened(fake()) as toolbox:
        news: list[ServedTools] = []
        toolbox.changes.add(news.append)
        assert (await call(toolbox.tools, "grow")).text == "grown"
        await until(lambda: bool(news))
        assert list(toolbox.tools)[-1] == "fake__new13"
        assert (await call(toolbox.tools, "new13")).text == "called new13"
        # After a new start it has no such tool any more.
        await call(toolbox.tools, "die")
        await call(toolbox.tools, "plain")
        assert "fake__new13" not in toolbox.tools


async def test_a_child_whose_new_tools_cannot_be_taken_ends_nobody_else() -> None:
    async with listening(fake(), fake("lists-nonsense-later", name="odd")) as (tools, lines):
        await tools.call("odd__grow", {})
        await until(
            lambda: any("its tools cannot be listed again: tools/list: expected a list" in line for line in lines)
        )
        assert (await call(tools, "plain")).text == "called plain"


async def test_names_are_legal_unique_and_routed_by_a_map() -> None:
    told: list[str] = []
    servers = [fake("odd", name="my__srv"), fake("odd", name="a b")]
    async with opened(*servers, told=told) as toolbox:
        names = list(toolbox.tools)
        assert [name.removeprefix("my__srv__") for name in names[:4]] == ["a_b_c", "x__y", "x__set_auth", "a_b.c"]
        assert [name.removeprefix("a_b__") for name in names[5:9]] == ["a_b_c", "x__y", "x__set_auth", "a_b.c"]
        assert max(map(len, names)) == 64
        for name, tool in toolbox.tools.items():
            assert (await toolbox.tools.call(name, {})).text == f"called {getattr(tool, 'own_name', None)}"
    assert [line for line in told if "has __ in it" in line]


async def test_shutdown_ends_the_children_and_what_they_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with anyio.fail_after(PATIENCE):
        async with opened(
            fake("grandchild", name="a", env={"PIDS": str(pids)}),
            fake("grandchild", "ignores-eof", name="b", env={"PIDS": str(pids)}),
        ) as toolbox:
            assert len(toolbox.tools) == 26
        started = [int(line) for line in pids.read_text().split()]
        assert len(started) == 2
        await until(lambda: not any(map(lives, started)))


def lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return _signalled(pid)
    return state != "Z"


def _signalled(pid: int) -> bool:
    if Path("/proc/self").exists():
        return False
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def test_restarts_are_delayed_and_limited() -> None:
    now = 0.0
    backoff = Backoff(lambda: now)
    waits = []
    for _ in range(5):
        waits.append(backoff.wait())
        now += waits[-1] or 0.0
        backoff.started()
    assert waits == [1, 2, 4, 8, 16]
    assert backoff.wait() is None
    now += 300
    assert backoff.wait() == 0


def test_a_child_that_lived_long_is_started_at_once() -> None:
    now = 0.0
    backoff = Backoff(lambda: now)
    now = 100
    assert backoff.wait() == 0

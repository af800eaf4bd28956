from __future__ import annotations

import json
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.subscriptions import ResourceUpdated

from pytest_uimcp.chat import open_store
from pytest_uimcp.chat.command import main
from pytest_uimcp.cli import usage
from tests.chat import talker
from tests.chat.served import COMMAND, ROOT, served
from tests.storage.places import DATABASES, place
from tests.transport.wires import PATIENCE

pytestmark = pytest.mark.warm


def read(database: str) -> list[tuple[str, str]]:
    store = open_store(database)
    found: list[tuple[str, str]] = [(message.author, message.content) for message in store.since(0)]
    store.close()
    return found


@pytest.mark.slow
def test_two_processes_share_a_conversation_over_http(tmp_path: Path) -> None:
    database = str(tmp_path / "talk.db")
    count = 20
    with served(tmp_path, database, "--tokens", "other.json") as at:
        talkers = [
            subprocess.Popen(
                [sys.executable, talker.__file__, f"{at.url}{path}", at.tokens[who], f"chat.{who}.post", str(count)],
                cwd=ROOT,
                env={"PYTHONPATH": str(ROOT)},
                stdout=subprocess.PIPE,
            )
            for who, path in (("human", "/mcp"), ("assistant", "/sse"))
        ]
        heard = [json.loads(process.communicate(timeout=PATIENCE * 2)[0]) for process in talkers]
        assert at.stop() == 0
    stored = [list(one) for one in read(database)]
    assert heard == [stored, stored]
    for who, author in (("human", "user"), ("assistant", "assistant")):
        own = [content for name, content in stored if name == author]
        assert own == [f"chat.{who}.post {number}" for number in range(count)]


@pytest.mark.slow
def test_the_command_prints_where_everything_is_and_keeps_the_tokens(tmp_path: Path) -> None:
    database = str(tmp_path / "talk.db")
    with served(tmp_path, database, "--principal", "human:ada") as first:
        assert list(first.tokens) == ["human", "assistant", "human:ada"]
        assert first.tokens_at == tmp_path / "talk.db.tokens.json"
        assert stat.S_IMODE(first.tokens_at.stat().st_mode) == 0o600
        with httpx.Client(follow_redirects=True) as browser:
            assert browser.get(first.page).status_code == 200
            assert browser.get(f"{first.url}/session").json()["principal"] == "human"
        assert httpx.get(first.page).status_code == 401
        assert httpx.post(f"{first.url}/mcp").status_code == 401
        assert first.stop() == 0
    with served(tmp_path, database) as again:
        assert again.tokens == first.tokens
        assert again.page != first.page


@pytest.mark.slow
@pytest.mark.parametrize("kind", DATABASES)
def test_a_session_is_valid_after_a_restart_wherever_the_messages_are(tmp_path: Path, kind: str) -> None:
    database = place(kind, tmp_path)
    with httpx.Client(follow_redirects=True) as browser:
        with served(tmp_path, database) as first:
            assert browser.get(first.page).status_code == 200
            first.process.kill()
            first.process.wait(PATIENCE)
        with served(tmp_path, database) as second:
            assert second.url == first.url
            assert browser.get(second.url).status_code == 200
            assert httpx.get(second.url).status_code == 401
            assert second.stop() == 0
    (file,) = tmp_path.rglob("*.sessions")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.slow
def test_each_side_over_stdio_and_one_hears_the_other(tmp_path: Path) -> None:
    def side(role: str) -> Client:
        arguments = [*COMMAND[1:], "--db", "talk.db", "--stdio", role]
        environment = {"PYTHONPATH": str(ROOT)}
        parameters = StdioServerParameters(command=COMMAND[0], args=arguments, cwd=tmp_path, env=environment)
        return Client(stdio_client(parameters), mode="2026-07-28")

    async def talk() -> None:
        with anyio.fail_after(PATIENCE):
            async with side("human") as human, side("assistant") as assistant:
                async with assistant.listen(resource_subscriptions=["ui://chat/inbox"]) as events:
                    await human.call_tool("chat.human.post", {"content": "question"})
                    assert await anext(events) == ResourceUpdated("ui://chat/inbox")
                await assistant.call_tool("chat.assistant.post", {"content": "answer"})
                page: Any = (await human.call_tool("chat_read_since", {})).structured_content
                assert [message["content"] for message in page["messages"]] == ["question", "answer"]

    anyio.run(talk)
    assert not (tmp_path / "talk.db.tokens.json").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--db", "missing/\0.db"], "ui-mcp chat: "),
        (["--db", ":memory:", "--conversation", ""], "a conversation's name has 1 to 128 characters"),
        (["--db", ":memory:", "--principal", "ada"], "'ada' is not a principal; expected human or assistant"),
        (["--db", ":memory:", "--port", "70000"], "70000 is not a port: expected 0 (any free one) to 65535"),
        (["--db", "postgresql://127.0.0.1:1/none"], "ui-mcp chat: "),
    ],
)
def test_what_cannot_be_served_is_said_in_a_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert message in said.err
    assert "Traceback" not in said.err


def test_a_command_line_without_a_database_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 2
    assert "the following arguments are required: --db" in capsys.readouterr().err


def test_the_command_is_listed() -> None:
    assert re.search(r"^  chat +serve a conversation between a human and an assistant$", usage(), re.MULTILINE)

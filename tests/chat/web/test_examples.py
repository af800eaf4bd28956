"""The programs that docs/chat.md shows."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import anyio
import pytest

from pytest_uimcp.agent import Timeline
from pytest_uimcp.chat import Conversation, Message, open_store
from pytest_uimcp.chat.web import ChatSite
from pytest_uimcp.compositor.policy import Approvals
from pytest_uimcp.testing.harness.loop import LoopThread
from tests.chat.web.desk import TOKENS, desk

pytestmark = pytest.mark.warm

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"


@pytest.mark.slow
def test_the_assistant_answers_what_was_there_and_what_comes(tmp_path: Path, loop: LoopThread) -> None:
    tokens = tmp_path / "tokens.json"
    tokens.write_text(json.dumps(TOKENS))
    answers: list[str] = []
    answered = threading.Semaphore(0)

    def hear(messages: Any) -> None:
        message: Message
        for message in messages:
            if message.author == "assistant":
                answers.append(message.content)
                answered.release()

    with desk(loop) as at:
        stop = at.store.listen(hear)
        at.conversation.post("user", {"content": "one"})
        command = [sys.executable, str(EXAMPLES / "echo_assistant.py"), f"{at.url}/mcp", str(tokens)]
        with subprocess.Popen(command) as assistant:
            assert answered.acquire(timeout=240)
            at.conversation.post("user", {"content": "two"})
            assert answered.acquire(timeout=240)
            assistant.kill()
        stop()
    assert answers == ["You wrote: one", "You wrote: two"]


@pytest.mark.anyio
async def test_the_page_beside_an_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    serve_page = runpy.run_path(str(EXAMPLES / "chat_page.py"))["serve_page"]
    store = open_store()
    with anyio.fail_after(240):
        site: ChatSite = await serve_page(Conversation(store), Timeline(), Approvals())
        assert [address.rpartition("/")[0] for address in opened] == [f"{site.url}/open"]
        await site.close()
    store.close()

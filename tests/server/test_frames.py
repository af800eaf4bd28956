"""The exchange in `fixtures/oracle/engine/frames.json`: what a page of the original sends, frame by frame, over a socket."""

from __future__ import annotations

import json
from typing import Any

import pytest
from aiohttp import ClientSession

from pytest_uimcp.core.assets import fixtures_dir
from tests.server.page import BrowserPage, opened
from tests.server.rig import Rig

pytestmark = pytest.mark.anyio

EXCHANGE = json.loads((fixtures_dir() / "oracle" / "engine" / "frames.json").read_text(encoding="utf-8"))
FENCE = 9000


class Objects:
    """Numbers objects in the order in which they appear."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}

    def in_order(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.in_order(one) for one in value]
        if isinstance(value, dict) and set(value) == {"obj"}:
            return {"obj": self._numbers.setdefault(value["obj"], len(self._numbers) + 1)}
        return {name: self.in_order(one) for name, one in value.items()} if isinstance(value, dict) else value


async def assert_nothing_else_arrives(page: BrowserPage) -> None:
    """The next frame is the answer to what is asked now."""
    fence = {"id": FENCE, "parentId": 0, "properties": {}, "nowatch": True, "unbound": True}
    await page.send({"type": "create", "data": fence}, {"type": "destroy", "data": {"varId": FENCE}})
    assert await page.frame() == [{"type": "destroy", "data": {"varId": FENCE}}]


@pytest.fixture
async def board(running: Rig) -> Rig:
    folder = running.server.base_dir / "viewdefs"
    for key, text in EXCHANGE["viewdefs"].items():
        (folder / f"{key}.html").write_text(text, encoding="utf-8")
    await running.run(EXCHANGE["setup"])
    return running


async def test_a_page_of_the_original_gets_the_frames_it_expects(board: Rig, http: ClientSession) -> None:
    objects = Objects()
    async with opened(http, board.ui_url, board.session_id) as page:
        for step in EXCHANGE["steps"]:
            if "runs" in step:
                assert await board.run(step["runs"]) == step["gives"], step["step"]
            else:
                await page.socket.send_json(step["sends"])
            answers = [objects.in_order(await page.frame()) for _ in step["answers"]]
            assert answers == step["answers"], step["step"]
            await assert_nothing_else_arrives(page)


def test_every_message_that_a_page_sends_is_in_the_exchange() -> None:
    sent = [step["sends"] for step in EXCHANGE["steps"] if "sends" in step]
    messages = [m for one in sent for m in (one if isinstance(one, list) else one.get("messages", [one]))]
    assert {message["type"] for message in messages} == {"create", "destroy", "update", "watch", "unwatch"}
    creates = [message["data"] for message in messages if message["type"] == "create"]
    assert all(create["widget"] and create["properties"]["elementId"] for create in creates)


def test_no_answer_carries_a_mark_of_priority() -> None:
    answers = json.dumps([step["answers"] for step in EXCHANGE["steps"]])
    assert '"viewdefs"' in answers
    assert not any(f':{level}"' in answers for level in ("high", "med", "medium", "low"))

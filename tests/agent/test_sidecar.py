from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from pytest_uimcp.agent import (
    Agent,
    ConnectionLost,
    MemoryEventLog,
    Orchestrator,
    SqlEventLog,
    Timeline,
    UserText,
    end,
    say,
)
from pytest_uimcp.agent.eventlog import Mark
from pytest_uimcp.chat import ChatError, Conversation, Limits, open_store
from pytest_uimcp.storage import open_database
from tests.agent.chatclient import DirectChat
from tests.agent.rig import WAIT, Tools, kinds, played, serving, settled

pytestmark = pytest.mark.anyio


class Fed:
    """An orchestrator that delivers to a timeline, and how long it waited between attempts."""

    def __init__(self, chat: DirectChat, timeline: Timeline | None = None, **options: Any) -> None:
        self.chat = chat
        self.timeline = timeline or Timeline()
        self.waited: list[float] = []
        self.failed_thrice = anyio.Event()
        self.orchestrator = Orchestrator(chat.connect, self.deliver, self.timeline, sleep=self.sleep, **options)

    def deliver(self, events: Sequence[UserText], mark: Mark) -> None:
        self.timeline.emit(*events, mark=mark)

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        if len(self.waited) == 3:
            self.failed_thrice.set()
        await anyio.lowlevel.checkpoint()

    @property
    def texts(self) -> list[str]:
        return [event.text for event in self.timeline.log.read() if isinstance(event, UserText)]

    async def settled(self) -> None:
        await self.orchestrator.changed.wait_until(lambda: self.orchestrator.settled)


@asynccontextmanager
async def running(fed: Fed) -> AsyncIterator[Fed]:
    with anyio.fail_after(WAIT):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(fed.orchestrator.run)
            await fed.settled()
            yield fed
            tasks.cancel_scope.cancel()


def user(conversation: Conversation, *texts: str) -> list[str]:
    return [conversation.post("user", {"content": text})["id"] for text in texts]


@pytest.fixture
def chat() -> DirectChat:
    return DirectChat(Conversation(open_store()))


async def test_what_is_there_is_delivered_first_and_then_what_comes(chat: DirectChat) -> None:
    user(chat.conversation, "one", "two")
    async with running(Fed(chat)) as fed:
        assert fed.texts == ["one", "two"]
        last = user(chat.conversation, "three")[-1]
        await fed.settled()
        assert (fed.texts, fed.orchestrator.watermark) == (["one", "two", "three"], last)
    assert chat.requests[:3] == ["connect", "subscribe", "read_inbox"]


async def test_a_delivered_message_names_its_source(chat: DirectChat) -> None:
    [message_id] = user(chat.conversation, "hi")
    async with running(Fed(chat)) as fed:
        [event] = [event for event in fed.timeline.log.read() if isinstance(event, UserText)]
    assert event.source == {"uri": "ui://chat/inbox", "id": message_id}


async def test_what_the_assistant_said_is_not_delivered_and_moves_the_watermark(chat: DirectChat) -> None:
    user(chat.conversation, "question")
    last = chat.conversation.post("assistant", {"content": "answer"})["id"]
    async with running(Fed(chat)) as fed:
        assert (fed.texts, fed.orchestrator.watermark) == (["question"], last)


@pytest.mark.parametrize("moment", ["connect", "subscribe", "read_inbox", "read_since"])
async def test_edge_13_a_message_posted_at_any_moment_is_delivered_once(chat: DirectChat, moment: str) -> None:
    user(chat.conversation, "before")

    def between(request: str) -> None:
        if request == moment and "meanwhile" not in sent:
            sent.append("meanwhile")
            user(chat.conversation, "meanwhile")

    sent: list[str] = []
    chat.between = between
    async with running(Fed(chat)) as fed:
        await fed.settled()
        assert fed.texts == ["before", "meanwhile"]
        user(chat.conversation, "after")
        await fed.settled()
        assert fed.texts == ["before", "meanwhile", "after"]


async def test_edge_13_messages_posted_while_many_pages_are_read_are_delivered_once(chat: DirectChat) -> None:
    chat.conversation = Conversation(chat.conversation.store, Limits(inbox_messages=5))
    sent = [str(number) for number in range(450)]
    user(chat.conversation, *sent)

    def between(request: str) -> None:
        if request == "read_since" and len(sent) < 453:
            sent.append(f"meanwhile {len(sent)}")
            user(chat.conversation, sent[-1])

    chat.between = between
    async with running(Fed(chat)) as fed:
        assert fed.texts == sent


async def restarted(chat: DirectChat, log: Any, during: Callable[[Fed], None]) -> Fed:
    fed = Fed(chat, Timeline(log))
    during(fed)
    async with running(fed):
        return fed


async def test_edge_14_after_a_crash_what_was_missed_comes_once_and_in_order(tmp_path: Path, chat: DirectChat) -> None:
    database = open_database(tmp_path / "agent.db")
    user(chat.conversation, "m1")
    async with running(Fed(chat, Timeline(SqlEventLog(database)))) as fed:
        assert fed.texts == ["m1"]
    user(chat.conversation, "m2", "m3")
    chat.conversation.post("assistant", {"content": "a1"})
    user(chat.conversation, "m4")
    chat.requests.clear()
    async with running(Fed(chat, Timeline(SqlEventLog(database)))) as fed:
        assert fed.texts == ["m1", "m2", "m3", "m4"]
    assert "read_inbox" not in chat.requests
    database.close()


class Cut(MemoryEventLog):
    """A log whose watermark is lost, or is all that is kept, as when both are not written at once."""

    lose: str = ""

    def append(self, events: Any, mark: Any = None) -> Any:
        if self.lose == "watermark":
            return super().append(events)
        if self.lose == "events":
            raise OSError("no space left")
        return super().append(events, mark)


async def test_edge_14_what_was_delivered_without_its_watermark_is_known_and_not_delivered_again(
    chat: DirectChat,
) -> None:
    log = Cut()
    log.lose = "watermark"
    user(chat.conversation, "m1")
    fed = Fed(chat, Timeline(log))
    async with running(fed):
        assert (fed.texts, fed.orchestrator.watermark) == (["m1"], None)
    log.lose = ""
    user(chat.conversation, "m2")
    async with running(Fed(chat, Timeline(log))) as fed:
        assert fed.texts == ["m1", "m2"]


async def test_edge_14_what_could_not_be_delivered_is_delivered_later(chat: DirectChat) -> None:
    log = Cut()
    fed = Fed(chat, Timeline(log))
    async with running(fed):
        log.lose = "events"
        user(chat.conversation, "m1")
        await fed.failed_thrice.wait()
        assert fed.texts == []
        log.lose = ""
        await fed.settled()
        assert fed.texts == ["m1"]


async def test_edge_16_after_a_restore_the_chat_is_read_again_and_nothing_delivered_twice() -> None:
    seconds = 1_700_000_000

    def posted(*moments: tuple[int, str]) -> DirectChat:
        clock = iter(moment for moment, _ in moments)
        store = open_store(clock=lambda: (seconds + next(clock)) * 10**9)
        for _, text in moments:
            store.append("user", "text/markdown", text)
        return DirectChat(Conversation(store))

    log = MemoryEventLog()
    async with running(Fed(posted((0, "kept"), (10, "lost")), Timeline(log))) as fed:
        assert fed.texts == ["kept", "lost"]
    restored = posted((0, "kept"), (5, "new"))
    async with running(Fed(restored, Timeline(log))) as fed:
        assert fed.texts == ["kept", "lost", "new"]
        assert fed.orchestrator.watermark == str((seconds + 5) * 1000)


async def test_edge_16_a_watermark_far_ahead_of_the_chat_falls_back_to_reading_all(chat: DirectChat) -> None:
    log = MemoryEventLog()
    fed = Fed(chat, Timeline(log))
    log.append([], Mark(fed.orchestrator.key, "9" * 13))
    ids = user(chat.conversation, "one", "two")
    async with running(fed):
        assert (fed.texts, fed.orchestrator.watermark) == (["one", "two"], ids[-1])


@pytest.mark.parametrize("there", [[], ["old"]])
async def test_only_what_comes_may_be_asked_for(chat: DirectChat, there: list[str]) -> None:
    user(chat.conversation, *there)
    log = MemoryEventLog()
    async with running(Fed(chat, Timeline(log), initial="head")) as fed:
        assert fed.texts == []
    user(chat.conversation, "while it was away")
    async with running(Fed(chat, Timeline(log), initial="head")) as fed:
        assert fed.texts == ["while it was away"]


async def test_a_read_that_fails_is_tried_again_on_the_same_session_with_growing_pauses(chat: DirectChat) -> None:
    async with running(Fed(chat)) as fed:
        chat.faults = [ChatError("store_unavailable", "the disk") for _ in range(8)]
        user(chat.conversation, "hi")
        await fed.settled()
        assert fed.texts == ["hi"]
        assert fed.waited == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0]
    assert chat.requests.count("subscribe") == 1


async def test_a_lost_session_is_reopened_subscribed_again_and_read_from_the_watermark(chat: DirectChat) -> None:
    async with running(Fed(chat)) as fed:
        user(chat.conversation, "one")
        await fed.settled()
        chat.sessions[0].lose()
        user(chat.conversation, "two")  # nobody is told of this
        chat.requests.clear()
        fed.orchestrator._updated()  # noqa: SLF001 -- as a message that arrived before the session was lost
        await fed.orchestrator.changed.wait_until(lambda: len(chat.sessions) == 2 and fed.orchestrator.settled)
        assert fed.texts == ["one", "two"]
    assert [request for request in chat.requests if request != "read_since"] == ["connect", "subscribe"]


async def test_a_chat_that_is_not_there_is_tried_until_it_is(
    chat: DirectChat, caplog: pytest.LogCaptureFixture
) -> None:
    chat.faults = [ExceptionGroup("", [ConnectionRefusedError("nobody listens")]), ConnectionLost("gone")]
    user(chat.conversation, "hi")
    async with running(Fed(chat)) as fed:
        assert (fed.texts, fed.waited) == (["hi"], [0.2, 0.4])
    assert "the chat cannot be reached: ConnectionRefusedError: nobody listens" in caplog.text


async def test_a_post_is_shown_once_it_is_stored(chat: DirectChat) -> None:
    async with running(Fed(chat)) as fed:
        posted = await fed.orchestrator.post("text/markdown", "hello")
        assert chat.conversation.message(posted["id"]) is not None
        chat.faults = [ChatError("store_unavailable", "the disk")]
        with pytest.raises(ChatError):
            await fed.orchestrator.post("text/markdown", "lost")
    assert [item.kind for item in fed.timeline.state.items] == ["AssistantMarkdown"]
    with pytest.raises(ConnectionLost, match="not connected"):
        await fed.orchestrator.post("text/markdown", "hello")


async def test_a_human_and_an_agent_talk_through_the_chat(chat: DirectChat) -> None:
    async def posts(content: str, mime: str) -> Any:
        from pytest_uimcp.mcp.calls import ToolResult

        return ToolResult(data=chat.conversation.post("assistant", {"content": content, "mime": mime}))

    agent = Agent(played([say("Hello!"), end()], [say("Fine."), end()]), Tools(chat_assistant_post=posts))
    orchestrator = Orchestrator(chat.connect, agent.receive, agent.timeline)
    async with serving(agent), anyio.create_task_group() as tasks:
        tasks.start_soon(orchestrator.run)
        for text in ("hi", "how are you?"):
            user(chat.conversation, text)
            await orchestrator.changed.wait_until(lambda: orchestrator.settled)
            await settled(agent)
        tasks.cancel_scope.cancel()
    assert kinds(agent) == ["UserMessage", "AssistantMarkdown", "EndTurn"] * 2
    said = [message["content"] for message in chat.conversation.read_since()["messages"]]
    assert said == ["hi", "Hello!", "how are you?", "Fine."]

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from mcp import Client, MCPError
from mcp.shared.subscriptions import ResourceUpdated

from pytest_uimcp.chat import ChatStore, Conversation, Facade, Limits, open_store
from pytest_uimcp.chat.principals import Role
from pytest_uimcp.transport.authentication import BearerTokens
from pytest_uimcp.transport.http import mcp_application
from pytest_uimcp.transport.memory import in_memory
from pytest_uimcp.transport.site import HttpSite
from tests.chat.conftest import settle
from tests.chat.sessions import INBOX, Session, session
from tests.mcp.reports import reported, told
from tests.transport.clients import over_http
from tests.transport.conftest import anyio_backend
from tests.transport.wires import PATIENCE

__all__ = ["anyio_backend"]

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed"),
]


class Chat:
    """Both sides of a conversation; made on the event loop of the test."""

    def __init__(self, store: ChatStore, limits: Limits | None = None) -> None:
        self.store = store
        self.conversation = Conversation(store, limits)
        self.sides: dict[Role, Facade] = {
            "human": Facade(self.conversation, "human", advancing=True),
            "assistant": Facade(self.conversation, "assistant"),
        }

    @property
    def human(self) -> Facade:
        return self.sides["human"]

    @property
    def assistant(self) -> Facade:
        return self.sides["assistant"]

    def close(self) -> None:
        for facade in self.sides.values():
            facade.close()


@pytest.fixture
def memory() -> Iterator[ChatStore]:
    store = open_store()
    yield store
    store.close()


@pytest.fixture
async def chat(anyio_backend: str, memory: ChatStore) -> AsyncIterator[Chat]:
    chat = Chat(memory)
    yield chat
    chat.close()


@asynccontextmanager
async def client(facade: Facade, mode: str = "legacy") -> AsyncIterator[Client]:
    async with Client(in_memory(facade.mcp.sdk), mode=mode, cache=None) as connected:
        yield connected


def shown(page: Any) -> list[str]:
    return [message["content"] for message in page["messages"]]


async def everything(side: Session) -> list[str]:
    """All messages, page by page."""
    read: list[str] = []
    after, more = None, True
    while more:
        page = (await side.call("chat_read_since", after_id=after))["structuredContent"]
        read += shown(page)
        after, more = page["last_id"], page["has_more"]
    return read


ERAS = ["legacy", "2026-07-28"]


@pytest.mark.parametrize("mode", ERAS)
async def test_a_side_lists_its_post_and_the_reading_by_their_literal_names(chat: Chat, mode: str) -> None:
    async with client(chat.assistant, mode) as assistant, client(chat.human, mode) as human:
        listed = (await assistant.list_tools()).tools
        assert [tool.name for tool in listed] == ["chat.assistant.post", "chat_read_since"]
        assert all(tool.output_schema and not tool.input_schema["additionalProperties"] for tool in listed)
        names = [tool.name for tool in (await human.list_tools()).tools]
        assert names == ["chat.human.post", "chat_read_since", "chat_read_and_advance"]


async def test_subscribing_is_a_capability_and_the_lists_do_not_change(chat: Chat) -> None:
    async with client(chat.assistant) as assistant:
        capabilities = assistant.server_capabilities
        assert capabilities.resources is not None
        assert (capabilities.resources.subscribe, capabilities.resources.list_changed) == (True, False)
        assert capabilities.tools is not None
        assert capabilities.tools.list_changed is False


@pytest.mark.parametrize("store_kind", ["memory", "sqlite"])
async def test_a_post_is_answered_with_id_and_time_as_data_and_as_text(tmp_path: Any, store_kind: str) -> None:
    store = open_store(":memory:" if store_kind == "memory" else tmp_path / "chat.db")
    chat = Chat(store)
    async with client(chat.human) as human:
        await human.list_tools()
        result = await human.call_tool("chat.human.post", {"content": "a\0 **b** 🎉"})
        assert json.loads(result.content[0].text) == result.structured_content
        assert result.structured_content is not None
        assert list(result.structured_content) == ["id", "ts"]
        page = await human.call_tool("chat_read_since", {})
        assert page.structured_content == {
            "messages": [
                {**result.structured_content, "author": "user", "mime": "text/markdown", "content": "a\0 **b** 🎉"}
            ],
            "last_id": result.structured_content["id"],
            "has_more": False,
        }
    chat.close()
    store.close()


@pytest.mark.parametrize(
    ("role", "name", "author"),
    [
        ("human", "chat.human.post", "user"),
        ("human", "post", "user"),
        ("human", "chat_human_post", "user"),
        ("assistant", "chat.assistant.post", "assistant"),
        ("assistant", "post", "assistant"),
        ("assistant", "chat_assistant_post", "assistant"),
    ],
)
async def test_every_name_of_the_post_posts_as_the_author_of_its_side(
    chat: Chat, role: Role, name: str, author: str
) -> None:
    async with client(chat.sides[role]) as side:
        await side.call_tool(name, {"content": "hi", "subscriber": "bridge"})
    assert [message.author for message in chat.store.since(0)] == [author]


@pytest.mark.parametrize(
    "name", ["chat_read_since", "chat.read_since", "read_since", "ui.chat_read_since", "ui_chat_read_since"]
)
async def test_every_name_of_the_reading_reads(chat: Chat, name: str) -> None:
    chat.conversation.post("user", {"content": "hi"})
    async with client(chat.assistant) as side:
        result = await side.call_tool(name, {"limit": 1, "subscriber": "audit"})
        assert shown(result.structured_content) == ["hi"]


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize(
    ("role", "name"), [("human", "chat.assistant.post"), ("assistant", "chat.human.post"), ("human", "nothing")]
)
async def test_edge_19_the_post_of_the_other_side_is_an_unknown_tool(
    chat: Chat, role: Role, name: str, mode: str
) -> None:
    async with client(chat.sides[role], mode) as side:
        result = await side.call_tool(name, {"content": "hi"})
    assert told(result).startswith(f"tool '{name}' not found")
    assert (reported(result)["code"], reported(result)["data"]["name"]) == (-32602, name)
    assert chat.store.head() is None


async def test_edge_19_a_principal_of_the_other_side_may_read_and_not_post(chat: Chat) -> None:
    site = HttpSite()
    tokens = BearerTokens({"a": "assistant", "b": "human:ada", "c": "bridge"})
    site.bind("mcp", mcp_application(chat.human.mcp.sdk), authenticator=tokens)
    await site.start()
    try:
        for token, forbidden in (("a", True), ("b", False), ("c", False)):
            async with over_http(f"{site.url('mcp')}/mcp", token) as side:
                assert not (await side.call_tool("chat_read_since", {})).is_error
                for name in ("chat.human.post", "chat_human_post"):
                    result = await side.call_tool(name, {"content": token, "client_id": token})
                    assert result.is_error is forbidden
                    if forbidden:
                        assert reported(result) == {
                            "code": "forbidden",
                            "message": "assistant may not speak for the human; connect with a token of that side",
                            "data": {"principal": "assistant"},
                        }
    finally:
        await site.close()
    assert shown(chat.conversation.read_since()) == ["b", "c"]


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("chat.human.post", {}, "invalid_arguments"),
        ("chat.human.post", {"content": "x", "author": "assistant"}, "invalid_arguments"),
        ("chat.human.post", {"content": "x", "mime": "bogus"}, "invalid_mime"),
        ("chat.human.post", {"content": " "}, "content_empty"),
        ("chat.human.post", {"content": "x" * 262_145}, "content_too_large"),
        ("chat_read_since", {"limit": 0}, "invalid_limit"),
        ("chat_read_since", {"limit": "5"}, "invalid_limit"),
        ("chat_read_since", {"after_id": "abc"}, "invalid_after_id"),
        ("chat_read_since", {"author": "human"}, "invalid_arguments"),
    ],
)
async def test_a_refused_call_is_a_result_with_a_text_and_code_message_and_data(
    chat: Chat, name: str, arguments: dict[str, Any], code: str
) -> None:
    async with client(chat.human) as human:
        result = await human.call_tool(name, arguments)
    assert (reported(result)["code"], reported(result)["message"]) == (code, told(result))
    assert chat.store.head() is None


async def test_a_store_that_is_closed_is_a_tool_error_and_an_error_of_the_resource(chat: Chat) -> None:
    chat.store.close()
    async with client(chat.human) as human:
        result = await human.call_tool("chat.human.post", {"content": "hi"})
        assert reported(result)["code"] == "store_unavailable"
        with pytest.raises(MCPError, match="cannot be read or written now"):
            await human.read_resource(INBOX)


@pytest.mark.parametrize("mode", ERAS)
async def test_the_inbox_its_windows_and_single_messages_are_resources(chat: Chat, mode: str) -> None:
    first = chat.conversation.post("user", {"content": "question"})["id"]
    last = chat.conversation.post("assistant", {"content": "answer"})["id"]

    async with client(chat.human, mode) as human:

        async def read(uri: str) -> Any:
            (content,) = (await human.read_resource(uri)).contents
            assert content.mime_type == "application/json"
            return json.loads(content.text)

        assert await read(INBOX) == chat.conversation.inbox()
        assert await read("UI://chat/inbox") == chat.conversation.inbox()
        assert shown(await read(f"{INBOX}/since/{first}")) == ["answer"]
        assert (await read(f"ui://chat/messages/{first}"))["content"] == "question"
        assert await read(f"chat://messages/{last}") == await read(f"ui://chat/messages/{last}")
        assert await read("chat://head") == int(last)
        assert [str(one.uri) for one in (await human.list_resources()).resources] == [INBOX, "ui://chat/last-read"]
        listed = (await human.list_resource_templates()).resource_templates
        assert [one.uri_template for one in listed] == [f"{INBOX}/since/{{after_id}}", "ui://chat/messages/{id}"]


@pytest.mark.parametrize(("mode", "not_found"), [("legacy", -32002), ("2026-07-28", -32602)])
async def test_an_unknown_resource_is_not_found_and_a_malformed_id_is_invalid(
    chat: Chat, mode: str, not_found: int
) -> None:
    async with client(chat.human, mode) as human:
        for uri, code in (
            ("ui://chat/messages/5", not_found),
            ("ui://chat/nothing", not_found),
            ("ui://chat/Inbox", not_found),
            ("ui://chat/messages/abc", -32602),
            (f"{INBOX}/since/abc", -32602),
        ):
            with pytest.raises(MCPError) as refused:
                await human.read_resource(uri)
            assert (refused.value.code, refused.value.data) == (code, {"uri": uri})


@pytest.mark.parametrize("role", ["human", "assistant"])
async def test_subscribers_of_both_sides_are_notified_of_the_humans_messages_with_their_text(
    chat: Chat, role: Role
) -> None:
    async with session(chat.sides[role]) as side:
        await side.subscribe()
        posted = chat.conversation.post("user", {"content": "hi"})
        message = {**posted, "author": "user", "mime": "text/markdown", "content": "hi"}
        assert await side.notification() == {"uri": INBOX, "last_id": posted["id"], "messages": [message]}
        assert shown((await side.call("chat_read_since"))["structuredContent"]) == ["hi"]


async def test_edge_08_what_the_assistant_posts_notifies_no_session_of_either_side(chat: Chat) -> None:
    async with session(chat.human) as human, session(chat.assistant) as assistant:
        for side in (human, assistant):
            await side.subscribe()
        await assistant.call("chat.assistant.post", content="answer")
        for side in (human, assistant):
            assert shown((await side.call("chat_read_since"))["structuredContent"]) == ["answer"]
        posted = await human.post("question")
        for side in (human, assistant):
            # Notifications keep their order, so one about the answer would come first.
            update = await side.notification()
            assert (update["last_id"], shown(update)) == (posted, ["question"])


async def test_edge_09_messages_posted_before_a_notification_is_sent_share_it_without_the_assistants(
    chat: Chat,
) -> None:
    async with session(chat.human) as human:
        await human.subscribe()
        for author, content in (("user", "one"), ("assistant", "two"), ("user", "three")):
            chat.conversation.post(author, {"content": content})  # type: ignore[arg-type]  # one may be a stranger
        assert shown(await human.notification()) == ["one", "three"]
        last = await human.post("four")
        assert (await human.notification())["last_id"] == last


async def test_edge_10_subscribing_twice_is_once_and_unsubscribing_ends_it(chat: Chat) -> None:
    async with session(chat.human) as ada, session(chat.human) as bob:
        for side in (ada, ada, bob):
            assert (await side.subscribe())["result"] == {}
        first = await ada.post("first")
        assert [(await side.notification())["last_id"] for side in (ada, bob)] == [first, first]
        for _ in range(2):
            assert (await ada.unsubscribe())["result"] == {}
        second = await ada.post("second")
        assert (await bob.notification())["last_id"] == second
        await ada.subscribe()
        third = await bob.post("third")
        update = await ada.notification()
        assert (update["last_id"], shown(update)) == (third, ["third"])
        assert ada.notified == []


@pytest.mark.parametrize("uri", ["ui://chat/nothing", f"{INBOX}/since/5", "ui://chat/messages/5"])
async def test_edge_10_subscribing_to_an_unknown_or_constant_resource_is_not_found(chat: Chat, uri: str) -> None:
    async with session(chat.human) as human:
        error = (await human.subscribe(uri))["error"]
        assert (error["code"], error["data"]) == (-32002, {"uri": uri})
        assert (await human.unsubscribe(uri))["result"] == {}


async def test_edge_11_a_session_that_ends_abruptly_in_a_burst_holds_up_nobody(chat: Chat) -> None:
    async with session(chat.human) as stays, AsyncExitStack() as stack:
        leaves = await stack.enter_async_context(session(chat.human))
        for side in (stays, leaves):
            await side.subscribe()
        for number in range(100):
            if number == 50:
                leaves.wire.close_output()
            await stays.post(str(number))
        last = str(chat.store.head())
        while (await stays.notification())["last_id"] != last:
            pass
    assert len(chat.store.since(0)) == 100


async def test_edge_12_a_session_that_reads_nothing_holds_up_no_post_and_finds_everything_later(chat: Chat) -> None:
    async with session(chat.human) as poster, session(chat.human) as slow:
        await slow.subscribe()
        await slow.wire.send({"jsonrpc": "2.0", "id": 99, "method": "resources/read", "params": {"uri": INBOX}})
        for number in range(990):
            chat.conversation.post("user", {"content": f"{number} " + "x" * 1000})
            await anyio.lowlevel.checkpoint()
        for _ in range(10):
            await poster.post("last")
        update = await slow.notification()
        while update["last_id"] != str(chat.store.head()):
            update = await slow.notification()
        assert len(await everything(slow)) == 1000


async def test_an_upper_case_scheme_names_the_same_inbox(chat: Chat) -> None:
    async with session(chat.human) as human:
        await human.subscribe("UI://chat/inbox")
        last = await human.post("hi")
        update = await human.notification()
        assert (update["uri"], update["last_id"]) == (INBOX, last)


async def test_a_client_of_the_newer_era_is_notified_on_its_listen_stream_without_the_messages(chat: Chat) -> None:
    async with client(chat.assistant, "2026-07-28") as assistant, client(chat.human) as human:
        with anyio.fail_after(PATIENCE):
            async with assistant.listen(resource_subscriptions=[INBOX]) as events:
                await assistant.call_tool("chat.assistant.post", {"content": "answer"})
                await human.call_tool("chat.human.post", {"content": "question"})
                assert await anext(events) == ResourceUpdated(INBOX)
                page = await assistant.call_tool("chat_read_since", {})
                assert shown(page.structured_content) == ["answer", "question"]


async def test_edge_20_official_clients_take_a_notification_with_more_than_they_know(chat: Chat) -> None:
    heard: list[str] = []
    news = anyio.Event()

    async def hear(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/resources/updated":
            heard.append(str(message.params.uri))
            news.set()

    async with Client(in_memory(chat.human.mcp.sdk), mode="legacy", message_handler=hear) as human:
        await human.subscribe_resource(INBOX)
        await human.call_tool("chat.human.post", {"content": "hi"})
        with anyio.fail_after(PATIENCE):
            await news.wait()
    assert heard == [INBOX]


async def test_edge_18_a_repeated_client_id_is_answered_alike_and_notifies_once(chat: Chat) -> None:
    async with session(chat.human) as human:
        await human.subscribe()
        first = await human.call("chat.human.post", content="hi", client_id="1")
        assert await human.call("chat.human.post", content="hi", client_id="1") == first
        conflict = await human.call("chat.human.post", content="other", client_id="1")
        assert conflict["_meta"]["uimcp/error"]["code"] == "idempotency_conflict"
        last = await human.post("later")
        updates = [await human.notification()]
        while updates[-1]["last_id"] != last:
            updates.append(await human.notification())
        assert [text for update in updates for text in shown(update)] == ["hi", "later"]


async def test_read_and_advance_returns_each_message_once_and_notifies_only_its_subscriber(chat: Chat) -> None:
    async with session(chat.human) as human, session(chat.assistant) as assistant:
        await human.subscribe("ui://chat/last-read")
        for content in ("one", "two"):
            await assistant.call("chat.assistant.post", content=content)
        answer = (await human.call("chat_read_and_advance", subscriber="somebody else"))["structuredContent"]
        assert shown(answer) == ["one", "two"]
        answer = (await human.call("chat_read_and_advance", limit=1))["structuredContent"]
        assert shown(answer) == ["one"]
        assert await human.notification() == {"uri": "ui://chat/last-read"}
        body = (await human.ask("resources/read", uri="ui://chat/last-read"))["result"]["contents"][0]["text"]
        assert json.loads(body) == {"last_id": answer["last_id"]}
        assert shown((await human.call("chat_read_and_advance"))["structuredContent"]) == ["two"]
        await human.notification()
        assert shown((await human.call("chat_read_and_advance"))["structuredContent"]) == []
        assert human.notified == []  # there was one for each page, and none for the empty one


async def test_read_and_advance_is_off_by_default(chat: Chat) -> None:
    async with client(chat.assistant) as assistant:
        result = await assistant.call_tool("chat_read_and_advance", {})
    assert told(result) == "tool 'chat_read_and_advance' not found (did you mean chat_read_since?)"


async def test_posts_of_another_process_cause_notifications(tmp_path: Any) -> None:
    ours, theirs = open_store(tmp_path / "chat.db"), open_store(tmp_path / "chat.db")
    facade = Facade(Conversation(ours), "human")
    async with session(facade) as human:
        await human.subscribe()
        posted = await anyio.to_thread.run_sync(lambda: Conversation(theirs).post("user", {"content": "from afar"}))
        update = await human.notification()
        assert (update["last_id"], shown(update)) == (posted["id"], ["from afar"])
    facade.close()
    settle(ours)
    for store in (ours, theirs):
        store.close()


async def test_a_closed_side_notifies_nobody_and_leaves_the_store_open(chat: Chat) -> None:
    async with client(chat.human, "2026-07-28") as human, human.listen(resource_subscriptions=[INBOX]) as events:
        chat.human.close()
        chat.conversation.post("user", {"content": "hi"})
        with anyio.fail_after(PATIENCE):
            assert [event async for event in events] == []

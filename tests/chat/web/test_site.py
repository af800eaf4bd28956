from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import anyio
import pytest
from mcp.shared.subscriptions import ResourceUpdated

from pytest_uimcp.agent import Timeline
from pytest_uimcp.agent.events import UiMessage, UserText
from pytest_uimcp.agent.timeline import newer
from pytest_uimcp.chat import ChatStore, Conversation, open_store
from pytest_uimcp.chat.web import ChatSite
from pytest_uimcp.compositor.policy import Approvals
from pytest_uimcp.mcp.calls import ToolCall
from tests.chat.sessions import INBOX
from tests.chat.web.desk import TOKENS
from tests.transport.clients import over_http
from tests.transport.wires import INITIALIZE, PATIENCE

pytestmark = pytest.mark.anyio

HUMAN, ASSISTANT, ADA = TOKENS["human"], TOKENS["assistant"], TOKENS["human:ada"]


@pytest.fixture
def store() -> Iterator[ChatStore]:
    store = open_store()
    yield store
    store.close()


@asynccontextmanager
async def serving(store: ChatStore, **options: Any) -> AsyncIterator[ChatSite]:
    site = ChatSite(Conversation(store), TOKENS, **options)
    await site.start()
    try:
        yield site
    finally:
        await site.close()


@pytest.fixture
async def site(anyio_backend: str, store: ChatStore) -> AsyncIterator[ChatSite]:
    async with serving(store) as site:
        yield site


@pytest.fixture
async def http(anyio_backend: str) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        yield http


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize("path", ["/mcp", "/sse"])
async def test_the_token_decides_which_side_a_client_is_on(site: ChatSite, store: ChatStore, path: str) -> None:
    async with (
        over_http(f"{site.url}{path}", ADA) as human,
        over_http(f"{site.url}{path}", ASSISTANT) as assistant,
    ):
        assert [tool.name for tool in (await human.list_tools()).tools] == ["chat.human.post", "chat_read_since"]
        assert [tool.name for tool in (await assistant.list_tools()).tools] == [
            "chat.assistant.post",
            "chat_read_since",
        ]
        await human.call_tool("post", {"content": "question"})
        await assistant.call_tool("post", {"content": "answer"})
    assert [(one.author, one.content) for one in store.since(0)] == [("user", "question"), ("assistant", "answer")]


async def test_the_assistant_is_notified_of_messages_of_the_human(site: ChatSite) -> None:
    async with over_http(f"{site.url}/mcp", HUMAN) as human, over_http(f"{site.url}/mcp", ASSISTANT) as assistant:
        with anyio.fail_after(PATIENCE):
            async with assistant.listen(resource_subscriptions=[INBOX]) as events:
                await human.call_tool("chat.human.post", {"content": "hi"})
                assert await anext(events) == ResourceUpdated(INBOX)


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
@pytest.mark.parametrize("path", ["/mcp", "/sse"])
async def test_an_official_client_reads_a_long_conversation_page_by_page(
    site: ChatSite, store: ChatStore, path: str, mode: str
) -> None:
    contents = [f"{number} {'x' * 20_000}" for number in range(40)] + ['"quoted"\n' * 29_000, "last"]
    for content in contents:
        store.append("user", "text/plain", content)
    read: list[str] = []
    async with over_http(f"{site.url}{path}", HUMAN, mode=mode) as human:
        after, more = None, True
        while more:
            with anyio.fail_after(PATIENCE):
                page: Any = (await human.call_tool("chat_read_since", {"after_id": after})).structured_content
            read += [message["content"] for message in page["messages"]]
            after, more = page["last_id"], page["has_more"]
        with anyio.fail_after(PATIENCE):
            (inbox,) = (await human.read_resource(INBOX)).contents
    assert read == contents
    assert json.loads(inbox.text)["truncated"] is True


@pytest.mark.parametrize(("method", "path"), [("POST", "/mcp"), ("GET", "/mcp"), ("GET", "/sse"), ("POST", "/message")])
@pytest.mark.parametrize("headers", [{}, bearer("unknown"), {"Authorization": f"Basic {HUMAN}"}])
async def test_without_a_known_token_there_is_no_mcp(
    site: ChatSite, http: aiohttp.ClientSession, method: str, path: str, headers: dict[str, str]
) -> None:
    async with http.request(method, f"{site.url}{path}", headers=headers) as answer:
        assert (answer.status, answer.content_type) == (401, "text/plain")
        assert "WWW-Authenticate" in answer.headers


async def test_a_session_of_one_side_does_not_exist_for_the_other(site: ChatSite, http: aiohttp.ClientSession) -> None:
    kind = {"Accept": "application/json, text/event-stream"}
    async with http.post(f"{site.url}/mcp", json=INITIALIZE, headers=kind | bearer(HUMAN)) as answer:
        session = {"Mcp-Session-Id": answer.headers["Mcp-Session-Id"]}
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    for token, status in ((ASSISTANT, 404), (ADA, 404), (HUMAN, 200)):
        async with http.post(f"{site.url}/mcp", json=ping, headers=kind | session | bearer(token)) as answer:
            assert answer.status == status


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Host": "evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
        {"Sec-Fetch-Site": "none", "Sec-Purpose": "prefetch"},
    ],
)
async def test_other_pages_are_refused_and_open_nothing(
    site: ChatSite, http: aiohttp.ClientSession, headers: dict[str, str]
) -> None:
    address = site.page_address()
    for url in (address, site.url, f"{site.url}/live", f"{site.url}/session", f"{site.url}/front/main.js"):
        async with http.get(url, headers=headers, allow_redirects=False) as answer:
            assert answer.status == 403
    for url in (f"{site.url}/open", f"{site.url}/mcp"):
        async with http.post(url, headers=headers | bearer(HUMAN)) as answer:
            assert answer.status == 403
    async with http.get(address, allow_redirects=False) as answer:
        assert answer.status == 303  # it has not been used up


async def test_without_a_session_there_is_neither_page_nor_socket(site: ChatSite, http: aiohttp.ClientSession) -> None:
    for path in ("/", "/live", "/session", "/open/" + "x" * 43):
        async with http.get(f"{site.url}{path}", headers={"Cookie": "ui-mcp-chat-1=x"}) as answer:
            assert answer.status == 401
    async with http.get(f"{site.url}/live", headers=bearer(ASSISTANT)) as answer:
        assert answer.status == 401
    for token in ("", "unknown", ASSISTANT):
        async with http.post(f"{site.url}/open", headers=bearer(token)) as answer:
            assert answer.status == 401


async def test_a_humans_token_gives_another_address(site: ChatSite, http: aiohttp.ClientSession) -> None:
    async with http.post(f"{site.url}/open", headers=bearer(ADA)) as answer:
        address = (await answer.json())["url"]
    async with http.get(address) as answer:
        assert answer.status == 200
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "no-store" in answer.headers["Cache-Control"]
    async with http.get(f"{site.url}/session") as answer:
        assert await answer.json() == {"principal": "human:ada", "conversation": "default"}
    async with http.get(address) as answer:  # this browser has a session
        assert answer.status == 200
    http.cookie_jar.clear()
    async with http.get(address) as answer:
        assert answer.status == 401


@pytest.mark.parametrize("name", ["nothing.js", "index.html", "types.d.ts", "..%2fpage.py", "%2e%2e/page.py"])
async def test_only_the_pages_files_are_served(site: ChatSite, http: aiohttp.ClientSession, name: str) -> None:
    async with http.get(f"{site.url}/front/{name}") as answer:
        assert answer.status == 404


class Live:
    """A page's socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.frames: list[dict[str, Any]] = []

    async def next(self, kind: str = "") -> dict[str, Any]:
        """The next frame of a kind: `result`, `approvals`, or one of the timeline."""
        with anyio.fail_after(PATIENCE):
            while True:
                frame: dict[str, Any] = await self.socket.receive_json()
                if frame.get("type", "") == kind:
                    return frame

    async def ask(self, request: Any) -> dict[str, Any]:
        await self.socket.send_str(request if isinstance(request, str) else json.dumps(request))
        return await self.next("result")


@asynccontextmanager
async def connected(site: ChatSite, http: aiohttp.ClientSession) -> AsyncIterator[Live]:
    async with http.ws_connect(f"{site.url}/live", headers=bearer(ADA), max_msg_size=0) as socket:
        yield Live(socket)


async def test_a_page_gets_a_snapshot_and_then_what_has_changed(
    site: ChatSite, store: ChatStore, http: aiohttp.ClientSession
) -> None:
    Conversation(store).post("assistant", {"content": "**hi**"})
    async with connected(site, http) as page:
        first = await page.next()
        assert list(first) == ["session_id", "event_id", "event_at", "payload", "html", "who"]
        payload = first["payload"]
        assert (first["event_id"], payload["type"], payload["v"], payload["seq"]) == (
            1,
            "ui_state_snapshot",
            "ui_state_v1",
            1,
        )
        (item,) = payload["state"]["items"]
        assert first["html"] == {item["id"]: "<p><strong>hi</strong></p>\n"}
        Conversation(store).post("user", {"content": "you"})
        second = await page.next()
        changed = second["payload"]
        assert (second["event_id"], changed["type"], changed["seq"], changed["gone"]) == (2, "ui_state_changed", 2, [])
        assert [(one["kind"], one["id"]) for one in changed["items"]] == [("UserMessage", f"chat:{store.head()}")]
        assert (second["html"], second["who"]) == ({}, {})
        state = newer(newer(None, first), second)
        assert state is not None
        assert [one.id for one in state.items] == [item["id"], f"chat:{store.head()}"]


async def test_five_posts_on_a_long_log_send_little(
    site: ChatSite, store: ChatStore, http: aiohttp.ClientSession
) -> None:
    for number in range(20):
        store.append("assistant", "text/markdown", f"{number} {'x' * 200_000}")
    async with connected(site, http) as page:
        assert len(json.dumps(await page.next())) > 4_000_000
        sent = 0
        for number in range(5):
            store.append("user", "text/markdown", f"news {number}")
            frame = await page.next()
            sent += len(json.dumps(frame))
            assert [item["text"] for item in frame["payload"]["items"]] == [f"news {number}"]
    assert sent < 10_000


async def test_a_page_is_told_which_human_wrote_a_message(
    site: ChatSite, store: ChatStore, http: aiohttp.ClientSession
) -> None:
    async def browser(name: str) -> aiohttp.ClientSession:
        another = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        async with another.get(site.page_address()) as answer:
            assert answer.status == 200
        async with another.ws_connect(f"{site.url}/live") as socket:
            live = Live(socket)
            assert (await live.ask({"type": "name", "request": 1, "name": name})).get("ok") == {"name": name.strip()}
            await live.ask({"type": "post", "request": 2, "content": f"from {name or 'a browser'}"})
        return another

    named, nameless = await browser("  Bob  "), await browser("")
    async with over_http(f"{site.url}/mcp", ADA) as ada, over_http(f"{site.url}/mcp", HUMAN) as human:
        await ada.call_tool("post", {"content": "from ada"})
        await human.call_tool("post", {"content": "from a program"})
    store.append("user", "text/plain", "from nobody knows whom")
    seen = []
    for client, headers in ((named, {}), (nameless, {}), (http, bearer(ADA))):
        async with client.ws_connect(f"{site.url}/live", headers=headers) as socket:
            frame = await Live(socket).next()
            seen.append([frame["who"].get(item["id"]) for item in frame["payload"]["state"]["items"]])
    await named.close()
    await nameless.close()
    you = {"you": True}
    bob, somebody, ada_herself = {"name": "Bob"}, {"name": ""}, {"name": "ada"}
    assert seen == [
        [you, somebody, ada_herself, somebody, None],
        [bob, you, ada_herself, somebody, None],
        [bob, somebody, you, somebody, None],
    ]
    (message, *_) = Conversation(store).read_since()["messages"]
    assert list(message) == ["id", "ts", "author", "mime", "content"]


@pytest.mark.parametrize("name", ["x" * 41, "You", " assistant ", "a\u202eb", 5, None])
async def test_a_name_that_would_mislead_is_refused(site: ChatSite, http: aiohttp.ClientSession, name: Any) -> None:
    async with http.get(site.page_address()):
        pass
    async with http.ws_connect(f"{site.url}/live") as socket:
        answer = await Live(socket).ask({"type": "name", "request": 1, "name": name})
    assert answer["error"]["code"] == "invalid_arguments"


async def test_a_program_has_the_name_of_its_principal(site: ChatSite, http: aiohttp.ClientSession) -> None:
    async with connected(site, http) as page:
        assert (await page.ask({"type": "name", "request": 1, "name": "Bob"}))["error"]["code"] == "forbidden"


async def test_edge_46_a_page_that_connects_in_a_burst_ends_with_what_everybody_sees(
    store: ChatStore, http: aiohttp.ClientSession
) -> None:
    timeline = Timeline()
    async with serving(store, timeline=timeline) as site:
        async with anyio.create_task_group() as tasks:

            async def burst() -> None:
                for number in range(200):
                    timeline.emit(UserText(str(number)), UiMessage({"mime": "text/markdown", "content": str(number)}))
                    await anyio.lowlevel.checkpoint()

            tasks.start_soon(burst)
            async with connected(site, http) as page:
                state = None
                while state is None or state.seq < 400:
                    state = newer(state, await page.next())
        assert state == timeline.state


async def test_messages_of_another_chat_are_nobodys_here(store: ChatStore, http: aiohttp.ClientSession) -> None:
    timeline = Timeline()
    timeline.emit(UserText("hi", {"uri": "chat://elsewhere", "id": "m-7"}))
    async with serving(store, timeline=timeline) as site, connected(site, http) as page:
        frame = await page.next()
    assert [item["text"] for item in frame["payload"]["state"]["items"]] == ["hi"]
    assert frame["who"] == {}


async def test_a_post_of_the_page_is_stored_once_and_faults_are_answered(
    site: ChatSite, store: ChatStore, http: aiohttp.ClientSession
) -> None:
    post = {"type": "post", "request": 1, "content": "hi", "client_id": "1"}
    async with connected(site, http) as page:
        first = await page.ask(post)
        assert first == {"type": "result", "request": 1, "ok": {"id": str(store.head()), "ts": store.since(0)[0].ts}}
        assert await page.ask(post | {"request": 2}) == first | {"request": 2}
        for request, number, code in (
            ({"type": "post", "request": 3, "content": " "}, 3, "content_empty"),
            ({"type": "post", "request": 4}, 4, "invalid_arguments"),
            ({"type": "post", "request": 5, "content": 5}, 5, "invalid_arguments"),
            ({"type": "post", "request": 6, "content": "x", "client_id": "1"}, 6, "idempotency_conflict"),
            ({"type": "nothing", "request": 7}, 7, "invalid_arguments"),
            ({"type": "decide", "request": 8, "id": "x", "decision": "approve"}, 8, "invalid_arguments"),
            ("[]", None, "invalid_arguments"),
            ("{", None, "invalid_arguments"),
            ("[" * 200_000, None, "invalid_arguments"),
        ):
            answer = await page.ask(request)
            assert (answer["request"], answer["error"]["code"]) == (number, code)
            assert answer["error"]["message"]
    assert [(one.author, one.content) for one in store.since(0)] == [("user", "hi")]


async def test_a_decision_on_the_page_names_its_human_and_faults_are_answered(
    store: ChatStore, http: aiohttp.ClientSession
) -> None:
    approvals = Approvals()
    async with (
        serving(store, approvals=approvals) as site,
        connected(site, http) as page,
        anyio.create_task_group() as tasks,
    ):
        tasks.start_soon(approvals.ask, ToolCall("runtime_exec", {"cmd": ["ls"]}), "default: ask")
        item = (await page.next("approvals"))["pending"]
        while not item:
            item = (await page.next("approvals"))["pending"]
        decide = {"type": "decide", "request": 1, "id": item[0]["id"], "decision": "approve", "reason": "fine"}
        for change, code in (
            ({"id": "x"}, "unknown_approval"),
            ({"decision": "perhaps"}, "invalid_decision"),
            ({"reason": 5}, "invalid_arguments"),
            ({"reason": "x" * 2001}, "invalid_arguments"),
        ):
            assert (await page.ask(decide | change))["error"]["code"] == code
        answer = await page.ask(decide)
        assert (answer["ok"]["decision"], answer["ok"]["decided_by"], answer["ok"]["reason"]) == (
            "approve",
            "human:ada",
            "fine",
        )
        assert (await page.ask(decide | {"decision": "deny_abort"}))["error"]["code"] == "already_resolved"


async def test_an_oversized_frame_ends_the_connection_and_stores_nothing(
    site: ChatSite, store: ChatStore, http: aiohttp.ClientSession
) -> None:
    async with connected(site, http) as page:
        await page.socket.send_str("x" * (3 * 1024 * 1024))
        with anyio.fail_after(PATIENCE):
            while not page.socket.closed:
                await page.socket.receive()
        assert page.socket.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
    assert store.head() is None


async def test_pages_and_streams_end_when_the_site_closes(store: ChatStore, http: aiohttp.ClientSession) -> None:
    site = ChatSite(Conversation(store), TOKENS)
    await site.start()
    socket = await http.ws_connect(f"{site.url}/live", headers=bearer(HUMAN))
    await Live(socket).next()
    with anyio.fail_after(PATIENCE):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(site.close)
            while not socket.closed:
                await socket.receive()
    assert socket.close_code == aiohttp.WSCloseCode.GOING_AWAY
    assert site.page.live == 0

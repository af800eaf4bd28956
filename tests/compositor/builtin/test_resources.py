from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import BlobResourceContents, TextResourceContents

from pytest_uimcp.compositor.builtin.windows import windowed
from pytest_uimcp.compositor.compositor import Compositor
from pytest_uimcp.mcp.resources import Resource, ResourceContent, ResourceRequest
from pytest_uimcp.mcp.server import McpServer
from tests.compositor.child import Child
from tests.compositor.mounting import Ear, client_of, permissive, until

pytestmark = [
    pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed"),
]


async def call(compositor: Compositor, tool: str, **arguments: Any) -> Any:
    result = await compositor.call_tool(f"resources_{tool}", arguments)
    assert not result.is_error, result.lines
    return result.data


async def refused(compositor: Compositor, tool: str, **arguments: Any) -> tuple[str, str]:
    result = await compositor.call_tool(f"resources_{tool}", arguments)
    assert result.is_error
    return result.data["error"]["code"], result.lines


async def blob(_server: None, _request: ResourceRequest) -> ResourceContent:
    return ResourceContent("image/png", bytes(range(10)))


async def euros(_server: None, _request: ResourceRequest) -> str:
    return "€€€"


def library() -> McpServer[None]:
    rows = (
        Resource("lib://blob", "blob", "Ten bytes.", "image/png", blob),
        Resource("lib://euros", "euros", "Three signs of three bytes.", "text/plain", euros),
    )
    return McpServer("library", None, (), rows)


@pytest.mark.anyio
async def test_resources_are_listed_with_their_servers_and_own_uris() -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("p", Child().server)
        await compositor.mount_inproc("lib", library())
        found = (await call(compositor, "list_resources", server="p"))["resources"]
        assert [(one["server"], one["resource"]["uri"]) for one in found] == [("p", "note://one"), ("p", "note://two")]
        found = (await call(compositor, "list_resources", uri_prefix="lib://e"))["resources"]
        assert [one["resource"]["uri"] for one in found] == ["lib://euros"]
        templates = (await call(compositor, "list_resource_templates"))["templates"]
        assert ("p", "note://{name}") in [(one["server"], one["template"]["uriTemplate"]) for one in templates]


@pytest.mark.anyio
async def test_a_window_of_text_shows_cut_characters_as_replacements() -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("lib", library())
        whole = await call(compositor, "read", server="lib", uri="lib://euros")
        assert whole == {
            "window": {"start_offset": 0, "max_bytes": 25000},
            "parts": [{"kind": "text", "mime": "text/plain", "text": "€€€", "total_bytes": 9, "bytes_returned": 9}],
            "total_parts": 1,
        }
        cut = await call(compositor, "read", server="lib", uri="lib://euros", start_offset=3, max_bytes=4)
        assert (cut["parts"][0]["text"], cut["parts"][0]["bytes_returned"]) == ("€\N{REPLACEMENT CHARACTER}", 4)


@pytest.mark.anyio
async def test_bytes_are_read_as_base64_and_as_blocks() -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("lib", library())
        (part,) = (await call(compositor, "read", server="lib", uri="lib://blob", start_offset=2, max_bytes=3))["parts"]
        assert (part["kind"], base64.b64decode(part["base64"]), part["total_bytes"]) == ("base64", b"\2\3\4", 10)
        result = await compositor.call_tool("resources_read_blocks", {"server": "lib", "uri": "lib://blob"})
        assert base64.b64decode(result.content[0]["resource"]["blob"]) == bytes(range(10))
        past = await call(compositor, "read", server="lib", uri="lib://blob", start_offset=10)
        assert (past["parts"], past["total_parts"]) == ([], 1)


@given(st.lists(st.text() | st.binary(), max_size=4), st.integers(1, 9))
def test_windows_one_after_another_give_the_whole(parts: list[str | bytes], size: int) -> None:
    contents = [
        TextResourceContents(uri="a://b", text=part)
        if isinstance(part, str)
        else BlobResourceContents(uri="a://b", blob=base64.b64encode(part).decode())
        for part in parts
    ]
    whole = b"".join(part.encode() if isinstance(part, str) else part for part in parts)
    read = b""
    for start in range(0, len(whole), size):
        read += b"".join(part.data for part in windowed(contents, start, size))
    assert read == whole


@pytest.mark.anyio
async def test_subscriptions_are_listed_and_their_changes_cause_notifications() -> None:
    child, ear = Child(), Ear()
    async with permissive() as compositor:
        await compositor.mount_inproc("p", child.server)
        async with client_of(compositor, message_handler=ear) as client:
            await client.subscribe_resource("resources://resources/subscriptions")
            assert await call(compositor, "subscribe", server="p", uri="note://one") == {"ok": True}
            await call(compositor, "subscribe", server="p", uri="note://one")
            await call(compositor, "subscribe_list_changes", server="p")
            assert child.subscribed == ["note://one"]
            await until(lambda: "resources://resources/subscriptions" in ear.heard)
            listed = await call(compositor, "list_subscriptions")
            (content,) = (await client.read_resource("resources://resources/subscriptions")).contents
            assert json.loads(content.text) == listed
        assert listed == {
            "subscriptions": [
                {
                    "server": "p",
                    "uri": "note://one",
                    "pinned": False,
                    "present": True,
                    "active": True,
                    "last_error": None,
                }
            ],
            "list_subscriptions": [{"server": "p", "present": True, "active": True}],
        }
        for _ in range(2):
            await call(compositor, "unsubscribe", server="p", uri="note://one")
            await call(compositor, "unsubscribe_list_changes", server="p")
        assert await call(compositor, "list_subscriptions") == {"subscriptions": [], "list_subscriptions": []}
        await until(lambda: child.subscribed == [])


@pytest.mark.anyio
async def test_unmounting_drops_subscriptions_and_marks_pinned_ones_until_the_server_is_back() -> None:
    child = Child()
    async with permissive() as compositor:
        await compositor.mount_inproc("p", child.server)
        await call(compositor, "subscribe", server="p", uri="note://one")
        await call(compositor, "subscribe_list_changes", server="p")
        await compositor.resources.pin("p", "note://two")
        await compositor.unmount_server("p")
        listed = await call(compositor, "list_subscriptions")
        assert listed["list_subscriptions"] == []
        (left,) = listed["subscriptions"]
        assert (left["uri"], left["pinned"], left["present"], left["active"]) == ("note://two", True, False, False)
        await compositor.mount_inproc("p", child.server)
        await until(lambda: child.subscribed == ["note://two"])
        assert await refused(compositor, "unsubscribe", server="p", uri="note://two") == (
            "forbidden",
            "the subscription to note://two of p is pinned",
        )


@pytest.mark.anyio
async def test_what_cannot_be_done_is_an_error_that_names_the_server() -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("p", Child().server)
        for tool in ("read", "subscribe"):
            assert await refused(compositor, tool, server="x", uri="note://one") == (
                "unknown_server",
                "Unknown server 'x'",
            )
        assert (await refused(compositor, "read", server="p", uri="note://none"))[0] == "server_refused"
        assert await refused(compositor, "subscribe", server="p", uri="note://none") == (
            "subscribe_failed",
            "p refuses note://none: Resource not found: note://none",
        )
        assert (await call(compositor, "list_subscriptions"))["subscriptions"] == []
        assert (
            "start_offset"
            in (
                await compositor.call_tool("resources_read", {"server": "p", "uri": "note://one", "start_offset": -1})
            ).content[0]["text"]
        )


@pytest.mark.anyio
async def test_a_server_without_resources_is_named_with_the_capability_it_lacks() -> None:
    from mcp.server.lowlevel import Server

    async with permissive() as compositor:
        await compositor.mount_inproc("bare", Server("bare"))
        assert await refused(compositor, "list_resources", server="bare") == (
            "capability_missing",
            "bare lacks the capability resources",
        )

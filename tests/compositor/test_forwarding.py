"""Notifications, subscriptions, prompts and reads through a compositor, in both eras."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from mcp import Client, MCPError
from mcp.client.subscriptions import ResourcesListChanged, ResourceUpdated, ToolsListChanged
from mcp_types import PromptReference, ResourceTemplateReference

from pytest_uimcp.compositor.mount import MountState
from pytest_uimcp.compositor.specs import HttpSpec
from pytest_uimcp.transport.authentication import BearerTokens
from pytest_uimcp.transport.http import serve_http
from pytest_uimcp.transport.memory import in_memory
from tests.compositor.child import Child
from tests.compositor.mounting import ERAS, PATIENCE, Ear, client_of, names, permissive, said, until, uris

pytestmark = [
    pytest.mark.anyio,
    # The official client warns about features that only the handshake era has.
    pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed"),
]
MOUNTS = ["legacy", "modern"]


@pytest.mark.parametrize("era", MOUNTS)
async def test_edge_25_a_changed_list_of_tools_is_read_again_and_forwarded(era: Any) -> None:
    child, ear = Child("a"), Ear()
    async with permissive() as compositor:
        await compositor.mount_inproc("p", child.server, era=era)
        async with (
            client_of(compositor, "legacy", message_handler=ear) as old,
            client_of(compositor, "2026-07-28") as new,
            new.listen(tools_list_changed=True) as events,
        ):
            child.names.append("b")
            child.publisher.tools_changed()
            with anyio.fail_after(PATIENCE):
                assert await anext(events) == ToolsListChanged()
            await until(lambda: "tools" in ear.heard)
            assert await names(old) == await names(new) == ["p_a", "p_b"]
            assert said(await new.call_tool("p_b")) == "b was called"


@pytest.mark.parametrize("era", MOUNTS)
async def test_edge_26_a_subscription_reaches_the_child_with_its_own_uri_and_comes_back_exposed(era: Any) -> None:
    child, ear, other = Child(), Ear(), Ear()
    raw: list[tuple[str, str]] = []
    async with permissive() as compositor:
        await compositor.mount_inproc("p", child.server, era=era)
        compositor.add_resource_updated_listener(lambda *news: raw.append(news))
        async with (
            client_of(compositor, "legacy", message_handler=ear) as client,
            client_of(compositor, "legacy", message_handler=other) as bystander,
        ):
            await client.subscribe_resource("note://p/one")
            await client.subscribe_resource("note://p/one")
            await bystander.subscribe_resource("note://p/two")
            assert child.subscribed == ["note://one", "note://two"]
            child.publisher.resource_updated("note://one")
            await until(lambda: bool(ear.heard))
            await client.unsubscribe_resource("note://p/one")
            await until(lambda: child.subscribed == ["note://two"])
            child.publisher.resource_updated("note://two")
            await until(lambda: bool(other.heard))
    assert (ear.heard[:1], other.heard[:1]) == (["note://p/one"], ["note://p/two"])
    assert raw == [("p", "note://one"), ("p", "note://two")]


@pytest.mark.parametrize("era", MOUNTS)
async def test_edge_26_a_listen_stream_gets_updates_of_its_resources_only(era: Any) -> None:
    child = Child()
    async with permissive() as compositor:
        await compositor.mount_inproc("p", child.server, era=era)
        async with client_of(compositor, "2026-07-28") as client:
            async with client.listen(resource_subscriptions=["note://p/two", "note://p/none"]) as events:
                await until(lambda: "note://two" in child.subscribed)
                child.publisher.resource_updated("note://one")
                child.publisher.resource_updated("note://two")
                with anyio.fail_after(PATIENCE):
                    assert await anext(events) == ResourceUpdated("note://p/two")
            await until(lambda: child.subscribed == [])


async def test_a_client_that_disconnects_is_unsubscribed_at_the_child() -> None:
    child = Child()
    async with permissive() as compositor:
        await compositor.mount_inproc("p", child.server)
        async with client_of(compositor) as client, client_of(compositor) as other:
            await client.subscribe_resource("note://p/one")
            await other.subscribe_resource("note://p/one")
        await until(lambda: child.subscribed == [])


@pytest.mark.parametrize("uri", ["note://p/none", "note://q/one", "note://one", "nothing"])
async def test_subscribing_to_what_does_not_exist_is_an_error(uri: str) -> None:
    child = Child()
    async with permissive() as compositor:
        await compositor.mount_inproc("p", child.server)
        async with client_of(compositor) as client:
            for _ in range(2):
                with pytest.raises(MCPError) as refused:
                    await client.subscribe_resource(uri)
                assert (refused.value.code, refused.value.message) == (-32002, f"Resource not found: {uri}")
        await until(lambda: child.subscribed == [])


async def test_a_subscription_outlives_a_remount_of_its_server() -> None:
    child, ear = Child(), Ear()
    async with permissive() as compositor:
        await compositor.mount_inproc("p", child.server)
        async with client_of(compositor, message_handler=ear) as client:
            await client.subscribe_resource("note://p/one")
            await compositor.unmount_server("p")
            await until(lambda: child.subscribed == [])
            await compositor.mount_inproc("p", child.server)
            await until(lambda: child.subscribed == ["note://one"])
            child.publisher.resource_updated("note://one")
            await until(lambda: "note://p/one" in ear.heard)


async def test_edge_28_mounting_and_unmounting_change_the_lists_for_clients() -> None:
    ear = Ear()
    async with (
        permissive() as compositor,
        client_of(compositor, message_handler=ear),
        client_of(compositor, "2026-07-28") as new,
        new.listen(tools_list_changed=True, resources_list_changed=True) as events,
    ):
        for change in (compositor.mount_inproc("p", Child().server), compositor.unmount_server("p")):
            ear.heard.clear()
            await change
            with anyio.fail_after(PATIENCE):
                heard = {await anext(events), await anext(events)}
            assert heard == {ToolsListChanged(), ResourcesListChanged()}
            await until(lambda: {"tools", "resources", "prompts"} <= set(ear.heard))


@pytest.mark.parametrize("outer", ERAS)
@pytest.mark.parametrize("inner", MOUNTS)
async def test_resources_are_listed_and_read_under_exposed_uris(outer: str, inner: Any) -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("p", Child().server, era=inner)
        async with client_of(compositor, outer) as client:
            assert await uris(client) == ["note://p/one", "note://p/two"]
            templates = (await client.list_resource_templates()).resource_templates
            assert "note://p/{name}" in [template.uri_template for template in templates]
            (content,) = (await client.read_resource("note://p/two")).contents
            assert (str(content.uri), content.text) == ("note://p/two", "text of note://two")


@pytest.mark.parametrize(("outer", "code"), [("legacy", -32002), ("2026-07-28", -32602)])
@pytest.mark.parametrize("inner", MOUNTS)
@pytest.mark.parametrize("uri", ["note://p/none", "note://q/one", "note://one"])
async def test_an_unknown_resource_has_the_code_of_the_clients_era(outer: str, code: int, inner: Any, uri: str) -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("p", Child().server, era=inner)
        async with client_of(compositor, outer) as client:
            with pytest.raises(MCPError) as refused:
                await client.read_resource(uri)
    assert (refused.value.code, refused.value.message) == (code, f"Resource not found: {uri}")
    assert refused.value.error.data == {"uri": uri}


async def test_links_and_embedded_resources_of_results_have_exposed_uris() -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("p", Child().server)
        async with client_of(compositor) as client:
            link, embedded = (await client.call_tool("p_link")).content
    assert str(link.uri) == "note://p/one"
    assert str(embedded.resource.uri) == "note://p/two"


@pytest.mark.parametrize("outer", ERAS)
async def test_prompts_and_completions_are_forwarded(outer: str) -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("p", Child().server)
        async with client_of(compositor, outer) as client:
            assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["p_greet_kindly"]
            (message,) = (await client.get_prompt("p_greet_kindly", {"a": "b"})).messages
            assert message.content.text == "greet.kindly {'a': 'b'}"
            argument = {"name": "n", "value": "v"}
            prompt = await client.complete(PromptReference(type="ref/prompt", name="p_greet_kindly"), argument)
            assert prompt.completion.values == ["greet.kindly v"]
            template = ResourceTemplateReference(type="ref/resource", uri="note://p/{name}")
            assert (await client.complete(template, argument)).completion.values == ["note://{name} v"]
            with pytest.raises(MCPError, match="prompt 'p_none' not found"):
                await client.get_prompt("p_none")


@pytest.mark.parametrize("era", ["legacy", "modern", "auto"])
async def test_a_server_over_http_is_mounted_with_its_token(era: Any) -> None:
    child, ear = Child(), Ear()
    async with (
        serve_http(child.server, authenticator=BearerTokens({"secret": "compositor"})) as url,
        permissive() as compositor,
    ):
        with anyio.fail_after(PATIENCE):
            await compositor.mount_server("web", HttpSpec(f"{url}/mcp", bearer="secret"), era=era)
        async with client_of(compositor, message_handler=ear) as client:
            assert said(await client.call_tool("web_echo", {"text": "hi"})) == "hi"
            await client.subscribe_resource("note://web/one")
            with anyio.fail_after(PATIENCE):
                while "note://web/one" not in ear.heard:  # its stream may still be opening
                    child.publisher.resource_updated("note://one")
                    await anyio.sleep(0.01)


async def test_a_server_over_http_that_refuses_the_token_is_not_mounted() -> None:
    async with (
        serve_http(Child().server, authenticator=BearerTokens({"secret": "compositor"})) as url,
        permissive() as compositor,
    ):
        with anyio.fail_after(PATIENCE), pytest.raises(Exception, match="Server returned an error response"):
            await compositor.mount_server("web", HttpSpec(f"{url}/mcp", bearer="wrong"))
        assert "web" not in compositor.server_entries()


async def test_edge_24_a_server_over_http_that_stops_gives_errors_and_not_a_hang() -> None:
    async with permissive() as compositor:
        async with serve_http(Child().server) as url:
            await compositor.mount_server("web", HttpSpec(f"{url}/mcp"))
        async with client_of(compositor) as client:
            with anyio.fail_after(PATIENCE):
                result = await client.call_tool("web_echo", {"text": "hi"})
            assert result.is_error
            assert said(result).startswith(f"the server web has failed: {url} cannot be reached")
        assert compositor.server_entries()["web"] is MountState.FAILED


async def test_the_compositor_itself_is_served_over_http_and_distinguishes_principals() -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("p", Child().server)
        await compositor.mount_inproc("loop", Child("yield_turn").server)
        tokens = BearerTokens({"a": "agent", "h": "human:anna"})
        async with (
            serve_http(compositor.mcp.sdk, authenticator=tokens) as url,
            permissive("agent's") as agent,
            permissive("human's") as human,
        ):
            await agent.mount_server("c", HttpSpec(f"{url}/mcp", bearer="a"))
            await human.mount_server("c", HttpSpec(f"{url}/mcp", bearer="h"))
            assert agent.tool("c_loop_yield_turn") is not None
            assert human.tool("c_loop_yield_turn") is None
            assert (await agent.call_tool("c_p_whoami")).content[0]["text"] == "agent"
            assert (await human.call_tool("c_p_whoami")).content[0]["text"] == "human"
        assert [record.principal for record in compositor.calls] == ["agent", "human:anna"]


@pytest.mark.parametrize("era", ERAS)
async def test_the_compositor_is_served_over_streams_as_on_stdio(era: str) -> None:
    async with permissive() as compositor:
        await compositor.mount_inproc("p", Child().server)
        with anyio.fail_after(PATIENCE):
            async with Client(in_memory(compositor.mcp.sdk), mode=era) as client:
                assert "p_echo" in await names(client)
                assert said(await client.call_tool("p_echo", {"text": "hi"})) == "hi"
                with pytest.raises(MCPError, match="Resource not found: note://p/none"):
                    await client.read_resource("note://p/none")


async def test_capabilities_say_that_everything_changes_and_can_be_subscribed_to() -> None:
    async with permissive() as compositor, Client(compositor.mcp.sdk, mode="legacy") as client:
        capabilities = client.server_capabilities
        assert capabilities is not None
        assert capabilities.resources is not None
        assert capabilities.resources.subscribe
        assert capabilities.resources.list_changed
        assert capabilities.tools is not None
        assert capabilities.tools.list_changed
        assert capabilities.prompts is not None
        assert capabilities.prompts.list_changed

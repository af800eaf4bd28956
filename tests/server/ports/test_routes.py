"""A foreign Host or Origin gets 403 on every route of both ports, including WebSocket and MCP."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import ClientSession, web

from pytest_uimcp.server.mcp.tools import TOOLS
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.http_server import HttpUiServer
from pytest_uimcp.server.ports.mcp_port import McpPort
from pytest_uimcp.server.ports.ui_port import UiPort
from pytest_uimcp.transport.guard import Guard
from pytest_uimcp.transport.sse import SseEndpoint
from pytest_uimcp.transport.streamable import StreamableEndpoint
from tests.server.installed import InstalledProject

pytestmark = pytest.mark.anyio

SESSION = "0" * 32
EXAMPLES = {"session": SESSION, "path": "x", "page": "x", "app": "x", "tool": "ui_x"}


@pytest.fixture
async def served(project: Path, base_dir: Path, installed: InstalledProject) -> AsyncIterator[HttpUiServer]:
    """A server over HTTP, with every route of both ports."""
    installed.link_into(project)
    served = HttpUiServer(base_dir, options=ServerOptions(auto_start=True))
    try:
        await served.open()
        yield served
    finally:
        await served.close()


def addresses(served: HttpUiServer) -> list[tuple[str, str]]:
    """Method and URL of every route, read from the routers."""
    ui = UiPort(served.server).application(Guard())
    mcp = McpPort(served.server).application(Guard())
    SseEndpoint(served.mcp.sdk).mount(mcp)
    StreamableEndpoint(served.mcp.sdk).mount(mcp)
    assert served.listener is not None
    found = []
    for app, base in ((ui, served.server.url), (mcp, served.listener.url)):
        for route in app.router.routes():
            assert route.resource is not None
            path = _example(route.resource)
            methods = ("GET", "POST", "DELETE") if route.method == "*" else (route.method,)
            found += [(method, base + path) for method in methods]
    return found


def _example(resource: web.AbstractResource) -> str:
    if isinstance(resource, web.DynamicResource):
        return str(
            resource.url_for(**{name: EXAMPLES[name] for name in EXAMPLES if f"{{{name}" in resource._formatter})  # noqa: SLF001 -- aiohttp has no public name for its pattern
        )
    return resource.canonical


async def test_the_tables_have_every_route_of_the_contract(served: HttpUiServer) -> None:
    paths = {url.partition("//")[2].partition("/")[2] for _, url in addresses(served)}
    assert {
        "",
        f"ws/{SESSION}",
        f"{SESSION}",
        f"{SESSION}/variables",
        f"{SESSION}/variables.json",
        f"{SESSION}/x",
        "x",
        "state",
        "variables",
        "wait",
        "api/resource",
        "api/resource/x",
        "app/x/readme",
        *(f"api/{name}" for name in TOOLS),
        "sse",
        "message",
        "mcp",
    } <= paths


FOREIGN = [
    {"Host": "evil.example"},
    {"Host": "evil.example:<port>"},
    {"Host": "127.0.0.1:1"},
    {"Host": "127.0.0.1"},
    {"Host": "127.0.0.2:<port>"},
    {"Origin": "http://evil.example"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "https://127.0.0.1:<port>"},
    {"Origin": "null"},
    {"Origin": "http://localhost.evil.example:<port>"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
async def test_a_foreign_request_is_403_on_every_route(
    served: HttpUiServer, http: ClientSession, headers: dict[str, str]
) -> None:
    for method, url in addresses(served):
        port = url.split(":")[2].split("/")[0]
        sent = {name: value.replace("<port>", port) for name, value in headers.items()}
        async with http.request(method, url, headers=sent) as response:
            assert response.status == 403, (method, url)
            assert method == "HEAD" or "Forbidden" in await response.text()


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
async def test_a_foreign_page_gets_no_websocket(
    served: HttpUiServer, http: ClientSession, headers: dict[str, str]
) -> None:
    from aiohttp import WSServerHandshakeError

    url = served.server.url
    port = url.split(":")[2]
    sent = {name: value.replace("<port>", port) for name, value in headers.items()}
    session = served.server.ui_session().session.id
    with pytest.raises(WSServerHandshakeError) as caught:
        async with http.ws_connect(f"{url}/ws/{session}", headers=sent):
            pass
    assert caught.value.status == 403


DATA = {
    "/ws/{session}",
    "/{session}/variables.json",
    "/state",
    "/variables",
    "/wait",
    "/sse",
    "/message",
    "/mcp",
    "/api/ui_x",
    *(f"/api/{name}" for name in TOOLS),
}
# The data that no page may request, not even our own.
FOR_PROGRAMS = {"/state", "/wait"} | {path for path in DATA if path.startswith("/api/")}
OTHER_PAGES = ["same-site", "cross-site"]
MODES = ["navigate", "no-cors", "cors", "websocket", None]


def is_data(url: str, served: HttpUiServer) -> bool:
    # On the UI port it is a page, which has its data from variables.json.
    return route_of(url) in DATA and url != f"{served.server.url}/variables"


def route_of(url: str) -> str:
    return "/" + url.split("/", 3)[3].replace(SESSION, "{session}")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("told", OTHER_PAGES)
async def test_a_foreign_page_can_only_link_to_pages(
    served: HttpUiServer, http: ClientSession, told: str, mode: str | None
) -> None:
    sent = {"Sec-Fetch-Site": told} | ({"Sec-Fetch-Mode": mode} if mode else {})
    asked = addresses(served)
    assert sum(is_data(url, served) for _, url in asked) >= len(DATA)
    for method, url in asked:
        visit = method == "GET" and mode == "navigate" and not is_data(url, served)
        async with http.request(method, url, headers=sent) as response:
            assert (response.status == 403) == (not visit), (method, url, response.status)
            assert visit or method == "HEAD" or "Forbidden" in await response.text()


@pytest.mark.slow
@pytest.mark.parametrize("told", ["none", "same-origin", None])
async def test_the_address_bar_and_programs_can_use_every_route_and_our_pages_those_of_pages(
    served: HttpUiServer, http: ClientSession, told: str | None
) -> None:
    sent = {"Sec-Fetch-Site": told, "Sec-Fetch-Mode": "cors"} if told else {}
    for method, url in addresses(served):
        query = "?timeout=1" if url.endswith("/wait") else ""
        async with http.request(method, url + query, headers=sent) as response:
            refused = told == "same-origin" and route_of(url) in FOR_PROGRAMS
            assert (response.status == 403) == refused, (method, url)


@pytest.mark.parametrize("path", sorted(FOR_PROGRAMS))
async def test_no_page_of_ours_reaches_what_is_for_programs(
    served: HttpUiServer, http: ClientSession, path: str
) -> None:
    assert served.listener is not None
    for method in ("GET", "POST"):
        headers = {"Origin": served.listener.url, "Content-Type": "application/json"}
        async with http.request(method, served.listener.url + path, headers=headers, data=b"{}") as response:
            assert response.status in (403, 405), (method, path)
            assert response.status == 405 or "only programs" in await response.text()


async def test_only_pages_are_prefetched(served: HttpUiServer, http: ClientSession) -> None:
    sent = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Purpose": "prefetch;prerender"}
    for method, url in addresses(served):
        async with http.request(method, url, headers=sent) as response:
            assert (response.status == 403) == is_data(url, served), (method, url)


def test_the_page_about_security_names_every_route_that_holds_data() -> None:
    text = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(/?[a-z.]+)`", text))
    own = {path for path in DATA if not path.startswith(("/ws/", "/api/"))}
    assert {path.removeprefix("/{session}/") for path in own} <= named
    assert "`/api/ui_…`" in text


@pytest.mark.slow
async def test_only_our_own_ports_may_frame_a_response(served: HttpUiServer, http: ClientSession) -> None:
    assert served.listener is not None
    ports = sorted(base.split(":")[2] for base in (served.server.url, served.listener.url))
    ours = {f"http://{name}:{port}" for name in ("127.0.0.1", "localhost") for port in ports}
    for method, url in [
        *addresses(served),
        ("PUT", f"{served.listener.url}/state"),
        ("GET", served.server.url + "/no"),
    ]:
        query = "?timeout=1" if url.endswith("/wait") else ""
        async with http.request(method, url + query) as response:
            (policy,) = response.headers.getall("Content-Security-Policy")
            (framing,) = [part.split() for part in policy.split(";") if "frame-ancestors" in part]
            assert (framing[0], set(framing[1:])) == ("frame-ancestors", ours), (method, url)
            assert response.headers["X-Content-Type-Options"] == "nosniff", (method, url)


async def test_pages_of_either_port_may_use_both(served: HttpUiServer, http: ClientSession) -> None:
    assert served.listener is not None
    ports = [base.split(":")[2] for base in (served.server.url, served.listener.url)]
    for name in ("127.0.0.1", "localhost"):
        for page_port in ports:
            for base, path in ((served.server.url, "/"), (served.listener.url, "/variables")):
                port = base.split(":")[2]
                headers = {"Host": f"{name}:{port}", "Origin": f"http://{name}:{page_port}"}
                async with http.get(base + path, headers=headers) as response:
                    assert response.status in (200, 404), (headers, await response.text())


async def test_after_a_restart_the_old_port_is_foreign(served: HttpUiServer, http: ClientSession) -> None:
    old = served.server.url
    await served.server.stop()
    await served.server.start()
    assert served.listener is not None
    async with http.get(f"{served.listener.url}/variables", headers={"Origin": old}) as response:
        assert response.status == (200 if served.server.url == old else 403)


def test_the_options_have_no_address_to_listen_on() -> None:
    """The server listens on 127.0.0.1 only."""
    assert not {"host", "bind", "address"} & set(ServerOptions.__slots__)
    assert replace(ServerOptions(), port=0) == ServerOptions()

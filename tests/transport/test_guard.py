from __future__ import annotations

import pytest

from pytest_uimcp.transport.guard import Guard
from tests.transport.sample import Sample
from tests.transport.sites import ask, connected, site

pytestmark = pytest.mark.anyio

WEB_SOCKET = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}

ROUTES = [
    ("GET", "/hello", {}),
    ("GET", "/ws", WEB_SOCKET),
    ("GET", "/sse", {}),
    ("POST", "/message?sessionId=x", {}),
    ("GET", "/mcp", {}),
    ("POST", "/mcp", {}),
    ("DELETE", "/mcp", {}),
    ("OPTIONS", "/mcp", {}),
    ("GET", "/nowhere", {}),
    ("PUT", "/hello", {}),
]

FOREIGN_HOSTS = [
    "evil.example",
    "evil.example:{port}",
    "127.0.0.1",
    "localhost",
    "127.0.0.1:1",
    "127.0.0.1:{port}.evil.example",
    "localhost.evil.example:{port}",
    "127.0.0.2:{port}",
    "[::1]:{port}",
    "0.0.0.0:{port}",
    "127.1:{port}",
    "user@127.0.0.1:{port}",
    "",
]

FOREIGN_ORIGINS = [
    "null",
    "",
    "http://evil.example",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "https://127.0.0.1:{port}",
    "http://localhost:{port}.evil.example",
    "http://[::1]:{port}",
    "file://",
    "127.0.0.1:{port}",
    "http://127.0.0.1:{port}/",
    "http://127.0.0.1:{port} http://evil.example",
]


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
async def test_a_foreign_host_is_refused_on_every_route(sample: Sample, host: str) -> None:
    async with site(sample) as here:
        named = host.format(port=here.port)
        for method, path, headers in ROUTES:
            answer = await ask(here.port, method, path, headers={**headers, "Host": named})
            assert (method, path, answer.status) == (method, path, 403)
            assert f"the Host {named!r} is not this server" in answer.text


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
async def test_a_foreign_origin_is_refused_on_every_route(sample: Sample, origin: str) -> None:
    async with site(sample) as here:
        named = origin.format(port=here.port)
        for method, path, headers in ROUTES:
            answer = await ask(here.port, method, path, headers={**headers, "Origin": named})
            assert (method, path, answer.status) == (method, path, 403)
            assert f"pages of the Origin {named!r} may not use this server" in answer.text


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LocalHost"])
@pytest.mark.parametrize("origin", [None, "127.0.0.1", "localhost", "LOCALHOST"])
async def test_our_own_pages_are_accepted_under_either_name(sample: Sample, name: str, origin: str | None) -> None:
    async with site(sample) as here:
        headers = {"Host": f"{name}:{here.port}"}
        if origin is not None:
            headers["Origin"] = f"http://{origin}:{here.port}"
        assert (await ask(here.port, "GET", "/hello", headers=headers)).text == "hello"
        assert (await ask(here.port, "GET", "/ws", headers=WEB_SOCKET | headers)).status == 101


async def test_a_request_without_a_host_is_refused(sample: Sample) -> None:
    async with site(sample) as here, connected(here.port) as connection:
        answer = await connection.ask("GET", "/hello", {}, version="1.0")
        assert answer.status == 403
        assert "expected one Host header, got none" in answer.text


async def test_an_absolute_url_in_the_request_line_is_refused(sample: Sample) -> None:
    async with site(sample) as here:
        for address in ("http://evil.example/hello", f"http://127.0.0.1:{here.port}/hello"):
            answer = await ask(here.port, "GET", address)
            assert answer.status == 403
            assert "expected a path in the request line" in answer.text


async def test_a_request_with_two_hosts_is_refused(sample: Sample) -> None:
    async with site(sample) as here:
        ours = ("Host", f"127.0.0.1:{here.port}")
        answer = await ask(here.port, "GET", "/hello", headers=[ours, ("Host", "evil.example")])
        assert answer.status in (400, 403)


async def test_two_origins_must_both_be_ours(sample: Sample) -> None:
    async with site(sample) as here:
        ours = f"127.0.0.1:{here.port}"
        headers = [("Host", ours), ("Origin", f"http://{ours}"), ("Origin", "http://evil.example")]
        assert (await ask(here.port, "GET", "/hello", headers=headers)).status == 403


async def test_a_port_is_accepted_once_it_is_added(sample: Sample) -> None:
    async with site(sample) as here:
        headers = {"Origin": "http://localhost:1"}
        assert (await ask(here.port, "GET", "/hello", headers=headers)).status == 403
        here.guard.add_port(1)
        assert (await ask(here.port, "GET", "/hello", headers=headers)).status == 200
        here.guard.remove_port(1)
        assert (await ask(here.port, "GET", "/hello", headers=headers)).status == 403


def test_on_port_80_the_port_may_be_left_out() -> None:
    guard = Guard([80])
    assert guard.objection(["localhost"], ["http://127.0.0.1"]) is None
    assert guard.objection(["localhost:80"], []) is None


def test_a_guard_without_ports_refuses_every_request() -> None:
    assert Guard().objection(["127.0.0.1:80"], []) is not None


def test_other_names_can_be_configured() -> None:
    guard = Guard([8080], names=("127.0.0.1", "localhost", "[::1]"))
    assert guard.objection(["[::1]:8080"], ["http://[::1]:8080"]) is None


def test_the_reason_shortens_very_long_headers() -> None:
    reason = Guard([1]).objection(["x" * 5000], [])
    assert reason is not None
    assert len(reason) < 300


OTHER_PAGES = ["same-site", "cross-site", "", "None", "same-origin, none", "anything"]


@pytest.mark.parametrize("mode", ["navigate", "no-cors", "cors", "websocket", "same-origin", None])
@pytest.mark.parametrize("told", OTHER_PAGES)
async def test_a_foreign_page_is_refused_on_every_route(sample: Sample, told: str, mode: str | None) -> None:
    sent = {"Sec-Fetch-Site": told} | ({"Sec-Fetch-Mode": mode} if mode else {})
    async with site(sample) as here:
        for method, path, headers in ROUTES:
            answer = await ask(here.port, method, path, headers={**headers, **sent})
            assert (method, path, answer.status) == (method, path, 403)
            assert f"this browser says {f'Sec-Fetch-Site: {told}'!r}" in answer.text


@pytest.mark.parametrize("told", ["same-origin", "none", None])
async def test_our_own_pages_the_address_bar_and_programs_are_accepted(sample: Sample, told: str | None) -> None:
    sent = {"Sec-Fetch-Site": told} if told else {}
    async with site(sample) as here:
        assert (await ask(here.port, "GET", "/hello", headers=sent | {"Sec-Fetch-Mode": "cors"})).status == 200
        assert (await ask(here.port, "GET", "/ws", headers=WEB_SOCKET | sent)).status == 101


async def test_two_sites_must_both_be_ours(sample: Sample) -> None:
    async with site(sample) as here:
        host = ("Host", f"127.0.0.1:{here.port}")
        headers = [host, ("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", "cross-site")]
        assert (await ask(here.port, "GET", "/hello", headers=headers)).status == 403


@pytest.mark.parametrize("header", ["Sec-Purpose: prefetch;prerender", "Purpose: prefetch", "X-Moz: prefetch"])
async def test_a_prefetch_is_refused(sample: Sample, header: str) -> None:
    name, value = header.split(": ")
    sent = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", name: value}
    async with site(sample) as here:
        answer = await ask(here.port, "GET", "/hello", headers=sent)
        assert (answer.status, repr(header) in answer.text) == (403, True)


@pytest.mark.parametrize(
    ("method", "mode", "status"),
    [
        ("GET", "navigate", 200),
        ("PUT", "navigate", 403),
        ("POST", "navigate", 403),
        ("GET", "no-cors", 403),
        ("GET", "cors", 403),
        ("GET", "", 403),
        ("GET", "Navigate", 403),
    ],
)
async def test_a_foreign_page_may_link_to_a_page_and_nothing_else(
    sample: Sample, method: str, mode: str, status: int
) -> None:
    async with site(sample, linked=["/hello"]) as here:
        sent = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": mode}
        assert (await ask(here.port, method, "/hello", headers=sent)).status == status
        assert (await ask(here.port, method, "/ws", headers=sent | WEB_SOCKET)).status == 403


def test_the_origins_of_our_pages_are_known() -> None:
    assert Guard([8000, 1]).origins == (
        "http://127.0.0.1:1",
        "http://127.0.0.1:8000",
        "http://localhost:1",
        "http://localhost:8000",
    )

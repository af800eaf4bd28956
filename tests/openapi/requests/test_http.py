from __future__ import annotations

import asyncio
import gzip
from typing import Any

import anyio
import pytest
from aiohttp import web

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.openapi.requests import caller
from pytest_uimcp.openapi.results import limited, picture, readable, truncated
from pytest_uimcp.openapi.secret import Secret
from tests.openapi.api import Api
from tests.openapi.making import get, opened, operation, param, post_json, spec
from tests.ports import unused_port
from tests.transport.packed import nested_bomb

pytestmark = pytest.mark.anyio
BOUND = 240


async def call(api: Api, document: Any = None, arguments: Any = None, **settings: Any) -> ToolResult:
    async with opened(document or get("/x"), api.url, **settings) as made:
        with anyio.fail_after(BOUND):
            return await made.tools.call("t__op", arguments)


@pytest.mark.parametrize(
    ("response", "text", "is_error"),
    [
        ({"text": "hello"}, "hello", False),
        ({"status": 201, "text": '{"a":1}', "content_type": "application/json"}, '{"a":1}', False),
        ({"status": 204}, "HTTP 204", False),
        ({"text": ""}, "HTTP 200", False),
        ({"status": 304}, "HTTP 304", False),
        ({"status": 404, "text": '{"e":1}', "content_type": "application/json"}, 'HTTP 404: {"e":1}', True),
        ({"status": 500, "text": "<h1>Oops</h1>", "content_type": "text/html"}, "HTTP 500: <h1>Oops</h1>", True),
        ({"status": 400}, "HTTP 400", True),
        ({"status": 502, "body": b"\x00", "content_type": "image/png"}, "HTTP 502: image/png, 1 bytes", True),
        ({"body": "é".encode("latin-1"), "headers": {"Content-Type": "text/plain; charset=latin-1"}}, "é", False),
        ({"body": "é".encode(), "headers": {"Content-Type": "text/plain"}}, "é", False),
        ({"body": b"a\xffb", "headers": {"Content-Type": "text/plain"}}, "a\ufffdb", False),
        ({"body": b"abc", "headers": {"Content-Type": "text/plain; charset=nonsense"}}, "abc", False),
        ({"body": b"abc", "headers": {"Content-Type": "text/plain; charset=base64"}}, "abc", False),
        ({"body": b"\x00\x01", "content_type": "application/octet-stream"}, "application/octet-stream, 2 bytes", False),
        ({"body": b"%PDF", "content_type": "application/pdf"}, "application/pdf, 4 bytes", False),
        ({"body": b"<svg/>", "content_type": "image/svg+xml"}, "<svg/>", False),
        ({"body": b"a: 1", "content_type": "application/yaml"}, "a: 1", False),
        ({"body": b"{}", "content_type": "application/problem+json", "status": 422}, "HTTP 422: {}", True),
    ],
)
async def test_what_an_answer_becomes(api: Api, response: dict[str, Any], text: str, is_error: bool) -> None:
    api.answers("/x", **response)
    result = await call(api)
    assert (result.text, result.is_error) == (text, is_error)


@pytest.mark.parametrize(
    ("body", "text"),
    [(b"plain", "plain"), (b"\x00\x01", "unknown type, 2 bytes"), (b"\xff\xfe", "unknown type, 2 bytes")],
)
async def test_an_answer_that_does_not_say_what_it_is(api: Api, body: bytes, text: str) -> None:
    async def handler(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        response.content_length = len(body)
        response.headers["Content-Type"] = ""
        await response.prepare(request)
        await response.write(body)
        return response

    api.handlers["/x"] = handler
    assert (await call(api)).text == text


@pytest.mark.parametrize("size", [3, 1024 * 1024])
async def test_an_image_is_an_image(api: Api, size: int) -> None:
    api.answers("/x", body=b"x" * size, content_type="image/png")
    result = await call(api)
    assert result == picture(b"x" * size, "image/png")
    assert readable(result) == "[image image/png]"


async def test_an_image_that_is_too_large_is_a_line(api: Api) -> None:
    api.answers("/x", body=b"x" * (1024 * 1024 + 1), content_type="image/png")
    assert (await call(api)).text == "image/png, 1048577 bytes"


async def test_gzip_is_unpacked(api: Api) -> None:
    api.answers("/x", body=gzip.compress(b"hello"), headers={"Content-Encoding": "gzip", "Content-Type": "text/plain"})
    assert (await call(api)).text == "hello"
    assert api.last.header("accept-encoding") == "gzip, deflate"


async def test_two_gigabytes_in_a_few_kilobytes_are_cut_like_any_long_answer(api: Api) -> None:
    headers = {"Content-Encoding": "deflate, gzip", "Content-Type": "text/plain"}
    api.answers("/x", body=nested_bomb(2), headers=headers)
    result = await call(api)
    assert len(result.text) < 21 * 1024 * 1024
    assert result.text.endswith("...(truncated)")


async def test_what_cannot_be_unpacked_is_an_error(api: Api) -> None:
    api.answers("/x", body=b"no gzip", headers={"Content-Encoding": "gzip", "Content-Type": "text/plain"})
    assert (await call(api)).is_error


async def test_ten_megabytes_are_read_and_can_be_cut_between_characters(api: Api) -> None:
    api.answers("/x", "é" * 5_000_000)
    result = await call(api)
    assert len(result.text) == 5_000_000
    assert limited(result, 4000).text == "é" * 4000 + "\n...(truncated)"
    assert limited(result, 0) == result
    assert limited(result, 5_000_000) == result


async def test_what_never_ends_is_read_no_further_than_a_bound(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_uimcp.openapi.requests.caller.MAX_RESPONSE_BYTES", 100_000)

    async def handler(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": request.query["type"]})
        await response.prepare(request)
        while True:
            await response.write(b"x" * 10_000)

    api.handlers["/x"] = handler
    text = (await call(api, get("/x?type=text/plain"))).text
    assert text == "x" * 100_000 + "\n...(truncated)"
    assert (await call(api, get("/x?type=image/png"))).text == "image/png, more than 100000 bytes"


@pytest.mark.parametrize("limit", [0, 1, 3, 4])
def test_a_text_is_cut_at_characters(limit: int) -> None:
    assert truncated("a漢😀", limit) == {0: "a漢😀", 1: "a\n...(truncated)"}.get(limit, "a漢😀")


@pytest.mark.slow
async def test_endless_chunks_end_at_the_time_out(api: Api) -> None:
    async def handler(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b"x")
            await asyncio.sleep(0.02)

    api.handlers["/x"] = handler
    result = await call(api, timeout=0.3)
    assert result.is_error
    assert result.text == f"Error: timeout: {api.url} did not answer within 0.3 seconds"


async def test_a_server_that_says_nothing_ends_at_the_time_out(api: Api) -> None:
    async def handler(_request: web.Request) -> web.Response:
        await asyncio.sleep(BOUND * 2)
        raise AssertionError

    api.handlers["/x"] = handler
    assert "did not answer within 0.2 seconds" in (await call(api, timeout=0.2)).text


async def test_a_call_can_be_cancelled_and_the_next_one_works(api: Api) -> None:
    started, ended = anyio.Event(), anyio.Event()

    async def handler(_request: web.Request) -> web.Response:
        started.set()
        try:
            await asyncio.sleep(BOUND * 2)
        finally:
            ended.set()
        raise AssertionError

    api.handlers["/x"] = handler
    async with opened(get("/x"), api.url) as made:
        with anyio.fail_after(BOUND):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(made.tools.call, "t__op", {})
                await started.wait()
                tasks.cancel_scope.cancel()
            await ended.wait()  # the server sees that nobody waits any more
            api.handlers.clear()
            assert not (await made.tools.call("t__op", {})).is_error


async def test_a_server_that_is_not_there_is_named(free_port: int) -> None:
    async with opened(get("/x"), f"http://127.0.0.1:{free_port}/api?key=a-secret-token") as made:
        result = await made.tools.call("t__op", {})
    assert result.is_error
    assert result.text.startswith(f"Error: target server unreachable (http://127.0.0.1:{free_port}/api): ")
    assert "a-secret-token" not in result.text


@pytest.fixture
def free_port() -> int:
    return unused_port()


# -- connections that break


class Broken:
    """A server that ends each connection without an answer as often as a test wants, and counts requests."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.requests = 0
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            writer.close()
            return
        self.requests += 1
        if self.requests > self.failures:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: text/plain\r\n\r\nok")
            await writer.drain()
        writer.close()


async def with_broken(failures: int, document: Any, arguments: Any = None) -> tuple[ToolResult, int]:
    broken = Broken(failures)
    server = await asyncio.start_server(broken.serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        async with opened(document, f"http://127.0.0.1:{port}") as made:
            with anyio.fail_after(BOUND):
                result = await made.tools.call("t__op", arguments)
    return result, broken.requests


async def test_a_get_is_sent_again_if_its_connection_breaks() -> None:
    result, requests = await with_broken(1, get("/x"))
    assert (result.text, requests) == ("ok", 2)


async def test_but_no_third_time() -> None:
    result, requests = await with_broken(5, get("/x"))
    assert requests == 2
    assert result.text.startswith("Error: target server unreachable (")


async def test_a_post_is_never_sent_twice() -> None:
    result, requests = await with_broken(1, post_json({}), {"body": {}})
    assert (result.is_error, requests) == (True, 1)


# -- redirects


def leads_to(status: int, location: str) -> Any:
    async def handler(_request: web.Request) -> web.Response:
        return web.Response(status=status, headers={"Location": location}, text="moved")

    return handler


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_get_follows(api: Api, status: int) -> None:
    api.handlers["/x"] = leads_to(status, "/y")
    assert (await call(api)).text == '{"ok": true}'
    assert [seen.target for seen in api.seen] == ["/x", "/y"]


@pytest.mark.parametrize("status", [307, 308])
async def test_a_post_follows_where_it_stays_a_post(api: Api, status: int) -> None:
    api.handlers["/things"] = leads_to(status, "/y")
    await call(api, post_json({}), {"body": {"a": 1}})
    assert (api.last.method, api.last.target, api.last.json) == ("POST", "/y", {"a": 1})
    assert api.last.header("content-type") == "application/json"


@pytest.mark.parametrize("status", [301, 302, 303])
async def test_a_post_does_not_follow_where_it_would_become_a_get(api: Api, status: int) -> None:
    api.handlers["/things"] = leads_to(status, "/y")
    result = await call(api, post_json({}), {"body": {}})
    assert (result.text, len(api.seen)) == ("moved", 1)


async def test_a_circle_of_redirects_ends(api: Api) -> None:
    api.handlers["/x"] = leads_to(302, "/x")
    result = await call(api)
    assert (result.text, len(api.seen)) == ("Error: more than 5 redirects", 6)


@pytest.mark.parametrize(
    "location", ["file:///etc/passwd", "ftp://h/x", "javascript:1", "http://:80/", "http://h:99999/"]
)
async def test_only_http_is_followed(api: Api, location: str) -> None:
    api.handlers["/x"] = leads_to(302, location)
    assert (await call(api)).text == "moved"


# -- cookies


def two_operations() -> dict[str, Any]:
    cookie = {"name": "c", "in": "cookie", "schema": {"type": "string"}}
    return spec(
        {
            "/login": {"post": {"operationId": "login"}},
            "/me": {"get": {**operation(cookie), "operationId": "me"}},
        }
    )


@pytest.fixture
def sets_a_cookie(api: Api) -> Api:
    async def login(_request: web.Request) -> web.Response:
        response = web.Response(text="welcome")
        response.set_cookie("session", "s1")
        return response

    api.handlers["/login"] = login
    return api


async def test_a_login_is_remembered_by_its_target_only(sets_a_cookie: Api) -> None:
    api = sets_a_cookie
    async with opened(two_operations(), api.url) as first, opened(two_operations(), api.url) as second:
        await first.tools.call("t__login", {})
        await first.tools.call("t__me", {})
        assert api.last.header("cookie") == "session=s1"
        await second.tools.call("t__me", {})
        assert api.last.header("cookie") is None


async def test_a_cookie_argument_is_sent_with_the_kept_cookies(sets_a_cookie: Api) -> None:
    from tests.openapi.making import auth

    api = sets_a_cookie
    async with opened(two_operations(), api.url, auth=auth("cookie", "a-secret-token", "key")) as made:
        await made.tools.call("t__login", {})
        await made.tools.call("t__me", {"c": "1"})
    assert api.last.header("cookie") == "c=1; session=s1; key=a-secret-token"


async def test_cookies_are_not_told_to_another_origin(sets_a_cookie: Api, other_api: Api) -> None:
    api = sets_a_cookie
    api.handlers["/me"] = leads_to(302, f"{other_api.url}/me")
    async with opened(two_operations(), api.url) as made:
        await made.tools.call("t__login", {})
        await made.tools.call("t__me", {"c": "1"})
    assert other_api.last.header("cookie") is None


async def test_a_cookie_set_on_the_way_is_sent_on(api: Api) -> None:
    async def start(_request: web.Request) -> web.Response:
        response = web.Response(status=302, headers={"Location": "/y"})
        response.set_cookie("a", "1")
        return response

    api.handlers["/x"] = start
    await call(api)
    assert api.last.header("cookie") == "a=1"


# -- many at once


async def test_fifty_calls_at_once_are_not_mixed_up(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller, "CONNECT_SECONDS", BOUND)  # fifty connections on a busy machine

    async def echo(request: web.Request) -> web.Response:
        await asyncio.sleep(0)
        return web.Response(text=request.query["q"])

    api.handlers["/x"] = echo
    results: dict[int, str] = {}
    document = get("/x", {"name": "q", "in": "query"})
    async with opened(document, api.url, timeout=BOUND) as made:

        async def one(number: int) -> None:
            results[number] = (await made.tools.call("t__op", {"q": number})).text

        with anyio.fail_after(BOUND):
            async with anyio.create_task_group() as tasks:
                for number in range(50):
                    tasks.start_soon(one, number)
    assert results == {number: str(number) for number in range(50)}


async def test_a_closed_target_opens_its_connections_again(api: Api) -> None:
    async with opened(get("/x"), api.url) as made:
        await made.tools.call("t__op", {})
        await made.aclose()
        await made.aclose()
        assert not (await made.tools.call("t__op", {})).is_error


async def test_an_unknown_tool_is_an_error_result(api: Api) -> None:
    async with opened(get("/x"), api.url) as made:
        result = await made.tools.call("t__nothing", {})
    assert (result.text, result.is_error) == ("Error: unknown tool: t__nothing", True)


async def test_a_proxy_of_the_environment_is_used(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", api.url)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    async with opened(get("/x"), "http://api.example") as made:
        await made.tools.call("t__op", {})
    assert api.last.target == "http://api.example/x"
    api.seen.clear()
    assert not (await call(api)).is_error
    assert api.last.target == "/x"


@pytest.mark.parametrize("name", ["Host", "content-length", "Transfer-Encoding", "Connection"])
async def test_a_specification_does_not_get_at_the_framing_of_a_request(api: Api, name: str) -> None:
    warnings: list[str] = []
    document = get("/x", param(name, "header"))
    document["paths"]["/x"]["post"] = operation(param(name, "header"), body={"application/json": {"schema": {}}}) | {
        "operationId": "add"
    }
    async with opened(document, api.url, warn=warnings.append) as made:
        result = await made.tools.call("t__add", {name: "1", "body": {"a": 1}})
    assert not result.is_error, result.text
    assert (api.last.header("Host"), api.last.json) == (api.url.removeprefix("http://"), {"a": 1})
    assert f"t: /x: the header {name!r} is written by the connection; the parameter is left out" in warnings


async def test_the_configuration_may_name_a_virtual_host_but_no_length(api: Api) -> None:
    await call(api, headers={"Host": Secret("pets.example")})
    assert api.last.header("Host") == "pets.example"
    result = await call(api, headers={"Content-Length": Secret("5")})
    assert result.text == (
        "Error: headers.Content-Length: the connection writes this header; remove it from the configuration"
    )

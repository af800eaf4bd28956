from __future__ import annotations

import base64
import logging
from typing import Any

import pytest
from aiohttp import web

from tests.openapi.api import Api
from tests.openapi.making import auth, get, opened, operation, param, spec, target

pytestmark = pytest.mark.anyio
TOKEN = "a-secret-token"
SCHEMES = {
    "bearer": {"type": "http", "scheme": "Bearer"},
    "basic": {"type": "http", "scheme": "basic"},
    "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "query": {"type": "apiKey", "in": "query", "name": "api key"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "oauth": {"type": "oauth2", "flows": {}},
    "openid": {"type": "openIdConnect"},
    "digest": {"type": "http", "scheme": "digest"},
    "tls": {"type": "mutualTLS"},
}


def secured(*requirements: dict[str, Any], **of_operation: Any) -> dict[str, Any]:
    document = spec({"/x": {"get": operation(**of_operation)}}, components={"securitySchemes": SCHEMES})
    return {**document, "security": list(requirements)} if requirements else document


async def call(api: Api, document: Any, arguments: Any = None, *, token: str | None = None, **settings: Any) -> str:
    async with opened(document, api.url, **settings) as made:
        result = await made.tools.call("t__op", arguments, token=token)
    assert not result.is_error, result.text
    return result.text


def shown(api: Api) -> tuple[str, str | None, str | None, str | None]:
    """Wherever a credential can be in the last request."""
    seen = api.last
    return seen.target, seen.header("authorization"), seen.header("x-key"), seen.header("cookie")


SENT = {
    "bearer": ("/x", f"Bearer {TOKEN}", None, None),
    "basic": ("/x", f"Basic {TOKEN}", None, None),
    "header": ("/x", None, TOKEN, None),
    "query": (f"/x?api%20key={TOKEN}", None, None, None),
    "cookie": ("/x", None, None, f"sid={TOKEN}"),
    "none": ("/x", None, None, None),
}
NAMES = {"header": "X-Key", "query": "api key", "cookie": "sid"}


@pytest.mark.parametrize("kind", ["bearer", "basic", "header", "query", "cookie"])
async def test_every_kind_of_configured_credential(api: Api, kind: str) -> None:
    await call(api, get("/x"), auth=auth(kind, TOKEN, NAMES.get(kind, "")))
    assert shown(api) == SENT[kind]


async def test_user_and_password_are_encoded_for_basic(api: Api) -> None:
    await call(api, get("/x"), auth=auth("basic", "user:pass wörd"))
    assert api.last.header("authorization") == f"Basic {base64.b64encode('user:pass wörd'.encode()).decode()}"


@pytest.mark.parametrize("kind", ["header", "query", "cookie"])
async def test_a_credential_without_a_name_is_not_sent_and_warned_of(api: Api, kind: str) -> None:
    told: list[str] = []
    await call(api, get("/x"), auth=auth(kind, TOKEN), warn=told.append)
    assert shown(api) == SENT["none"]
    assert told == [f"t: auth.header_name is empty, so the token is not sent (auth.type is {kind})"]


async def test_an_empty_token_is_not_sent(api: Api) -> None:
    await call(api, get("/x"), auth=auth("bearer"))
    assert shown(api) == SENT["none"]


@pytest.mark.parametrize(
    ("requirements", "sent"),
    [
        ([{"bearer": []}], "bearer"),
        ([{"oauth": ["read"]}], "bearer"),
        ([{"openid": []}], "bearer"),
        ([{"basic": []}], "basic"),
        ([{"header": []}], "header"),
        ([{"query": []}], "query"),
        ([{"cookie": []}], "cookie"),
        ([{"digest": []}, {"tls": []}, {"header": []}, {"bearer": []}], "header"),
        ([{"bearer": [], "tls": []}, {"query": []}], "query"),
        ([{}, {"header": []}], "header"),
        ([{"unknown": []}], "none"),
        ([], "none"),
    ],
)
async def test_without_a_type_the_specification_says_how_a_token_is_sent(
    api: Api, requirements: Any, sent: str
) -> None:
    await call(api, secured(*requirements), auth=auth(token=TOKEN))
    assert shown(api) == SENT[sent]


async def test_the_operations_own_requirement_wins_over_the_documents(api: Api) -> None:
    await call(api, secured({"bearer": []}, security=[{"header": []}]), auth=auth(token=TOKEN))
    assert shown(api) == SENT["header"]


@pytest.mark.parametrize("kind", ["", "bearer"])
async def test_an_operation_that_wants_no_credential_gets_none(api: Api, kind: str) -> None:
    await call(api, secured({"bearer": []}, security=[]), auth=auth(kind, TOKEN), token="mine-instead")
    assert shown(api) == SENT["none"]


async def test_a_configured_type_wins_over_the_specification(api: Api) -> None:
    await call(api, secured({"bearer": []}), auth=auth("header", TOKEN, "X-Key"))
    assert shown(api) == SENT["header"]


async def test_a_token_of_the_caller_wins_over_the_configured_one(api: Api) -> None:
    await call(api, get("/x"), auth=auth("bearer", TOKEN), token="of-the-caller")
    assert api.last.header("authorization") == "Bearer of-the-caller"
    await call(api, secured({"header": []}), token="of-the-caller")
    assert api.last.header("x-key") == "of-the-caller"


async def test_a_token_that_nobody_knows_how_to_send_is_warned_of() -> None:
    told: list[str] = []
    target(get("/x"), auth=auth(token=TOKEN), warn=told.append)
    assert told == ["t: auth.type is empty and the specification does not say how a token is sent, so it is not sent"]


async def test_a_declared_authorization_parameter_does_not_override_it(api: Api) -> None:
    document = get("/x", param("Authorization", "header"))
    await call(api, document, {"Authorization": "Bearer stolen"}, auth=auth("bearer", TOKEN))
    assert shown(api) == SENT["bearer"]


async def test_constant_headers_are_sent_and_lose_against_arguments_and_credentials(api: Api) -> None:
    from pytest_uimcp.openapi.secret import Secret

    headers = {"X-A": Secret("constant"), "X-B": Secret("constant"), "Authorization": Secret("constant")}
    document = get("/x", param("x-a", "header"))
    await call(api, document, {"x-a": "argument"}, headers=headers, auth=auth("bearer", TOKEN))
    assert (api.last.header("X-A"), api.last.header("X-B")) == ("argument", "constant")
    assert shown(api) == SENT["bearer"]


async def test_a_key_in_the_query_follows_the_arguments(api: Api) -> None:
    await call(api, get("/x?a=1", param("q")), {"q": "é"}, auth=auth("query", "k&=?", "key"))
    assert api.last.target == "/x?a=1&q=%C3%A9&key=k%26%3D%3F"


async def test_a_token_with_a_line_break_is_refused_without_repeating_it(api: Api) -> None:
    async with opened(get("/x"), api.url, auth=auth("bearer", "top\nsecret")) as made:
        result = await made.tools.call("t__op", {})
    assert result.is_error
    assert result.text == "Error: the token: a header cannot hold line breaks or other control characters"
    assert api.seen == []


async def test_white_space_around_a_token_is_not_part_of_it(api: Api) -> None:
    await call(api, get("/x"), auth=auth("bearer", f" {TOKEN}\n"))
    assert shown(api) == SENT["bearer"]


@pytest.mark.parametrize("kind", ["bearer", "basic", "header", "query", "cookie"])
async def test_no_log_and_no_result_ever_holds_the_token(
    api: Api, kind: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    async def echo(request: web.Request) -> web.Response:
        if request.query.get("q") == "slow":
            raise web.HTTPInternalServerError(text=f"{request.raw_path} {dict(request.headers)}")
        return web.Response(text=f"{request.raw_path} {dict(request.headers)}")

    api.handlers["*"] = echo
    token = f"{TOKEN}:x" if kind == "basic" else TOKEN
    with caplog.at_level(logging.DEBUG):
        async with opened(
            get("/x", param("q")), api.url, auth=auth(kind, token, NAMES.get(kind, "")), timeout=5
        ) as made:
            calls: tuple[object, ...] = ({}, {"q": "slow"}, {"q": 1, "z": 1}, "nonsense")
            texts = [(await made.tools.call("t__op", arguments)).text for arguments in calls]
        async with opened(get("/x"), "http://127.0.0.1:1", auth=auth(kind, token, NAMES.get(kind, ""))) as made:
            texts.append((await made.tools.call("t__op", {})).text)
    assert any("httpcore" in record.name for record in caplog.records)
    everything = "\n".join([*texts, caplog.text, *capfd.readouterr()])
    assert TOKEN not in everything
    assert base64.b64encode(f"{TOKEN}:x".encode()).decode() not in everything
    assert "***" in texts[0]


async def test_a_short_token_is_not_searched_for_in_answers(api: Api) -> None:
    api.answers("/x", "abc")
    assert await call(api, get("/x"), auth=auth("bearer", "b")) == "abc"


# -- redirects


def leads_to(status: int, location: str) -> Any:
    async def handler(_request: web.Request) -> web.Response:
        return web.Response(status=status, headers={"Location": location})

    return handler


@pytest.mark.parametrize("kind", ["bearer", "header", "query", "cookie"])
@pytest.mark.parametrize("status", [302, 307])
async def test_a_redirect_to_another_origin_carries_no_credential(
    api: Api, other_api: Api, kind: str, status: int
) -> None:
    from pytest_uimcp.openapi.secret import Secret

    api.handlers["/x"] = leads_to(status, f"{other_api.url}/x")
    document = get("/x", param("X-Mine", "header"), param("c", "cookie"))
    settings: Any = {"auth": auth(kind, TOKEN, NAMES.get(kind, "")), "headers": {"X-Const": Secret("constant")}}
    await call(api, document, {"X-Mine": "mine", "c": "1"}, **settings)
    assert TOKEN in str(api.last)
    assert shown(other_api) == SENT["none"]
    assert {name.lower() for name, _ in other_api.last.headers} == {"host", "user-agent", "accept", "accept-encoding"}


async def test_a_redirect_that_comes_back_carries_no_credential(api: Api, other_api: Api) -> None:
    api.handlers["/x"] = leads_to(302, f"{other_api.url}/y")
    other_api.handlers["/y"] = leads_to(302, f"{api.url}/z")
    await call(api, get("/x"), auth=auth("bearer", TOKEN))
    assert shown(api) == ("/z", None, None, None)


async def test_a_redirect_at_home_carries_it(api: Api) -> None:
    api.handlers["/x"] = leads_to(302, "/y?b=1")
    await call(api, get("/x"), auth=auth("query", TOKEN, "key"))
    assert api.last.target == f"/y?b=1&key={TOKEN}"


async def test_a_redirect_to_another_name_of_this_machine_is_another_origin(api: Api) -> None:
    api.handlers["/x"] = leads_to(302, f"http://localhost:{api.port}/y")
    await call(api, get("/x"), auth=auth("bearer", TOKEN))
    assert shown(api) == ("/y", None, None, None)


async def test_a_redirect_that_copies_the_query_does_not_hand_the_key_on(api: Api, other_api: Api) -> None:
    api.handlers["/x"] = copies_its_query_to(f"{other_api.url}/y")
    api.handlers["/here"] = copies_its_query_to("/y")
    for path in ("/x", "/here"):
        auth_in_query = auth("query", "secret token", "key")
        async with opened(get(path, param("q")), api.url, auth=auth_in_query) as made:
            assert not (await made.tools.call("t__op", {"q": "a b"})).is_error
    assert other_api.last.target == "/y?q=a%20b"
    assert api.last.target == "/y?q=a%20b&key=secret%20token"


def copies_its_query_to(place: str) -> Any:
    async def handler(request: web.Request) -> web.Response:
        return web.Response(status=302, headers={"Location": f"{place}?{request.rel_url.raw_query_string}"})

    return handler


@pytest.mark.parametrize(
    ("server", "base_url", "warned"),
    [
        ("https://elsewhere.example/v1", "", True),
        ("https://elsewhere.example/v1", "https://api.example", False),
        ("https://api.example/v1", "", False),
        ("/v1", "", False),
    ],
)
def test_a_specification_that_sends_the_token_elsewhere_is_warned_of(server: str, base_url: str, warned: bool) -> None:
    told: list[str] = []
    document = get("/x", servers=[{"url": server}])
    target(document, warn=told.append, url="https://api.example/s.json", base_url=base_url, auth=auth("bearer", TOKEN))
    line = "t: its specification sends calls, and so the token, to https://elsewhere.example/v1; set base_url to fix"
    assert [each.startswith(line) for each in told] == [True] * warned


async def test_a_specification_does_not_put_the_token_into_the_framing_of_a_request(api: Api) -> None:
    scheme = {"type": "apiKey", "in": "header", "name": "Content-Length"}
    document = get("/x", components={"securitySchemes": {"k": scheme}}, security=[{"k": []}])
    await call(api, document, auth=auth("", "12345678901"))
    assert "12345678901" not in str(api.last)

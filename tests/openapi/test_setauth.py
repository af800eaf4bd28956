from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.openapi.target import ApiTarget
from tests.openapi.api import Api
from tests.openapi.making import auth, get, opened, spec, target

pytestmark = pytest.mark.anyio
TOKEN = "a-secret-token"
KEY: dict[str, Any] = {"components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}}}


async def set_auth(made: ApiTarget, **arguments: Any) -> str:
    result = await made.tools.call("t__set_auth", arguments)
    assert not result.is_error, result.text
    assert TOKEN not in result.text
    return result.text


async def refused(made: ApiTarget, arguments: Any) -> str:
    result = await made.tools.call("t__set_auth", arguments)
    assert result.is_error
    return result.text


@pytest.mark.parametrize(
    ("arguments", "text", "header"),
    [
        ({}, "type=bearer, param=", ("authorization", f"Bearer {TOKEN}")),
        ({"auth_type": "basic"}, "type=basic, param=", ("authorization", f"Basic {TOKEN}")),
        ({"auth_type": "header", "header_name": "X-A"}, "type=header, param=X-A", ("x-a", TOKEN)),
        ({"auth_type": "cookie", "header_name": "sid"}, "type=cookie, param=sid", ("cookie", f"sid={TOKEN}")),
    ],
)
async def test_a_token_is_used_from_now_on(api: Api, arguments: Any, text: str, header: tuple[str, str]) -> None:
    async with opened(get("/x"), api.url) as made:
        said = await set_auth(made, token=TOKEN, **arguments)
        await made.tools.call("t__op", {})
    assert said == f"Authentication configured: 1 endpoints updated ({text})"
    assert api.last.header(header[0]) == header[1]


async def test_a_key_may_go_into_the_query(api: Api) -> None:
    async with opened(get("/x"), api.url) as made:
        await set_auth(made, token=TOKEN, auth_type="query", header_name="key")
        await made.tools.call("t__op", {})
    assert api.last.target == f"/x?key={TOKEN}"


async def test_how_a_token_is_sent_stays_unless_changed(api: Api) -> None:
    async with opened(get("/x"), api.url, auth=auth("header", "the-old-token", "X-Key")) as made:
        assert "type=header, param=X-Key" in await set_auth(made, token=TOKEN)
        await made.tools.call("t__op", {})
    assert api.last.header("x-key") == TOKEN


async def test_what_the_specification_asks_for_stays_too(api: Api) -> None:
    async with opened(get("/x", security=[{"key": []}], **KEY), api.url) as made:
        assert "type=header, param=X-Key" in await set_auth(made, token=TOKEN)
        await made.tools.call("t__op", {})
    assert (api.last.header("x-key"), api.last.header("authorization")) == (TOKEN, None)


async def test_what_the_specification_describes_is_used_even_if_nothing_asks_for_it(api: Api) -> None:
    async with opened(get("/x", **KEY), api.url) as made:
        assert "type=header, param=X-Key" in await set_auth(made, token=TOKEN)
        await made.tools.call("t__op", {})
    assert api.last.header("x-key") == TOKEN


async def test_an_operation_that_wants_none_still_gets_none(api: Api) -> None:
    document = get("/x")
    document["paths"]["/x"]["get"]["security"] = []
    async with opened(document, api.url) as made:
        await set_auth(made, token=TOKEN)
        await made.tools.call("t__op", {})
    assert api.last.header("authorization") is None


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({}, "Error: token is required"),
        ({"token": ""}, "Error: token is required"),
        ({"token": "  "}, "Error: token is required"),
        ({"token": None}, "Error: token is required"),
        ({"token": 5}, "Error: token: expected text, got int"),
        (
            {"token": "x", "auth_type": "barer"},
            "Error: auth_type: expected one of bearer, basic, header, query, cookie, got 'barer'",
        ),
        ({"token": "x", "auth_type": "header"}, "Error: header_name is required for auth_type header"),
        ([], "Error: parse arguments: expected a JSON object, got list"),
    ],
)
async def test_a_wrong_argument_is_reported_and_changes_nothing(arguments: Any, text: str) -> None:
    made = target(get("/x"), auth=auth("bearer", TOKEN))
    assert await refused(made, arguments) == text
    assert (made.credentials.type, made.credentials.token.reveal()) == ("bearer", TOKEN)


async def test_a_target_without_endpoints_has_nothing_to_configure() -> None:
    assert await refused(target(spec({})), {"token": TOKEN}) == 'No endpoints found for target "t"'


async def test_an_operation_that_is_called_like_it_is_not_taken_for_it(api: Api) -> None:
    document = spec({"/x": {"post": {"operationId": "my__set_auth"}}})
    async with opened(document, api.url) as made:
        await made.tools.call("t__my__set_auth", {"token": TOKEN})
    assert api.last.target == "/x"
    assert not made.credentials.token


async def test_it_is_not_dangerous() -> None:
    assert not target(get("/x")).tools["t__set_auth"].is_dangerous({})

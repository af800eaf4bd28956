"""What stands in the request line, as the server saw it."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_uimcp.core import patterns
from pytest_uimcp.openapi.requests.build import build_request
from tests.openapi.api import Api
from tests.openapi.making import get, opened, param, target

pytestmark = pytest.mark.anyio


async def sent(api: Api, document: Any, arguments: dict[str, Any], **settings: Any) -> str:
    """The target of the request line; an error result fails the test."""
    async with opened(document, api.url, **settings) as made:
        result = await made.tools.call("t__op", arguments)
    assert not result.is_error, result.text
    return api.last.target


async def refused(api: Api, document: Any, arguments: Any, **settings: Any) -> str:
    """The text of the error; nothing may have been sent."""
    async with opened(document, api.url, **settings) as made:
        result = await made.tools.call("t__op", arguments)
    assert result.is_error
    assert api.seen == []
    return result.text


@pytest.mark.parametrize(
    ("value", "target"),
    [
        ("a/b c?", "/x/a%2Fb%20c%3F/y"),
        ("100%", "/x/100%25/y"),
        ("%2e%2e", "/x/%252e%252e/y"),
        ("é漢😀", "/x/%C3%A9%E6%BC%A2%F0%9F%98%80/y"),
        ("~a-b_c.d", "/x/~a-b_c.d/y"),
        ("a&b=c+d#e", "/x/a%26b%3Dc%2Bd%23e/y"),
        (0, "/x/0/y"),
        (-1, "/x/-1/y"),
        (1234567, "/x/1234567/y"),
        (2**53 + 1, "/x/9007199254740993/y"),
        (1e21, "/x/1000000000000000000000/y"),
        (-0.0, "/x/0/y"),
        (1.5, "/x/1.5/y"),
        (1e-7, "/x/1e-07/y"),
        (True, "/x/true/y"),
        (False, "/x/false/y"),
    ],
)
async def test_a_value_in_the_path(api: Api, value: Any, target: str) -> None:
    assert await sent(api, get("/x/{id}/y", param("id", "path")), {"id": value}) == target


@pytest.mark.parametrize("value", [".", ".."])
async def test_a_value_that_would_lead_up_is_refused(api: Api, value: str) -> None:
    text = await refused(api, get("/x/{id}/y", param("id", "path")), {"id": value})
    assert text == f"Error: id: '{value}' is not a name in a path"


async def test_dots_within_a_name_are_no_way_up(api: Api) -> None:
    assert await sent(api, get("/x/{id}.json", param("id", "path")), {"id": ".."}) == "/x/...json"


async def test_slashes_that_are_allowed_are_no_way_up_either(api: Api) -> None:
    document = get("/x/{id}", param("id", "path", allowReserved=True))
    assert await sent(api, document, {"id": "a/b"}) == "/x/a/b"
    api.seen.clear()
    for value in ("a/../b", "a/%2e%2E/b", "%2e"):
        assert "is not a name in a path" in await refused(api, document, {"id": value})
    assert await sent(api, document, {"id": "a?b=c"}) == "/x/a%3Fb=c"


@pytest.mark.parametrize("value", ["", [], None, {}, [None]])
async def test_an_empty_value_in_the_path_is_refused(api: Api, value: Any) -> None:
    assert "id" in await refused(api, get("/x/{id}", param("id", "path")), {"id": value})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800"])
async def test_what_no_request_can_say_is_refused(api: Api, value: Any) -> None:
    assert (await refused(api, get("/x", param("q")), {"q": value})).startswith("Error: ")


async def test_what_is_missing_is_named_before_anything_is_sent(api: Api) -> None:
    document = get("/x/{id}", param("id", "path"), param("q", required=True), param("r"))
    assert await refused(api, document, {"r": 1}) == "Error: missing required arguments: id, q"


@pytest.mark.parametrize("value", [None, [], {}])
async def test_what_is_optional_and_empty_is_left_out(api: Api, value: Any) -> None:
    assert await sent(api, get("/x", param("q"), param("r")), {"q": value, "r": ""}) == "/x?r="


@pytest.mark.parametrize("given", [None, "", {}, "{}", " "])
async def test_no_arguments_can_be_given_in_many_ways(api: Api, given: Any) -> None:
    assert await sent(api, get("/x"), given) == "/x"


async def test_arguments_may_come_as_json_text(api: Api) -> None:
    assert await sent(api, get("/x", param("q")), '{"q": 9007199254740993}') == "/x?q=9007199254740993"  # type: ignore[arg-type]  # as a model sends it: text


@pytest.mark.parametrize("given", [[], 5, "[1]", "{", True])
async def test_arguments_that_are_no_object_are_refused(api: Api, given: Any) -> None:
    assert (await refused(api, get("/x"), given)).startswith("Error: parse arguments: expected a JSON object")


async def test_unknown_arguments_are_ignored_with_a_warning(api: Api) -> None:
    told: list[str] = []
    assert await sent(api, get("/x", param("query")), {"qeury": 1, "zzz": 2}, warn=told.append) == "/x"
    assert told == ["t: t__op: unknown arguments: qeury (did you mean query?), zzz; not sent"]


async def test_unknown_arguments_are_an_error_where_that_is_wanted(api: Api) -> None:
    text = await refused(api, get("/x", param("query")), {"qeury": 1}, unknown_args="error")
    assert text == "Error: unknown arguments: qeury (did you mean query?)"


async def test_values_are_not_checked_unless_that_is_wanted(api: Api) -> None:
    document = get("/x", param("q", schema={"type": "integer"}))
    assert await sent(api, document, {"q": "many"}) == "/x?q=many"
    api.seen.clear()
    assert (
        await refused(api, document, {"q": "many"}, validate_args=True) == "Error: q: 'many' is not of type 'integer'"
    )


async def test_a_pattern_that_would_take_years_refuses_the_call(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "SECONDS", 0.05)
    document = get("/x", param("q", schema={"type": "string", "pattern": "^(a|aa)+$"}))
    text = await refused(api, document, {"q": "a" * 60 + "!"}, validate_args=True)
    assert text == (
        "Error: the arguments cannot be checked: the pattern '^(a|aa)+$' of the schema takes longer than 0.05 s"
    )


# -- parameter serialisation

LIST = ["a", "b,c", "d e"]
OBJECT = {"k": 1, "l": "x y"}


@pytest.mark.parametrize(
    ("said", "value", "target"),
    [
        ({}, LIST, "/x?n=a&n=b%2Cc&n=d%20e"),
        ({"explode": False}, LIST, "/x?n=a,b%2Cc,d%20e"),
        ({"style": "spaceDelimited", "explode": False}, ["a", "b"], "/x?n=a%20b"),
        ({"style": "pipeDelimited", "explode": False}, ["a", "b"], "/x?n=a%7Cb"),
        ({"style": "pipeDelimited", "explode": True}, ["a", "b"], "/x?n=a&n=b"),
        ({}, OBJECT, "/x?k=1&l=x%20y"),
        ({"explode": False}, OBJECT, "/x?n=k,1,l,x%20y"),
        ({"style": "deepObject", "explode": True}, OBJECT, "/x?n%5Bk%5D=1&n%5Bl%5D=x%20y"),
        (
            {"style": "deepObject"},
            {"a": {"b": [1, None, 2], "c": None}},
            "/x?n%5Ba%5D%5Bb%5D%5B%5D=1&n%5Ba%5D%5Bb%5D%5B%5D=2",
        ),
        ({"style": "deepObject"}, ["a", None, "b c"], "/x?n%5B%5D=a&n%5B%5D=b%20c"),
        ({"style": "deepObject"}, "text", "/x?n=text"),
        ({"style": "nonsense"}, ["a", "b"], "/x?n=a&n=b"),
        ({}, [1, None, True], "/x?n=1&n=true"),
        ({}, {"k": None, "l": 2}, "/x?l=2"),
        ({}, [{"a": 1}], "/x?n=%7B%22a%22%3A1%7D"),
        ({}, "a b&c=d", "/x?n=a%20b%26c%3Dd"),
        ({"allowReserved": True}, "a/b?c:d@e", "/x?n=a/b?c:d@e"),
        ({"allowReserved": True}, "a&b#c+d [e]", "/x?n=a%26b%23c%2Bd%20%5Be%5D"),
        ({"allowReserved": True}, "a%2Fb", "/x?n=a%2Fb"),
        ({"allowReserved": True}, "100%", "/x?n=100%25"),
    ],
)
async def test_a_value_in_the_query(api: Api, said: dict[str, Any], value: Any, target: str) -> None:
    assert await sent(api, get("/x", param("n", **said)), {"n": value}) == target


@pytest.mark.parametrize("place", ["query", "path"])
async def test_a_value_with_content_is_json(api: Api, place: str) -> None:
    node = {"name": "n", "in": place, "content": {"application/json": {"schema": {}}}}
    document = get("/x/{n}" if place == "path" else "/x", node)
    wanted = {"path": "/x/%7B%22a%22%3A%5B1%5D%7D", "query": "/x?n=%7B%22a%22%3A%5B1%5D%7D"}
    assert await sent(api, document, {"n": {"a": [1]}}) == wanted[place]


@pytest.mark.parametrize(
    ("style", "explode", "value", "target"),
    [
        ("simple", False, LIST, "/a,b%2Cc,d%20e"),
        ("simple", True, LIST, "/a,b%2Cc,d%20e"),
        ("simple", False, {"k": 1, "l": 2}, "/k,1,l,2"),
        ("simple", True, {"k": 1, "l": 2}, "/k=1,l=2"),
        ("label", False, "x", "/.x"),
        ("label", False, ["a", "b"], "/.a,b"),
        ("label", True, ["a", "b"], "/.a.b"),
        ("label", False, {"k": 1}, "/.k,1"),
        ("label", True, {"k": 1, "l": 2}, "/.k=1.l=2"),
        ("matrix", False, "x", "/;n=x"),
        ("matrix", False, ["a", "b"], "/;n=a,b"),
        ("matrix", True, ["a", "b"], "/;n=a;n=b"),
        ("matrix", False, {"k": 1, "l": 2}, "/;n=k,1,l,2"),
        ("matrix", True, {"k": 1, "l": 2}, "/;k=1;l=2"),
    ],
)
async def test_every_style_of_a_path(api: Api, style: str, explode: bool, value: Any, target: str) -> None:
    document = get("/{n}", param("n", "path", style=style, explode=explode))
    assert await sent(api, document, {"n": value}) == target


@pytest.mark.parametrize(
    ("said", "value", "text"),
    [
        ({}, ["a", "b c"], "a,b c"),
        ({}, {"k": 1, "l": 2}, "k,1,l,2"),
        ({"explode": True}, {"k": 1, "l": 2}, "k=1,l=2"),
        ({}, True, "true"),
        ({}, "é", "é"),
        ({}, "  spaces around ", "spaces around"),
    ],
)
async def test_a_value_in_a_header(api: Api, said: dict[str, Any], value: Any, text: str) -> None:
    await sent(api, get("/x", param("X-N", "header", **said)), {"X-N": value})
    assert api.last.header("x-n") == text


async def test_a_header_with_content_is_json(api: Api) -> None:
    await sent(api, get("/x", {"name": "X-N", "in": "header", "content": {"application/json": {}}}), {"X-N": {"a": 1}})
    assert api.last.header("x-n") == '{"a":1}'


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b"])
async def test_a_header_stays_one_line(api: Api, value: str) -> None:
    text = await refused(api, get("/x", param("X-N", "header")), {"X-N": value})
    assert text == "Error: X-N: a header cannot hold line breaks or other control characters"


async def test_a_header_needs_a_name_that_is_one(api: Api) -> None:
    assert "cannot be the name of a header" in await refused(api, get("/x", param("X N:", "header")), {"X N:": "a"})


@pytest.mark.parametrize(
    ("value", "text"), [("a b;c", "n=a%20b%3Bc"), (["a", "b"], "n=a,b"), ({"k": 1}, "n=k,1"), ('"', "n=%22")]
)
async def test_a_value_in_a_cookie(api: Api, value: Any, text: str) -> None:
    await sent(api, get("/x", param("n", "cookie")), {"n": value})
    assert api.last.header("cookie") == text


async def test_the_same_name_in_several_places(api: Api) -> None:
    document = get("/{id}", param("id", "query"), param("id", "path"), param("id", "header"), param("id", "cookie"))
    arguments = {"id": "p", "id_query": "q", "id_header": "h", "id_cookie": "c"}
    assert await sent(api, document, arguments) == "/p?id=q"
    assert (api.last.header("id"), api.last.header("cookie")) == ("h", "id=c")


async def test_a_query_in_the_path_is_kept(api: Api) -> None:
    assert await sent(api, get("/x?type=a b#part", param("n")), {"n": 1}) == "/x?type=a%20b&n=1"


async def test_what_a_path_says_literally_is_encoded_once(api: Api) -> None:
    assert await sent(api, get("/a b/ü/%20/c:d"), {}) == "/a%20b/%C3%BC/%20/c:d"


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_comes_back_from_the_path_and_the_query(value: str) -> None:
    made = target(get("/x/{id}", param("id", "path"), param("q")))
    if value in (".", ".."):
        return
    url = build_request(made.endpoints[0], {"id": value, "q": value}, "http://h").url
    path, _, query = url.removeprefix("http://h/x/").partition("?q=")
    assert (unquote(path), unquote(query)) == (value, value)
    assert set(url) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~%:/?=")


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1))
async def test_any_list_reaches_the_server_as_it_was(api: Api, values: list[str]) -> None:
    received = (await sent(api, get("/x", param("n")), {"n": values})).partition("?")[2]
    assert [unquote(pair.removeprefix("n=")) for pair in received.split("&")] == values


# -- the base


@pytest.mark.parametrize(
    ("base_url", "servers", "settings", "url"),
    [
        ("http://h:1", None, {}, "http://h:1/x"),
        ("http://h:1/", None, {}, "http://h:1/x"),
        ("http://h:1/api/", None, {}, "http://h:1/api/x"),
        ("http://h:1", ["/v1"], {}, "http://h:1/v1/x"),
        ("http://h:1", ["v1/"], {}, "http://h:1/v1/x"),
        ("http://h:1/api", ["/v1"], {}, "http://h:1/api/x"),
        ("http://h:1", ["http://h:1/v1"], {}, "http://h:1/v1/x"),
        ("http://h:1", ["http://other/v1"], {}, "http://h:1/x"),
        ("http://h:1", ["https://h:1/v1"], {}, "http://h:1/x"),
        ("http://h", ["http://h:80/v1"], {}, "http://h/v1/x"),
        ("http://h:1", ["http://prod/v1", "http://h:1/v2"], {}, "http://h:1/v2/x"),
        ("http://h:1", ["/v1"], {"servers": "ignore"}, "http://h:1/x"),
        ("", ["http://s/v1/"], {}, "http://s/v1/x"),
        ("", ["/v1"], {"url": "http://s:2/docs/openapi.json"}, "http://s:2/v1/x"),
        ("", ["v1"], {"url": "http://s:2/docs/openapi.json"}, "http://s:2/docs/v1/x"),
        (
            "",
            [{"url": "http://{h}/{v}", "variables": {"h": {"default": "s"}, "v": {"default": 2}}}],
            {},
            "http://s/2/x",
        ),
    ],
)
async def test_where_a_path_is_added(base_url: str, servers: Any, settings: dict[str, Any], url: str) -> None:
    entries = [entry if isinstance(entry, dict) else {"url": entry} for entry in servers or ()]
    more: dict[str, Any] = {"servers": entries} if servers else {}
    made = target(get("/x", **more), base_url=base_url, **settings)
    assert build_request(made.endpoints[0], {}, made.base(made.endpoints[0])).url == url


async def test_servers_of_an_operation_win_over_those_of_its_path_and_of_the_document() -> None:
    document = get("/x", servers=[{"url": "/document"}])
    item = document["paths"]["/x"]
    assert target(document, base_url="http://h").base(target(document).endpoints[0]) == "http://h/document"
    item["servers"] = [{"url": "/path"}]
    assert target(document, base_url="http://h").base(target(document).endpoints[0]) == "http://h/path"
    item["get"]["servers"] = [{"url": "/operation"}]
    assert target(document, base_url="http://h").base(target(document).endpoints[0]) == "http://h/operation"


@pytest.mark.parametrize("servers", [None, [{"url": "/v1"}], [{"url": "file:///etc"}], [{"url": ""}]])
async def test_without_an_address_a_call_is_an_error(servers: Any) -> None:
    document = get("/x", **({"servers": servers} if servers else {}))
    async with opened(document, "") as made:
        result = await made.tools.call("t__op", {})
    assert result.is_error
    assert result.text.startswith("Error: no address to call: ")

"""The mock of `uimcp_openapi` checks requests by the specification."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp import InvalidRequest
from pytest_uimcp.openapi.harness.requestchecks import RequestCheck
from pytest_uimcp.openapi.requests.build import build_request
from tests.openapi.making import get, operation, param, post, post_json, spec, target

FORM = "application/x-www-form-urlencoded"
NUMBER = {"type": "integer"}
DEEP: dict[str, Any] = {"style": "deepObject", "explode": True}


def refusal(uimcp_openapi: Any, document: Any, *, fails: bool = True, **arguments: Any) -> str:
    """What the test is told of a call; empty if nothing."""
    api = uimcp_openapi(document)
    if not fails:
        api.mock.route(host="api.test").respond(204)
    try:
        api.tool("op", **arguments)
    except InvalidRequest as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("document", "arguments", "told"),
    [
        (get("/x", param("limit", schema=NUMBER)), {"limit": "many"}, "limit: 'many' is not of type 'integer'"),
        (get("/x/{id}", param("id", "path", NUMBER)), {"id": "a,b"}, "id: 'a,b' is not of type 'integer'"),
        (get("/x", param("X-N", "header", NUMBER)), {"X-N": "a"}, "X-N: 'a' is not of type 'integer'"),
        (get("/x", param("n", "cookie", NUMBER)), {"n": "a"}, "n: 'a' is not of type 'integer'"),
        (get("/x", param("n", schema={"enum": ["a", "b"]})), {"n": "c"}, "n: 'c' is not one of ['a', 'b']"),
        (
            get("/x", param("n", schema={"type": "array", "items": NUMBER})),
            {"n": [1, "b"]},
            "n.1: 'b' is not of type 'integer'",
        ),
        (
            get("/x", param("n", schema={"type": "object", "properties": {"a": NUMBER}}, **DEEP)),
            {"n": {"a": "b"}},
            "n.a: 'b' is not of type 'integer'",
        ),
        (post_json({"required": ["name"]}), {"body": {"nam": "x"}}, "body: 'name' is a required property"),
        (post_json({"properties": {"a": NUMBER}}), {"body": {"a": "5"}}, "body.a: '5' is not of type 'integer'"),
        (
            post({FORM: {"schema": {"properties": {"a": NUMBER}}}}),
            {"body": {"a": "many"}},
            "body.a: 'many' is not of type 'integer'",
        ),
        (
            post(
                {
                    FORM: {
                        "schema": {"properties": {"m": {"type": "object", "maxProperties": 1}}},
                        "encoding": {"m": DEEP},
                    }
                }
            ),
            {"body": {"m": {"a": "1", "b": "2"}}},
            "body.m: {'a': '1', 'b': '2'} has too many properties",
        ),
        (
            post({"multipart/form-data": {"schema": {"properties": {"a": NUMBER}}}}),
            {"body": {"a": "many"}},
            "body.a: 'many' is not of type 'integer'",
        ),
        (
            post({"text/plain": {"schema": {"type": "string", "enum": ["on", "off"]}}}),
            {"body": "up"},
            "body: 'up' is not one of ['on', 'off']",
        ),
        (
            post({"application/xml": {"schema": {"type": "object", "xml": {"name": "pet"}}}}),
            {"body": "<dog/>"},
            "body: expected the element pet, got dog",
        ),
        (post_json({"type": "object"}), {"body": "no json"}, "body: 'no json' is not of type 'object'"),
    ],
)
def test_a_request_that_the_specification_does_not_allow_fails_the_test(
    uimcp_openapi: Any, document: Any, arguments: dict[str, Any], told: str
) -> None:
    text = refusal(uimcp_openapi, document, **arguments)
    assert told in text
    assert " is not what the specification allows (#/paths/" in text
    assert "uimcp_openapi(…, check_requests=False)" in text


@pytest.mark.parametrize(
    ("document", "arguments"),
    [
        (get("/x", param("limit", schema=NUMBER)), {"limit": "5"}),
        (get("/x", param("flag", schema={"type": "boolean"})), {"flag": "true"}),
        (post_json({"type": "object"}), {"body": '{"a": 1}'}),
        (post({FORM: {"schema": {"properties": {"a": {"type": "object"}}}}}), {"body": {"a": {"b": [1]}}}),
        (get("/x", param("n", schema={"type": "object"}, **DEEP)), {"n": {"1": "a", "b": "c"}}),
        (
            post({FORM: {"schema": {"properties": {"m": {"type": "object"}}}, "encoding": {"m": DEEP}}}),
            {"body": {"m": {"0": "a"}}},
        ),
        (
            get("/x", param("n", schema={"anyOf": [{"type": "object"}, {"type": "array", "maxItems": 1}]}, **DEEP)),
            {"n": {"0": "a", "1": "b"}},
        ),
        (post({"application/xml": {"schema": {"type": "object", "xml": {"name": "pet"}}}}), {"body": "<pet/>"}),
        (post({"application/xml": {"schema": {"type": "object", "xml": {"name": "pet"}}}}), {"body": {"a": 1}}),
        (post({"application/pdf": {}}), {"body": {"content_base64": "AP8="}}),
        (
            post({"multipart/form-data": {"schema": {"properties": {"f": {"type": "string", "format": "binary"}}}}}),
            {"body": {"f": {"filename": "a", "content_base64": "AP8="}}},
        ),
        (
            post({"multipart/form-data": {"schema": {"properties": {"f": {"format": "binary", "type": "string"}}}}}),
            {"body": {"f": "text"}},
        ),
        (post_json({"type": "object"}, required=False), {}),
    ],
)
def test_what_a_server_could_not_tell_from_what_is_allowed_is_allowed(
    uimcp_openapi: Any, document: Any, arguments: dict[str, Any]
) -> None:
    assert refusal(uimcp_openapi, document, fails=False, **arguments) == ""


def test_schemas_that_contain_themselves_are_read(uimcp_openapi: Any) -> None:
    anything = {"anyOf": [{"$ref": "#/components/schemas/Any"}, {"type": "integer"}]}
    document = get(
        "/x", param("n", schema={"$ref": "#/components/schemas/Any"}), components={"schemas": {"Any": anything}}
    )
    assert refusal(uimcp_openapi, document, fails=False, n=5) == ""


BROKEN = get("/x", param("limit", schema=NUMBER))


def test_a_route_that_refuses_the_request_too_is_what_the_test_is_about(uimcp_openapi: Any) -> None:
    api = uimcp_openapi(BROKEN)
    api.mock.get("http://api.test/x").respond(422, text="limit is no number")
    assert api.tool("op", limit="many").text == "HTTP 422: limit is no number"


def test_a_route_that_answers_what_no_server_would_take_does_not_hide_it(uimcp_openapi: Any) -> None:
    api = uimcp_openapi(BROKEN)
    api.mock.get("http://api.test/x").respond(200, text="fine")
    with api.expects_error("limit: 'many' is not of type 'integer'"):
        result = api.tool("op", limit="many")
    assert result.is_error


def test_requests_are_not_checked_where_that_is_not_wanted(uimcp_openapi: Any) -> None:
    api = uimcp_openapi(BROKEN, check_requests=False)
    api.mock.get("http://api.test/x").respond(200, text="fine")
    assert api.tool("op", limit="many").text == "fine"


def test_credentials_are_not_told(uimcp_openapi: Any) -> None:
    api = uimcp_openapi(BROKEN, auth={"type": "query", "header_name": "key", "token": "a-secret"})
    with api.expects_error("many") as expected:
        api.tool("op", limit="many")
    assert "key=hidden" in expected.value.message
    assert "a-secret" not in expected.value.message


def test_of_operations_that_differ_only_in_a_fixed_query_one_has_to_fit(uimcp_openapi: Any) -> None:
    paths = {
        "/x?kind=a": {"post": operation(body={"application/json": {"schema": {"type": "object"}}})},
        "/x?kind=b": {"post": {**operation(body={"text/plain": {"schema": {}}}), "operationId": "other"}},
    }
    api = uimcp_openapi(spec(paths))
    api.mock.post(url__startswith="http://api.test/x").respond(204)
    assert not api.tool("op", body={}).is_error
    assert not api.tool("other", body="text").is_error


# What is written is read back: a request with a value is allowed where the schema allows this value only.

NAMES = st.text("abc_é01", min_size=1, max_size=3)
WORDS = st.text("abcé &=%/?#+;", min_size=1, max_size=5)
SCALARS = st.one_of(
    WORDS.map(lambda value: ({"type": "string"}, value)),
    st.integers(-(10**20), 10**20).map(lambda value: ({"type": "integer"}, value)),
    st.booleans().map(lambda value: ({"type": "boolean"}, value)),
)


def exactly(schema: dict[str, Any], value: Any) -> dict[str, Any]:
    return {**schema, "const": value}


def array_of(items: list[Any]) -> tuple[dict[str, Any], Any]:
    return exactly({"type": "array", "items": {"type": "string"}}, items), items


def object_of(values: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    kinds = {name: {"type": "string"} for name in values}
    return exactly({"type": "object", "properties": kinds}, values), values


ARRAYS = st.lists(WORDS, min_size=1, max_size=3).map(array_of)
OBJECTS = st.dictionaries(NAMES, WORDS, min_size=1, max_size=3).map(object_of)
VALUES = SCALARS.map(lambda pair: (exactly(*pair), pair[1])) | ARRAYS | OBJECTS
STYLES = [
    *(("query", style, explode) for style in ("form", "pipeDelimited", "deepObject") for explode in (True, False)),
    *(("path", style, explode) for style in ("simple", "label", "matrix") for explode in (True, False)),
    ("cookie", "form", False),
]


def problem(document: dict[str, Any], arguments: dict[str, Any]) -> str:
    endpoint = target(document).endpoints[0]
    built = build_request(endpoint, arguments, "http://api.test")
    headers = [*built.headers, *([(b"Cookie", "; ".join(built.cookies).encode())] if built.cookies else [])]
    request = httpx.Request(built.method, built.url, headers=headers, content=built.content)
    path = request.url.raw_path.decode().partition("?")[0]
    check = RequestCheck(endpoint)
    assert check.takes(request.method, path)
    return check.problem(request, path)


@settings(deadline=None, max_examples=50)
@given(VALUES, st.sampled_from(STYLES))
def test_what_is_written_into_a_request_is_read_back(pair: tuple[Any, Any], how: tuple[str, str, bool]) -> None:
    schema, value = pair
    place, style, explode = how
    name = "/x/{long_name}" if place == "path" else "/x"
    document = get(name, param("long_name", place, schema, style=style, explode=explode), version="3.1.0")
    assert problem(document, {"long_name": value}) == ""
    other = get(
        name, param("long_name", place, {**schema, "const": "other"}, style=style, explode=explode), version="3.1.0"
    )
    assert problem(other, {"long_name": value}) != ""


@settings(deadline=None, max_examples=50)
@given(st.dictionaries(NAMES, VALUES, max_size=3), st.sampled_from([FORM, "multipart/form-data", "application/json"]))
def test_what_is_written_into_a_body_is_read_back(fields: dict[str, tuple[Any, Any]], media_type: str) -> None:
    value = {name: each[1] for name, each in fields.items()}
    schema = {"type": "object", "properties": {name: each[0] for name, each in fields.items()}, "const": value}
    assert problem(post({media_type: {"schema": schema}}, version="3.1.0"), {"body": value}) == ""

"""The fixture `uimcp_openapi`, used as a test of an API's author would."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from pytest_uimcp.core.assets import fixtures_dir
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.openapi.harness.sent_request import NotRequested
from pytest_uimcp.testing.snapshots.toolchanges import tool_changes
from pytest_uimcp.testing.snapshots.tools import surface
from tests.openapi.making import get, operation, param, post_json, spec

PETS = fixtures_dir() / "specs" / "pets" / "openapi-3.0.yaml"


@pytest.fixture
def api(uimcp_openapi: Any) -> Any:
    return uimcp_openapi(PETS, name="pets")


def test_the_specification_answers_by_itself(api: Any) -> None:
    result = api.tool("getPet", id=7)
    assert not result.is_error
    assert set(json.loads(result.text)) >= {"name"}
    assert api.requested("GET", "/pets/7", times=1).url == "http://pets.test/api/pets/7"
    assert [request.method for request in api.requests] == ["GET"]


def test_a_route_of_respx_answers_first(api: Any) -> None:
    route = api.mock.get("http://pets.test/api/pets/7").respond(404, json={"detail": "no such pet"})
    result = api.tool("pets__getPet", id=7)
    assert (result.is_error, result.text) == (True, 'HTTP 404: {"detail":"no such pet"}')
    assert route.call_count == 1
    assert not api.tool("getPet", id=8).is_error


def test_a_missing_request_is_reported_with_all_requests(api: Any) -> None:
    with pytest.raises(NotRequested, match="expected a request GET /pets/7; there were none"):
        api.requested("GET", "/pets/7")
    api.tool("listPets", limit=5, status=["free", "sold"])
    api.requested("get", "/api/pets", query={"limit": 5, "status": ["free", "sold"]})
    with pytest.raises(NotRequested) as failed:
        api.requested("GET", "/pets", query={"limit": 6})
    assert str(failed.value).splitlines() == [
        "expected a request GET /pets, query {'limit': 6}; there were:",
        "  GET http://pets.test/api/pets?limit=5&status=free&status=sold",
    ]
    with pytest.raises(NotRequested, match="GET /pets 2 times, it was 1 times"):
        api.requested("GET", "/pets", times=2)
    api.not_requested("DELETE", "/pets/7")
    with pytest.raises(NotRequested, match="expected no request GET /pets"):
        api.not_requested("GET", "/pets")


def test_bodies_and_headers_are_compared(uimcp_openapi: Any) -> None:
    api = uimcp_openapi(PETS, auth={"type": "bearer", "token": "a-long-secret"})
    api.tool("createPet", body={"name": "Rex"})
    sent = api.requested("POST", "/pets", json={"name": "Rex"}, headers={"Authorization": "Bearer a-long-secret"})
    assert sent.json == {"name": "Rex"}
    assert sent.headers["content-type"] == "application/json"


def test_a_field_of_the_body_given_as_an_argument_is_an_error_that_says_where_it_belongs(uimcp_openapi: Any) -> None:
    api = uimcp_openapi(post_json({"type": "object"}, required=False))
    with pytest.raises(UimcpError, match=r"unknown arguments: name; .* fields of the body go into .* body={…}"):
        api.tool("op", name="Rex")
    assert api.requests == []


def test_a_misspelt_argument_is_an_error_with_the_near_name(api: Any, uimcp_openapi: Any) -> None:
    with pytest.raises(UimcpError, match=r"pets__listPets: unknown arguments: limt \(did you mean limit\?\)"):
        api.tool("listPets", limt=5)
    lenient = uimcp_openapi(PETS, name="lenient", check_requests=False)
    assert not lenient.tool("listPets", limt=5).is_error


def test_a_request_that_the_specification_does_not_have_is_named_with_the_near_path(api: Any) -> None:
    with pytest.raises(NotRequested, match=r"the specification has no GET /pet/7 \(did you mean /pets"):
        api.requested("GET", "/pet/7")
    with pytest.raises(UimcpError, match=r"not_requested\('GET', '/petz'\) holds for any test"):
        api.not_requested("GET", "/petz")
    api.not_requested("GET", "/api/pets")


@pytest.mark.parametrize("key", ["include", "exclude"])
def test_a_pattern_that_fits_no_operation_is_an_error_with_the_near_name(uimcp_openapi: Any, key: str) -> None:
    with pytest.raises(UimcpError, match=rf"{key}: 'listPest' fits no operation \(did you mean listPets\?\)"):
        uimcp_openapi(PETS, **{key: ["listPest"]})
    uimcp_openapi(PETS, name="taken", **{key: ["list*"]})


def _fails(pytester: pytest.Pytester, body: str) -> str:
    """What is said of a test with this body, which has the example's API."""
    pytester.makepyfile(f"def test_it(uimcp_openapi):\n    api = uimcp_openapi({str(PETS)!r}, name='pets')\n    {body}")
    result = pytester.runpytest_inprocess("-p", "no:randomly")
    result.assert_outcomes(failed=1)
    return result.stdout.str()


def test_a_mocked_answer_that_the_specification_does_not_describe_fails_the_test(pytester: pytest.Pytester) -> None:
    said = _fails(
        pytester, "api.mock.get('http://pets.test/api/pets/7').respond(json={'name': 3}); api.tool('getPet', id=7)"
    )
    assert "GET http://pets.test/api/pets/7, status 200, is not what the specification describes: answer" in said
    assert "check_answers=False" in said


def test_a_route_that_no_request_can_reach_fails_the_test_with_the_address(pytester: pytest.Pytester) -> None:
    said = _fails(
        pytester, "api.mock.get('http://pets.test/pets/7').respond(json={'name': 'Rex'}); api.tool('getPet', id=7)"
    )
    assert "the mock's route for GET pets.test/pets/7 answers nothing" in said
    assert 'write api.mock.get("http://pets.test/api/pets/7")' in said


def test_answers_of_other_statuses_types_and_routes_pass(uimcp_openapi: Any) -> None:
    api = uimcp_openapi(PETS, name="pets")
    api.mock.get("http://pets.test/api/pets/1").respond(503, text="down")
    api.mock.get(path__regex="/api/pets/2").respond(418, json=[])
    api.mock.delete("http://pets.test/elsewhere").respond(200)
    assert api.tool("getPet", id=1).is_error
    assert api.tool("getPet", id=2).is_error
    assert not api.tool("getPet", id=3).is_error
    lax = uimcp_openapi(PETS, name="lax", check_answers=False)
    lax.mock.get("http://lax.test/api/pets/7").respond(json={"name": 3})
    assert json.loads(lax.tool("getPet", id=7).text) == {"name": 3}


def test_an_unmocked_request_goes_nowhere_and_fails_with_the_line_that_mocks_it(uimcp_openapi: Any) -> None:
    api = uimcp_openapi(get("/things", param("q")))
    with pytest.raises(UimcpError) as failed:
        api.tool("op", q="x")
    assert failed.value.text == (
        "GET http://api.test/things?q=x is not mocked, and the specification has no answer for it. It was not sent. "
        'Mock it: api.mock.get("http://api.test/things").respond(json={})'
    )
    api.mock.get("http://api.test/things").respond(json={})
    assert api.tool("op", q="x").text == "{}"


def test_without_examples_everything_has_to_be_mocked(uimcp_openapi: Any) -> None:
    api = uimcp_openapi(PETS, examples=False)
    with pytest.raises(UimcpError, match="is not mocked"):
        api.tool("getPet", id=7)


@pytest.mark.slow
def test_an_error_of_the_network_is_one_of_the_tool(api: Any) -> None:
    api.mock.get(path="/api/pets/7").mock(side_effect=httpx.ConnectTimeout)
    assert "target server unreachable" in api.tool("getPet", id=7).text


def test_answers_come_from_examples_then_from_schemas(uimcp_openapi: Any) -> None:
    def answered(**response: Any) -> Any:
        node = operation() | {"responses": {"200": response}}
        api = uimcp_openapi(spec({"/x": {"get": node}}))
        return json.loads(api.tool("op").text)

    def content(**media: Any) -> dict[str, Any]:
        return {"application/json": media}

    assert answered(content=content(example={"a": 1}, schema={"type": "string"})) == {"a": 1}
    assert answered(content=content(examples={"one": {"value": [1]}})) == [1]
    schema = {
        "type": "object",
        "properties": {
            "id": {"type": "integer", "minimum": 3},
            "kind": {"enum": ["cat", "dog"]},
            "born": {"type": "string", "format": "date"},
            "tags": {"type": "array", "items": {"type": "string", "maxLength": 2}},
            "fixed": {"const": 5},
            "maybe": {"oneOf": [{"type": "boolean"}, {"type": "null"}]},
            "all": {"allOf": [{"properties": {"a": {"default": 1}}}, {"properties": {"b": {"example": 2}}}]},
            "secret": {"type": "string", "writeOnly": True},
        },
    }
    assert answered(content=content(schema=schema)) == {
        "id": 3,
        "kind": "cat",
        "born": "2026-01-01",
        "tags": ["st"],
        "fixed": 5,
        "maybe": False,
        "all": {"a": 1, "b": 2},
    }


def test_a_schema_that_holds_itself_is_answered_too(uimcp_openapi: Any) -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"}}}
    answer = {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Node"}}}}}
    document = spec({"/x": {"get": operation() | {"responses": answer}}}, components={"schemas": {"Node": node}})
    assert uimcp_openapi(document).tool("op").text.startswith('{"next": {"next"')


def test_the_first_success_is_the_answer(uimcp_openapi: Any) -> None:
    responses = {"default": {"description": "oops"}, "404": {"description": "no"}, "201": {"description": "made"}}
    api = uimcp_openapi(spec({"/x": {"post": operation() | {"responses": responses}}}))
    assert api.tool("op").text == "HTTP 201"


def test_a_literal_path_wins_over_one_with_variables(uimcp_openapi: Any) -> None:
    def answering(text: str) -> dict[str, Any]:
        return {"responses": {"200": {"content": {"text/plain": {"example": text}}}}}

    document = spec(
        {
            "/pets/{id}": {"get": operation(param("id", "path")) | answering("any") | {"operationId": "any"}},
            "/pets/mine": {"get": operation() | answering("mine") | {"operationId": "mine"}},
        }
    )
    api = uimcp_openapi(document)
    assert (api.tool("mine").text, api.tool("any", id="7").text) == ("mine", "any")


def test_the_search_surface_and_confirmation_are_settings(uimcp_openapi: Any) -> None:
    api = uimcp_openapi(PETS, surface="search", confirm="refuse")
    assert [tool.name for tool in api.tools()] == ["search_tools", "describe_tool", "call_tool"]
    refused = api.tool("call_tool", name="api__deletePet", arguments={"id": 1})
    assert refused.is_error
    api.not_requested("DELETE", "/pets/1")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (({"openapi": "3.0.0"},), "it has no object `paths`"),
        ((5,), "expected a specification: a file or a dict, got int"),
        (("nowhere.yaml",), "no file nowhere.yaml in "),
    ],
)
def test_what_is_not_a_specification_is_reported(uimcp_openapi: Any, given: tuple[Any, ...], says: str) -> None:
    with pytest.raises(UimcpError, match=says):
        uimcp_openapi(*given)


def test_an_unknown_setting_is_reported(uimcp_openapi: Any) -> None:
    with pytest.raises(UimcpError, match=r"unknown key targets\[0\].includes \(did you mean include"):
        uimcp_openapi(PETS, includes=["getPet"])


def test_it_is_mounted_in_the_compositor(api: Any, uimcp_compositor: Any) -> None:
    uimcp_compositor.mount("shop", api)
    uimcp_compositor.policy({"shop_pets__getPet": "allow"}, check=False)
    names = [tool.name for tool in uimcp_compositor.tools()]
    found = next(name for name in names if name.endswith("getPet"))
    uimcp_compositor.policy({found: "allow"}, check=False)
    assert not uimcp_compositor.tool(found, id=7).is_error
    api.requested("GET", "/pets/7")


def test_the_tools_are_a_snapshot_with_classed_differences(uimcp_openapi: Any) -> None:
    def tools(*parameters: dict[str, Any], **more: Any) -> Any:
        document = spec({"/x": {"get": operation(*parameters) | more}})
        return surface(uimcp_openapi(document, expose_set_auth=False).tools())

    changes = tool_changes(tools(param("q")), tools(param("q", required=True), param("r"), summary="Do it"))
    assert [str(change) for change in changes] == [
        "breaking: api__op: parameter q is now required",
        "additive: api__op: a new optional parameter r",
        'cosmetic: api__op: title "GET /x" → "Do it"',
        'cosmetic: api__op: description "GET /x" → "Do it"',
    ]

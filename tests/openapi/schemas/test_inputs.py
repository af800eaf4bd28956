"""The input schema of a tool as a whole: its names, and what it may cost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pytest_uimcp.openapi.schemas.inputs import MAX_INLINE_CHARS, MAX_SCHEMA_CHARS
from pytest_uimcp.openapi.schemas.pieces import LEFT_OUT_NOTE, cut, weight
from tests.openapi.making import auth, get, input_schema, operation, param, post, post_json, spec, target

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}


def test_the_example_of_the_documentation() -> None:
    document = spec(
        {
            "/api/pets/{id}": {
                "get": {
                    "operationId": "getPet",
                    "summary": "Fetch one pet",
                    "parameters": [
                        param("id", "path", NUMBER, description="pet id"),
                        param("fields", schema={"type": "array", "items": TEXT}),
                    ],
                }
            },
            "/api/pets": {
                "post": {
                    "operationId": "createPet",
                    "requestBody": {
                        "required": True,
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "object",
                                    "properties": {"name": TEXT, "age": NUMBER},
                                    "required": ["name"],
                                }
                            }
                        },
                    },
                }
            },
        }
    )
    rows = target(document, name="petstore").tools.listed()
    hints = [row.pop("annotations", None) for row in rows]
    assert rows[2].pop("description")
    assert hints == [
        {"readOnlyHint": True, "idempotentHint": True, "openWorldHint": True},
        {"openWorldHint": True},
        None,
    ]
    assert rows == [
        {
            "name": "petstore__getPet",
            "description": "Fetch one pet",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "id": {"type": "integer", "description": "pet id (path)"},
                    "fields": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["id"],
            },
        },
        {
            "name": "petstore__createPet",
            "description": "POST /api/pets",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "body": {
                        "type": "object",
                        "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
                        "required": ["name"],
                    }
                },
                "required": ["body"],
            },
        },
        {
            "name": "petstore__set_auth",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "token": {"type": "string"},
                    "auth_type": {"type": "string", "enum": ["bearer", "basic", "header", "query", "cookie"]},
                    "header_name": {"type": "string"},
                },
                "required": ["token"],
            },
        },
    ]


def test_a_tool_without_arguments_has_an_empty_object() -> None:
    assert input_schema(get("/a")) == {"type": "object", "properties": {}}


def test_parameters_of_the_path_apply_unless_the_operation_has_its_own() -> None:
    item = {
        "parameters": [param("id", "path", NUMBER), param("q", description="of the path")],
        "get": operation(param("q", description="of the operation"), param("r")),
    }
    assert input_schema(spec({"/a/{id}": item}))["properties"] == {
        "id": NUMBER,
        "q": {**TEXT, "description": "of the operation (query)"},
        "r": TEXT,
    }


def test_the_earlier_place_keeps_the_bare_name() -> None:
    document = spec(
        {
            "/a/{id}": {
                "post": operation(
                    param("id", "cookie"),
                    param("id", "header"),
                    param("id", "query"),
                    param("id", "path", NUMBER),
                    param("body"),
                    body={"application/json": {"schema": TEXT}},
                )
            }
        }
    )
    schema = input_schema(document)
    assert list(schema["properties"]) == ["id_cookie", "id_header", "id_query", "id", "body_query", "body"]
    assert schema["properties"]["id"] == NUMBER


def test_a_name_that_would_clash_again_is_counted() -> None:
    document = get("/{id}", param("id", "path"), param("id_query", "query"), param("id", "query"))
    assert list(input_schema(document)["properties"]) == ["id", "id_query", "id_query_2"]


def test_a_parameter_called_body_keeps_its_name_where_there_is_no_body() -> None:
    assert list(input_schema(get("/a", param("body")))["properties"]) == ["body"]


def test_headers_that_other_fields_describe_are_not_arguments() -> None:
    document = get("/a", *(param(name, "header") for name in ("Accept", "content-type", "AUTHORIZATION", "X-A")))
    assert list(input_schema(document)["properties"]) == ["X-A"]


KEY: dict[str, Any] = {"components": {"securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "api_key"}}}}


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({}, ["api_key", "q"]),
        ({"auth": auth(token="a-secret-token")}, ["q"]),
        ({"auth": auth("query", "a-secret-token", "API_KEY")}, ["q"]),
        ({"auth": auth("header", "a-secret-token", "api_key")}, ["api_key", "q"]),
    ],
)
def test_a_parameter_that_carries_the_configured_key_is_no_argument(settings: Any, names: list[str]) -> None:
    document = get("/a", param("api_key"), param("q"), security=[{"key": []}], **KEY)
    assert list(input_schema(document, **settings)["properties"]) == names


def test_a_parameter_with_content_has_the_schema_of_that() -> None:
    document = get("/a", {"name": "q", "in": "query", "content": {"application/json": {"schema": NUMBER}}})
    assert input_schema(document)["properties"] == {"q": NUMBER}


def test_a_name_in_the_path_that_nothing_describes_is_text_and_required() -> None:
    told: list[str] = []
    made = target(get("/a/{id}/{id}", param("other", "path")), warn=told.append)
    assert made.tools["t__op"].schema == {"type": "object", "properties": {"id": TEXT}, "required": ["id"]}
    assert len(told) == 2


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["text/plain", "application/json"], "application/json"),
        (["multipart/form-data", "application/vnd.a+json"], "application/vnd.a+json"),
        (["multipart/form-data", "application/x-www-form-urlencoded"], "application/x-www-form-urlencoded"),
        (["text/csv", "multipart/form-data"], "multipart/form-data"),
        (["application/octet-stream", "text/csv"], "text/csv"),
        (["application/xml", "application/octet-stream"], "application/octet-stream"),
        (["application/pdf", "image/png"], "application/pdf"),
        (["application/json; charset=utf-8", "text/plain"], "application/json; charset=utf-8"),
        (["*/*"], "application/json"),
    ],
)
def test_of_several_media_types_one_is_chosen(offered: list[str], chosen: str) -> None:
    schemas = {media_type: {"schema": {"type": "string", "title": media_type}} for media_type in offered}
    made = target(post(schemas))
    body = made.endpoints[0].plan.body
    assert body is not None
    assert body.media_type == chosen
    wanted = chosen if chosen in offered else offered[0]
    assert made.tools["t__op"].schema["properties"]["body"]["title"] == wanted


@pytest.mark.parametrize("content", [{"application/json": {}}, {"application/json": None}])
def test_a_body_without_a_schema_is_an_argument_all_the_same(content: Any) -> None:
    assert input_schema(post(content)) == {"type": "object", "properties": {"body": {}}, "required": ["body"]}


def test_a_body_that_is_optional_is_not_required() -> None:
    assert "required" not in input_schema(post_json(TEXT, required=False))


# -- the budget


def wide(count: int, **of_each: Any) -> dict[str, Any]:
    properties = {f"property_{i:05}": {**TEXT, "description": "x" * 40, **of_each} for i in range(count)}
    return {"type": "object", "properties": properties}


def referring(count: int, schemas: dict[str, Any]) -> dict[str, Any]:
    """A body that refers to one schema many times."""
    body = {"properties": {f"p{i}": {"$ref": "#/components/schemas/Wide"} for i in range(count)}}
    return post_json(body, components={"schemas": schemas})


def test_within_the_budget_everything_is_written_out() -> None:
    schema = input_schema(referring(3, {"Wide": wide(100)}))
    assert "$defs" not in schema
    assert len(json.dumps(schema)) < MAX_INLINE_CHARS


def test_beyond_the_budget_named_schemas_stand_once() -> None:
    schema = input_schema(referring(20, {"Wide": wide(100)}))
    assert set(schema["$defs"]) == {"Wide"}
    assert schema["$defs"]["Wide"] == wide(100)
    assert len(json.dumps(schema)) < MAX_INLINE_CHARS
    assert schema["properties"]["body"]["properties"]["p7"] == {"$ref": "#/$defs/Wide"}


def test_deeply_nested_schemas_are_moved_to_defs() -> None:
    schemas: dict[str, Any] = {
        f"S{i}": {"properties": {"x": {"$ref": f"#/components/schemas/S{i + 1}"}}} for i in range(40)
    }
    schemas["S40"] = TEXT
    shallow = input_schema(post_json({"$ref": "#/components/schemas/S10"}, components={"schemas": schemas}))
    deep = input_schema(post_json({"$ref": "#/components/schemas/S0"}, components={"schemas": schemas}))
    assert "$defs" not in shallow
    assert set(deep["$defs"]) == set(schemas)


def test_schemas_that_double_at_each_step_cost_no_more_than_they_are() -> None:
    schemas: dict[str, Any] = {
        f"S{i}": {"properties": {side: {"$ref": f"#/components/schemas/S{i + 1}"} for side in "ab"}} for i in range(28)
    }
    schemas["S28"] = TEXT
    schema = input_schema(post_json({"$ref": "#/components/schemas/S0"}, components={"schemas": schemas}))
    assert len(schema["$defs"]) == 29
    assert len(json.dumps(schema)) < MAX_INLINE_CHARS


@pytest.mark.slow
def test_beyond_the_last_budget_the_rest_is_left_out_with_a_note() -> None:
    schemas = {"Wide": {"properties": {f"p{i}": {"$ref": f"#/components/schemas/W{i}"} for i in range(20)}}}
    schemas |= {f"W{i}": wide(300) for i in range(20)}
    schema = input_schema(referring(1, schemas))
    left_out = [name for name, each in schema["$defs"].items() if each.get("description") == LEFT_OUT_NOTE]
    assert 0 < len(left_out) < 20
    assert schema["$defs"][left_out[0]]["type"] == "object"
    assert len(json.dumps(schema, separators=(",", ":"))) < MAX_SCHEMA_CHARS * 1.1
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("count", [pytest.param(5_000, marks=pytest.mark.slow), 100])
def test_one_schema_that_is_too_large_by_itself_loses_its_largest_parts(count: int) -> None:
    body = {
        "type": "object",
        "properties": {"big": wide(count, enum=["y" * 3000] if count == 100 else ["a"]), "name": TEXT},
    }
    schema = input_schema(post_json(body))
    assert schema["properties"]["body"]["properties"]["name"] == TEXT
    assert LEFT_OUT_NOTE in json.dumps(schema)
    assert len(json.dumps(schema, separators=(",", ":"))) < MAX_SCHEMA_CHARS * 1.1


def test_cutting_changes_nothing_that_fits_and_never_the_original() -> None:
    schema = {"type": "object", "properties": {"a": wide(10), "b": TEXT}, "anyOf": [wide(5), {"not": wide(5)}]}
    before = json.dumps(schema)
    assert cut(schema, weight(schema)) is schema
    for room in range(0, weight(schema), 97):
        assert weight(cut(schema, room)) <= max(room, 200)
    assert json.dumps(schema) == before


def test_what_is_listed_is_made_once() -> None:
    made = target(post_json(wide(3)))
    assert made.tools["t__op"].schema is made.tools["t__op"].schema

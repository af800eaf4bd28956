from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.openapi.making import body_schema, get, input_schema, param, post, post_json, target

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
NULL = {"type": "null"}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "format": "date", "minLength": 1, "maxLength": 5, "pattern": "a", "default": "x"},
        {"type": "number", "minimum": 0, "maximum": 9, "multipleOf": 0.5},
        {"type": "array", "items": TEXT, "minItems": 1, "maxItems": 2, "uniqueItems": True},
        {"type": "object", "properties": {"a": TEXT}, "required": ["a"], "minProperties": 1, "maxProperties": 2},
        {"type": "object", "additionalProperties": TEXT},
        {"type": "object", "additionalProperties": False},
        {"type": "string", "enum": ["a", "b"], "title": "T", "description": "D"},
        {"allOf": [TEXT, {"minLength": 1}]},
        {"anyOf": [TEXT, NUMBER]},
        {"oneOf": [TEXT, NUMBER], "not": {"const": 5}},
    ],
)
@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_what_json_schema_has_too_is_kept(schema: Any, version: str) -> None:
    assert body_schema(schema, version=version) == schema


@pytest.mark.parametrize(
    "schema",
    [
        {"anyOf": [TEXT, NULL]},
        {"const": 5, "examples": [5]},
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 9},
        {"type": "array", "prefixItems": [TEXT, NUMBER], "items": {"not": {}}},
        {"type": "object", "patternProperties": {"^a": TEXT}, "propertyNames": {"pattern": "a"}},
        {"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}, "else": {"required": ["c"]}},
        {"type": "string", "contentMediaType": "image/png", "contentEncoding": "base64"},
        {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"a": {"minProperties": 2}}},
    ],
)
def test_what_3_1_has_is_kept(schema: Any) -> None:
    assert body_schema(schema, version="3.1.0") == schema


def test_what_means_nothing_to_a_client_is_dropped() -> None:
    noise = {"xml": {}, "discriminator": {}, "externalDocs": {}, "x-a": 1, "example": 1, "writeOnly": True, "$id": "a"}
    assert body_schema({"type": "object", "properties": {"a": {**TEXT, **noise}}, **noise}) == {
        "type": "object",
        "properties": {"a": TEXT},
    }


@pytest.mark.parametrize(
    ("schema", "converted"),
    [
        ({"type": "string", "nullable": True}, {"anyOf": [TEXT, NULL]}),
        (
            {"type": "string", "nullable": True, "enum": ["a"], "description": "d"},
            {"anyOf": [{"type": "string", "enum": ["a"]}, NULL], "description": "d"},
        ),
        ({"type": "string", "nullable": False}, TEXT),
        ({"nullable": True, "anyOf": [TEXT, NUMBER]}, {"anyOf": [TEXT, NUMBER, NULL]}),
        (
            {"nullable": True, "allOf": [TEXT], "description": "d"},
            {"description": "d", "anyOf": [{"allOf": [TEXT]}, NULL]},
        ),
        ({"nullable": True}, {}),
    ],
)
def test_nullable_becomes_a_type(schema: Any, converted: Any) -> None:
    assert body_schema(schema) == converted


@pytest.mark.parametrize(
    ("schema", "converted"),
    [
        ({"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
        ({"maximum": 9, "exclusiveMaximum": True}, {"exclusiveMaximum": 9}),
        ({"minimum": 1, "exclusiveMinimum": False}, {"minimum": 1}),
        ({"exclusiveMinimum": True}, {}),
        ({"exclusiveMinimum": 3}, {"exclusiveMinimum": 3}),
    ],
)
def test_a_boolean_bound_becomes_a_number(schema: Any, converted: Any) -> None:
    assert body_schema(schema) == converted


@pytest.mark.parametrize(
    ("schema", "converted"),
    [
        (True, {}),
        ({"type": "object", "properties": {"a": True, "b": False}}, {"type": "object", "properties": {"a": {}}}),
        ({"type": "array", "items": False}, {"type": "array", "items": {"not": {}}}),
        ({"anyOf": [False, TEXT]}, {"anyOf": [{"not": {}}, TEXT]}),
        ({"additionalProperties": True}, {"additionalProperties": True}),
    ],
)
def test_boolean_schemas(schema: Any, converted: Any) -> None:
    assert body_schema(schema, version="3.1.0") == converted


def test_a_parameter_without_possible_values_is_left_out() -> None:
    assert input_schema(get("/a", param("q", schema=False), param("r"), version="3.1.0"))["properties"] == {"r": TEXT}


def test_read_only_properties_are_in_no_request() -> None:
    schema = {
        "type": "object",
        "properties": {"id": {**NUMBER, "readOnly": True}, "name": TEXT, "secret": {**TEXT, "writeOnly": True}},
        "required": ["id", "name"],
    }
    assert body_schema(schema) == {
        "type": "object",
        "properties": {"name": TEXT, "secret": TEXT},
        "required": ["name"],
    }


def test_what_is_read_only_elsewhere_is_required_nowhere() -> None:
    components = {
        "schemas": {
            "Id": {**NUMBER, "readOnly": True},
            "Base": {"properties": {"id": {"$ref": "#/components/schemas/Id"}, "a": TEXT}, "required": ["id", "a"]},
        }
    }
    schema = {
        "allOf": [{"$ref": "#/components/schemas/Base"}, {"required": ["id"]}, {"properties": {"b": TEXT}}],
        "required": ["id", "b"],
    }
    assert body_schema(schema, components=components) == {
        "allOf": [{"properties": {"a": TEXT}, "required": ["a"]}, {}, {"properties": {"b": TEXT}}],
        "required": ["b"],
    }


def test_what_is_deprecated_says_so_first() -> None:
    schema = {"properties": {"a": {**TEXT, "description": "old", "deprecated": True}, "b": {"deprecated": True}}}
    assert body_schema(schema) == {
        "properties": {"a": {**TEXT, "description": "(deprecated) old"}, "b": {"description": "(deprecated)"}}
    }
    document = get("/a", param("q", description="how", deprecated=True), param("r", deprecated=True))
    properties = input_schema(document)["properties"]
    assert properties["q"]["description"] == "(deprecated) how (query)"
    assert properties["r"]["description"] == "(deprecated)"


@pytest.mark.parametrize(
    ("schema", "converted"),
    [
        ({"type": "date"}, {}),
        ({"type": ["string", None]}, {"anyOf": [TEXT, NULL]}),
        ({"type": []}, {}),
        ({"required": True, "properties": []}, {}),
        ({"enum": "a", "minimum": "1", "maxLength": True, "description": 5}, {}),
        ({"examples": {"a": {"value": 1}}}, {}),
        ({"items": [TEXT, NUMBER]}, {"prefixItems": [TEXT, NUMBER]}),
        ({"properties": {"a": "text"}}, {"properties": {"a": {}}}),
        ({"maximum": float("inf")}, {}),
    ],
)
def test_what_is_malformed_is_left_out_rather_than_passed_on(schema: Any, converted: Any) -> None:
    assert body_schema(schema) == converted


NODE = {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"}, "value": TEXT}}


def test_a_recursive_schema_is_once_under_defs() -> None:
    schema = input_schema(post_json({"$ref": "#/components/schemas/Node"}, components={"schemas": {"Node": NODE}}))
    assert schema == {
        "type": "object",
        "properties": {"body": {"$ref": "#/$defs/Node"}},
        "required": ["body"],
        "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}, "value": TEXT}}},
    }


MUTUAL = {
    "schemas": {
        "A": {"properties": {"b": {"$ref": "#/components/schemas/B"}, "leaf": {"$ref": "#/components/schemas/Leaf"}}},
        "B": {"properties": {"a": {"$ref": "#/components/schemas/A"}}},
        "Leaf": TEXT,
        "User": {"properties": {"a": {"$ref": "#/components/schemas/A"}}},
    }
}


@pytest.mark.parametrize("order", [("A", "B", "User"), ("User", "B", "A"), ("B", "A", "User")])
def test_schemas_that_lead_to_each_other_are_the_same_whoever_comes_first(order: tuple[str, ...]) -> None:
    paths = {
        f"/{name}": {
            "post": {
                "operationId": name,
                "requestBody": {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}},
            }
        }
        for name in MUTUAL["schemas"]
    }
    made = target({"openapi": "3.0.0", "paths": paths, "components": MUTUAL})
    schemas = {name: made.tools[f"t__{name}"].schema for name in order}
    definitions = {
        "A": {"properties": {"b": {"$ref": "#/$defs/B"}, "leaf": TEXT}},
        "B": {"properties": {"a": {"$ref": "#/$defs/A"}}},
    }
    assert schemas["A"]["properties"] == {"body": {"$ref": "#/$defs/A"}}
    assert schemas["B"]["properties"] == {"body": {"$ref": "#/$defs/B"}}
    assert schemas["User"]["properties"] == {"body": {"properties": {"a": {"$ref": "#/$defs/A"}}}}
    assert all(schema["$defs"] == definitions for schema in schemas.values())


def test_a_schema_anywhere_may_be_recursive() -> None:
    here = "#/paths/~1things/post/requestBody/content/application~1json/schema"
    schema = input_schema(post_json({"properties": {"again": {"$ref": here}}}))
    [name] = schema["$defs"]
    assert schema["properties"]["body"] == {"properties": {"again": {"$ref": f"#/$defs/{name}"}}}
    assert schema["$defs"][name] == schema["properties"]["body"]
    Draft202012Validator.check_schema(schema)


def test_a_long_chain_of_references_is_no_deep_call() -> None:
    count = 3000
    schemas: dict[str, Any] = {
        f"S{i}": {"properties": {"x": {"$ref": f"#/components/schemas/S{i + 1}"}}} for i in range(count)
    }
    schemas[f"S{count}"] = TEXT
    schema = input_schema(post_json({"$ref": "#/components/schemas/S0"}, components={"schemas": schemas}))
    assert schema["properties"]["body"] == {"$ref": "#/$defs/S0"}
    assert len(schema["$defs"]) == count + 1


def test_nesting_without_references_ends_somewhere() -> None:
    schema: Any = TEXT
    for _ in range(150):
        schema = {"type": "array", "items": schema}
    converted = json.dumps(body_schema(schema))
    assert converted.count('"array"') == 100


# Any tangle of references, refs beside anything: what comes out is a valid schema of no more than its budget.
NAMES = ["A", "B", "C", "D"]
REFS = st.sampled_from(NAMES).map(lambda name: {"$ref": f"#/components/schemas/{name}"})
SCHEMAS = st.recursive(
    st.sampled_from([TEXT, NUMBER, True, False, {}, {"type": "string", "nullable": True}]) | REFS,
    lambda inner: st.one_of(
        st.dictionaries(st.sampled_from("xyz"), inner, max_size=3).map(lambda p: {"type": "object", "properties": p}),
        inner.map(lambda item: {"type": "array", "items": item}),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"allOf": parts}),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"anyOf": parts, "required": ["x"]}),
        st.builds(dict, REFS, description=st.just("d")) | st.builds(dict, REFS, minLength=st.just(1)),
    ),
    max_leaves=10,
)


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(st.fixed_dictionaries(dict.fromkeys(NAMES, SCHEMAS)), SCHEMAS, st.sampled_from(["3.0.3", "3.1.0"]))
def test_any_tangle_of_references_ends_and_leads_to_its_own_defs(schemas: Any, body: Any, version: str) -> None:
    document = post_json(body, version=version, components={"schemas": schemas})
    schema = input_schema(document)
    Draft202012Validator.check_schema(schema)
    refs = [part.partition('"')[0] for part in json.dumps(schema).split('"$ref": "')[1:]]
    assert {ref.removeprefix("#/$defs/") for ref in refs} <= set(schema.get("$defs", ()))


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_binary_text_in_a_form_is_a_file(version: str) -> None:
    file = {"type": "string", "format": "binary"}
    form = {
        "type": "object",
        "properties": {"one": {**file, "description": "D"}, "many": {"type": "array", "items": file}},
    }
    body = input_schema(post({"multipart/form-data": {"schema": form}}, version=version))["properties"]["body"]
    one, many = body["properties"]["one"], body["properties"]["many"]["items"]
    assert (one["description"], set(one["properties"])) == ("D", {"filename", "content_base64", "content_type"})
    assert (many["type"], many["required"]) == ("object", ["filename", "content_base64"])


def test_binary_text_elsewhere_is_text() -> None:
    file = {"type": "string", "format": "binary"}
    assert body_schema(file) == file
    assert body_schema({"type": "file"}) == TEXT
    octets = input_schema(post({"application/octet-stream": {"schema": file}}))["properties"]["body"]
    assert [choice["type"] for choice in octets["anyOf"]] == ["string", "object"]

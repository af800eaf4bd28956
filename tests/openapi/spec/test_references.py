from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.openapi.spec.references import find, pointer, segments
from tests.openapi.making import get, input_schema, operation, param, post_json, spec, target

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}


@pytest.mark.parametrize(
    ("fragment", "steps"),
    [
        ("#", ()),
        ("#/a/b", ("a", "b")),
        ("#/paths/~1pets~1{id}/get", ("paths", "/pets/{id}", "get")),
        ("#/paths/~1pets~1%7Bid%7D/get", ("paths", "/pets/{id}", "get")),
        ("#/a~0b/c%20d", ("a~b", "c d")),
        ("#/", ("",)),
        ("#name", None),
    ],
)
def test_a_fragment_is_a_pointer(fragment: str, steps: tuple[str, ...] | None) -> None:
    assert segments(fragment) == steps
    if steps is not None:
        assert segments(pointer(steps)) == steps


def test_a_pointer_leads_through_objects_and_lists() -> None:
    assert find({"a": [{"b": 1}]}, ("a", "0", "b")) == 1
    assert find({"a": [{"b": 1}]}, ("a", "1")) is find({}, ("x",))


REFERENCES: dict[str, Any] = {
    "components": {
        "schemas": {"A b": TEXT, "a/b": NUMBER, "Twice": {"$ref": "#/components/schemas/a~1b"}},
        "parameters": {"size": param("size", schema=NUMBER), "again": {"$ref": "#/components/parameters/size"}},
        "requestBodies": {"pet": {"required": True, "content": {"application/json": {"schema": TEXT}}}},
    }
}


@pytest.mark.parametrize(
    ("ref", "schema"),
    [
        ("#/components/schemas/A%20b", TEXT),
        ("#/components/schemas/A b", TEXT),
        ("#/components/schemas/a~1b", NUMBER),
        ("#/components/schemas/Twice", NUMBER),
        ("#/paths/~1x~1%7Bid%7D/get/parameters/0/schema", {"type": "string"}),
        ("#/components/parameters/size/schema", NUMBER),
    ],
)
def test_a_schema_may_be_anywhere_in_the_document(ref: str, schema: Any) -> None:
    document = get("/x/{id}", param("id", "path"), param("q", schema={"$ref": ref}), **REFERENCES)
    assert input_schema(document)["properties"]["q"] == schema


def test_parameters_and_bodies_may_be_references() -> None:
    node = operation({"$ref": "#/components/parameters/again"})
    node["requestBody"] = {"$ref": "#/components/requestBodies/pet"}
    assert input_schema(spec({"/a": {"post": node}}, **REFERENCES)) == {
        "type": "object",
        "properties": {"size": NUMBER, "body": TEXT},
        "required": ["body"],
    }


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_a_path_item_may_be_a_reference(version: str) -> None:
    items = {"components": {"pathItems": {"a": {"get": operation(param("q"))}}}}
    made = target(spec({"/a": {"$ref": "#/components/pathItems/a"}}, version=version, **items))
    assert [tool.request for tool in made.tools.values()] == ["GET /a", ""]


@pytest.mark.parametrize(("version", "described"), [("3.0.3", "of A"), ("3.1.0", "of the reference")])
def test_keys_beside_a_reference_count_since_3_1(version: str, described: str) -> None:
    schemas = {"schemas": {"A": {"type": "string", "description": "of A"}}}
    document = post_json(
        {"$ref": "#/components/schemas/A", "description": "of the reference"}, version=version, components=schemas
    )
    assert input_schema(document)["properties"]["body"] == {"type": "string", "description": described}


def test_what_contradicts_a_reference_is_added_to_it_in_3_1() -> None:
    schemas = {"schemas": {"A": {"type": "object", "properties": {"a": TEXT}}}}
    beside = {"$ref": "#/components/schemas/A", "properties": {"b": NUMBER}, "maxProperties": 1}
    body = input_schema(post_json(beside, version="3.1.0", components=schemas))["properties"]["body"]
    assert body == {"properties": {"b": NUMBER}, "maxProperties": 1, "allOf": [schemas["schemas"]["A"]]}


def test_a_description_beside_the_reference_of_a_parameter_wins_in_3_1() -> None:
    ref = {"$ref": "#/components/parameters/size", "description": "mine"}
    assert input_schema(get("/a", ref, version="3.1.0", **REFERENCES))["properties"]["size"] == {
        "type": "integer",
        "description": "mine (query)",
    }


@pytest.mark.parametrize(
    ("ref", "told"),
    [
        ("#/components/schemas/Nothing", "leads nowhere"),
        ("#anchor", "leads nowhere"),
        ("other.yaml#/A", "leads out of the document"),
        ("http://example.com/a.json", "leads out of the document"),
    ],
)
def test_a_reference_to_nothing_allows_anything_and_the_operation_stays(ref: str, told: str) -> None:
    warnings: list[str] = []
    made = target(get("/a", param("q", schema={"$ref": ref}), param("r")), warn=warnings.append)
    assert made.tools["t__op"].schema["properties"] == {"q": {}, "r": TEXT}
    assert [told in warning for warning in warnings] == [True]


def test_parameters_that_lead_nowhere_are_left_out() -> None:
    assert input_schema(get("/a", {"$ref": "#/nowhere"}, param("r")))["properties"] == {"r": TEXT}


def test_a_circle_of_references_is_broken() -> None:
    warnings: list[str] = []
    circle = {
        "schemas": {"A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"}},
        "parameters": {"p": {"$ref": "#/components/parameters/p"}},
    }
    ref = {"$ref": "#/components/parameters/p"}
    document = get("/a", param("q", schema={"$ref": "#/components/schemas/A"}), ref, components=circle)
    made = target(document, warn=warnings.append)
    assert list(made.tools["t__op"].schema["properties"]) == ["q"]
    assert any("in a circle" in warning for warning in warnings)
    assert any("leads to itself" in warning for warning in warnings)

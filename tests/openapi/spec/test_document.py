from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from pytest_uimcp.openapi.errors import SpecError
from pytest_uimcp.openapi.spec.document import read_document, version_of
from tests.openapi.making import operation, spec, target


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ({"openapi": "3.0.0"}, "3.0"),
        ({"openapi": "3.0.4-rc1"}, "3.0"),
        ({"openapi": 3.0}, "3.0"),
        ({"openapi": "3.1.1"}, "3.1"),
        ({"openapi": "3.2.0"}, "3.1"),
        ({"swagger": "2.0"}, "2.0"),
        ({"swagger": 2.0}, "2.0"),
    ],
)
def test_versions_2_0_to_3_2_are_read(said: dict[str, Any], version: str) -> None:
    assert version_of({**said, "paths": {}}) == version


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({}, "neither `openapi"),
        ({"detail": "hi"}, "neither `openapi"),
        ([], "expected an object, got a list"),
        ("hello", "expected an object, got text"),
        (None, "expected an object, got nothing"),
        ({"openapi": "3.0.0"}, "it has no object `paths`"),
        ({"openapi": "3.0.0", "paths": []}, "it has no object `paths`"),
        ({"openapi": "3.0.0", "webhooks": {}}, "it has no object `paths`"),
        ({"openapi": "4.0.0", "paths": {}}, "OpenAPI 4.0.0 is not supported"),
        ({"openapi": "3.9", "paths": {}}, "OpenAPI 3.9 is not supported"),
        ({"swagger": "1.2", "paths": {}}, "Swagger 1.2 is not supported"),
    ],
)
def test_a_document_that_is_not_a_specification_is_refused_with_what_is_missing(data: Any, told: str) -> None:
    with pytest.raises(SpecError, match=told):
        read_document(data, warn=print)


def test_a_document_of_webhooks_has_no_tools_at_all() -> None:
    assert list(target({"openapi": "3.1.0", "webhooks": {"x": {"post": {}}}}).tools) == []


def test_a_document_of_no_paths_has_only_the_set_auth_tool() -> None:
    assert list(target(spec({})).tools) == ["t__set_auth"]


def test_the_set_auth_tool_can_be_left_out() -> None:
    assert list(target(spec({"/a": {"get": operation()}}), expose_set_auth=False).tools) == ["t__op"]


def test_all_eight_methods_are_tools_and_nothing_else_of_a_path_is() -> None:
    methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
    item = {**{method: {} for method in methods}, "summary": "x", "parameters": [], "x-get": {}, "query": {}}
    made = target(spec({"/a": item}))
    assert [tool.request for tool in made.tools.values()][:-1] == [f"{method.upper()} /a" for method in methods]


@pytest.mark.parametrize(
    ("settings", "operations"),
    [
        ({}, ["listPets", "getPet", "deletePet", "login"]),
        ({"include": ("*Pet*",)}, ["listPets", "getPet", "deletePet"]),
        ({"include": ("tag:pets",), "exclude": ("DELETE *",)}, ["listPets", "getPet"]),
        ({"include": ("GET /pets/{id}", "login")}, ["getPet", "login"]),
        ({"exclude": ("tag:*",)}, ["login"]),
    ],
)
def test_globs_on_id_method_and_path_or_tag_choose_the_tools(settings: dict[str, Any], operations: list[str]) -> None:
    pets = {"tags": ["pets"]}
    document = spec(
        {
            "/pets": {"get": {"operationId": "listPets", **pets}},
            "/pets/{id}": {
                "get": {"operationId": "getPet", **pets},
                "delete": {"operationId": "deletePet", **pets},
                "put": {"operationId": "updatePet", "x-nlui-ignore": True},
            },
            "/login": {"post": {"operationId": "login"}},
        }
    )
    made = target(document, expose_set_auth=False, **settings)
    assert [endpoint.operation for endpoint in made.endpoints] == operations


def test_what_is_malformed_is_left_out_with_a_warning_and_the_rest_stays() -> None:
    told: list[str] = []
    document = spec({"a": {}, "/b": 5, "/c": {"get": "x", "post": {}}, "x-other": 1, "/d": {"$ref": "#/nowhere"}})
    assert list(target(document, warn=told.append).tools) == ["t__post_c", "t__set_auth"]
    assert told == [
        "t: the path 'a' does not begin with a slash; it is left out",
        "t: the path /b is expected to be an object, got 5; it is left out",
        "t: GET /c is expected to be an object, got 'x'; it is left out",
        "t: the reference '#/nowhere' leads nowhere; it allows anything",
        "t: the path /d is expected to be an object, got {'$ref': '#/nowhere'}; it is left out",
    ]


@pytest.mark.parametrize(
    ("node", "description", "group"),
    [
        ({"summary": "Sum", "description": "Desc", "tags": ["a", "b"]}, "Sum", "a"),
        ({"description": " Desc\nmore "}, "Desc\nmore", "pets"),
        ({"summary": ""}, "GET /pets/{id}", "pets"),
        ({"summary": "x" * 2000}, "x" * 1023 + "…", "pets"),
    ],
)
def test_description_and_group(node: dict[str, Any], description: str, group: str) -> None:
    tool = target(spec({"/pets/{id}": {"get": node}})).tools["t__get_pets_id"]
    assert (tool.description, tool.group, tool.title) == (description, group, description.splitlines()[0])


def test_hints_follow_from_the_method() -> None:
    methods = ("get", "head", "options", "put", "delete", "post", "patch")
    made = target(spec({"/a": {method: {"operationId": method} for method in methods}}))
    found = {name: set(made.tools[f"t__{name}"].annotations) - {"openWorldHint"} for name in methods}
    reads = {"readOnlyHint", "idempotentHint"}
    assert found == {
        "get": reads,
        "head": reads,
        "options": reads,
        "put": {"idempotentHint"},
        "delete": {"destructiveHint", "idempotentHint"},
        "post": set(),
        "patch": set(),
    }
    assert all(made.tools[f"t__{name}"].annotations["openWorldHint"] for name in methods)


@pytest.mark.slow
def test_the_parsing_core_needs_no_network() -> None:
    code = (
        "import sys; import pytest_uimcp.openapi.endpoint_reader, pytest_uimcp.openapi.documents; "
        "print([name for name in ('httpx', 'anyio', 'aiohttp', 'mcp', 'jsonschema') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240, env=os.environ)
    assert (done.stdout, done.stderr) == ("[]\n", "")

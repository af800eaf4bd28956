"""Specifications with something wrong anywhere: what can be offered is, and nothing breaks."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pytest_uimcp import fixtures_dir
from pytest_uimcp.openapi.documents import parse
from pytest_uimcp.openapi.errors import CallError, OpenApiError, SpecError, ToolsetError
from pytest_uimcp.openapi.opening import target_of_toolset
from pytest_uimcp.openapi.quality import check_spec
from pytest_uimcp.openapi.requests.arguments import require_arguments
from pytest_uimcp.openapi.requests.build import build_request
from pytest_uimcp.openapi.search import Index
from pytest_uimcp.openapi.target import ApiTarget
from pytest_uimcp.openapi.toolsets import read_toolset, toolset_of
from pytest_uimcp.openapi.warn import to_stderr
from tests.openapi.making import config, get, ignore, param, post, target

FILES = sorted((Path(fixtures_dir()) / "specs" / "pets").iterdir())
DOCUMENTS = [parse(file.read_bytes()) for file in FILES]
REF = st.sampled_from(["#", "#/paths", "#/components/schemas/Pet", "#/definitions/Pet", "#/gone", "x.json"])
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | REF.map(lambda ref: {"$ref": ref})
)
JUNK = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["a", "$ref", "type", "name", "in", "schema", "items", "required"]), inner, max_size=3
        )
    ),
    max_leaves=5,
)


def places(node: Any, steps: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if steps:
        yield steps
    for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from places(value, (*steps, key))


PLACES = [list(places(document)) for document in DOCUMENTS]


@st.composite
def spoiled(draw: st.DrawFn) -> Any:
    """A specification in which up to three values are something else."""
    number = draw(st.integers(0, len(DOCUMENTS) - 1))
    document = copy.deepcopy(DOCUMENTS[number])
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(PLACES[number]))
        node = document
        try:
            for step in way:
                node = node[step]
            node[last] = draw(JUNK)
        except (TypeError, KeyError, IndexError, AttributeError):
            continue  # another one was put above it
    return document


def offered(document: Any) -> ApiTarget | None:
    try:
        return target(document, base_url="http://h")
    except SpecError:
        return None


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(spoiled())
def test_whatever_is_wrong_every_tool_that_is_offered_has_a_schema_that_is_one(document: Any) -> None:
    made = offered(document)
    for row in made.tools.listed() if made else ():
        text = json.dumps(row, allow_nan=False)
        assert json.loads(text)["name"]
        Draft202012Validator.check_schema(row["inputSchema"])


@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(spoiled(), st.dictionaries(st.sampled_from(["id", "limit", "status", "ids", "body", "X-Trace"]), JUNK))
def test_whatever_is_wrong_a_call_is_made_or_says_why_not(document: Any, arguments: dict[str, Any]) -> None:
    made = offered(document)
    for endpoint in made.endpoints if made else ():
        try:
            require_arguments(endpoint.plan, arguments)
            built = build_request(endpoint, arguments, made.base(endpoint) if made else "")
        except CallError:
            continue
        assert built.url.startswith("http://h/")


@pytest.mark.slow
@settings(deadline=None, max_examples=100)
@given(spoiled())
def test_whatever_is_wrong_can_be_checked_searched_and_saved(document: Any) -> None:
    try:
        check_spec(document)
    except SpecError:
        return
    made = target(document)
    Index(made.tools.values()).find("list pets")
    toolset = read_toolset(json.loads(json.dumps(toolset_of(made))))
    again = target_of_toolset(toolset, config(), warn=ignore)
    assert again.tools.listed() == made.tools.listed()


TOOLSET = json.loads(json.dumps(toolset_of(target(DOCUMENTS[0]))))
TOOLSET_PLACES = list(places(TOOLSET))


@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(st.sampled_from(TOOLSET_PLACES), JUNK)
def test_whatever_is_wrong_with_a_toolset_it_is_read_or_refused(place: tuple[Any, ...], junk: Any) -> None:
    data = copy.deepcopy(TOOLSET)
    *way, last = place
    node = data
    for step in way:
        node = node[step]
    node[last] = junk
    try:
        made = target_of_toolset(read_toolset(data), config(base_url="http://h"), warn=ignore)
    except ToolsetError:
        return
    made.tools.listed()
    for endpoint in made.endpoints:
        try:
            build_request(endpoint, {"id": 1, "body": {}}, "http://h")
        except OpenApiError:
            continue


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_originals_are_right(file: Path) -> None:
    told: list[str] = []
    target(parse(file.read_bytes()), warn=told.append).tools.listed()
    assert told == []


def doubling(key: str) -> Any:
    """Schemas that each refer to the next one twice: a billion ways to the last one."""
    schemas: dict[str, Any] = {
        f"S{level}": {
            "required": ["a"],
            "properties": {"a": {"type": "string"}},
            key: [{"$ref": f"#/components/schemas/S{level + 1}"}] * 2,
        }
        for level in range(30)
    }
    schemas["S30"] = {"properties": {"last": {"type": "string", "readOnly": True}}}
    content = {"schema": {"$ref": "#/components/schemas/S0"}}
    return post({"application/x-www-form-urlencoded": content}, components={"schemas": schemas})


@pytest.mark.parametrize("key", ["allOf", "anyOf", "oneOf"])
def test_schemas_that_double_at_each_level_cost_no_more_than_others(key: str) -> None:
    made = target(doubling(key))
    endpoint = made.endpoints[0]
    assert len(json.dumps(made.tools["t__op"].schema)) < 300_000
    assert endpoint.plan.body is not None
    assert "a" in endpoint.words.properties


def test_control_characters_of_a_specification_do_not_reach_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    document = get("/x", param("a\x1b[2J\r\nb\u202e"))
    told = check_spec(document, config()).told("x.json")
    assert r"a\x1b[2J\r\nb\u202e" in told
    to_stderr("a\x1b]0;b\x07")
    assert capsys.readouterr().err == "WARN: a\\x1b]0;b\\x07\n"

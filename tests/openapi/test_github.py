"""A specification of 1,223 operations that people really use."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from pytest_uimcp.openapi.names import MAX_NAME_CHARS
from pytest_uimcp.openapi.search import Index, search_tools
from tests.openapi.github import document, github, queries
from tests.openapi.making import target

# The specification has 12 MB.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def index() -> Index:
    return Index(github().tools.values())


def test_every_operation_is_a_tool_of_a_legal_name_of_its_own() -> None:
    tools = github().tools
    assert len(tools) == 1224
    assert max(map(len, tools)) <= MAX_NAME_CHARS
    assert len({endpoint.name for endpoint in github().endpoints}) == 1223


def test_it_is_read_without_a_warning_and_every_schema_is_one() -> None:
    told: list[str] = []
    made = target(document(), warn=told.append)
    for tool in made.tools.values():
        Draft202012Validator.check_schema(tool.schema)
        assert set(tool.schema.get("required", ())) <= tool.schema["properties"].keys()
    assert told == []


def test_the_list_is_three_quarters_of_what_it_costs_elsewhere() -> None:
    listing = json.dumps({"tools": github().tools.listed()}, separators=(",", ":"), ensure_ascii=False)
    assert len(listing.encode()) <= 0.75 * 1_810_053


def test_every_operation_finds_itself(index: Index) -> None:
    missed = [
        tool.name
        for tool in list(github().tools.values())[::10]
        if tool.name not in [hit.tool.name for hit in index.find(tool.description)]
    ]
    assert missed == []


def test_what_people_type_finds_what_they_mean(index: Index) -> None:
    operations = {endpoint.name: endpoint.operation for endpoint in github().endpoints}
    missed = []
    for query, operation in queries():
        found = [operations.get(hit.tool.name) for hit in index.find(query)]
        if operation not in found:
            missed.append((query, found))
    assert len(queries()) == 105
    assert len(missed) <= 5, missed


@pytest.mark.anyio
@pytest.mark.parametrize("limit", [5, 20])
async def test_no_search_returns_more_than_4000_characters(limit: int) -> None:
    meta_tools = search_tools(github().tools)
    for query, _ in queries():
        result = await meta_tools.call("search_tools", {"query": query, "limit": limit})
        assert not result.is_error
        assert 0 < len(result.text) < 4000

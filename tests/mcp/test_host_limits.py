"""The limits of hosts, and that no tool of ours is beyond one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

import pytest

from pytest_uimcp.agent.servers import LOOP_TOOLS, UI_TOOLS
from pytest_uimcp.chat.facade import tools_of
from pytest_uimcp.chat.sides import SIDES
from pytest_uimcp.compositor import approvals_server
from pytest_uimcp.compositor.builtin import admin, resources
from pytest_uimcp.javafx.tools import TOOLS as STAGE
from pytest_uimcp.mcp.host_limits import LIMITS, host_findings
from pytest_uimcp.mcp.tools import Tool
from pytest_uimcp.server.mcp.tools import TOOLS as UI_MCP

TABLES: dict[str, Iterable[Tool[Any]]] = {
    "ui-mcp": UI_MCP.values(),
    "stage": STAGE,
    "approvals": approvals_server.TOOLS,
    "admin": admin.TOOLS,
    "resources": resources.TOOLS,
    "loop": LOOP_TOOLS,
    "ui": UI_TOOLS,
    "chat": list(chain(*(tools_of(side, advancing=True) for side in SIDES.values()))),
}

BEYOND = [
    ({"properties": {"a": {"type": ["string", "null"]}}}, "a list of types", "a"),
    ({"properties": {"a": {"items": {"enum": ["x"]}, "type": "array"}}}, "an enum without a type", "a.items"),
    ({"properties": {"a": {"type": "string", "enum": ["x", None]}}}, "null in an enum", "a"),
    ({"$defs": {"a": {"type": "array"}}}, "an array without items", "a"),
    ({"properties": {"a b": {}}}, "a property name that is not of letters, digits, _, . and -, or longer than 64", ""),
    ({"properties": {"a": {"anyOf": [{"$ref": "http://x/y"}]}}}, "a reference out of the schema", "a.anyOf[0]"),
    ({"type": "array", "items": {}}, "arguments that are no object", ""),
    ({"anyOf": [{}]}, "alternatives at the top", ""),
]


@pytest.mark.parametrize("server", TABLES)
def test_the_tools_of_our_servers_are_within_all_limits(server: str) -> None:
    # As agents get them: names of the chat have dots, which the compositor replaces.
    tools = [(f"{server}_{tool.name}".replace(".", "_"), tool.schema) for tool in TABLES[server]]
    assert tools
    assert list(map(str, host_findings(tools))) == []


@pytest.mark.parametrize(("schema", "name", "place"), BEYOND, ids=[name for _, name, _ in BEYOND])
def test_what_some_hosts_refuse_is_found_with_its_place(schema: dict[str, Any], name: str, place: str) -> None:
    [finding] = host_findings([("notes_add", {"type": "object", **schema})])
    assert (finding.limit.name, finding.place) == (name, place)
    assert finding.limit in LIMITS


def test_a_finding_says_who_refuses_it_and_what_to_write() -> None:
    schema = {"type": "object", "properties": {"a": {"type": ["string", "null"]}}}
    [finding] = host_findings([("notes_add", schema)])
    assert str(finding) == (
        "notes_add: a: a list of types (semantic-kernel and dspy raise; Gemini refuses); "
        'write "anyOf": [{"type": "string"}, {"type": "null"}]'
    )
    [finding] = host_findings([("notes.add", {"type": "object"})])
    assert finding.place == "the name"

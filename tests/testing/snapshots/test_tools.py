from __future__ import annotations

import pytest

from pytest_uimcp.testing.snapshots.tools import surface

TOOL = {"name": "add", "description": "Adds.", "inputSchema": {"type": "object"}, "meta": 1, "title": None}
KEPT = {"add": {"description": "Adds.", "inputSchema": {"type": "object"}}}


class Listed:
    tools = (TOOL,)


@pytest.mark.parametrize("tools", [[TOOL], (TOOL,), {"add": TOOL}, Listed()])
def test_a_surface_is_read_from_sdk_objects_and_from_plain_data(tools: object) -> None:
    assert surface(tools) == KEPT


@pytest.mark.parametrize("other", [[], {}, 5, "add", [{"name": "add"}], {"a": 1}])
def test_anything_else_is_not_a_surface(other: object) -> None:
    assert surface(other) is None

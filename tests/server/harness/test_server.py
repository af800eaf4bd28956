"""The parts of the harness that only ui-mcp has."""

from __future__ import annotations

import json

from mcp.shared.subscriptions import ResourceUpdated

from pytest_uimcp import open_server


def test_resources_are_read_over_mcp() -> None:
    with open_server("counter") as server:
        assert "ui://state" in [resource.uri for resource in server.resources()]
        assert json.loads(server.read("ui://state")) == server.state()


def test_notifications_of_the_state_have_arrived_when_a_call_returns() -> None:
    with open_server("counter") as server:
        server.listen("ui://state")
        server.run("mcp.value.extra = 1")
        assert server.notifications == [ResourceUpdated("ui://state")]
        server.run("return 1")
        assert len(server.notifications) == 1
        server.run("mcp.value.extra = 2")
        assert len(server.notifications) == 2

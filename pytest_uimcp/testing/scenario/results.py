"""Checks the results of the agent's calls against what the story says of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pytest_uimcp.testing.scenario.errors import ScenarioError

if TYPE_CHECKING:
    from pytest_uimcp.mcp.calls import ToolResult
    from pytest_uimcp.testing.scenario.player import Expected, Player

__all__ = ["check_result"]


def check_result(player: Player, one: Expected) -> None:
    """Raise ScenarioError if a result is another than the story says; keep it if the story names a variable."""
    result = one.call.result
    step = one.step
    assert result is not None  # else it is not answered
    wanted = step.more.get("fails")
    if wanted is not None:
        if not result.is_error or str(wanted) not in result.text:
            raise ScenarioError.at(step.place, f"expected {one.call} to fail with {wanted!r}, got {_shown(result)}")
    elif result.is_error and not (one.call.decision or "").startswith("deny"):
        told = f"{one.call} failed (a story that expects this says so with fails): {result.text}"
        raise ScenarioError.at(step.place, told)
    if "returns" in step.more:
        _check_returned(one, result, step.more["returns"])
    if step.captures is not None:
        player.variables[step.captures] = _value(result)


def _check_returned(one: Expected, result: ToolResult, wanted: Any) -> None:
    if result.is_error or not (_contains(result, wanted) or wanted in (_value(result), result.data)):
        raise ScenarioError.at(one.step.place, f"expected {one.call} to return {wanted!r}, got {_shown(result)}")


def _contains(result: ToolResult, wanted: Any) -> bool:
    return isinstance(wanted, str) and wanted in result.text


def _value(result: ToolResult) -> Any:
    """The result as data, if its text is JSON, else its text."""
    try:
        return json.loads(result.text)
    except ValueError:
        return result.text


def _shown(result: ToolResult) -> str:
    return f"{'the error ' if result.is_error else ''}{result.text!r}"

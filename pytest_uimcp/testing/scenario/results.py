"""Checks the results of the agent's calls against what the story says of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pytest_uimcp.testing.scenario.errors import ScenarioError

if TYPE_CHECKING:
    from pytest_uimcp.mcp.calls import ToolResult
    from pytest_uimcp.testing.scenario.player import ExpectedResult, Player


def check_result(player: Player, expected: ExpectedResult) -> None:
    """Raise ScenarioError if a result is another than the story says; keep it if the story names a variable."""
    result = expected.call.result
    step = expected.step
    assert result is not None  # else it is not answered
    failure = step.options.get("fails")
    if failure is not None:
        if not result.is_error or str(failure) not in result.text:
            raise ScenarioError.at(
                step.place, f"expected {expected.call} to fail with {failure!r}, got {_shown(result)}"
            )
    elif result.is_error and not (expected.call.decision or "").startswith("deny"):
        problem = f"{expected.call} failed (a story that expects this says so with fails): {result.text}"
        raise ScenarioError.at(step.place, problem)
    if "returns" in step.options:
        _check_returned(expected, result, step.options["returns"])
    if step.captures is not None:
        player.variables[step.captures] = _value(result)


def _check_returned(expected: ExpectedResult, result: ToolResult, value: Any) -> None:
    # Of a text it is enough that the result contains it; data has to be equal.
    if result.is_error or not (_contains(result, value) or value in (_value(result), result.data)):
        raise ScenarioError.at(
            expected.step.place, f"expected {expected.call} to return {value!r}, got {_shown(result)}"
        )


def _contains(result: ToolResult, value: Any) -> bool:
    return isinstance(value, str) and value in result.text


def _value(result: ToolResult) -> Any:
    """The result as data, if its text is JSON, else its text."""
    try:
        return json.loads(result.text)
    except ValueError:
        return result.text


def _shown(result: ToolResult) -> str:
    return f"{'the error ' if result.is_error else ''}{result.text!r}"

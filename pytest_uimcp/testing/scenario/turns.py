"""The turns of the agent's model, from the steps of a story.

The model is told its turns when something wakes it: all steps of the agent up to the next step of somebody else. The
agent's turn ends there, unless the human then answers a call of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pytest_uimcp.agent.models.steps import Turn, TurnStep, end, say
from pytest_uimcp.testing.scenario.errors import InvalidValue, ScenarioError

if TYPE_CHECKING:
    from pytest_uimcp.testing.scenario.steps import ScenarioStep


def turns_from(
    steps: Sequence[ScenarioStep], start: int, variables: Mapping[str, Any], *, waking_step: ScenarioStep
) -> tuple[list[Turn], int]:
    """The turns of the agent's steps from `start` on, and the number of the first step that is not among them.

    A step that uses a variable which is not known yet begins later. `waking_step` is the step that wakes the agent.
    """
    # The human has denied a call for good: the agent's turn is over, and it says nothing more.
    if waking_step.options.get("abort"):
        return [], start
    stop = start
    ended = False
    while stop < len(steps) and not ended and steps[stop].kind.is_turn and steps[stop].uses <= variables.keys():
        ended = steps[stop].kind.key == "yields"
        stop += 1
    turns: list[Turn] = [turn_of(bound_step(step, variables)) for step in steps[start:stop]]
    # A call that a human answers next is part of a turn that goes on after the answer.
    if not ended and not _is_answered(steps[stop:]):
        turns.append([end()])
    return turns, stop


def bound_step(step: ScenarioStep, variables: Mapping[str, Any]) -> ScenarioStep:
    """A step with the values of its variables; ScenarioError if a variable has no such part."""
    try:
        return step.with_variables(variables)
    except InvalidValue as error:
        raise ScenarioError.at(step.place, f"{step.kind.name}: {error}") from None


def arguments_of(value: Any) -> dict[str, dict[str, Any]]:
    if isinstance(value, str):
        return {value: {}}
    return {name: dict(arguments or {}) for name, arguments in value.items()}


def turn_of(step: ScenarioStep) -> Turn:
    match step.kind.key:
        case "calls":
            return [TurnStep("call", name, args) for name, args in arguments_of(step.value).items()]
        case "says":
            return [say(str(step.value))]
        case _:  # yields
            return [end()]


def _is_answered(steps: Sequence[ScenarioStep]) -> bool:
    """Whether the next one to do something is a human who approves or denies."""
    following = next((step.kind for step in steps if step.kind.is_turn or step.kind.wakes), None)
    return following is not None and following.wakes and following.asserts

"""What each kind of step does, on the objects that tests have as fixtures.

A verb gets the player and the step with its variables replaced. It says what it expected and what came; the player adds
the line. Values are made texts here, because a variable may have been a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.testing.scenario.errors import ScenarioError
from pytest_uimcp.testing.scenario.turns import arguments_of

if TYPE_CHECKING:
    from pytest_uimcp.testing.scenario.player import Player
    from pytest_uimcp.testing.scenario.steps import ScenarioStep


Does = Callable[["Player", "ScenarioStep"], None]


def target_arguments(target: Any) -> dict[str, Any]:
    if not isinstance(target, Mapping):
        return {"target": str(target)}
    arguments = dict(target)
    if "text" in arguments:
        return {"target": arguments.pop("text"), **arguments}
    return arguments


def inside(step: ScenarioStep) -> dict[str, Any]:
    """The field or part that a step names with `in`, as arguments."""
    if "in" in step.options:
        return target_arguments(step.options["in"])
    return {}


def _part(step: ScenarioStep) -> dict[str, Any]:
    """The same for `see`, which has a text of its own."""
    part = inside(step)
    if "target" in part:
        return {"name": part.pop("target"), **part}
    return part


def fields_of(step: ScenarioStep) -> list[tuple[dict[str, Any], Any]]:
    # The value of a variable is known only now.
    if fault := step.kind.field_fault(step.value, step.options):
        raise ScenarioError(f"{step.kind.name}: {fault}")
    if not isinstance(step.value, Mapping):
        return [(inside(step), step.value)]
    return [({"target": label}, value) for label, value in step.value.items()]


# The human.


def says(player: Player, step: ScenarioStep) -> None:
    player.human.says(str(step.value))


def on_page(verb: str) -> Does:
    def does(player: Player, step: ScenarioStep) -> None:
        getattr(player.surface_of(step), verb)(**target_arguments(step.value))

    return does


def fills(player: Player, step: ScenarioStep) -> None:
    for field, text in fields_of(step):
        player.surface_of(step).fill(value=str(text), **field)


def chooses(player: Player, step: ScenarioStep) -> None:
    for field, option in fields_of(step):
        options = [str(one_option) for one_option in option] if isinstance(option, list) else str(option)
        player.surface_of(step).choose(option=options, **field)


def drags(player: Player, step: ScenarioStep) -> None:
    if "to" not in step.options:
        raise ScenarioError("human drags: expected a destination: {drags: Card A, to: Done}")
    destination = target_arguments(step.options["to"])
    to = destination.pop("target", None) or destination
    player.surface_of(step).drag(**target_arguments(step.value), to=to)


def presses(player: Player, step: ScenarioStep) -> None:
    player.surface_of(step).press(str(step.value), **inside(step))


def approves(player: Player, step: ScenarioStep) -> None:
    ((name, args),) = arguments_of(step.value).items()
    player.human.approves(name, args=args)


def denies(player: Player, step: ScenarioStep) -> None:
    ((name, args),) = arguments_of(step.value).items()
    player.human.denies(name, args=args, reason=step.options.get("reason"), abort="abort" in step.options)


# The agent. Its steps are turns of its model; when they are reached, the turns have been played.


def calls(player: Player, step: ScenarioStep) -> None:
    from pytest_uimcp.testing.scenario.player import ExpectedResult

    # The result of a call that waits for the human is looked at when he has answered.
    agent_calls = player.next_calls(list(arguments_of(step.value)))
    if len(agent_calls) > 1 and step.options:
        raise ScenarioError(f"{', '.join(step.options)} needs a step with one call, got {len(agent_calls)}")
    player.unanswered += [ExpectedResult(call, step) for call in agent_calls]
    player.look_at_results()


def agent_says(player: Player, step: ScenarioStep) -> None:
    text = player.next_said()
    if text != str(step.value):
        came = "nothing" if text is None else repr(text)
        raise ScenarioError(f"expected the agent to say {str(step.value)!r}, it said {came}{player.agent.told()}")


def yields(player: Player, step: ScenarioStep) -> None:
    # Its turns were played before this step began, so it is known whether one is still open.
    if not player.agent.asleep:
        raise ScenarioError(
            f"expected the agent to have ended its turn, it is {player.agent.status}{player.agent.told()}"
        )


# The page and the world.


def see(player: Player, step: ScenarioStep) -> None:
    player.surface_of(step).see(str(step.value), **_part(step))


def not_see(player: Player, step: ScenarioStep) -> None:
    player.surface_of(step).not_see(str(step.value), **_part(step))


def snapshot(player: Player, step: ScenarioStep) -> None:
    if isinstance(step.value, Mapping):
        options = dict(step.value)
    elif step.value is True:
        options = {}  # the stored snapshot has the name of the story
    else:
        options = {"name": str(step.value)}
    snapshots = player.fixture("uimcp_snapshot")
    if "kind" in options:
        snapshots = _of_kind(snapshots, options["kind"])
    if options.get("name") is not None:
        snapshots = snapshots(name=options["name"])
    element = player.surface_of(step)
    if "of" in options:
        element = element.find(**target_arguments(options["of"]))
    # syrupy compares only with its object on the left, and only `==` stores what is new.
    if not snapshots == element:
        raise ScenarioError("\n".join(snapshots.get_assert_diff()))


def _of_kind(snapshots: Any, kind: str) -> Any:
    from pytest_uimcp.testing.snapshots.kinds import snapshot_kinds

    if kind not in snapshot_kinds():
        raise ScenarioError(f"unknown kind of snapshot {kind!r}{hint_or_names(kind, snapshot_kinds())}")
    return getattr(snapshots, kind)


def advance(player: Player, step: ScenarioStep) -> None:
    player.advance(float(step.value))

"""What each kind of step does, on the objects that tests have as fixtures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.testing.scenario.errors import ScenarioError
from pytest_uimcp.testing.scenario.turns import arguments_of

if TYPE_CHECKING:
    from pytest_uimcp.testing.scenario.player import Player
    from pytest_uimcp.testing.scenario.steps import ScenarioStep

__all__ = ["Does", "fields_of", "inside", "on_page", "target_arguments"]

Does = Callable[["Player", "ScenarioStep"], None]


def target_arguments(target: Any) -> dict[str, Any]:
    """A target as the arguments of a verb of the page."""
    if not isinstance(target, Mapping):
        return {"target": str(target)}
    given = dict(target)
    if "text" in given:
        return {"target": given.pop("text"), **given}
    return given


def inside(step: ScenarioStep) -> dict[str, Any]:
    """The field or part that a step names with `in`, as arguments."""
    if "in" in step.more:
        return target_arguments(step.more["in"])
    return {}


def _part(step: ScenarioStep) -> dict[str, Any]:
    """The same for `see`, which has a text of its own."""
    part = inside(step)
    if "target" in part:
        return {"name": part.pop("target"), **part}
    return part


def fields_of(step: ScenarioStep) -> list[tuple[dict[str, Any], Any]]:
    """The fields that a step names, and what each gets."""
    # The value of a variable is known only now.
    if fault := step.kind.field_fault(step.value, step.more):
        raise ScenarioError(f"{step.kind.name}: {fault}")
    if not isinstance(step.value, Mapping):
        return [(inside(step), step.value)]
    return [({"target": label}, value) for label, value in step.value.items()]


# The human.


def says(player: Player, step: ScenarioStep) -> None:
    player.human.says(str(step.value))


def on_page(verb: str) -> Does:
    """A verb of the page with a target only."""

    def does(player: Player, step: ScenarioStep) -> None:
        getattr(player.shown(step), verb)(**target_arguments(step.value))

    return does


def fills(player: Player, step: ScenarioStep) -> None:
    for where, text in fields_of(step):
        player.shown(step).fill(value=str(text), **where)


def chooses(player: Player, step: ScenarioStep) -> None:
    for where, option in fields_of(step):
        player.shown(step).choose(option=list(map(str, option)) if isinstance(option, list) else str(option), **where)


def presses(player: Player, step: ScenarioStep) -> None:
    player.shown(step).press(str(step.value), **inside(step))


def approves(player: Player, step: ScenarioStep) -> None:
    ((name, args),) = arguments_of(step.value).items()
    player.human.approves(name, args=args)


def denies(player: Player, step: ScenarioStep) -> None:
    ((name, args),) = arguments_of(step.value).items()
    player.human.denies(name, args=args, reason=step.more.get("reason"), abort="abort" in step.more)


# The agent. Its steps are turns of its model; when they are reached, the turns have been played.


def calls(player: Player, step: ScenarioStep) -> None:
    from pytest_uimcp.testing.scenario.player import Expected

    made = player.next_calls(list(arguments_of(step.value)))
    if len(made) > 1 and step.more:
        raise ScenarioError(f"{', '.join(step.more)} needs a step with one call, got {len(made)}")
    player.unanswered += [Expected(call, step) for call in made]
    player.look_at_results()


def agent_says(player: Player, step: ScenarioStep) -> None:
    said = player.next_said()
    if said != str(step.value):
        came = "nothing" if said is None else repr(said)
        raise ScenarioError(f"expected the agent to say {str(step.value)!r}, it said {came}{player.agent.told()}")


def yields(player: Player, step: ScenarioStep) -> None:
    if not player.agent.asleep:
        raise ScenarioError(
            f"expected the agent to have ended its turn, it is {player.agent.status}{player.agent.told()}"
        )


# The page and the world.


def see(player: Player, step: ScenarioStep) -> None:
    player.shown(step).see(str(step.value), **_part(step))


def not_see(player: Player, step: ScenarioStep) -> None:
    player.shown(step).not_see(str(step.value), **_part(step))


def snapshot(player: Player, step: ScenarioStep) -> None:
    given = dict(step.value) if isinstance(step.value, Mapping) else {}
    if given:
        name = given.get("name")
    elif step.value is True:
        name = None
    else:
        name = str(step.value)
    stored = player.fixture("uimcp_snapshot")
    wanted = _of_kind(stored, given["kind"]) if "kind" in given else stored
    whole = player.shown(step)
    shown = whole.find(**target_arguments(given["of"])) if "of" in given else whole
    compared = wanted(name=name) if name is not None else wanted
    if not compared == shown:
        raise ScenarioError("\n".join(compared.get_assert_diff()))


def _of_kind(stored: Any, kind: str) -> Any:
    from pytest_uimcp.testing.snapshots.kinds import snapshot_kinds

    if kind not in snapshot_kinds():
        raise ScenarioError(f"unknown kind of snapshot {kind!r}{hint_or_names(kind, snapshot_kinds())}")
    return getattr(stored, kind)


def advance(player: Player, step: ScenarioStep) -> None:
    player.advance(float(step.value))

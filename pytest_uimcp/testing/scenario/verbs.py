"""What each kind of step does, on the objects that tests have as fixtures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.testing.scenario.errors import ScenarioError
from pytest_uimcp.testing.scenario.turns import arguments_of

if TYPE_CHECKING:
    from pytest_uimcp.testing.scenario.player import Player
    from pytest_uimcp.testing.scenario.steps import ScenarioStep

__all__ = ["Does", "on_page"]

Does = Callable[["Player", "ScenarioStep"], None]


def _where(target: Any) -> dict[str, Any]:
    """A target as the arguments of a verb of the page."""
    if not isinstance(target, Mapping):
        return {"target": str(target)}
    given = dict(target)
    if "text" in given:
        return {"target": given.pop("text"), **given}
    return given


def _part(target: Any) -> dict[str, Any]:
    """A part of the page, as the arguments of `see`, which has a text of its own."""
    given = _where(target)
    if "target" in given:
        return {"name": given.pop("target"), **given}
    return given


def _fields(step: ScenarioStep) -> list[tuple[dict[str, Any], Any]]:
    """The fields that a step names, and what each gets."""
    # The value of a variable is known only now.
    if fault := step.kind.field_fault(step.value, step.more):
        raise ScenarioError(f"{step.kind.name}: {fault}")
    if not isinstance(step.value, Mapping):
        return [(_where(step.more["in"]), step.value)]
    return [({"target": label}, value) for label, value in step.value.items()]


# The human.


def says(player: Player, step: ScenarioStep) -> None:
    player.human.says(str(step.value))


def on_page(verb: str) -> Does:
    """A verb of the page with a target only."""

    def does(player: Player, step: ScenarioStep) -> None:
        getattr(player.shown(step), verb)(**_where(step.value))

    return does


def fills(player: Player, step: ScenarioStep) -> None:
    for where, text in _fields(step):
        player.shown(step).fill(value=str(text), **where)


def chooses(player: Player, step: ScenarioStep) -> None:
    for where, option in _fields(step):
        player.shown(step).choose(option=list(map(str, option)) if isinstance(option, list) else str(option), **where)


def uploads(player: Player, step: ScenarioStep) -> None:
    for where, given in _fields(step):
        names = given if isinstance(given, list) else [given]
        label = [where.pop("target")] if "target" in where else []
        player.shown(step).upload(*label, *(_file(step, str(name)) for name in names), **where)


def _file(step: ScenarioStep, name: str) -> str:
    """A file beside the scenario, else its name only."""
    folder = step.place.file.parent if step.place.file is not None else Path()
    if (folder / name).is_file():
        return str(folder / name)
    return name


def selects(player: Player, step: ScenarioStep) -> None:
    for label, row in step.value.items():
        player.shown(step).select_row(str(row), label)


def types(player: Player, step: ScenarioStep) -> None:
    player.shown(step).type(str(step.value), **(_where(step.more["in"]) if "in" in step.more else {}))


def presses(player: Player, step: ScenarioStep) -> None:
    player.shown(step).press(str(step.value), **(_where(step.more["in"]) if "in" in step.more else {}))


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


def waits_for(player: Player, step: ScenarioStep) -> None:
    if isinstance(step.value, str):
        wanted = {"event": step.value}
    else:
        wanted = dict(step.value)
    player.events += player.fixture("uimcp").events()
    for number, event in enumerate(player.events):
        if wanted.items() <= event.items():
            # Those before it are no longer waited for.
            del player.events[: number + 1]
            if step.captures is not None:
                player.variables[step.captures] = event
            return
    came = "".join(f"\n  {event}" for event in player.events) or " nothing"
    raise ScenarioError(f"expected an event with {wanted}; the app has sent:{came}")


# The page and the world.


def see(player: Player, step: ScenarioStep) -> None:
    player.shown(step).see(str(step.value), **(_part(step.more["in"]) if "in" in step.more else {}))


def not_see(player: Player, step: ScenarioStep) -> None:
    player.shown(step).not_see(str(step.value), **(_part(step.more["in"]) if "in" in step.more else {}))


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
    shown = whole.find(**_where(given["of"])) if "of" in given else whole
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


def publish(player: Player, step: ScenarioStep) -> None:
    for topic, data in step.value.items():
        if not player.fixture("uimcp").publish(str(topic), data):
            raise ScenarioError(
                f"no app has subscribed to {topic!r}: call mcp:subscribe in the app, or in apps/APP/init.lua to get "
                "pages before it is shown"
            )


def http(player: Player, step: ScenarioStep) -> None:
    for asked, given in step.value.items():
        player.web.answers(asked, **step.more, **given)


def requested(player: Player, step: ScenarioStep) -> None:
    player.web.requested(str(step.value), **step.more)


def not_requested(player: Player, step: ScenarioStep) -> None:
    player.web.not_requested(str(step.value), **step.more)

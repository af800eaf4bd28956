"""The kinds of steps of scenario files, a row each.

The reader, the player, the JSON Schema and `docs/reference/scenarios.md` are all made from this table and that of
`header.py`. Steps that only one kind of server has stand in its own folder (`parts.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.testing.scenario import verbs
from pytest_uimcp.testing.scenario.parts import story_parts
from pytest_uimcp.testing.scenario.shapes import (
    CALL,
    CALLS,
    CHOICES,
    DATA,
    FIELDS,
    FILES,
    FLAG,
    SECONDS,
    SNAPSHOT,
    TARGET,
    TEXT,
    VARIABLE,
    ValueShape,
)
from pytest_uimcp.testing.scenario.variables import is_variable

if TYPE_CHECKING:
    from pytest_uimcp.testing.scenario.player import Player
    from pytest_uimcp.testing.scenario.steps import ScenarioStep
    from pytest_uimcp.testing.scenario.story import Story


@dataclass(frozen=True, slots=True)
class StepOption:
    key: str
    shape: ValueShape
    doc: str


def _no_fault(story: Story, step: ScenarioStep) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class StepKind:
    # `human` or `agent`; empty for a step that names nobody.
    actor: str
    key: str
    shape: ValueShape
    does: Callable[[Player, ScenarioStep], None]
    doc: str
    example: str
    # The fixtures it is played with.
    needs: tuple[str, ...] = ()
    options: tuple[StepOption, ...] = ()
    # Whether it is about what shows, on a page or on a stage.
    is_shown: bool = False
    asserts: bool = False
    # Whether the agent may go on after it.
    wakes: bool = False
    # Whether it is something that the agent's model does.
    is_turn: bool = False
    passes_time: bool = False
    # The surface that has it, if the others have no such verb.
    only: str = ""
    # What is wrong with it in a story, if that can be known before it is played.
    fault: Callable[[Story, ScenarioStep], str] = _no_fault

    @property
    def all_options(self) -> tuple[StepOption, ...]:
        if self.is_shown:
            return (*self.options, _surface_key())
        return self.options

    # Not part of the shape: whether `in` is needed depends on the value, which may be a variable until it is played.
    def field_fault(self, value: Any, options: Mapping[str, Any]) -> str:
        """What is wrong with how a step names its fields: by labels in its value, or by `in`."""
        if self.shape not in (FIELDS, CHOICES, FILES) or is_variable(value):
            return ""
        if isinstance(value, Mapping):
            if "in" in options:
                return "in: expected no field, the labels name the fields"
            return ""
        if FIELD not in self.options:
            return f"expected a mapping with a label, got {value!r}"
        if "in" in options:
            return ""
        return f"no field is named: write {{LABEL: {value}}}, or name it with in"

    @property
    def name(self) -> str:
        """The words that messages use: `human clicks`, `see`."""
        return f"{self.actor} {self.key}".strip()


_TALK: Final = ("uimcp_agent", "uimcp_human")
FIELD: Final = StepOption(
    "in", TARGET, "the field of a text without a label: `{fills: Ada, in: {role: textbox, nth: 1}}`"
)
_PART: Final = StepOption("in", TARGET, "the part of the page to look at")

_SHARED: Final[tuple[StepKind, ...]] = (
    StepKind(
        "human", "says", TEXT, verbs.says,
        "The human says something in the chat. The agent wakes up and plays the steps that follow.",
        "- human: {says: Please remove the duplicate.}", _TALK, wakes=True,
    ),
    StepKind(
        "human", "clicks", TARGET, verbs.on_page("click"),
        "The human clicks something on the page.",
        "- human: {clicks: New contact}", is_shown=True,
    ),
    StepKind(
        "human", "double clicks", TARGET, verbs.on_page("dblclick"),
        "The human clicks something on the page twice.",
        "- human: {double clicks: Ada Lovelace}", is_shown=True, only="page",
    ),
    StepKind(
        "human", "right clicks", TARGET, verbs.on_page("right_click"),
        "The human clicks something on the page with the right button of the mouse.",
        "- human: {right clicks: Ada Lovelace}", is_shown=True, only="page",
    ),
    StepKind(
        "human", "fills", FIELDS, verbs.fills,
        "The human fills in fields, each by its label.",
        "- human: {fills: {Name: Ada, Email: ada@example.com}}", (), (FIELD,), is_shown=True,
    ),
    StepKind(
        "human", "chooses", CHOICES, verbs.chooses,
        "The human chooses an option of a list, by the list's label; a list that takes several then has exactly these.",
        "- human: {chooses: {Country: Norway}}", (), (FIELD,), is_shown=True,
    ),
    StepKind(
        "human", "checks", TARGET, verbs.on_page("check"),
        "The human turns on a checkbox, a switch or a radio button.",
        "- human: {checks: Favourite}", is_shown=True,
    ),
    StepKind(
        "human", "unchecks", TARGET, verbs.on_page("uncheck"),
        "The human turns off a checkbox or a switch.",
        "- human: {unchecks: Favourite}", is_shown=True,
    ),
    StepKind(
        "human", "drags", TARGET, verbs.drags,
        "The human drags something to something else on the page, and drops it there.",
        "- human: {drags: Card A, to: Done}", (),
        (StepOption("to", TARGET, "where it is dropped"),), is_shown=True, only="page",
    ),
    StepKind(
        "human", "presses", TEXT, verbs.presses,
        "The human presses a key.",
        "- human: {presses: Enter, in: Message}", (),
        (StepOption("in", TARGET, "the field that has the focus then"),), is_shown=True,
    ),
    StepKind(
        "human", "approves", CALL, verbs.approves,
        "The human approves the oldest waiting call of this tool that has these arguments, among others.",
        "- human: {approves: app_ui_run}", _TALK, asserts=True, wakes=True,
    ),
    StepKind(
        "human", "denies", CALL, verbs.denies,
        "The human denies the oldest waiting call of this tool.",
        "- human: {denies: app_ui_run, reason: that one has the address}", _TALK,
        (
            StepOption("reason", TEXT, "what the agent is told"),
            StepOption("abort", FLAG, "the agent's turn is over"),
        ),
        asserts=True, wakes=True,
    ),
    StepKind(
        "agent", "calls", CALLS, verbs.calls,
        "The agent calls a tool, or several at once. A failing call fails the story, unless `fails` is given.",
        "- agent: {calls: {app_ui_run: {code: return 1}}, returns: 1}", _TALK,
        (
            StepOption("returns", DATA, "a text that the result contains, or the data that it is"),
            StepOption("fails", TEXT, "a text that the error contains"),
            StepOption("as", VARIABLE, "a variable for the result"),
        ),
        is_turn=True,
    ),
    StepKind(
        "agent", "says", TEXT, verbs.agent_says,
        "The agent says something to the human.",
        "- agent: {says: I removed it.}", _TALK, is_turn=True,
    ),
    StepKind(
        "agent", "yields", FLAG, verbs.yields,
        "The agent ends its turn. Without this step, a turn ends before somebody else's next step.",
        "- agent: yields", _TALK, is_turn=True,
    ),
    StepKind(
        "", "see", TEXT, verbs.see,
        "This text is visible on the page, or on the stage.",
        "- see: 1 contact", (), (_PART,), is_shown=True, asserts=True,
    ),
    StepKind(
        "", "not see", TEXT, verbs.not_see,
        "This text is not visible on the page, or on the stage.",
        "- not see: Grace", (), (_PART,), is_shown=True, asserts=True,
    ),
    StepKind(
        "", "snapshot", SNAPSHOT, verbs.snapshot,
        "The page, or a part of it, matches the stored snapshot. All faces share one snapshot.",
        "- snapshot: after saving", ("uimcp_snapshot",), is_shown=True, asserts=True,
    ),
    StepKind(
        "", "advance", SECONDS, verbs.advance,
        "Time passes, in the app and on the stage. A story with this step has virtual time.",
        "- advance: 1.5", passes_time=True,
    ),
)  # fmt: skip

ACTORS: Final = ("human", "agent")


# Not a constant: the rows of kinds of servers import this module.
@cache
def step_kinds() -> tuple[StepKind, ...]:
    return (*_SHARED, *(kind for part in story_parts() for kind in part.step_kinds()))


@cache
def surfaces() -> tuple[str, ...]:
    return tuple(part.surface for part in story_parts() if part.surface)


@cache
def _surface_key() -> StepOption:
    words = surfaces()
    shape = ValueShape(" or ".join(words), {"enum": list(words)}, words.__contains__)
    default, *others = [f"`{word}`" for word in words]
    return StepOption(
        "on", shape, f"where, in a story with several: {' or '.join([f'{default} (the default)', *others])}"
    )


def kind_named(actor: str, key: str) -> StepKind | None:
    return next((kind for kind in step_kinds() if (kind.actor, kind.key) == (actor, key)), None)

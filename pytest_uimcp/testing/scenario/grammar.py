"""The kinds of steps of scenario files, a row each.

The reader, the player, the JSON Schema and `docs/reference/scenarios.md` are all made from this table and that of
`header.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.testing.scenario import verbs
from pytest_uimcp.testing.scenario.shapes import (
    CALL,
    CALLS,
    CHOICES,
    COUNT,
    DATA,
    EVENT,
    FIELDS,
    FILES,
    FLAG,
    HTTP,
    MAPPING,
    REQUEST,
    SECONDS,
    SNAPSHOT,
    SURFACE,
    TARGET,
    TEXT,
    VARIABLE,
    Shape,
)
from pytest_uimcp.testing.scenario.variables import is_variable

if TYPE_CHECKING:
    from pytest_uimcp.testing.scenario.player import Player
    from pytest_uimcp.testing.scenario.steps import ScenarioStep

__all__ = ["ACTORS", "KINDS", "StepKind", "kind_named"]


@dataclass(frozen=True, slots=True)
class More:
    """A key that may stand beside the key of a step."""

    key: str
    shape: Shape
    doc: str


@dataclass(frozen=True, slots=True)
class StepKind:
    """A kind of step."""

    actor: str
    """`human` or `agent`; empty for a step that names nobody."""
    key: str
    shape: Shape
    does: Callable[[Player, ScenarioStep], None]
    doc: str
    example: str
    needs: tuple[str, ...]
    """The fixtures it is played with."""
    more: tuple[More, ...] = ()
    asserts: bool = False
    wakes: bool = False
    """Whether the agent may go on after it."""
    is_turn: bool = False
    """Whether it is something that the agent's model does."""
    only: str = ""
    """`stage` or `page`, if the other has no such verb."""

    @property
    def is_shown(self) -> bool:
        """Whether it is about what shows, on a page or on a stage."""
        return _ON in self.more

    def field_fault(self, value: Any, more: Mapping[str, Any]) -> str:
        """What is wrong with how a step names its fields: by labels in its value, or by `in`."""
        if self.shape not in (FIELDS, CHOICES, FILES) or is_variable(value):
            return ""
        if isinstance(value, Mapping):
            if "in" in more:
                return "in: expected no field, the labels name the fields"
            return ""
        if _FIELD not in self.more:
            return f"expected a mapping with a label, got {value!r}"
        if "in" in more:
            return ""
        return f"no field is named: write {{LABEL: {value}}}, or name it with in"

    @property
    def name(self) -> str:
        """The words that messages use: `human clicks`, `see`."""
        return f"{self.actor} {self.key}".strip()


_ON: Final = More("on", SURFACE, "where, in a story with an app and a stage: `page` (the default) or `stage`")
_OF: Final = More("of", TEXT, "the API of a path, in a story with several")
_PAGE: Final = ("uimcp_page",)
"""On a stage it is `uimcp_stage` instead."""
_TALK: Final = ("uimcp_agent", "uimcp_human")
_FIELD: Final = More("in", TARGET, "the field of a text without a label: `{fills: Ada, in: {role: textbox, nth: 1}}`")

KINDS: Final[tuple[StepKind, ...]] = (
    StepKind(
        "human", "says", TEXT, verbs.says,
        "The human says something in the chat. The agent wakes up and plays the steps that follow.",
        "- human: {says: Please remove the duplicate.}", _TALK, wakes=True,
    ),
    StepKind(
        "human", "clicks", TARGET, verbs.on_page("click"),
        "The human clicks something on the page.",
        "- human: {clicks: New contact}", _PAGE, (_ON,),
    ),
    StepKind(
        "human", "fills", FIELDS, verbs.fills,
        "The human fills in fields, each by its label.",
        "- human: {fills: {Name: Ada, Email: ada@example.com}}", _PAGE, (_FIELD, _ON),
    ),
    StepKind(
        "human", "chooses", CHOICES, verbs.chooses,
        "The human chooses an option of a list, by the list's label; a list that takes several then has exactly these.",
        "- human: {chooses: {Country: Norway}}", _PAGE, (_FIELD, _ON),
    ),
    StepKind(
        "human", "uploads", FILES, verbs.uploads,
        "The human chooses files, by the label of the file field. Paths are relative to the scenario; if there is "
        "no such file, an empty one of this name is uploaded.",
        "- human: {uploads: {Picture: cat.png}}", _PAGE, (_FIELD, _ON), only="page",
    ),
    StepKind(
        "human", "checks", TARGET, verbs.on_page("check"),
        "The human turns on a checkbox, a switch or a radio button.",
        "- human: {checks: Favourite}", _PAGE, (_ON,),
    ),
    StepKind(
        "human", "unchecks", TARGET, verbs.on_page("uncheck"),
        "The human turns off a checkbox or a switch.",
        "- human: {unchecks: Favourite}", _PAGE, (_ON,),
    ),
    StepKind(
        "human", "presses", TEXT, verbs.presses,
        "The human presses a key.",
        "- human: {presses: Enter, in: Message}", _PAGE,
        (More("in", TARGET, "the field that has the focus then"), _ON),
    ),
    StepKind(
        "human", "types", TEXT, verbs.types,
        "The human types key by key, on a stage: into a field, or wherever the focus is.",
        "- human: {types: lovelace, in: Password, on: stage}", _PAGE,
        (More("in", TARGET, "the field"), _ON), only="stage",
    ),
    StepKind(
        "human", "selects", FIELDS, verbs.selects,
        "The human clicks a row of a list, tree or table of a stage, by the list's label; it is scrolled into view.",
        "- human: {selects: {Contacts: Person 150}, on: stage}", _PAGE, (_ON,), only="stage",
    ),
    StepKind(
        "human", "double clicks", TARGET, verbs.on_page("double_click"),
        "The human clicks something on a stage twice.",
        "- human: {double clicks: Person 3, on: stage}", _PAGE, (_ON,), only="stage",
    ),
    StepKind(
        "human", "right clicks", TARGET, verbs.on_page("right_click"),
        "The human clicks something on a stage with the second mouse button.",
        "- human: {right clicks: Person 3, on: stage}", _PAGE, (_ON,), only="stage",
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
            More("reason", TEXT, "what the agent is told"),
            More("abort", FLAG, "the agent's turn is over"),
        ),
        asserts=True, wakes=True,
    ),
    StepKind(
        "agent", "calls", CALLS, verbs.calls,
        "The agent calls a tool, or several at once. A failing call fails the story, unless `fails` is given.",
        "- agent: {calls: {app_ui_run: {code: return 1}}, returns: 1}", _TALK,
        (
            More("returns", DATA, "a text that the result contains, or the data that it is"),
            More("fails", TEXT, "a text that the error contains"),
            More("as", VARIABLE, "a variable for the result"),
        ),
        is_turn=True,
    ),
    StepKind(
        "agent", "says", TEXT, verbs.agent_says,
        "The agent says something to the human.",
        "- agent: {says: I removed it.}", _TALK, is_turn=True,
    ),
    StepKind(
        "agent", "waits for", EVENT, verbs.waits_for,
        "The agent waits for an event of the app: its name, or fields that it has.",
        "- agent: {waits for: {event: chat, text: Please add Ada}}", ("uimcp",),
        (More("as", VARIABLE, "a variable for the event"),), asserts=True,
    ),
    StepKind(
        "agent", "yields", FLAG, verbs.yields,
        "The agent ends its turn. Without this step, a turn ends before somebody else's next step.",
        "- agent: yields", _TALK, is_turn=True,
    ),
    StepKind(
        "", "see", TEXT, verbs.see,
        "This text is visible on the page, or on the stage.",
        "- see: 1 contact", _PAGE, (More("in", TARGET, "the part of the page to look at"), _ON), asserts=True,
    ),
    StepKind(
        "", "not see", TEXT, verbs.not_see,
        "This text is not visible on the page, or on the stage.",
        "- not see: Grace", _PAGE, (More("in", TARGET, "the part of the page to look at"), _ON), asserts=True,
    ),
    StepKind(
        "", "snapshot", SNAPSHOT, verbs.snapshot,
        "The page, or a part of it, matches the stored snapshot. All faces share one snapshot.",
        "- snapshot: after saving", (*_PAGE, "uimcp_snapshot"), (_ON,), asserts=True,
    ),
    StepKind(
        "", "advance", SECONDS, verbs.advance,
        "Time passes, in the app and on the stage. A story with this step has virtual time.",
        "- advance: 1.5", ("uimcp",),
    ),
    StepKind(
        "", "publish", MAPPING, verbs.publish,
        "Pages are published, as with a bookmarklet: a mapping of topics to data. An app must have subscribed to each.",
        "- publish: {jobs: {url: https://example.com/offer/1, title: Gardener}}", ("uimcp",),
    ),
    StepKind(
        "", "http", HTTP, verbs.http,
        "From here on, these HTTP requests of an API of the story, or of servers in this process, get these answers. "
        "After the first such step with an address, requests to other machines that have no answer fail the story.",
        "- http: {GET https://api.example/weather: {json: {sky: rain}}}", (), (_OF,),
    ),
    StepKind(
        "", "requested", REQUEST, verbs.requested,
        "A server has made this HTTP request. A path is one of the story's API.",
        "- requested: DELETE https://api.example/pets/2", (),
        (
            More("query", MAPPING, "parameters that it had, among others"),
            More("json", DATA, "the body that it had"),
            More("headers", MAPPING, "headers that it had, among others"),
            More("times", COUNT, "how often exactly"),
            _OF,
        ),
        asserts=True,
    ),
    StepKind(
        "", "not requested", REQUEST, verbs.not_requested,
        "No server has made this HTTP request.",
        "- not requested: DELETE https://api.example/pets/1", (), (_OF,), asserts=True,
    ),
)  # fmt: skip

ACTORS: Final = tuple(dict.fromkeys(kind.actor for kind in KINDS if kind.actor))


def kind_named(actor: str, key: str) -> StepKind | None:
    """The kind of step with this actor and key."""
    return next((kind for kind in KINDS if (kind.actor, kind.key) == (actor, key)), None)

"""The grammar of scenario files: the keys of the header and the kinds of steps, a row each.

The reader, the player, the JSON Schema and `docs/reference/scenarios.md` are all made from these tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.testing.scenario import verbs
from pytest_uimcp.testing.scenario.shapes import (
    CALL,
    CALLS,
    DATA,
    EVENT,
    FIELDS,
    FLAG,
    HTTP,
    SECONDS,
    SNAPSHOT,
    TARGET,
    TEXT,
    VARIABLE,
    Shape,
)

if TYPE_CHECKING:
    from pytest_uimcp.testing.scenario.stage import Stage
    from pytest_uimcp.testing.scenario.steps import ScenarioStep

__all__ = ["ACTORS", "HEADER", "KINDS", "HeaderKey", "StepKind", "kind_named"]


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
    does: Callable[[Stage, ScenarioStep], None]
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

    @property
    def name(self) -> str:
        """The words that messages use: `human clicks`, `see`."""
        return f"{self.actor} {self.key}".strip()


_PAGE: Final = ("uimcp_page",)
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
        "- human: {clicks: New contact}", _PAGE,
    ),
    StepKind(
        "human", "fills", FIELDS, verbs.fills,
        "The human fills in fields, each by its label.",
        "- human: {fills: {Name: Ada, Email: ada@example.com}}", _PAGE, (_FIELD,),
    ),
    StepKind(
        "human", "chooses", FIELDS, verbs.chooses,
        "The human chooses an option of a list, by the list's label.",
        "- human: {chooses: {Country: Norway}}", _PAGE, (_FIELD,),
    ),
    StepKind(
        "human", "checks", TARGET, verbs.on_page("check"),
        "The human turns on a checkbox, a switch or a radio button.",
        "- human: {checks: Favourite}", _PAGE,
    ),
    StepKind(
        "human", "unchecks", TARGET, verbs.on_page("uncheck"),
        "The human turns off a checkbox or a switch.",
        "- human: {unchecks: Favourite}", _PAGE,
    ),
    StepKind(
        "human", "presses", TEXT, verbs.presses,
        "The human presses a key.",
        "- human: {presses: Enter, in: Message}", _PAGE, (More("in", TARGET, "the field that has the focus then"),),
    ),
    StepKind(
        "human", "approves", CALL, verbs.approves,
        "The human approves the oldest call of this tool that waits, with these arguments among its own.",
        "- human: {approves: app_ui_run}", _TALK, asserts=True, wakes=True,
    ),
    StepKind(
        "human", "denies", CALL, verbs.denies,
        "The human denies the oldest call of this tool that waits.",
        "- human: {denies: app_ui_run, reason: that one has the address}", _TALK,
        (
            More("reason", TEXT, "what the agent is told"),
            More("abort", FLAG, "the agent's turn is over"),
        ),
        asserts=True, wakes=True,
    ),
    StepKind(
        "agent", "calls", CALLS, verbs.calls,
        "The agent calls a tool, or several at once. Unless `fails` is given, a call that fails, fails the story.",
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
        "The agent ends its turn. Where it is left out, a turn ends before somebody else does something.",
        "- agent: yields", _TALK, is_turn=True,
    ),
    StepKind(
        "", "see", TEXT, verbs.see,
        "This text can be read on the page.",
        "- see: 1 contact", _PAGE, (More("in", TARGET, "the part of the page to look at"),), asserts=True,
    ),
    StepKind(
        "", "not see", TEXT, verbs.not_see,
        "This text cannot be read on the page.",
        "- not see: Grace", _PAGE, (More("in", TARGET, "the part of the page to look at"),), asserts=True,
    ),
    StepKind(
        "", "snapshot", SNAPSHOT, verbs.snapshot,
        "The page, or a part of it, is as it was stored. All faces compare with one stored snapshot.",
        "- snapshot: after saving", (*_PAGE, "uimcp_snapshot"), asserts=True,
    ),
    StepKind(
        "", "advance", SECONDS, verbs.advance,
        "Time passes. A story with this step has virtual time.",
        "- advance: 1.5", ("uimcp",),
    ),
    StepKind(
        "", "http", HTTP, verbs.http,
        "From here on, these HTTP requests of servers in this process get these answers. After the first such step, "
        "requests to other machines that have no answer fail the story.",
        "- http: {GET https://api.example/weather: {json: {sky: rain}}}", (),
    ),
)  # fmt: skip

ACTORS: Final = tuple(dict.fromkeys(kind.actor for kind in KINDS if kind.actor))


@dataclass(frozen=True, slots=True)
class HeaderKey:
    """A key of a file's header."""

    key: str
    words: str
    schema: dict[str, Any]
    doc: str
    included: bool = False
    """Whether an included file may have it."""


_TEXT: Final = {"type": "string", "minLength": 1}
_VALUES: Final = {"type": "object", "propertyNames": {"pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}}

HEADER: Final[tuple[HeaderKey, ...]] = (
    HeaderKey("scenario", "text", _TEXT, "What happens in the story, in a sentence. It is the name of the test.", True),
    HeaderKey("app", "text", _TEXT, "The app that is shown; the only one of the app directory if it is left out."),
    HeaderKey(
        "dir", "text", _TEXT,
        "The app directory, an app or a sample, relative to the file; otherwise the one that the tests have.",
    ),
    HeaderKey(
        "servers", "a mapping of prefixes to servers",
        {"type": "object", "additionalProperties": {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}},
        "Servers for the agent beside `app`, which is the app's own: each a URL, a command as a list, "
        "`module:function` of a function that makes an MCP server, or the name of a pytest fixture whose value is one.",
    ),
    HeaderKey(
        "policy", "a file, or a mapping of tools to decisions",
        {
            "anyOf": [
                _TEXT,
                {
                    "type": "object",
                    "additionalProperties": {"enum": ["allow", "ask", "deny_continue", "deny_abort"]},
                },
            ]
        },
        "What the agent may do: a policy file, relative to this one, or a mapping of names or globs to `allow`, `ask`, "
        "`deny_continue` or `deny_abort`. Without a policy it may do everything.",
    ),
    HeaderKey(
        "parameters", "a list of mappings with the same keys", {"type": "array", "items": _VALUES, "minItems": 1},
        "A table: the story is played once for each row, whose columns are variables.",
    ),
    HeaderKey("variables", "a mapping of names to values", _VALUES, "Values for `${name}` in the steps.", True),
    HeaderKey(
        "include", "a file or a list of files", {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]},
        "Files whose steps are played first, relative to this one.", True,
    ),
    HeaderKey("steps", "a list of steps", {"type": "array"}, "What happens, in this order.", True),
)  # fmt: skip


def kind_named(actor: str, key: str) -> StepKind | None:
    """The kind of step with this actor and key."""
    return next((kind for kind in KINDS if (kind.actor, kind.key) == (actor, key)), None)

"""A policy written as a table: the first rule that matches decides.

    RulePolicy([
        Rule("files_read*", "allow"),
        Rule("files_delete", "deny_continue", when={"path": {"not_under": "/tmp"}}, rationale="only in /tmp"),
        Rule("shell_*", "ask"),
    ])

After the rules of the table come those that keep an agent alive: it may always answer and end its turn.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Final

from pytest_uimcp.compositor.policy.decisions import Decision, Verdict, as_decision, strictest
from pytest_uimcp.compositor.policy.errors import PolicyFileError, PolicyOutputError
from pytest_uimcp.compositor.policy.predicates import fault, holds
from pytest_uimcp.mcp.calls import ToolCall

When = Mapping[str, Any] | Callable[[Mapping[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """One row. `tool` is a name as the agent sees it, or a pattern such as `files_*`.

    `when` holds conditions on the arguments (see `predicates`), or is a function of them. `server` narrows the rule
    to one mount. `optional` says that it is right for the rule to match no tool of the present servers, `destructive`
    that it allows destructive tools on purpose. `line` is where it stands in its file.
    """

    tool: str
    decision: Decision
    when: When = field(default_factory=dict)
    rationale: str = ""
    server: str = ""
    optional: bool = False
    destructive: bool = False
    line: int = 0

    def __post_init__(self) -> None:
        as_decision(self.decision)
        if not self.tool:
            raise PolicyFileError("a rule needs the name of a tool, or a pattern such as files_*")
        if isinstance(self.when, Mapping):
            for path, condition in self.when.items():
                if problem := fault(condition):
                    raise PolicyFileError(f"the condition on {path}: {problem}")

    def names(self, name: str, server: str = "") -> bool:
        return self.server in ("", server) and fnmatchcase(name, self.tool)

    def accepts(self, arguments: Mapping[str, Any] | None) -> bool | None:
        """Whether its conditions are true; None if it cannot be known where a path leads."""
        if not callable(self.when):
            return holds(self.when, arguments)
        answer: object = self.when(arguments or {})
        if inspect.isawaitable(answer):
            # A coroutine counts as true, so the rule would decide about every call.
            if inspect.iscoroutine(answer):
                answer.close()
            raise PolicyOutputError(f"{self}: `when` is an async function; write a plain one, or an async policy")
        return bool(answer)

    @property
    def unconditional(self) -> bool:
        return not self.when

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        of_server = f" of {self.server}" if self.server else ""
        return f"{place}{self.decision} {self.tool}{of_server}{'' if self.unconditional else ' when …'}"


ALWAYS_ALLOWED: Final = tuple(
    # With their servers: another mount may have a tool whose name begins the same.
    Rule(tool, "allow", server=server, rationale="always allowed", optional=True, destructive=True)
    for tool, server in (
        ("loop_yield_turn", "loop"),
        ("chat_assistant_post", "chat_assistant"),
        ("*_chat_read_since", ""),
        ("ui_send_message", "ui"),
        ("ui_end_turn", "ui"),
        ("resources_*", "resources"),
        ("compositor_meta_*", "compositor_meta"),
    )
)
"""Asking before these would leave the agent mute, or the human asked about nothing."""


class RulePolicy:
    """The first rule that matches decides, and `default` about all other calls."""

    def __init__(
        self,
        rules: Sequence[Rule] = (),
        *,
        default: Decision = "ask",
        always: Sequence[Rule] = ALWAYS_ALLOWED,
        text: str = "",
    ) -> None:
        self.rules: Final = (*rules, *always)
        self.default: Final = as_decision(default)
        # The source, for people; empty if it was written in Python.
        self.text: Final = text
        self._by_name: dict[tuple[str, str], tuple[Rule, ...]] = {}

    async def decide(self, call: ToolCall) -> Verdict:
        return self.verdict(call)

    def verdict(self, call: ToolCall) -> Verdict:
        """The same, without waiting.

        A rule whose condition cannot be known asks, unless a later rule is stricter.
        """
        # A doubt is no match and no miss: the rules below go on, and the doubt can only make their verdict stricter.
        doubts: list[Verdict] = []
        for rule in self._about(call.name, call.server):
            accepted = rule.accepts(call.arguments)
            if accepted:
                return strictest([*doubts, Verdict(rule.decision, rule.rationale or str(rule))])
            if accepted is None:
                doubts.append(Verdict("ask", f"{rule}: it cannot be known where the path leads"))
        return strictest([*doubts, Verdict(self.default, f"default: {self.default}")])

    def source_of(self, call: ToolCall) -> str:
        """What decides about a call, for messages: the rule with its line, or the default."""
        rule = next((rule for rule in self._about(call.name, call.server) if rule.accepts(call.arguments)), None)
        if rule is None:
            return f"default: {self.default}"
        if rule in ALWAYS_ALLOWED:
            return f"{rule} (always allowed)"
        return str(rule)

    def _about(self, name: str, server: str) -> tuple[Rule, ...]:
        # Patterns are matched once for each tool; with hundreds of rules that is most of the work of a verdict.
        rules = self._by_name.get((name, server))
        if rules is None:
            rules = tuple(rule for rule in self.rules if rule.names(name, server))
            if len(self._by_name) < 10_000:  # names come from callers
                self._by_name[name, server] = rules
        return rules

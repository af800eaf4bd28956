"""Steps as text: the call and its outcome, cut to fit on a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pytest_uimcp.core.printable import counted, printable
from pytest_uimcp.core.secrets import mask
from pytest_uimcp.core.steps import Step

_WIDTH: Final = 100
# Arguments that are written positionally, as in most tests.
_POSITIONAL: Final = frozenset(
    {
        "app",
        "code",
        "command",
        "files",
        "key",
        "option",
        "path",
        "prefix",
        "relative",
        "request",
        "seconds",
        "target",
        "text",
        "value",
    }
)
# Steps about a call of a tool, whose arguments are a mapping of their own.
_CALLS: Final = frozenset({"approves", "ask", "call", "denies", "deny", "tool"})


def step_line(step: Step, consequence: str = "") -> str:
    """The step, and what it gave or, if that is nothing, what it led to in the app."""
    line = f"{step.actor:<6} {done_text(step)}"
    if outcome := outcome_text(step):
        return f"{line} -> {outcome}"
    if consequence:
        return f"{line} → {printable(consequence)}"
    return line


def done_text(step: Step) -> str:
    """The step without its outcome: the call, and the tab if there are several."""
    if step.where.tab and step.where.tabs > 1:
        return f"tab {step.where.tab}: {call_text(step)}"
    return call_text(step)


def call_text(step: Step) -> str:
    arguments = step.arguments
    if step.verb in _CALLS:
        name, *_ = arguments.values()
        texts = [_short(repr(name)), *(_named(*item) for item in arguments.get("arguments", {}).items())]
        return f"{step.verb}({', '.join(texts)})"
    return f"{step.verb}({', '.join(_argument(*item) for item in arguments.items())})"


def outcome_text(step: Step) -> str:
    if step.error is not None:
        return f"{step.error.kind}: {_short(step.error.message)}"
    show = _OUTCOMES.get(step.verb)
    if show is not None and step.is_over:
        return _short(show(step.outcome))
    return ""


def _argument(name: str, value: Any) -> str:
    if name == "files" and isinstance(value, list):
        return ", ".join(_short(repr(item)) for item in value)
    if name in _POSITIONAL:
        return _short(repr(value))
    return _named(name, value)


def _named(name: str, value: Any) -> str:
    return f"{name}={_short(repr(value))}"


def _tool(outcome: dict[str, Any]) -> str:
    text = " ".join(str(outcome["text"]).split())  # in a line, as much of it as fits
    if outcome["is_error"]:
        return f"error: {text}"
    return text


def _answer(outcome: dict[str, Any]) -> str:
    return f"{outcome['status']} {' '.join(str(outcome['text']).split())}".rstrip()


def _program(outcome: dict[str, Any]) -> str:
    last_line = str(outcome["output"]).strip().rpartition("\n")[2]
    if outcome["exit_code"] is None:
        return "waits for the human"
    return f"exit code {outcome['exit_code']}: {last_line}"


def _by_rule(outcome: Any) -> str:
    """Which rule has done it, where a human answers by rules."""
    if isinstance(outcome, dict) and "rule" in outcome:
        return f"by {outcome['rule']}"
    return ""


def _rows(outcome: int) -> str:
    return counted(outcome, "row")


# The steps that have an outcome, and how it is formatted.
_OUTCOMES: Final[dict[str, Callable[[Any], str]]] = {
    "approves": _by_rule, "ask": str, "call": _tool, "denies": _by_rule, "deny": str, "eval": str, "events": repr,
    "find": str, "request": _answer, "rows": _rows, "run": repr, "runs": _program, "says": _by_rule, "tool": _tool,
}  # fmt: skip


def _short(text: str) -> str:
    line, *others = text.strip().split("\n", 1)
    # What reorders or commands a terminal is written as Python would write it.
    line = printable(line)
    if len(line) <= _WIDTH and not others:
        return line
    # A part of a secret looks like none and is not known, so it is masked before it is cut.
    return mask(line)[: _WIDTH - 1] + "…"

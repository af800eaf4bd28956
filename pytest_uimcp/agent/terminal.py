"""One run in a terminal: what the agent says goes to standard output, what it does to standard error.

A call that needs a human's word is asked about there; if nobody can answer, it is denied.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Final

from pytest_uimcp.agent.activity import LiveActivity
from pytest_uimcp.agent.events import AgentEvent, FunctionCall, FunctionCallOutput, ModelRetry, UiMessage
from pytest_uimcp.agent.names import SILENT_TOOLS
from pytest_uimcp.agent.running import RunningAgent
from pytest_uimcp.compositor.policy import ApprovalItem, Approvals
from pytest_uimcp.core.printable import printable, printable_lines, shortened

MAX_ARGUMENTS: Final = 200
NOBODY: Final = "nobody is at the terminal to approve this call"
_ANSWERS: Final = {"y": "approve", "yes": "approve", "n": "deny_continue", "no": "deny_continue", "s": "deny_abort"}


async def run_once(running: RunningAgent, text: str) -> int:
    """Say one thing and wait until the agent has nothing more to do; 0, or 1 if the run failed or was stopped."""
    desk = _Desk(running.compositor.approvals)
    stop = running.agent.timeline.listen(_tell)
    try:
        reply = await running.ask(text)
    finally:
        stop()
        await desk.close()
    if reply.end.status == "finished":
        return 0
    activity: LiveActivity = running.agent.activity
    sys.stderr.write(f"ui-mcp agent: the run failed: {printable_lines(activity.current.reason)}\n")
    return 1


def _tell(event: AgentEvent) -> None:
    match event:
        case UiMessage():
            sys.stdout.write(f"{printable_lines(event.message['content'])}\n")
            sys.stdout.flush()
        case FunctionCall() if event.name not in SILENT_TOOLS:
            sys.stderr.write(f"· {_shown(event.name, event.args_json)}\n")
        case FunctionCallOutput() if event.result.is_error:
            sys.stderr.write(f"· failed: {printable(shortened(event.result.lines, MAX_ARGUMENTS))}\n")
        case ModelRetry():
            sys.stderr.write(f"· {printable(event.reason)}; asked again in {event.seconds:.0f} s\n")


def _shown(name: str, args_json: str | None) -> str:
    return printable(shortened(f"{name} {args_json or ''}".strip(), MAX_ARGUMENTS))


class _Desk:
    """Answers the calls that wait for a human, one after the other."""

    def __init__(self, approvals: Approvals) -> None:
        self._approvals = approvals
        self._waiting: asyncio.Queue[ApprovalItem] = asyncio.Queue()
        self._stop = approvals.listen(self._hear)
        self._task = asyncio.create_task(self._answer_all())

    async def close(self) -> None:
        self._stop()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _hear(self, item: ApprovalItem) -> None:
        if item.pending:
            self._waiting.put_nowait(item)

    async def _answer_all(self) -> None:
        while True:
            item = await self._waiting.get()
            if sys.stdin.isatty():
                decision, reason = await self._ask(item), None
            else:
                decision, reason = "deny_continue", NOBODY
                sys.stderr.write(f"· {item.name} denied: {NOBODY}\n")
            # Whoever waited may have gone meanwhile.
            if any(pending.id == item.id for pending in self._approvals.pending()):
                self._approvals.decide(item.id, decision, reason=reason, by="human")

    async def _ask(self, item: ApprovalItem) -> str:
        body = item.to_json()
        question = f"? {_shown(item.name, json.dumps(body.get('args')))}\n  approve (y), deny (n), deny and stop (s): "
        while True:
            answer = await asyncio.to_thread(_read_line, question)
            if answer is None:
                return "deny_continue"
            if decision := _ANSWERS.get(answer.strip().lower()):
                return decision


def _read_line(question: str) -> str | None:
    sys.stderr.write(question)
    sys.stderr.flush()
    # Not `input`, which writes to standard output.
    return sys.stdin.readline() or None

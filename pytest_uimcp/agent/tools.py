from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

import anyio

from pytest_uimcp.agent.events import FunctionCall
from pytest_uimcp.agent.models.base import ToolSpec
from pytest_uimcp.compositor.policy.errors import DENIED_ABORT, PolicyError
from pytest_uimcp.mcp.calls import ERROR_META, ToolError, ToolResult

ABORTED: Final = ToolResult.of_text("tool execution aborted", is_error=True)


class ToolProvider(Protocol):
    """Whatever has tools: an MCP client of a compositor, or a table of functions."""

    async def list_tools(self) -> Sequence[ToolSpec]:
        """The tools; asked for before every sampling."""

    async def call_tool(self, name: str, arguments: Mapping[str, Any], *, call_id: str) -> ToolResult:
        """Make a call; raises ToolError if it is refused. `call_id` is the model's id of the call."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call gave. `denied` says that the policy ended the turn."""

    call: FunctionCall
    result: ToolResult
    denied: bool = False


Make = Callable[[FunctionCall], Awaitable[Outcome]]


async def make_call(tools: ToolProvider, call: FunctionCall) -> Outcome:
    """Make one call; whatever goes wrong is a result that says so."""
    # Models write arguments that are no JSON; they are told, and write others.
    arguments = _arguments(call)
    if isinstance(arguments, ToolResult):
        return Outcome(call, arguments)
    try:
        return Outcome(call, await tools.call_tool(call.name, arguments, call_id=call.call_id))
    except ToolError as error:
        # A server may use any code: only the policy ends a turn.
        ends_turn = isinstance(error, PolicyError) and error.code == DENIED_ABORT
        return Outcome(call, with_error_as_data(error.result()), ends_turn)
    except Exception as error:  # noqa: BLE001 - a tool that breaks does not end the turn
        return Outcome(call, ToolResult.of_text(f"{type(error).__name__}: {error}", is_error=True))


def with_error_as_data(result: ToolResult) -> ToolResult:
    """A result for the transcript, which keeps what the metadata says of an error and nothing else of it."""
    error = result.error
    if error is None:
        return replace(result, meta={})
    return replace(result, data=result.data or {"error": error}, meta={ERROR_META: error})


async def run_calls(
    calls: Sequence[FunctionCall], make: Make, emit: Callable[[Outcome], None], *, parallel: bool = True
) -> bool:
    """Make calls and emit the outcome of each, in the order of the calls; whether the policy ended the turn.

    Once it has, calls that are under way are cancelled and the others are not begun; all of them give ABORTED.
    """
    if parallel and len(calls) > 1:
        # One call needs no task group, whose errors would be groups.
        return await _all_at_once([_Running(call) for call in calls], make, emit)
    denied = False
    for call in calls:
        # The calls behind it were asked for before the model knew that the turn is over.
        outcome = Outcome(call, ABORTED) if denied else await make(call)
        denied = denied or outcome.denied
        emit(outcome)
    return denied


@dataclass(eq=False)
class _Running:
    call: FunctionCall
    outcome: Outcome | None = None
    finished: anyio.Event = field(default_factory=anyio.Event)
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)


async def _all_at_once(running: Sequence[_Running], make: Make, emit: Callable[[Outcome], None]) -> bool:
    failure: Exception | None = None
    async with anyio.create_task_group() as tasks:
        for call in running:
            tasks.start_soon(_run, call, running, make)
        for call in running:
            # In the order of the calls, whichever is done first: a transcript has to be the same in every run.
            await call.finished.wait()
            try:
                emit(call.outcome or Outcome(call.call, ABORTED))
            except Exception as error:  # noqa: BLE001 - raised below, not as a group
                failure = error
                tasks.cancel_scope.cancel()
                break
    if failure is not None:
        raise failure
    return any(call.outcome is not None and call.outcome.denied for call in running)


async def _run(running: _Running, all_of_them: Sequence[_Running], make: Make) -> None:
    with running.scope:
        running.outcome = await make(running.call)
    if running.outcome is not None and running.outcome.denied:
        # The policy has ended the turn: what the others would do is no longer wanted.
        for sibling in all_of_them:
            sibling.scope.cancel()
    running.finished.set()


def _arguments(call: FunctionCall) -> dict[str, Any] | ToolResult:
    try:
        arguments = json.loads(call.args_json or "{}")
    except (ValueError, RecursionError) as error:
        return ToolResult.of_text(f"Invalid JSON in the arguments of {call.name}: {error}", is_error=True)
    # `null`, as some models write for a tool without arguments.
    if arguments is None:
        return {}
    if isinstance(arguments, dict):
        return arguments
    kind = type(arguments).__name__
    return ToolResult.of_text(f"The arguments of {call.name} must be a JSON object, got {kind}", is_error=True)

"""Making a call of a mounted server's tool, in either era, with the questions it may ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import anyio
import mcp_types as types
from mcp.shared.dispatcher import ProgressFnT
from mcp.shared.exceptions import MCPError
from pydantic import TypeAdapter

from pytest_uimcp.compositor.asking import Caller
from pytest_uimcp.compositor.mount import Mount
from pytest_uimcp.mcp.calls import ToolCall, ToolResult

# Results are passed on as they came, with fields that this SDK does not know.
RAW: Final[Any] = TypeAdapter(dict[str, Any])
MAX_ROUNDS: Final = 20
_CONNECTION_META: Final = ("progressToken", "traceparent", "tracestate", "baggage")


async def call_tool(mount: Mount, call: ToolCall, *, caller: Caller, progress: ProgressFnT | None = None) -> ToolResult:
    meta: Any = dict(call.meta) or None
    params = types.CallToolRequestParams(name=call.tool, arguments=call.sent_arguments, _meta=meta)
    request = types.CallToolRequest(params=params)
    try:
        return ToolResult.from_json(await forwarded(mount, request, caller, progress=progress))
    except MCPError as error:
        if error.code != types.HEADER_MISMATCH:
            raise
    await mount.refresh("tools")  # the headers are made from the tool's schema, which has changed
    return ToolResult.from_json(await forwarded(mount, request, caller, progress=progress))


async def forwarded(
    mount: Mount,
    request: Any,
    caller: Caller,
    *,
    progress: ProgressFnT | None = None,
    passes: bool = False,
) -> dict[str, Any]:
    """The answer to a request. With `passes` the questions of a server of 2026-07-28 are part of the answer."""

    async def send(extra: dict[str, Any]) -> dict[str, Any]:
        complete = request
        if extra:
            complete = request.model_copy(update={"params": request.params.model_copy(update=extra)})
        return await mount.request(lambda session: session.send_request(complete, RAW, progress_callback=progress))

    with mount.questions.during(caller):
        return await (send({}) if passes else _answered(mount, caller, send))


async def _answered(
    mount: Mount, caller: Caller, send: Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]
) -> dict[str, Any]:
    # Send a request again, with answers, until the server needs no more of them.
    extra: dict[str, Any] = {}
    for round_ in range(MAX_ROUNDS):
        raw = await send(extra)
        if raw.get("resultType") != "input_required":
            return raw
        needed = types.InputRequiredResult.model_validate(raw, by_name=False)
        # Its state goes back as it came; a server without questions only wants to be asked again.
        extra = {"request_state": needed.request_state}
        if needed.input_requests:
            extra["input_responses"] = await _answers(mount, caller, needed.input_requests)
        else:
            await anyio.sleep(min(0.05 * 2**round_, 0.25))
    raise MCPError(types.INTERNAL_ERROR, f"{mount.prefix} asked more than {MAX_ROUNDS} times during one call")


async def _answers(mount: Mount, caller: Caller, questions: types.InputRequests) -> types.InputResponses:
    answers: types.InputResponses = {}
    # One after another: a person who is asked twice at once sees two forms over each other.
    for key, question in questions.items():
        answer = await mount.questions.ask(question, caller)
        if isinstance(answer, types.ErrorData):
            raise MCPError.from_error_data(answer)
        answers[key] = answer
    return answers


def passed_meta(params: Mapping[str, Any] | None) -> dict[str, Any]:
    """The metadata of a request that is meant for the server; the rest belongs to the connection."""
    meta = (params or {}).get("_meta") or {}
    return {
        key: value
        for key, value in meta.items()
        if key not in _CONNECTION_META and not key.startswith("io.modelcontextprotocol/")
    }

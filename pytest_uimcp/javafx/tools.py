"""The five tools of the contract, as MCP lists and calls them."""

from __future__ import annotations

import base64
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from pytest_uimcp.javafx import schemas
from pytest_uimcp.javafx.scene.snapshot.compact import compact_text
from pytest_uimcp.javafx.scene.snapshot.options import Json
from pytest_uimcp.javafx.server import NO_TEXT, StageServer
from pytest_uimcp.mcp.calls import ToolCall, ToolResult
from pytest_uimcp.mcp.tools import Tool

Handler = Callable[[StageServer, ToolCall], Awaitable[ToolResult]]


def _answer(data: Json) -> ToolResult:
    return ToolResult.of_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), data)


def _plain(schema: Mapping[str, object], method: str) -> Handler:
    async def handle(server: StageServer, call: ToolCall) -> ToolResult:
        return _answer(await server.run(schema, call.arguments, lambda values: getattr(server.ui, method)(**values)))

    return handle


async def _snapshot(server: StageServer, call: ToolCall) -> ToolResult:
    values = dict(call.arguments)
    answer_format = values.get("format")

    def take(arguments: Json) -> Json:
        arguments.pop("format", None)
        return server.ui.get_snapshot(**arguments)

    data = await server.run(schemas.GET_SNAPSHOT, values, take)
    # The text form is for reading; the structured content is the contract's in either format.
    if answer_format == "text":
        return ToolResult.of_text(compact_text(data), data)
    if answer_format == "data":
        return ToolResult.of_text(NO_TEXT, data)
    return _answer(data)


async def _screenshot(server: StageServer, call: ToolCall) -> ToolResult:
    def draw(arguments: Json) -> bytes:
        def on_fx_thread() -> bytes:
            return server.ui.picture(arguments.get("stageIndex"))

        return server.ui.platform.request(on_fx_thread)

    data = base64.b64encode(await server.run(schemas.SCREENSHOT, call.arguments, draw)).decode("ascii")
    picture = {"type": "image", "data": data, "mimeType": "image/png"}
    return ToolResult((picture,), {"contentType": "image/png", "dataBase64": data})


def _tool(
    name: str,
    title: str,
    description: str,
    schema: Mapping[str, object],
    handler: Handler,
    is_destructive: bool = False,
) -> Tool[StageServer]:
    return Tool(
        name, title, description, handler,
        input_schema=schema, output_schema=schemas.OUTPUTS[name], validate=False,
        read_only=not is_destructive, destructive=is_destructive,
    )  # fmt: skip


TOOLS: Final[tuple[Tool[StageServer], ...]] = (
    _tool(
        "ui_get_snapshot",
        "Snapshot",
        "The nodes of the visible stages, with texts, states, bounds and the visible rows of lists and tables.",
        schemas.GET_SNAPSHOT,
        _snapshot,
    ),
    _tool(
        "ui_query",
        "Query",
        "Find nodes by CSS selector, text or conditions. Gives a reference, a summary and the place of each.",
        schemas.QUERY,
        _plain(schemas.QUERY, "query"),
    ),
    _tool(
        "ui_get_node",
        "Node",
        "Everything about one node.",
        schemas.GET_NODE,
        _plain(schemas.GET_NODE, "get_node"),
    ),
    _tool(
        "ui_perform",
        "Perform",
        "Do what a user does: focus, click, type, set a text, press keys, scroll. Returns the result of each action.",
        schemas.PERFORM,
        _plain(schemas.PERFORM_CHECKED, "perform"),
        is_destructive=True,
    ),
    _tool(
        "ui_screenshot",
        "Screenshot",
        "A PNG of a stage and of the popups above it. A pixel is a point of the scene.",
        schemas.SCREENSHOT,
        _screenshot,
    ),
)

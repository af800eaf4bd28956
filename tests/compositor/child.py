"""A server to mount: its tools ask, wait, report and break; also a command that speaks on stdio."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from pytest_uimcp.mcp.subscriptions import Publisher

Context = ServerRequestContext[Any, Any]
COUNT = {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}
NAME = {"type": "object", "properties": {"name": {"type": "string"}}}


class Child:
    """`calls` are those that arrived; `wait` ends with `release`, and sets `cancelled` when it is cancelled."""

    def __init__(self, *names: str, uris: tuple[str, ...] = ("note://one", "note://two")) -> None:
        self.names = list(names) or ["echo", "ask", "sample", "wait", "exit", "refuse", "answer", "link", "whoami"]
        self.uris = list(uris)
        self.calls: list[tuple[str, dict[str, Any] | None]] = []
        self.metas: list[Any] = []
        self.subscribed: list[str] = []
        self.started = anyio.Event()
        self.release = anyio.Event()
        self.cancelled = anyio.Event()
        self.server: Server[Any] = Server(
            "child",
            version="1.0",
            instructions="Be careful.",
            on_list_tools=self._tools,
            on_call_tool=self._call,
            on_list_resources=self._resources,
            on_list_resource_templates=self._templates,
            on_read_resource=self._read,
            on_list_prompts=self._prompts,
            on_get_prompt=self._prompt,
            on_completion=self._complete,
        )
        self.publisher = Publisher(watch=self._watch, unwatch=self.subscribed.remove)
        self.publisher.install(self.server)

    async def _watch(self, uri: str) -> None:
        self.subscribed.append(uri)
        if uri not in self.uris:
            raise MCPError(-32002, f"Resource not found: {uri}", {"uri": uri})

    async def _tools(self, _ctx: Context, _params: Any) -> types.ListToolsResult:
        schema = {"type": "object"}
        return types.ListToolsResult(
            tools=[
                types.Tool(name=name, input_schema=schema, output_schema=COUNT if name == "count" else None)
                for name in self.names
            ]
        )

    async def _call(
        self, ctx: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        self.calls.append((params.name, params.arguments))
        self.metas.append((ctx.params or {}).get("_meta"))
        handler = getattr(self, f"do_{params.name}", None)
        if handler is None:
            return text(f"{params.name} was called")
        found: Any = await handler(ctx, params)
        return found if not isinstance(found, str) else text(found)

    async def do_echo(self, _ctx: Context, params: types.CallToolRequestParams) -> str:
        return str((params.arguments or {}).get("text", ""))

    async def do_ask(self, ctx: Context, params: types.CallToolRequestParams) -> Any:
        question = types.ElicitRequest(
            params=types.ElicitRequestFormParams(message="Your name?", requested_schema=NAME)
        )
        return await self._asked(ctx, params, question)

    async def do_sample(self, ctx: Context, params: types.CallToolRequestParams) -> Any:
        message = types.SamplingMessage(role="user", content=types.TextContent(type="text", text="Say hello."))
        question = types.CreateMessageRequest(params=types.CreateMessageRequestParams(messages=[message], max_tokens=9))
        return await self._asked(ctx, params, question)

    async def _asked(self, ctx: Context, params: types.CallToolRequestParams, question: Any) -> Any:
        if ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            kind = types.ElicitResult if question.method == "elicitation/create" else types.CreateMessageResult
            return _shown(await ctx.session.send_request(question, kind))
        if params.request_state is None:
            return types.InputRequiredResult(input_requests={"it": question}, request_state="asked")
        return _shown((params.input_responses or {})["it"])

    async def do_wait(self, ctx: Context, _params: types.CallToolRequestParams) -> str:
        await ctx.session.report_progress(1, 2, "half way")
        self.started.set()
        try:
            await self.release.wait()
        except anyio.get_cancelled_exc_class():
            self.cancelled.set()
            raise
        return "released"

    async def do_exit(self, _ctx: Context, _params: types.CallToolRequestParams) -> str:
        os._exit(3)

    async def do_refuse(self, _ctx: Context, params: types.CallToolRequestParams) -> str:
        given = params.arguments or {}
        raise MCPError(given.get("code", -32000), given.get("message", "no"), given.get("data"))

    async def do_answer(self, _ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        return types.CallToolResult.model_validate({"content": [], **(params.arguments or {})}, by_name=False)

    do_count = do_answer

    async def do_link(self, _ctx: Context, _params: types.CallToolRequestParams) -> types.CallToolResult:
        embedded = types.TextResourceContents(uri="note://two", text="two")
        return types.CallToolResult(
            content=[
                types.ResourceLink(type="resource_link", uri="note://one", name="one"),
                types.EmbeddedResource(type="resource", resource=embedded),
            ]
        )

    async def do_whoami(self, ctx: Context, _params: types.CallToolRequestParams) -> str:
        return str((ctx.params or {}).get("_meta", {}).get("uimcp/role"))

    async def do_environment(self, _ctx: Context, _params: types.CallToolRequestParams) -> str:
        return json.dumps(dict(os.environ))

    async def _resources(self, _ctx: Context, _params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[types.Resource(uri=uri, name=uri) for uri in self.uris])

    async def _templates(self, _ctx: Context, _params: Any) -> types.ListResourceTemplatesResult:
        template = types.ResourceTemplate(uri_template="note://{name}", name="note")
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def _read(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        if uri not in self.uris:
            code = -32602 if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS else -32002
            raise MCPError(code, f"Resource not found: {uri}", {"uri": uri})
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, text=f"text of {uri}")])

    async def _prompts(self, _ctx: Context, _params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[types.Prompt(name="greet.kindly")])

    async def _prompt(self, _ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        content = types.TextContent(type="text", text=f"{params.name} {params.arguments}")
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])

    async def _complete(self, _ctx: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        ref = params.ref
        name = ref.name if isinstance(ref, types.PromptReference) else ref.uri
        return types.CompleteResult(completion=types.Completion(values=[f"{name} {params.argument.value}"]))


def text(said: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=said)])


def _shown(answer: Any) -> str:
    if isinstance(answer, types.ElicitResult):
        return f"{answer.action} {answer.content}"
    return str(answer.content.text)


async def main() -> None:
    from pytest_uimcp.transport.stdio import serve_stdio

    await serve_stdio(Child(*sys.argv[1:]).server)


if __name__ == "__main__":
    anyio.run(main)

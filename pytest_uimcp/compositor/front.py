"""What the clients of a compositor see: one MCP server with everything that is mounted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import mcp_types as types
from mcp.shared.dispatcher import ProgressFnT
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from pytest_uimcp.compositor.asking import Caller, HandshakeCaller, Nobody
from pytest_uimcp.compositor.calling import forwarded, passed_meta
from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.gated import call_of
from pytest_uimcp.compositor.mount import Mount
from pytest_uimcp.compositor.mounts import ListKind, instructions_of
from pytest_uimcp.compositor.names import Owned
from pytest_uimcp.compositor.parking import ParkedCall, Parking
from pytest_uimcp.compositor.roles import AGENT, Role, may_call, role_of
from pytest_uimcp.compositor.upstream import Upstream
from pytest_uimcp.compositor.uris import exposed_uri, raw_uri
from pytest_uimcp.compositor.wire import passed_result
from pytest_uimcp.mcp.calls import CALL_ID_META, ToolError
from pytest_uimcp.mcp.endpoint import Context, McpEndpoint, not_found
from pytest_uimcp.mcp.handlers import PROTOCOL_CODES
from pytest_uimcp.mcp.subscriptions import RESOURCE_NOT_FOUND, Publisher
from pytest_uimcp.transport.principals import principal_of

if TYPE_CHECKING:
    from pytest_uimcp.compositor.compositor import Compositor


log = logging.getLogger(__name__)
Item = TypeVar("Item")


class Front(McpEndpoint["Compositor"]):
    def __init__(self, compositor: Compositor, version: str, *, with_runtime: bool = True) -> None:
        self._parking = Parking()
        self._with_runtime = with_runtime
        upstream = Upstream(compositor.mounts)
        publisher = Publisher(watch=upstream.watch, unwatch=upstream.unwatch)
        super().__init__(compositor.name, compositor, publisher, version=version, lists_change=True)
        self.handle("tools/list", types.PaginatedRequestParams, self._tools)
        self.handle("tools/call", types.CallToolRequestParams, self._call)
        self.handle("resources/list", types.PaginatedRequestParams, self._resources)
        self.handle("resources/templates/list", types.PaginatedRequestParams, self._templates)
        self.handle("resources/read", types.ReadResourceRequestParams, self._read)
        self.handle("prompts/list", types.PaginatedRequestParams, self._prompts)
        self.handle("prompts/get", types.GetPromptRequestParams, self._prompt)
        self.handle("completion/complete", types.CompleteRequestParams, self._complete)
        # Otherwise every call of 2026-07-28 over HTTP lists all tools, to check its headers.
        self.sdk.get_tool_input_schema = self._schema
        self.sdk.instructions = self._instructions()
        compositor.mounts.updates.add(self._resource_updated)
        compositor.mounts.changed_lists.add(self._list_changed)
        compositor.mounts.events.add(upstream.mount_event)

    def close(self) -> None:
        self._parking.close()
        super().close()

    def _resource_updated(self, news: tuple[str, str]) -> None:
        self.publisher.resource_updated(exposed_uri(*news))

    def _list_changed(self, news: tuple[str, ListKind]) -> None:
        # The SDK sends what stands here at the moment of the handshake; later clients get later instructions.
        self.sdk.instructions = self._instructions()
        match news[1]:
            case "tools":
                self.server.report.tools_changed()
                self.publisher.tools_changed()
            case "prompts":
                self.publisher.prompts_changed()
            case "resources":
                self.publisher.resources_changed()

    def _instructions(self) -> str | None:
        return instructions_of(self.server.mounts, with_runtime=self._with_runtime) or None

    def _offers(self, prefix: str) -> bool:
        # What it does not list it does not answer either.
        return self._with_runtime or not self.server.mounts.is_of_runtime(prefix)

    async def _tools(self, ctx: Context, _params: object) -> types.ListToolsResult:
        # Not while servers are mounted: a rule about the second one would be wrong as long as only the first is there.
        self.server.report.log()
        role = _role(ctx)
        return types.ListToolsResult(
            tools=[
                owned.item.model_copy(update={"name": owned.name})
                for owned in self.server.mounts.tools.listed()
                if may_call(role, owned.prefix) and self._offers(owned.prefix)
            ]
        )

    async def _call(self, ctx: Context, params: types.CallToolRequestParams) -> dict[str, Any]:
        self.server.report.log()
        principal = principal_of(ctx.request) or AGENT
        prefix = ""
        try:
            owned = self.server.tools.get(params.name, role_of(principal), self._offers)
            prefix = owned.prefix
            raw = await self._answer(ctx, params, owned, principal)
        except ToolError as error:
            if isinstance(error.code, int) and error.code in PROTOCOL_CODES:
                raise MCPError(error.code, error.message, error.details) from None
            raw = error.result().to_json()
        return passed_result(prefix, raw)

    async def _answer(
        self, ctx: Context, params: types.CallToolRequestParams, owned: Owned[types.Tool], principal: str
    ) -> dict[str, Any]:
        owner = (principal, owned.name)
        # It was judged when it was made, and is under way; only its answers are new.
        if params.request_state is not None:
            return await self._parking.resume(params.request_state, owner, ctx, params.input_responses or {})
        meta = passed_meta(ctx.params)
        call_id = meta.get(CALL_ID_META)
        call = call_of(
            owned,
            params.arguments,
            call_id=call_id if isinstance(call_id, str) else None,
            principal=principal,
            meta=meta,
            context=ctx,
        )
        make = partial(self.server.tools.call, owned, call, heartbeat=_heartbeat(ctx))
        # Any other call needs no parking, which costs a task and a timer.
        if _modern(ctx) and _answers_questions(ctx):
            parked = ParkedCall(owner, ctx)
            return await self._parking.begin(parked, partial(make, progress=parked.progress, caller=parked))
        return (await make(progress=ctx.session.report_progress, caller=_caller_of(ctx))).to_json()

    def _schema(self, name: str) -> dict[str, Any] | None:
        owned = self.server.mounts.tools.find(name)
        if owned is None:
            return None
        return owned.item.input_schema

    async def _resources(self, _ctx: Context, _params: object) -> types.ListResourcesResult:
        async def of(mount: Mount) -> list[types.Resource]:
            resources = await mount.list_all("resources")
            return [item.model_copy(update={"uri": exposed_uri(mount.prefix, str(item.uri))}) for item in resources]

        return types.ListResourcesResult(resources=await self._from_all("resources", of))

    async def _templates(self, _ctx: Context, _params: object) -> types.ListResourceTemplatesResult:
        async def of(mount: Mount) -> list[types.ResourceTemplate]:
            templates = await mount.list_all("resource_templates")
            return [
                item.model_copy(update={"uri_template": exposed_uri(mount.prefix, item.uri_template)})
                for item in templates
            ]

        return types.ListResourceTemplatesResult(resource_templates=await self._from_all("resources", of))

    async def _from_all(self, capability: str, fetch: Callable[[Mount], Awaitable[Iterable[Item]]]) -> list[Item]:
        # What all running mounts have; one that fails is left out.
        mounts = [mount for mount in self.server.mounts.running(capability) if self._offers(mount.prefix)]
        results = await asyncio.gather(*map(fetch, mounts), return_exceptions=True)
        items: list[Item] = []
        for mount, result in zip(mounts, results, strict=True):
            if isinstance(result, BaseException):
                log.warning("the %s of %s cannot be listed: %s", capability, mount.prefix, result)
            else:
                items += result
        return items

    async def _read(self, ctx: Context, params: types.ReadResourceRequestParams) -> dict[str, Any]:
        uri = str(params.uri)
        prefix, own_uri = raw_uri(uri)
        mount = self.server.mounts.find(prefix)
        if mount is None or mount not in self.server.mounts.running("resources") or not self._offers(prefix):
            raise not_found(ctx, uri)
        request = types.ReadResourceRequest(params=params.model_copy(update={"uri": own_uri, "meta": _meta(ctx)}))
        try:
            raw = await _answer_or_gone(forwarded(mount, request, _caller_of(ctx), passes=_modern(ctx)))
        except MCPError as error:
            # Servers say it in their era's way and about their own URI; the client gets it in its era's and its own.
            if error.code == RESOURCE_NOT_FOUND or (error.code == types.INVALID_PARAMS and mount.modern):
                raise not_found(ctx, uri) from None
            raise
        return passed_result(prefix, raw)

    async def _prompts(self, _ctx: Context, _params: object) -> types.ListPromptsResult:
        owned = [prompt for prompt in self.server.mounts.prompts.listed() if self._offers(prompt.prefix)]
        return types.ListPromptsResult(
            prompts=[prompt.item.model_copy(update={"name": prompt.name}) for prompt in owned]
        )

    async def _prompt(self, ctx: Context, params: types.GetPromptRequestParams) -> dict[str, Any]:
        owned = self.server.mounts.prompts.find(params.name)
        if owned is None:
            raise MCPError(types.INVALID_PARAMS, f"prompt {params.name!r} not found")
        request = types.GetPromptRequest(params=params.model_copy(update={"name": owned.item.name, "meta": _meta(ctx)}))
        mount = self.server.mounts.get(owned.prefix)
        raw = await _answer_or_gone(forwarded(mount, request, _caller_of(ctx), passes=_modern(ctx)))
        return passed_result(owned.prefix, raw)

    async def _complete(self, ctx: Context, params: types.CompleteRequestParams) -> dict[str, Any]:
        prefix, ref = self._own_reference(ctx, params.ref)
        mount = self.server.mounts.get(prefix)
        request = types.CompleteRequest(params=params.model_copy(update={"ref": ref, "meta": _meta(ctx)}))
        return passed_result(prefix, await _answer_or_gone(forwarded(mount, request, Nobody())))

    def _own_reference(
        self, ctx: Context, ref: types.PromptReference | types.ResourceTemplateReference
    ) -> tuple[str, types.PromptReference | types.ResourceTemplateReference]:
        if isinstance(ref, types.PromptReference):
            owned = self.server.mounts.prompts.find(ref.name)
            if owned is None:
                raise MCPError(types.INVALID_PARAMS, f"prompt {ref.name!r} not found")
            return owned.prefix, ref.model_copy(update={"name": owned.item.name})
        prefix, own_uri = raw_uri(ref.uri)
        if self.server.mounts.find(prefix) is None:
            raise not_found(ctx, ref.uri)
        return prefix, ref.model_copy(update={"uri": own_uri})


def _role(ctx: Context) -> Role:
    return role_of(principal_of(ctx.request))


def _modern(ctx: Context) -> bool:
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS


def _heartbeat(ctx: Context) -> ProgressFnT | None:
    # For those who ask for progress: a task and a timer for each call would be wasted on all others.
    meta = (ctx.params or {}).get("_meta") or {}
    if meta.get("progressToken") is None:
        return None
    return ctx.session.report_progress


def _caller_of(ctx: Context) -> Caller:
    # In 2026-07-28 a server cannot ask its client in the course of a request.
    if _modern(ctx):
        return Nobody()
    return HandshakeCaller(ctx)


def _answers_questions(ctx: Context) -> bool:
    capabilities = ctx.session.client_capabilities
    return capabilities is not None and (capabilities.elicitation or capabilities.sampling) is not None


def _meta(ctx: Context) -> dict[str, Any] | None:
    return passed_meta(ctx.params) or None


async def _answer_or_gone(answer: Awaitable[dict[str, Any]]) -> dict[str, Any]:
    try:
        return await answer
    except CompositorError as error:
        raise MCPError(types.INTERNAL_ERROR, str(error), {"code": error.code}) from None

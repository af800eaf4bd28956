from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import mcp_types as types
from mcp.shared.dispatcher import ProgressFnT
from mcp.shared.exceptions import MCPError

from pytest_uimcp.compositor.asking import Caller, Nobody
from pytest_uimcp.compositor.calling import call_tool
from pytest_uimcp.compositor.errors import MountGone
from pytest_uimcp.compositor.heartbeat import with_heartbeat
from pytest_uimcp.compositor.mount import Mount
from pytest_uimcp.compositor.mounts import Mounts
from pytest_uimcp.compositor.names import Owned
from pytest_uimcp.compositor.policy import Gate
from pytest_uimcp.compositor.roles import ROLE_META, Role, may_call, role_of
from pytest_uimcp.mcp.calls import ToolCall, ToolError, ToolResult, has_room_for_errors
from pytest_uimcp.mcp.errors import unknown_tool

log = logging.getLogger(__name__)


class GatedTools:
    def __init__(self, mounts: Mounts, gate: Gate) -> None:
        self._mounts: Final = mounts
        self._gate: Final = gate
        # Shorter than the shortest time-out that clients are known to have, 5 s of openai-agents.
        self.heartbeat_seconds = 2.0

    def find(self, name: str, role: Role) -> Owned[types.Tool] | None:
        """What a name or an alias stands for, None if there is no such tool for this role."""
        owned = self._mounts.tools.find(name)
        return owned if owned is not None and may_call(role, owned.prefix) else None

    def get(self, name: str, role: Role, offers: Callable[[str], bool] = bool) -> Owned[types.Tool]:
        """The tool; raises ToolError if there is none, or only in a mount that is not offered."""
        owned = self.find(name, role)
        if owned is not None and offers(owned.prefix):
            return owned
        tools = self._mounts.tools.listed()
        raise unknown_tool(name, (tool.name for tool in tools if may_call(role, tool.prefix) and offers(tool.prefix)))

    async def call(
        self,
        owned: Owned[types.Tool],
        call: ToolCall,
        *,
        progress: ProgressFnT | None = None,
        caller: Caller | None = None,
        heartbeat: ProgressFnT | None = None,
    ) -> ToolResult:
        """The result of a call; raises ToolError if the call is refused or the server answers with one.

        `heartbeat` is told now and then that the call still waits for a decision.
        """
        # Whoever allows the call means this server, not one that has taken its prefix by then.
        mount = self._mounts.find(owned.prefix)

        async def execute(call: ToolCall) -> ToolResult:
            return await self._execute(mount, call, progress, caller or Nobody())

        if heartbeat is None:
            result = await self._gate.call(call, execute)
        else:
            result = await with_heartbeat(partial(self._gate.call, call), execute, heartbeat, self.heartbeat_seconds)
        if has_room_for_errors(owned.item.output_schema):
            return result
        return _without_body(result)

    async def _execute(
        self, mount: Mount | None, call: ToolCall, progress: ProgressFnT | None, caller: Caller
    ) -> ToolResult:
        try:
            # A human may have taken an hour to approve it.
            if mount is None or self._mounts.find(call.server) is not mount:
                raise MountGone("server_unmounted", f"the server {call.server} was unmounted")
            # Only there: a server elsewhere could not tell our word from that of any other client.
            if mount.in_process:
                call = replace(call, meta={**call.meta, ROLE_META: role_of(call.principal)})
            return await call_tool(mount, call, caller=caller, progress=progress)
        except MCPError as error:
            # Not a result yet: the gate looks first whether a server pretends to be the policy.
            raise ToolError.refused(error.code, error.message, error.data) from None
        except MountGone as error:
            return ToolResult.failed(str(error), error.code, {"server": call.server})
        except Exception as error:
            log.exception("%s failed", call.name)
            text = f"{call.name} failed: {type(error).__name__}: {error}"
            return ToolResult.failed(text, "server_error", {"server": call.server})


def call_of(owned: Owned[types.Tool], arguments: Mapping[str, Any] | None, **fields: Any) -> ToolCall:
    is_bare = arguments is None
    return ToolCall(owned.name, dict(arguments or {}), owned.prefix, owned.item.name, is_bare=is_bare, **fields)


def _without_body(result: ToolResult) -> ToolResult:
    # A result without structured content if it is an error: clients would lose it, for it fits no output schema.
    if not result.is_error or result.data is None:
        return result
    text = ToolResult.of_text(json.dumps(result.data, ensure_ascii=False))
    return replace(result, content=result.content or text.content, data=None)

"""Calls through the gate to the mounts."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any, Final

import mcp_types as types
from mcp.shared.dispatcher import ProgressFnT
from mcp.shared.exceptions import MCPError

from pytest_uimcp.compositor.asking import Asked, Nobody
from pytest_uimcp.compositor.calling import call_tool
from pytest_uimcp.compositor.errors import MountGone
from pytest_uimcp.compositor.mount import Mount
from pytest_uimcp.compositor.mounts import Mounts
from pytest_uimcp.compositor.names import Owned
from pytest_uimcp.compositor.policy import Gate, ToolRequest
from pytest_uimcp.compositor.results import ToolError, ToolResult
from pytest_uimcp.compositor.roles import AGENT, ROLE_META, Role, may_call, role_of
from pytest_uimcp.mcp.error_form import error_result, has_room_for_errors
from pytest_uimcp.mcp.errors import unknown_tool

__all__ = ["GatedTools"]

logger = logging.getLogger(__name__)


class GatedTools:
    """The tools of all mounts; none is called around the gate."""

    def __init__(self, mounts: Mounts, gate: Gate) -> None:
        self._mounts: Final = mounts
        self._gate: Final = gate

    def find(self, name: str, role: Role) -> Owned[types.Tool] | None:
        """What a name or an alias stands for, None if there is no such tool for this role."""
        owned = self._mounts.tools.find(name)
        return owned if owned is not None and may_call(role, owned.prefix) else None

    def get(self, name: str, role: Role) -> Owned[types.Tool]:
        """The same; raises ToolError if there is no such tool."""
        if (owned := self.find(name, role)) is not None:
            return owned
        listed = self._mounts.tools.listed()
        error = unknown_tool(name, (one.name for one in listed if may_call(role, one.prefix)))
        raise ToolError(error.code, error.text, error.details)

    async def call(
        self,
        owned: Owned[types.Tool],
        arguments: Mapping[str, Any] | None,
        *,
        call_id: str | None = None,
        principal: str = AGENT,
        meta: dict[str, Any] | None = None,
        progress: ProgressFnT | None = None,
        asked: Asked | None = None,
    ) -> dict[str, Any]:
        """The result as it is on the wire; raises ToolError if the call is refused or the server answers with one."""
        raw: dict[str, Any] = {}
        # Whoever allows the call means this server, not one that has taken its prefix by then.
        mount = self._mounts.find(owned.prefix)

        async def execute(request: ToolRequest) -> ToolResult:
            nonlocal raw
            raw = await self._execute(mount, owned, request, meta, progress, asked or Nobody())
            return ToolResult.from_json(raw)

        request = ToolRequest(owned.name, arguments, owned.prefix, owned.item.name, call_id, principal)
        await self._gate.call(request, execute)
        return raw if has_room_for_errors(owned.item.output_schema) else _without_body(raw)

    async def _execute(
        self,
        mount: Mount | None,
        owned: Owned[types.Tool],
        request: ToolRequest,
        meta: dict[str, Any] | None,
        progress: ProgressFnT | None,
        asked: Asked,
    ) -> dict[str, Any]:
        try:
            if mount is None or self._mounts.find(owned.prefix) is not mount:
                raise MountGone("server_unmounted", f"the server {owned.prefix} was unmounted")
            told = {**(meta or {}), ROLE_META: role_of(request.principal)} if mount.in_process else meta
            return await call_tool(mount, owned.item.name, request.arguments, asked=asked, meta=told, progress=progress)
        except MCPError as error:
            raise ToolError(error.code, error.message, error.data) from None
        except MountGone as error:
            return error_result(str(error), error.code, {"server": owned.prefix})
        except Exception as error:
            logger.exception("%s failed", owned.name)
            text = f"{owned.name} failed: {type(error).__name__}: {error}"
            return error_result(text, "server_error", {"server": owned.prefix})


def _without_body(raw: dict[str, Any]) -> dict[str, Any]:
    """A result without structured content if it is an error: clients would lose it, for it fits no output schema."""
    if raw.get("isError") is not True or raw.get("structuredContent") is None:
        return raw
    rest = {key: value for key, value in raw.items() if key != "structuredContent"}
    text = json.dumps(raw["structuredContent"], ensure_ascii=False)
    return {**rest, "content": raw.get("content") or [{"type": "text", "text": text}]}

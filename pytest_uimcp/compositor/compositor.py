"""The compositor: mounts, the gate that every tool call passes, and the server that clients see."""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import Any, Final, Literal, Self

import mcp_types as types
from mcp.client.session import ClientSession
from mcp.server.lowlevel.server import Server
from mcp.server.mcpserver import MCPServer

from pytest_uimcp.compositor.approvals_server import ApprovalsDesk, approver_server, reader_server
from pytest_uimcp.compositor.builtin.admin import admin_server
from pytest_uimcp.compositor.builtin.meta import meta_server
from pytest_uimcp.compositor.builtin.resources import Resources
from pytest_uimcp.compositor.connecting import Era
from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.front import Front
from pytest_uimcp.compositor.gated import GatedTools, call_of
from pytest_uimcp.compositor.mount import MountState
from pytest_uimcp.compositor.mounts import ListKind, MountEvent, Mounts, instructions_of
from pytest_uimcp.compositor.names import Owned
from pytest_uimcp.compositor.policy import (
    Approvals,
    Audit,
    CallRecord,
    Gate,
    Policy,
    PolicyFinding,
    RulePolicy,
    ToolFacts,
    check_policy,
)
from pytest_uimcp.compositor.reporting import PolicyReport
from pytest_uimcp.compositor.roles import AGENT, Role, role_of
from pytest_uimcp.compositor.specs import MountSpec, spec_from_json
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.mcp.endpoint import McpEndpoint
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.transport.principals import Principal

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mounted:
    prefix: str
    server: Any


class CompositorState(Enum):
    """Where a compositor is in its life; it goes through these once, in order."""

    CREATED = "created"
    ACTIVE = "active"
    CLOSED = "closed"


class Compositor:
    """Use it as an async context manager; mount and unmount servers in between.

    Every call passes `policy`; without one a human is asked about every call, except those that an agent cannot do
    without (`ALWAYS_ALLOWED`). A `gate` brings its own policy, approvals and audit.
    When the tools are first listed or called, rules that will not do what they seem to are logged as warnings;
    `check_policy` returns them at any time. `warn=False` is for those who call it themselves.
    With `admin` an agent can mount servers, too, as far as the policy lets it.
    """

    def __init__(
        self,
        name: str = "compositor",
        *,
        policy: Policy | None = None,
        gate: Gate | None = None,
        version: str = "",
        admin: bool = False,
        start_seconds: float = 30.0,
        warn: bool = True,
    ) -> None:
        self.name: Final = name
        self.gate: Final = gate if gate is not None else Gate(policy or RulePolicy())
        self.mounts: Final = Mounts(start_seconds)
        self.tools: Final = GatedTools(self.mounts, self.gate)
        self._state = CompositorState.CREATED
        self._admin = admin
        self.report: Final = PolicyReport(self.check_policy, due=warn and (policy is not None or gate is not None))
        self._version = version
        self._front = Front(self, version)
        self._given: Front | None = None
        self.resources: Final = Resources(self.mounts)

    async def __aenter__(self) -> Self:
        if self._state is not CompositorState.CREATED:
            raise CompositorError("used", f"the compositor {self.name} was entered before; make a new one")
        self._state = CompositorState.ACTIVE
        for prefix, server in self._builtin():
            await self.mount_inproc(prefix, server, pinned=True, runtime=True)
        return self

    def _builtin(self) -> list[tuple[str, McpServer[Any]]]:
        pinned: list[tuple[str, McpServer[Any]]] = [
            ("resources", self.resources.mcp),
            ("compositor_meta", meta_server(self.mounts)),
        ]
        if self._admin:
            return [*pinned, ("compositor_admin", admin_server(self))]
        return pinned

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        errors: list[Exception] = []
        # The pinned ones last, as the others may use them, and whatever happens to the others.
        try:
            errors += await self.mounts.remove_all(pinned=False)
        finally:
            self._state = CompositorState.CLOSED
            errors += await self.mounts.remove_all(pinned=True)
            self._front.close()
            if self._given is not None:
                self._given.close()
        if error is None:
            _raise(errors)
        for failure in errors:  # what went wrong first is raised already
            log.error("while the compositor %s was closed: %s", self.name, failure)

    def __del__(self) -> None:
        # `__init__` may have failed before there was a state.
        if getattr(self, "_state", None) is CompositorState.ACTIVE and (
            prefixes := [mount.prefix for mount in self.mounts]
        ):
            warnings.warn(
                f"the compositor {self.name} was never closed; still mounted: {', '.join(prefixes)}",
                ResourceWarning,
                stacklevel=1,
                source=self,
            )

    async def close(self) -> None:
        """Unmount everything that is not pinned; what goes wrong is raised at the end, as a group."""
        _raise(await self.mounts.remove_all(pinned=False))

    @property
    def mcp(self) -> McpEndpoint[Compositor]:
        return self._front

    @property
    def given(self) -> McpEndpoint[Compositor]:
        """The same for an agent of somebody else: only what was mounted, without the servers of our own runtime."""
        if self._given is None:
            self._given = Front(self, self._version, with_runtime=False)
        return self._given

    @property
    def policy(self) -> Policy:
        return self.gate.policy

    @policy.setter
    def policy(self, policy: Policy) -> None:
        self.gate.policy = policy
        self.report.policy_changed()

    @property
    def approvals(self) -> Approvals:
        return self.gate.approvals

    @property
    def audit(self) -> Audit:
        return self.gate.audit

    @property
    def calls(self) -> list[CallRecord]:
        """Every call so far, the oldest first."""
        return self.gate.audit.calls()

    def reader(self) -> McpServer[ApprovalsDesk]:
        """A server that shows the approvals and the policy: mount it as `policy_reader`, or serve it to people."""
        return reader_server(self.gate)

    def approver(self) -> McpServer[ApprovalsDesk]:
        """The same with the tools that decide, for humans only: serve it to people, never to the agent."""
        return approver_server(self.gate, self.check_policy)

    def check_policy(self, policy: Policy | None = None) -> list[PolicyFinding]:
        """What is wrong with the policy, or with another one, given the tools that are mounted now."""
        tools = [
            ToolFacts.of(owned.name, owned.prefix, _annotations(owned.item), owned.item.input_schema)
            for owned in self.mounts.tools.listed()
        ]
        return check_policy(policy or self.policy, tools)

    async def mount_inproc(
        self, prefix: str, server: object, *, pinned: bool = False, runtime: bool = False, era: Era = "auto"
    ) -> Mounted:
        """Mount a server in this process: an `McpServer`, another compositor, or a server of the SDK.

        With `runtime` it belongs to our own agent, as its chat does: `given` does not have it.
        """
        self._check_active()
        target = _low_level(server)
        if target in (self._front.sdk, self._given and self._given.sdk):
            raise CompositorError("invalid_server", f"the compositor {self.name} cannot be mounted in itself")
        await self.mounts.add(prefix, target, pinned=pinned, runtime=runtime, era=era, original=server)
        return Mounted(prefix, server)

    async def mount_server(
        self, prefix: str, spec: MountSpec | Mapping[str, Any], *, pinned: bool = False, era: Era = "auto"
    ) -> None:
        """Mount a server that runs elsewhere: `StdioSpec`, `HttpSpec`, or the same as JSON."""
        await self._mount_spec(prefix, spec, pinned=pinned, era=era)

    async def mount_servers_from_config(
        self, config: Mapping[str, MountSpec | Mapping[str, Any]], *, on_error: Literal["raise", "collect"] = "raise"
    ) -> dict[str, Exception | None]:
        """Mount several at once; the error of each, or None.

        With `collect` a server that cannot be mounted stays as a failed mount, with its error.
        """
        # At once: starting a process takes a second, and a configuration may name ten.
        collect = on_error == "collect"
        results = await asyncio.gather(
            *(self._mount_spec(prefix, spec, keep_failed=collect) for prefix, spec in config.items()),
            return_exceptions=True,
        )
        errors = dict(zip(config, results, strict=True))
        # A cancellation is no failure of a server: it is raised whatever else went wrong.
        if others := [error for error in errors.values() if error is not None and not isinstance(error, Exception)]:
            raise others[0]
        if not collect:
            _raise([error for error in errors.values() if isinstance(error, Exception)])
        return {prefix: error if isinstance(error, Exception) else None for prefix, error in errors.items()}

    async def unmount_server(self, prefix: str) -> None:
        """Unmount a server; calls under way end with an error."""
        self._check_active()
        await self.mounts.remove(prefix)

    def server_entries(self) -> dict[str, MountState]:
        return {mount.prefix: mount.state for mount in self.mounts}

    def mount_specs(self) -> dict[str, MountSpec]:
        """What the servers outside of this process were mounted from."""
        return {mount.prefix: mount.target for mount in self.mounts if not isinstance(mount.target, Server)}

    def get_child_client(self, prefix: str) -> ClientSession:
        return self.mounts.get(prefix).session

    def get_inproc_server(self, prefix: str) -> Any:
        mount = self.mounts.get(prefix)
        if not mount.in_process:
            raise CompositorError("not_in_process", f"{prefix} is not a server in this process")
        return mount.original

    def add_mount_listener(self, listener: Callable[[str, MountEvent], object]) -> Callable[[], None]:
        """Have `listener` called with each prefix that is mounted, unmounted or changes its state."""
        return self.mounts.events.add(_unpacking(listener))

    def add_resource_updated_listener(self, listener: Callable[[str, str], object]) -> Callable[[], None]:
        """Have `listener` called with the prefix and the server's own URI of each resource that changes."""
        return self.mounts.updates.add(_unpacking(listener))

    def add_resource_list_change_listener(self, listener: Callable[[str], object]) -> Callable[[], None]:
        """Have `listener` called with the prefix of each mount whose list of resources changes."""

        def hear(news: tuple[str, ListKind]) -> None:
            prefix, kind = news
            if kind == "resources":
                listener(prefix)

        return self.mounts.changed_lists.add(hear)

    def render_agent_dynamic_instructions(self) -> str:
        """The instructions of all mounted servers as they are now; ask again before each sampling."""
        return instructions_of(self.mounts)

    def tool(self, name: str, role: Role = "agent") -> Owned[types.Tool] | None:
        """What a name or an alias stands for, None if there is no such tool for this role."""
        return self.tools.find(name, role)

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        call_id: str | None = None,
        principal: str = AGENT,
    ) -> ToolResult:
        """Call a tool through the gate; raises ToolError if the tool is unknown or the call refused."""
        self.report.log()
        owned = self.tools.get(name, role_of(principal))
        return await self.tools.call(owned, call_of(owned, arguments, call_id=call_id, principal=Principal(principal)))

    async def _mount_spec(
        self,
        prefix: str,
        spec: MountSpec | Mapping[str, Any],
        *,
        pinned: bool = False,
        era: Era = "auto",
        keep_failed: bool = False,
    ) -> None:
        self._check_active()
        await self.mounts.add(prefix, spec_from_json(spec), pinned=pinned, era=era, keep_failed=keep_failed)

    def _check_active(self) -> None:
        if self._state is not CompositorState.ACTIVE:
            raise CompositorError(
                "not_active", f"the compositor {self.name} is {self._state.value}; mount inside of `async with`"
            )


def _annotations(tool: types.Tool) -> dict[str, Any] | None:
    if tool.annotations is None:
        return None
    return tool.annotations.model_dump(by_alias=True, exclude_none=True)


def _unpacking(listener: Callable[..., object]) -> Callable[[tuple[str, Any]], object]:
    return lambda news: listener(*news)


def _raise(errors: list[Exception]) -> None:
    if errors:
        raise ExceptionGroup("the compositor could not unmount or mount everything", errors)


def _low_level(server: object) -> Server[Any]:
    # The SDK's low-level server of a server, or of something with such a server as `mcp`.
    mcp_server = getattr(server, "mcp", server)
    if isinstance(mcp_server, McpEndpoint):
        return mcp_server.sdk
    if isinstance(mcp_server, MCPServer):
        return mcp_server._lowlevel_server  # noqa: SLF001 - as the SDK's own client does; it has no public name
    if isinstance(mcp_server, Server):
        return mcp_server
    raise CompositorError("invalid_server", f"expected a server to mount, got {type(server).__name__}")

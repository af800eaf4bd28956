"""The approvals as MCP servers: a reader for everybody, an approver for humans.

| server | resources | tools |
|---|---|---|
| `policy_reader` | what is pending, what was, the policy | none |
| `policy_approver` | the same | `decide_call`, `approve`, `deny`, `set_policy` |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pytest_uimcp.compositor.policy import (
    ApprovalError,
    ApprovalItem,
    ChainedPolicy,
    Gate,
    Policy,
    PolicyFileError,
    PolicyFinding,
    RulePolicy,
    read_policy,
)
from pytest_uimcp.compositor.policy.items import ANSWERS
from pytest_uimcp.compositor.roles import ROLE_META, role_of
from pytest_uimcp.mcp.arguments import BOOLEAN, NON_EMPTY, STRING, Parameter
from pytest_uimcp.mcp.calls import ToolCall, ToolError
from pytest_uimcp.mcp.errors import ResourceNotFound
from pytest_uimcp.mcp.resources import JSON, Resource, ResourceRequest, ResourceTemplate
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool

PENDING: Final = "approvals://pending"
CALLS: Final = "pending://calls"
HISTORY: Final = "approvals://history"
POLICY: Final = "resource://approval-policy/policy.py"

Check = Callable[[Policy], list[PolicyFinding]]


class ApprovalsDesk:
    """The approvals and the policy of a gate, for readers and for those who decide."""

    def __init__(self, gate: Gate, check: Check | None = None) -> None:
        self.gate: Final = gate
        self._check = check

    async def pending(self, _request: ResourceRequest) -> dict[str, Any]:
        return {"pending": [item.to_json() for item in self.gate.approvals.pending()]}

    # The older form, which the contract keeps for clients that were written before approvals had other fields.
    async def calls(self, _request: ResourceRequest) -> dict[str, Any]:
        return {
            "pending": [
                {"call_id": item.id, "tool_key": item.name, "args_json": item.args_json}
                for item in self.gate.approvals.pending()
            ]
        }

    async def item(self, request: ResourceRequest) -> dict[str, Any]:
        try:
            return self.gate.approvals.get(request.variables["id"]).to_json()
        except ApprovalError as error:
            raise ResourceNotFound(str(error)) from None

    async def history(self, request: ResourceRequest) -> dict[str, Any]:
        limit = int(request.variables["limit"]) if request.variables else None
        return {"history": [item.to_json() for item in self.gate.approvals.history(limit)]}

    async def policy(self, _request: ResourceRequest) -> str:
        return policy_text(self.gate.policy)

    def knows(self, variables: dict[str, str]) -> bool:
        try:
            return bool(self.gate.approvals.get(variables["id"]))
        except ApprovalError:
            return False

    async def decide_call(self, call: ToolCall) -> dict[str, Any]:
        return self._decide(call, call["call_id"], call["decision"])

    async def approve(self, call: ToolCall) -> dict[str, Any]:
        return self._decide(call, call["id"], "approve")

    async def deny(self, call: ToolCall) -> dict[str, Any]:
        return self._decide(call, call["id"], "deny_abort" if call["abort"] else "deny_continue")

    async def set_policy(self, call: ToolCall) -> dict[str, Any]:
        _check_human(call)
        try:
            policy = read_policy(call["source"])
        except PolicyFileError as error:
            raise ToolError(f"the policy was not changed: {error}", code="invalid_policy") from None
        self.gate.policy = policy
        findings = self._check(policy) if self._check else []
        return {"ok": True, "findings": [str(finding) for finding in findings]}

    def _decide(self, call: ToolCall, item_id: str, decision: str) -> dict[str, Any]:
        _check_human(call)
        reason = call.arguments.get("reason")
        try:
            self.gate.approvals.decide(item_id, decision, reason=reason, by=call.principal or "human")
        except ApprovalError as error:
            raise ToolError(str(error), code=error.code, **error.details) from None
        return {"ok": True}


def reader_server(gate: Gate) -> McpServer[ApprovalsDesk]:
    """What waits, what was decided, and by which policy; for agents and humans."""
    return _server("policy_reader", ApprovalsDesk(gate), ())


def approver_server(gate: Gate, check: Check | None = None) -> McpServer[ApprovalsDesk]:
    """The same, and the tools that decide; for humans only. `check` says what is wrong with a new policy."""
    return _server("policy_approver", ApprovalsDesk(gate, check), TOOLS)


def _server(name: str, desk: ApprovalsDesk, tools: tuple[Tool[ApprovalsDesk], ...]) -> McpServer[ApprovalsDesk]:
    server = McpServer(name, desk, tools, RESOURCES)

    def changed(item: ApprovalItem) -> None:
        # An item that is decided leaves one list, and shows in the others.
        for uri in (PENDING, f"{PENDING}/{item.id}", CALLS, HISTORY):
            server.publisher.resource_updated(uri)

    def policy_changed(_policy: Policy) -> None:
        server.publisher.resource_updated(POLICY)

    desk.gate.approvals.listen(changed)
    desk.gate.on_policy(policy_changed)
    return server


def _check_human(call: ToolCall) -> None:
    # An agent may not decide about its own calls, however it got here.
    # Over HTTP a token says who it is, behind a compositor in this process its metadata.
    meta = ((call.context.params if call.context else None) or {}).get("_meta") or {}
    # The holder of a server's only token is its owner, the person who started it.
    by_agent = call.principal not in (None, "owner") and role_of(call.principal) == "agent"
    if by_agent or meta.get(ROLE_META) == "agent":
        raise ToolError("only a human decides about calls and policies", code="forbidden")


_ID: Final = Parameter("id", NON_EMPTY, "The id of the approval.", required=True)
_REASON: Final = Parameter("reason", STRING, "Why; shown to the agent.")
TOOLS: Final[tuple[Tool[ApprovalsDesk], ...]] = (
    Tool(
        "decide_call",
        "Decide",
        "Decide a waiting call.",
        ApprovalsDesk.decide_call,
        (
            Parameter("call_id", NON_EMPTY, "The id of the approval.", required=True),
            Parameter(
                "decision", {"type": "string", "enum": list(ANSWERS)}, "What happens to the call.", required=True
            ),
            _REASON,
        ),
    ),
    Tool("approve", "Approve", "Approve a waiting call.", ApprovalsDesk.approve, (_ID,)),
    Tool(
        "deny",
        "Deny",
        "Deny a waiting call.",
        ApprovalsDesk.deny,
        (_ID, Parameter("abort", BOOLEAN, "Also end the agent's turn.", default=False), _REASON),
    ),
    Tool(
        "set_policy",
        "Set the policy",
        "Replace the policy by a table of rules in YAML; says which rules will not do what they seem to.",
        ApprovalsDesk.set_policy,
        (Parameter("source", NON_EMPTY, "The rules.", required=True),),
        destructive=True,
    ),
)
RESOURCES: Final[tuple[Resource[ApprovalsDesk] | ResourceTemplate[ApprovalsDesk], ...]] = (
    Resource(PENDING, "pending", "The calls that wait for a human, the oldest first.", JSON, ApprovalsDesk.pending),
    ResourceTemplate(
        f"{PENDING}/{{id}}",
        "approval",
        "One approval, also after it was decided.",
        JSON,
        ApprovalsDesk.item,
        ApprovalsDesk.knows,
    ),
    Resource(HISTORY, "history", "All approvals, the newest last.", JSON, ApprovalsDesk.history),
    ResourceTemplate(
        f"{HISTORY}?limit={{limit}}",
        "history",
        "The newest approvals.",
        JSON,
        ApprovalsDesk.history,
        pattern=r"approvals://history\?limit=(?P<limit>[0-9]{1,9})",
    ),
    Resource(CALLS, "calls", "The calls that wait, in the older form.", JSON, ApprovalsDesk.calls),
    Resource(POLICY, "policy", "The policy in force.", "text/plain", ApprovalsDesk.policy),
)


def policy_text(policy: Policy) -> str:
    """Its source if it was read from a text, otherwise what can be said about it."""
    match policy:
        case RulePolicy(text=text) if text:
            return text
        case RulePolicy():
            return "\n".join([f"# default: {policy.default}", *(f"# {rule}" for rule in policy.rules)]) + "\n"
        case ChainedPolicy():
            return "# the strictest of:\n" + "".join(policy_text(part) for part in policy.policies)
    return f"# decided by {type(policy).__name__}\n"

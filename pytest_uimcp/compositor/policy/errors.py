"""What the policy answers instead of a result, and what its programs get wrong."""

from __future__ import annotations

from typing import Any, Final, Literal

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.mcp.calls import ToolCall, ToolError, ToolResult

Refusal = Literal["deny_abort", "deny_continue", "backend_misuse", "evaluator_error"]
DENIED_ABORT: Final = -32950
# Code and message of each refusal. No server behind the policy may use them, nor begin the text of an error so.
CODES: Final[dict[Refusal, tuple[int, str]]] = {
    "deny_abort": (DENIED_ABORT, "policy_denied"),
    "deny_continue": (-32951, "policy_denied_continue"),
    "backend_misuse": (-32952, "policy_backend_reserved_misuse"),
    "evaluator_error": (-32953, "policy_evaluator_error"),
}
# A key in the data of every refusal, by which a caller knows that the policy refused and not a server.
STAMP: Final = "uimcp_policy_gateway"


class PolicyError(ToolError):
    """The policy refused a call."""


class PolicyOutputError(UimcpError):
    """A policy answered something that is no verdict."""


class PolicyFileError(UimcpError):
    """A file of rules cannot be used."""


class ApprovalError(UimcpError):
    """A decision about an approval that cannot be made. `code` says why."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.details = details


def refusal(kind: Refusal, call: ToolCall, *, text: str = "", **data: Any) -> PolicyError:
    """The error for the caller of a refused call. Its text ends in `text`, or else in the `reason` of the data."""
    code, message = CODES[kind]
    # The caller is a model as a rule: the word by which it knows the refusal, then the reason in full.
    why = text or data.get("reason") or ""
    details = {STAMP: True, "name": call.name, "server": call.server, "tool": call.tool, **data}
    return PolicyError.refused(code, message, details, text=f"{message}: {why}" if why else message)


def refusal_of(result: ToolResult) -> PolicyError | None:
    """The refusal that a result of a compositor reports, None if it is something else.

    Only the metadata counts: whoever serves it vouches for that, whereas any server may write any text.
    """
    error = result.error or {}
    data = error.get("data")
    if not (result.is_error and isinstance(data, dict) and data.get(STAMP) is True and isinstance(error["code"], int)):
        return None
    return PolicyError.refused(error["code"], str(error.get("message", "")), data, text=result.lines)

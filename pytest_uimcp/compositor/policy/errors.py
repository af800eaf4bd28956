"""What the policy answers instead of a result, and what its programs get wrong."""

from __future__ import annotations

from typing import Any, Final, Literal

from pytest_uimcp.compositor.policy.request import ToolRequest
from pytest_uimcp.compositor.results import ToolError
from pytest_uimcp.core.errors import UimcpError

__all__ = [
    "CODES",
    "DENIED_ABORT",
    "STAMP",
    "ApprovalError",
    "PolicyError",
    "PolicyFileError",
    "PolicyOutputError",
    "Refusal",
    "refusal",
]

Refusal = Literal["deny_abort", "deny_continue", "backend_misuse", "evaluator_error"]
DENIED_ABORT: Final = -32950
CODES: Final[dict[Refusal, tuple[int, str]]] = {
    "deny_abort": (DENIED_ABORT, "policy_denied"),
    "deny_continue": (-32951, "policy_denied_continue"),
    "backend_misuse": (-32952, "policy_backend_reserved_misuse"),
    "evaluator_error": (-32953, "policy_evaluator_error"),
}
"""Code and message of each refusal. No server behind the policy may use them."""
STAMP: Final = "uimcp_policy_gateway"
"""A key in the data of every refusal, by which a caller knows that the policy refused and not a server."""


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


def refusal(kind: Refusal, request: ToolRequest, **data: Any) -> PolicyError:
    """The error for the caller of a refused call."""
    code, message = CODES[kind]
    call = {"name": request.name, "server": request.server, "tool": request.tool}
    return PolicyError(code, message, {STAMP: True, **call, **data})

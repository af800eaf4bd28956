"""What the endpoint answers to a request that it does not serve, in the form of each service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import shortened

BAD_REQUEST: Final = 400
_OPENAI_TYPES: Final[Mapping[int, str]] = {
    401: "authentication_error",
    403: "permission_error",
    429: "rate_limit_error",
}
_OPENAI_CODES: Final[Mapping[int, str]] = {401: "invalid_api_key", 429: "rate_limit_exceeded"}
_ANTHROPIC_TYPES: Final[Mapping[int, str]] = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}
_SERVER_ERRORS: Final = 500


class BadRequest(UimcpError):
    """A request that the service does not take. `param` is the part of its body that is wrong."""

    def __init__(self, message: str, param: str | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.param = param
        self.error_code = code


class RunOver(UimcpError):
    """A human, or the policy, has ended the turn of the agent that asks."""


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """An answer that is an error."""

    message: str
    status: int = BAD_REQUEST
    param: str | None = None
    code: str | None = None
    retry_after: float | None = None

    @property
    def headers(self) -> dict[str, str]:
        if self.retry_after is None:
            return {}
        return {"Retry-After": f"{self.retry_after:g}"}


def expected(form: str, param: str, value: Any) -> BadRequest:
    # Shortened, because whole images come as text.
    return BadRequest(f"{param}: expected {form}, got {shortened(repr(value), 100)}", param)


def openai_error(refusal: ErrorAnswer) -> dict[str, Any]:
    return {
        "error": {
            "message": refusal.message,
            "type": _type(refusal.status, _OPENAI_TYPES, "server_error"),
            "param": refusal.param,
            "code": refusal.code or _OPENAI_CODES.get(refusal.status),
        }
    }


def anthropic_error(refusal: ErrorAnswer) -> dict[str, Any]:
    kind = _type(refusal.status, _ANTHROPIC_TYPES, "api_error")
    return {"type": "error", "error": {"type": kind, "message": refusal.message}, "request_id": None}


def _type(status: int, types: Mapping[int, str], of_server: str) -> str:
    if status in types:
        return types[status]
    if status >= _SERVER_ERRORS:
        return of_server
    return "invalid_request_error"

"""What the endpoint answers to a request that it cannot serve."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import shortened


class BadRequest(UimcpError):
    """A request that is not what OpenAI's API takes. `param` is the part of its body that is wrong."""

    def __init__(self, message: str, param: str | None = None) -> None:
        super().__init__(message)
        self.param = param


def expected(form: str, param: str, value: Any) -> BadRequest:
    # Shortened, because whole images come as text.
    return BadRequest(f"{param}: expected {form}, got {shortened(repr(value), 100)}", param)


def error_body(message: str, *, param: str | None = None, code: str | None = None) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": param, "code": code}}

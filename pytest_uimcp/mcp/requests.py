"""The request that a handler receives: its arguments, its principal, and a way to report progress."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pytest_uimcp.transport.principals import Principal, principal_of

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

__all__ = ["Request", "ResourceRequest", "ToolCall"]


@dataclass(frozen=True, slots=True)
class Request:
    """A request from a client. `context` is the SDK's, for everything else (sampling, elicitation, metadata)."""

    context: ServerRequestContext[Any, Any] | None

    @property
    def principal(self) -> Principal | None:
        """The principal that the client's bearer token stands for."""
        if self.context is None:
            return None
        return principal_of(self.context.request)


@dataclass(frozen=True, slots=True)
class ToolCall(Request):
    """A tool call. `call["name"]` is an argument; all arguments have been validated against the schema."""

    name: str
    arguments: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.arguments[name]

    async def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Report progress, if the client asked for it."""
        if self.context is not None:
            await self.context.session.report_progress(done, total, message)


@dataclass(frozen=True, slots=True)
class ResourceRequest(Request):
    """A request to read a resource; `variables` are the parts of the URI that its template names."""

    uri: str
    variables: dict[str, str] = field(default_factory=dict)

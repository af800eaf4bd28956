from __future__ import annotations

from pytest_uimcp.core.errors import UimcpError


class OpenApiError(UimcpError):
    """The root of the errors of this part."""


class NluiConfigError(OpenApiError):
    """The configuration cannot be used; the text names the path of the setting."""


class SpecError(OpenApiError):
    """A specification cannot be loaded, or is not valid."""


class ToolsetError(OpenApiError):
    """A toolset file cannot be used."""


# Never leaves a tool: it becomes a result, which the model reads and can act on.
class CallError(OpenApiError):
    """A tool cannot be called like this, or the call failed; the text is for the caller."""


class ChildError(OpenApiError):
    """An MCP server of ours cannot be started, has died, or answered with an error of the protocol."""

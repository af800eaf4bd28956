"""A JavaFX program as an MCP server: the five tools of the contract on one platform."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from anyio import to_thread

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.version import read_version
from pytest_uimcp.javafx.contract.ui import Ui
from pytest_uimcp.javafx.scene.errors import JavaFxError, UiError
from pytest_uimcp.javafx.scene.snapshot.options import Json
from pytest_uimcp.mcp.arguments import check
from pytest_uimcp.mcp.calls import ToolError
from pytest_uimcp.mcp.errors import ArgumentError
from pytest_uimcp.mcp.server import McpServer

log = logging.getLogger(__name__)
T = TypeVar("T")

INSTRUCTIONS: Final = (
    "The windows of a JavaFX program. ui_get_snapshot shows what there is (mode compact is short), ui_query finds "
    "nodes by selector or text, ui_perform clicks, types and presses keys, ui_screenshot draws a stage. Refer to a "
    "node by the uid that a snapshot or a query gave it."
)
SERVER_INFO: Final = {"name": "javafx-stage", "title": "JavaFX stage"}
NOT_ENABLED: Final = (
    "agents may not use this program; whoever started it can allow them: ui-mcp stage --enable, or -Dmcp.ui=true of a "
    "JavaFX program"
)
# The text of an answer to a client that wants the data once.
NO_TEXT: Final = "The data is in structuredContent."


def version() -> str:
    """The version that clients are told."""
    return read_version(bundle_dir() / "README.md") or ""


class StageServer:
    """The tools on a platform. Nothing is served unless it is `enabled`."""

    def __init__(self, ui: Ui, *, enabled: bool = False) -> None:
        self.ui = ui
        self.enabled = enabled

    def mcp(self) -> McpServer[StageServer]:
        """The MCP server; make it on the event loop that serves it."""
        from pytest_uimcp.javafx.tools import TOOLS

        name, title = SERVER_INFO.values()
        return McpServer(name, self, TOOLS, version=version(), title=title, instructions=INSTRUCTIONS)

    async def stop(self) -> None:
        """End the thread of the scene."""
        self.ui.platform.close()

    async def run(self, schema: Mapping[str, object], values: Mapping[str, object], work: Callable[[Json], T]) -> T:
        """Check the arguments and do the work, which goes to the FX thread; every error is one of the contract."""
        try:
            if not self.enabled:
                raise UiError("MCP_UI_NOT_ENABLED", NOT_ENABLED)
            arguments = check(schema, values)
            # The FX thread may be busy with something long, and the event loop must not wait for it.
            return await to_thread.run_sync(lambda: work(arguments))
        except UiError as error:
            raise ToolError(str(error), code=error.code, **error.details) from error
        except JavaFxError as error:
            raise ToolError(str(error), code="MCP_UI_INTERNAL") from error
        except ArgumentError as error:
            raise ToolError(str(error), code="MCP_UI_INTERNAL", errors=error.errors) from error
        except Exception as error:
            log.exception("a tool failed")
            raise ToolError(f"{type(error).__name__}: {error}", code="MCP_UI_INTERNAL") from error

"""Scenes and servers for the tests of the JavaFX stage."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_uimcp.javafx import Platform, Ui, load, show_stage
from pytest_uimcp.javafx.server import StageServer
from pytest_uimcp.mcp.calls import ToolCall, ToolError, ToolResult
from pytest_uimcp.mcp.tools import ToolTable
from tests import patience
from tests.javafx.playing import IdleController

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "javafx"
LOGIN = EXAMPLES / "scenes" / "login.fxml"
COMMAND = ("-c", "from pytest_uimcp.cli import run; run()")
PATIENCE = patience.SECONDS


@contextmanager
def spawned() -> Iterator[Platform]:
    platform = Platform.spawn()
    try:
        yield platform
    finally:
        platform.close()


def show_login(platform: Platform, **options: Any) -> Any:
    """The login scene of the examples, with nobody to handle its events."""
    return platform.call(
        lambda: show_stage(
            platform, load(LOGIN, controller=IdleController()).root, {"title": "Login", **options}, LOGIN.parent
        )
    )


def server_of(platform: Platform, *, enabled: bool = True) -> StageServer:
    return StageServer(Ui(platform), enabled=enabled)


async def call(server: StageServer, tool: str, **arguments: Any) -> Any:
    """What a tool gives: its data, or the error that the client is told of."""
    try:
        return (await answer(server, tool, **arguments)).data
    except ToolError as error:
        return error.body


async def answer(server: StageServer, tool: str, **arguments: Any) -> ToolResult:
    """The whole result of a call; an error is raised."""
    from pytest_uimcp.javafx.tools import TOOLS

    result = await ToolTable(TOOLS).call(server, ToolCall(tool, arguments))
    assert isinstance(result, ToolResult)
    return result


@dataclass(frozen=True)
class Serving:
    """A `ui-mcp stage --http` that runs."""

    url: str
    token: str
    said: str


@contextmanager
def serving(*options: str, token: str = "") -> Iterator[Serving]:
    """`ui-mcp stage` with the login scene, from its first lines to its end by a signal."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "UIMCP_STAGE_TOKEN": token}
    command = [
        sys.executable,
        *COMMAND,
        "stage",
        str(LOGIN),
        "--controller",
        "controllers:LoginController",
        "--http",
        "0",
    ]
    process = subprocess.Popen(
        [*command, *options], env=environment, cwd=EXAMPLES, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    with process:
        try:
            first, second = process.stdout.readline(), process.stdout.readline()
            yield Serving(first.split()[-1], token or second.split()[-1], first + second)
        finally:
            process.terminate()
            assert process.wait(PATIENCE) == 0

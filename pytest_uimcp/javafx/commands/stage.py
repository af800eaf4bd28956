"""`ui-mcp stage`: a scene from FXML as an MCP server, over standard input and output or HTTP."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines
from pytest_uimcp.javafx.environment import TOKEN
from pytest_uimcp.transport.claim import StdioClaim, claim_stdout
from pytest_uimcp.transport.users import add_allow_users

if TYPE_CHECKING:
    from pytest_uimcp.javafx.server import StageServer
    from pytest_uimcp.mcp.server import McpServer


# The word behind `stage` that writes the jar of the bridge.
BRIDGE: Final = "bridge"


def parser() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(
        prog="ui-mcp stage",
        description="Serve a JavaFX scene, or a program, to an agent over MCP. Until --enable is given, every tool "
        "answers MCP_UI_NOT_ENABLED. `ui-mcp stage bridge DIR` writes the jar that serves a program from within.",
    )
    arguments.add_argument("fxml", metavar="FILE.fxml", type=Path, nargs="?", help="the scene")
    arguments.add_argument(
        "--program", metavar="COMMAND", help="start this JavaFX program instead, and serve its windows"
    )
    add_javafx(arguments)
    arguments.add_argument("--controller", metavar="MODULE:CLASS", help="the Python class that handles its events")
    arguments.add_argument("--resources", metavar="FILE.properties", type=Path, help="texts for %%key in the document")
    arguments.add_argument("--locale", metavar="LOCALE", help="of the texts: de_AT reads texts_de_AT and texts_de")
    arguments.add_argument(
        "--classes",
        metavar="CLASS=SUPERCLASS,…",
        default="",
        help="the classes of JavaFX that classes of the program extend",
    )
    arguments.add_argument("--strict", action="store_true", help="refuse what is not as in JavaFX; else it is listed")
    arguments.add_argument("--css", metavar="FILE.css", type=Path, action="append", default=[], help="a stylesheet")
    arguments.add_argument("--title", metavar="TEXT", help="the title of the stage (default: the file's name)")
    arguments.add_argument(
        "--http",
        metavar="PORT",
        type=int,
        help="serve Streamable HTTP on this port of 127.0.0.1 (0: any free one) instead of standard input and output; "
        f"the bearer token is that of {TOKEN}, or a new one, which is printed once",
    )
    add_allow_users(arguments)
    arguments.add_argument("--enable", action="store_true", help="let agents use the tools")
    return arguments


def add_javafx(arguments: argparse.ArgumentParser) -> None:
    """The option that names the JavaFX for which the bridge is compiled."""
    arguments.add_argument(
        "--javafx", metavar="DIR", type=Path, help="the folder of the program's JavaFX (default: where it usually is)"
    )


def bridge_parser() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(
        prog="ui-mcp stage bridge",
        description="Write uimcp-stage.jar, which serves the windows of the JavaFX program that is started with it: "
        "java -javaagent:uimcp-stage.jar=port=8080 -Dmcp.ui=true …",
    )
    arguments.add_argument("folder", metavar="DIR", type=Path, help="where to")
    add_javafx(arguments)
    return arguments


def _write_bridge(arguments: Sequence[str]) -> int:
    from pytest_uimcp.javafx.bridge.building import write_bridge

    line = bridge_parser().parse_args(list(arguments))
    try:
        jar = write_bridge(line.folder, line.javafx)
    except (UimcpError, OSError) as error:
        sys.stderr.write(f"ui-mcp stage bridge: {printable_lines(str(error))}\n")
        return 1
    sys.stdout.write(f"{jar}\n")
    return 0


def main(arguments: Sequence[str]) -> int:
    """Serve until the client goes, or until a signal; returns 0, or 1 if the start fails."""
    if arguments[:1] == [BRIDGE]:
        return _write_bridge(arguments[1:])
    made = parser()
    line = made.parse_args(list(arguments))
    if line.http is not None and not 0 <= line.http <= 65535:
        made.error(f"--http: expected a port from 0 to 65535; got {line.http}")
    if line.allow_users and line.http is None:
        made.error("--allow-users needs --http")
    if (line.fxml is None) is (line.program is None):
        made.error("expected FILE.fxml or --program COMMAND")
    try:
        if line.http is not None:
            asyncio.run(_serve_http(line))
        else:
            # From here on only the protocol may reach standard output, whatever a controller prints.
            with claim_stdout(restore=False) as claim:
                _serve_stdio(line, claim)
    except (UimcpError, OSError) as error:
        sys.stderr.write(f"ui-mcp stage: {printable_lines(str(error))}\n")
        return 1
    except KeyboardInterrupt:
        pass
    return 0


class Served(Protocol):
    """A scene or a program, as this command serves it."""

    def mcp(self) -> McpServer[Any]:
        """The MCP server; made on the event loop that serves it."""

    async def stop(self) -> None: ...


def _open(line: argparse.Namespace) -> Served:
    if line.program is None:
        return _open_scene(line)
    from pytest_uimcp.javafx.bridge.proxy import ProgramServer

    return ProgramServer(line.program, Path.cwd(), javafx=line.javafx, enabled=line.enable)


def _open_scene(line: argparse.Namespace) -> StageServer:
    from pytest_uimcp.javafx import Platform, Ui
    from pytest_uimcp.javafx.opening import controller_class, differences, open_fxml, superclasses_in
    from pytest_uimcp.javafx.server import StageServer

    folder = line.fxml.resolve().parent
    controller = None
    if line.controller:
        controller = controller_class(line.controller, folder)
    platform = Platform.spawn()
    title = {"title": line.title} if line.title else {}
    try:
        loaded, _ = open_fxml(
            platform, line.fxml, controller=controller, resources=line.resources, stylesheets=line.css, stage=title,
            strict=line.strict, locale=line.locale, superclasses=superclasses_in(line.classes),
        )  # fmt: skip
    except BaseException:
        platform.close()
        raise
    if loaded.problems:
        sys.stderr.write(f"ui-mcp stage: {line.fxml} is {printable_lines(differences(loaded.problems))}\n")
    main_class = None
    if controller is not None:
        main_class = f"{controller.__module__}.{controller.__qualname__}"
    return StageServer(Ui(platform, app={"mainClass": main_class}), enabled=line.enable)


def _serve_stdio(line: argparse.Namespace, claim: StdioClaim) -> None:
    import anyio

    from pytest_uimcp.transport.stdio import serve_stdio

    server = _open(line)

    async def run() -> None:
        mcp = server.mcp()
        try:
            await serve_stdio(mcp.sdk, claim)
        finally:
            mcp.close()
            await server.stop()

    anyio.run(run)


async def _serve_http(line: argparse.Namespace) -> None:
    from pytest_uimcp.transport.authentication import BearerTokens
    from pytest_uimcp.transport.http import serve_http
    from pytest_uimcp.transport.signals import stop_signals
    from pytest_uimcp.transport.token_files import new_token

    environment_token = os.environ.get(TOKEN, "")
    token = environment_token or new_token()
    server = _open(line)
    mcp = server.mcp()
    stopped = asyncio.Event()
    try:
        with stop_signals(stopped.set):
            async with serve_http(mcp.sdk, line.http, BearerTokens(token), lambda: line.allow_users) as url:
                sys.stdout.write(f"stage: {url}/mcp\n")
                sys.stdout.write(f"token: {'that of ' + TOKEN if environment_token else token}\n")
                if not line.enable:
                    sys.stdout.write("The tools are not enabled: start with --enable.\n")
                sys.stdout.flush()
                await stopped.wait()
    finally:
        mcp.close()
        await server.stop()

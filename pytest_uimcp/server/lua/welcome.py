"""`mcp:welcome()`: what a page shows while no app is displayed. `lua/welcome.lua` asks for it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.core.assets import DOCUMENTATION
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.regular_file import MAX_TEXT_BYTES, read_regular
from pytest_uimcp.server.base_dir import app_names
from pytest_uimcp.server.lua.first_app import NAME as FIRST_APP
from pytest_uimcp.server.lua.first_app import make_first_app

if TYPE_CHECKING:
    from pytest_uimcp.engine.session import Session


# Where commands look without `--dir`, in the directory of the project.
DEFAULT_PLACES: Final = (".ui", ".claude/ui")


FRAME_NAME: Final = "viewdefs/MCP.DEFAULT.html"
# The viewdef of `mcp` with a place for the welcome; a shell's own, or one that was edited, is used instead.
FRAME: Final = """\
<template>
  <div ui-view="value"></div>
  <div ui-view="welcome()"></div>
</template>
"""


def welcome_frame(base_dir: Path, bundle: Path) -> str | None:
    """The frame to use until the project's file changes; None if that is not the one of the bundle."""
    frame = base_dir / FRAME_NAME
    try:
        if read_regular(frame, MAX_TEXT_BYTES) == (bundle / FRAME_NAME).read_bytes():
            return FRAME
        return None
    # The frame stands in for a viewdef that is not there.
    except FileNotFoundError:
        return FRAME
    except OSError:
        return None


class Welcome:
    def __init__(self, session: Session, base_dir: Path, bundle: Path, *, silent: bool) -> None:
        self._session = session
        self._base_dir = base_dir
        self._bundle = bundle
        self._silent = silent

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        return {
            "has_welcome": lambda: not self._silent,
            "app_names": lambda: "\n".join(app_names(self._base_dir)),
            "install_shell": self._install_shell,
            "make_first_app": self._make_first_app,
            "first_app_folder": lambda: str(self._base_dir / "apps" / FIRST_APP),
            "tutorial": lambda: f"{DOCUMENTATION}/tutorial.md",
            "agent_configuration": self._agent_configuration,
            "shell_command": partial(self._command, "install --shell"),
            "app_command": partial(self._command, "serve --app NAME"),
        }

    def _install_shell(self) -> str | None:
        """Put the shell in place; returns why not."""
        # Nearly no session installs anything, and each of them has a welcome.
        from pytest_uimcp.server.install import install_shell

        try:
            install_shell(self._bundle, self._base_dir)
        except UimcpError as error:
            return str(error)
        # As a unit of its own: the present one is a click in the view that the shell replaces.
        self._session.submit_adopt()
        return None

    def _make_first_app(self) -> str | None:
        """Write the first app; returns why not."""
        try:
            make_first_app(self._base_dir)
        except OSError as error:
            return f"{error.filename}: {error.strerror}"
        return None

    def _command(self, words: str) -> str:
        return shlex.join(["ui-mcp", *words.split(), *self._directory()])

    def _agent_configuration(self) -> str:
        """What `.mcp.json` says, for the agent program that starts a server."""
        started = {"command": "ui-mcp", "args": ["mcp", *self._directory()]}
        return f'{{ "mcpServers": {{\n    "ui": {json.dumps(started)}\n}} }}'

    def _directory(self) -> list[str]:
        # As short as works when it is copied: commands find these places without `--dir`.
        usual = any(self._base_dir == Path.cwd() / place for place in DEFAULT_PLACES)
        if usual:
            return []
        return ["--dir", str(self._base_dir)]

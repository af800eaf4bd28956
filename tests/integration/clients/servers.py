"""The two commands of a server, as a client finds them: a process to start, or one that serves."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.assets import fixtures_dir
from tests import patience

__all__ = ["Serving", "command", "make_base_dir", "serving"]

PATIENCE: Final = patience.SECONDS
UI_MCP: Final = ("-c", "from pytest_uimcp.cli import run; run()")


def make_base_dir(project: Path) -> Path:
    """A directory with an app, where nothing is installed yet."""
    base_dir = project / ".claude" / "ui"
    shutil.copytree(fixtures_dir() / "apps" / "counter", base_dir / "apps" / "counter")
    return base_dir


def command(name: str, base_dir: Path, *options: str) -> dict[str, Any]:
    """How to start `ui-mcp NAME`: the fields that clients call command, args and env."""
    # The package under test, wherever the client starts it.
    environment = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PATH": os.environ.get("PATH", os.defpath)}
    return {
        "command": sys.executable,
        "args": [*UI_MCP, name, "--dir", str(base_dir), *options],
        "env": environment,
    }


@dataclass(frozen=True)
class Serving:
    """A `ui-mcp serve` that runs."""

    base_dir: Path
    sse: str
    http: str


@contextmanager
def serving(base_dir: Path) -> Iterator[Serving]:
    """`ui-mcp serve` on free ports, from the line in which it says where, to its end by a signal."""
    # It waits for `ui_start`, so that every transport sees the same session.
    ports = ("--port", "0", "--mcp-port", "0", "--publisher-port", "0")
    how = command("serve", base_dir, *ports, "--no-auto-start")
    process = subprocess.Popen(
        [how["command"], *how["args"]], env=how["env"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    with process:
        try:
            yield Serving(base_dir, *process.stdout.readline().split()[1:])
        finally:
            process.terminate()
            assert process.wait(PATIENCE) == 0

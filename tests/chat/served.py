"""`ui-mcp chat` in a process."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.transport.wires import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-c", "from pytest_uimcp.cli import run; run()", "chat"]


class Served:
    """The command in a process, and what it printed."""

    def __init__(self, process: subprocess.Popen[str], lines: list[str]) -> None:
        self.process = process
        self.page = re.findall(r"http://\S+/open/\S+", lines[0])[0]
        self.url = re.findall(r"(http://\S+)/mcp", lines[1])[0]
        self.tokens_at = Path(lines[2].split()[1])
        self.tokens: dict[str, str] = json.loads(self.tokens_at.read_text())

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


@contextmanager
def served(directory: Path, database: str, *options: str) -> Iterator[Served]:
    with subprocess.Popen(
        [*COMMAND, "--db", database, *options],
        cwd=directory,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            yield Served(process, [process.stdout.readline() for _ in range(3)])
        finally:
            process.kill()

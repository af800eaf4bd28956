"""The tutorial as a reader follows it: its files written, its edits made, its commands run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TUTORIAL = ROOT / "docs" / "tutorial.md"
FILES = ROOT / "docs" / "tutorial"

# A block under a comment that names a file makes or edits it; a console block runs commands.
BLOCK = re.compile(
    r"(?:<!-- (?P<does>file|edit): (?P<file>\S+) -->\n)?```(?P<language>\w+)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
# These make the environment; the test has made one, with the wheel of this tree instead of a release.
SET_UP = ("python3 -m venv ", ". .venv/", "pip install ")
# The first start of a server installs its files, and stays until somebody ends it; this does only the first.
WITHOUT_STAYING = {"ui-mcp serve": "ui-mcp install"}


@dataclass(frozen=True)
class Command:
    line: str
    shown: tuple[str, ...]


def commands(text: str) -> Iterator[Command]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, *shown = part.splitlines()
        if not line.startswith(SET_UP):
            yield Command(WITHOUT_STAYING.get(line, line), tuple(shown))


def run(
    command: Command,
    cwd: Path,
    environment: Path,
    start: Sequence[str | Path] = (),
    own: Mapping[str, str] | None = None,
) -> str:
    """Run a command of the tutorial; `start` is what its command line begins with, `own` are variables."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    path = f"{environment}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [*start, "sh", "-c", command.line],
        cwd=cwd,
        env={**kept, "PATH": path, "COLUMNS": "120", "PYTEST_ADDOPTS": "-p no:cacheprovider", **(own or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout


def assert_shows(output: str, command: Command) -> None:
    """The lines that the tutorial shows are printed, in their order; `…` stands for anything."""
    lines = iter(output.splitlines())
    for shown in command.shown:
        pattern = re.compile(".*".join(map(re.escape, shown.split("…"))))
        assert any(pattern.fullmatch(line) for line in lines), f"$ {command.line}: no line {shown!r} in\n{output}"


def edit(file: Path, diff: str) -> None:
    lines = diff.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if not line.startswith("+"))
    after = "".join(line[1:] for line in lines if not line.startswith("-"))
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{file.name} does not have these lines once:\n{before}"
    file.write_text(text.replace(before, after), encoding="utf-8")


def play(cwd: Path, environment: Path, start: Sequence[str | Path] = (), own: Mapping[str, str] | None = None) -> None:
    """Follow the tutorial in `cwd`, with the commands of `environment`."""
    for block in BLOCK.finditer(TUTORIAL.read_text(encoding="utf-8")):
        if block["does"] == "file":
            written = cwd / (ROOT / block["file"]).relative_to(FILES)
            written.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / block["file"], written)
        elif block["does"] == "edit":
            edit(cwd / block["file"], block["text"])
        elif block["language"] == "console":
            for command in commands(block["text"]):
                assert_shows(run(command, cwd, environment, start, own), command)


def files_shown() -> set[str]:
    return {block["file"] for block in BLOCK.finditer(TUTORIAL.read_text(encoding="utf-8")) if block["does"] == "file"}

"""Compares the real bundle with the recorded files and answers of the original server."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.core.assets import bundle_dir, fixtures_dir
from pytest_uimcp.server.install import InstallResult, Semver, bundled_version, install
from pytest_uimcp.server.install.record import RECORD

ORACLE = fixtures_dir() / "oracle" / "server"

# Files that the recording does not have: the entry point of Lua, the agent's stream of events, the script for all
# requests, what git is to ignore, the page of a server without an app, and the record that upgrades need.
ADDED = {
    ".claude/ui/lua/main.lua",
    ".claude/ui/wait-for-state.sh",
    ".claude/ui/mcp",
    ".claude/ui/.gitignore",
    ".claude/ui/viewdefs/MCP.Choice.list-item.html",
    ".claude/ui/viewdefs/MCP.Welcome.DEFAULT.html",
    ".claude/ui/storage",
    f".claude/ui/{RECORD}",
}
FRONT_END = re.compile(r"(\.claude/ui/)?html/")


def recorded_modes() -> dict[str, int]:
    """Path → mode of every recorded file and directory except the front end, whose names differ in each build."""
    modes = {}
    for line in (ORACLE / "install-files.txt").read_text().splitlines():
        match = re.fullmatch(r"(\d+) (?:\d+ )?\.(?:/(.+))?", line)
        if match and match[2] and not FRONT_END.match(match[2]) and not match[2].endswith("/html"):
            modes[match[2]] = int(match[1], 8)
    return modes


def transcript(note: str) -> dict[str, Any]:
    entries = json.loads((ORACLE / "transcript.json").read_text())
    found = next(entry for entry in entries if entry.get("tool") == "ui_install" and entry.get("note") == note)
    answer: dict[str, Any] = json.loads(found["text"])
    return answer


def listed(answer: dict[str, Any]) -> dict[str, Any]:
    """Replace null by an empty list, which the recording writes as null."""
    return {name: [] if value is None else value for name, value in answer.items()}


@pytest.fixture
def installed(project: Path) -> InstallResult:
    return install(bundle_dir(), project / ".claude" / "ui")


def test_files_directories_and_modes_are_those_of_the_recording(installed: InstallResult, project: Path) -> None:
    modes = {
        path.relative_to(project).as_posix(): stat.S_IMODE(path.stat().st_mode)
        for path in project.rglob("*")
        if not FRONT_END.match(path.relative_to(project).as_posix())
    }

    assert modes.keys() >= ADDED
    ours = {path: mode for path, mode in modes.items() if path not in ADDED and path != ".claude/ui/lua"}
    assert ours | {".claude/ui/html": 0o755} == recorded_modes() | {".claude/ui/html": 0o755}


def test_a_forced_install_reports_the_recorded_files_in_the_recorded_order(
    project: Path,
) -> None:
    # The original lists every file, also those that were there; ours only what it wrote, so here everything is missing.
    recorded = listed(transcript("forced"))

    answer = install(bundle_dir(), project / ".claude" / "ui", force=True).as_json()

    extra = {path.removeprefix(".claude/ui/") for path in ADDED}
    ours = [name for name in answer.pop("installed") if name not in extra and not FRONT_END.match(name)]
    assert ours == [name for name in recorded.pop("installed") if not FRONT_END.match(name)]
    assert answer == recorded


def test_a_second_install_answers_as_recorded_except_for_the_version(installed: InstallResult, project: Path) -> None:
    recorded = listed(transcript("again"))

    answer = install(bundle_dir(), project / ".claude" / "ui").as_json()

    version = str(bundled_version(bundle_dir()))
    assert answer == recorded | {"bundled_version": version, "installed_version": version}
    assert list(answer) == list(recorded)


def test_the_bundle_installs_over_every_version_of_the_original() -> None:
    assert bundled_version(bundle_dir()) >= Semver(1, 0, 0)

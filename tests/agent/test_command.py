"""`ui-mcp agent` as a process: started, killed, started again."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from pytest_uimcp.agent.command import main
from tests import patience

pytestmark = pytest.mark.warm

ROOT = Path(__file__).resolve().parents[2]
RUN = "from pytest_uimcp.cli import run; run()"
CONFIG = """\
model: {scripted: turns.yaml, pace: 0}
policy: {rules: [{tool: app_ui_status, decision: allow}]}
mounts:
  app: {ui-mcp: ui}
"""
TURNS = """\
steps:
  - agent: {calls: app_ui_status}
  - agent: {says: "It runs."}
  - agent: yields
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "agent.yaml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "turns.yaml").write_text(TURNS, encoding="utf-8")
    return tmp_path


@contextmanager
def started(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """The process, and the lines that it prints at its start."""
    command = [sys.executable, "-c", RUN, "agent", "--config", str(folder / "agent.yaml"), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as process:
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline().split(None, 1) for _ in range(5)]
            yield process, {line[0]: line[1].strip() for line in lines}
        finally:
            process.kill()


@pytest.mark.slow
def test_after_a_kill_the_page_is_where_it_was_and_the_browser_still_knows_it(folder: Path) -> None:
    with started(folder) as (_, first), httpx.Client(timeout=patience.SECONDS) as browser:
        page = re.match(r"(http://127\.0\.0\.1:\d+)/open/\S+", first["page"])
        assert page is not None
        assert browser.get(page[0]).status_code == 303
        assert first["mounts"] == "app"
        assert first["model"] == "scripted: turns.yaml"
        # The folder has one agent, and a second one is told so.
        assert main(["--config", str(folder / "agent.yaml"), "--once", "Hello?"]) == 1
        assert (folder / ".ui-mcp-agent").stat().st_mode & 0o077 == 0
        # `started` kills it, which nothing in the process notices.
    with started(folder) as (process, second), httpx.Client(cookies=browser.cookies) as same:
        assert second["page"].startswith(f"{page[1]}/open/")
        assert same.get(f"{page[1]}/session").json()["principal"] == "human"
        process.terminate()
        assert process.wait(patience.SECONDS) == 0


@pytest.mark.slow
def test_the_example_answers_once_in_a_terminal(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    example = shutil.copytree(ROOT / "examples" / "approvals", tmp_path / "approvals")
    assert main(["--config", str(example / "agent.yaml"), "--once", "Please add Ada twice."]) == 0
    out, err = capfd.readouterr()
    assert out.startswith("There are **two contacts** now")
    assert "· app_ui_run" in err
    assert "denied" not in err
    assert "failed" not in err


def test_what_keeps_it_from_starting_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--config", str(tmp_path / "agent.yaml")]) == 1
    (tmp_path / "agent.yaml").write_text("model: {scripted: turns.yaml}\n", encoding="utf-8")
    assert main(["--config", str(tmp_path / "agent.yaml")]) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"ui-mcp agent: {tmp_path}/agent.yaml: cannot be read")
    assert "turns.yaml" in second

"""The story of the official client and a person, recorded anew: it is the one that is stored, which CI replays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.core.yaml import load_yaml
from tests.server.rig import environment

pytestmark = pytest.mark.warm

ROOT = Path(__file__).parents[3]
STORED = ROOT / "fixtures" / "stories" / "recorded.scenario.yaml"
LONGEST = 240.0


def _story(file: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """The scenario without its snapshots, and these by name: a fast person leaves no time for some of them."""
    read = load_yaml(file.read_text(encoding="utf-8"))
    steps = [step for step in read["steps"] if "snapshot" not in step]
    named = [step["snapshot"] for step in read["steps"] if "snapshot" in step]
    folder = file.parent / "__snapshots__" / file.stem
    trees = {name: (folder / f"{read['scenario']}.{name}.aria.yaml").read_text(encoding="utf-8") for name in named}
    assert len(list(folder.iterdir())) == len(named)
    return {**read, "steps": steps}, trees


def test_the_recorded_session_is_the_stored_story(tmp_path: Path) -> None:
    file = tmp_path / STORED.name
    script = ROOT / "docs" / "examples" / "record_session.py"
    done = subprocess.run(
        [sys.executable, script, file],
        capture_output=True, text=True, timeout=LONGEST, check=False, env=environment(), cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    story, trees = _story(file)
    stored, stored_trees = _story(STORED)
    assert story == stored
    common = trees.keys() & stored_trees.keys()
    assert "ui_run called 2" in common
    assert {name: trees[name] for name in common} == {name: stored_trees[name] for name in common}

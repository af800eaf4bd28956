"""A few of the thirty sessions; the command `python -m tests.testing.recording.sessions` plays all, ten times each."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.testing.faces.chromium.chromium import Chromium
from tests.rotation import shuffled
from tests.testing.recording.sessions import record

pytestmark = pytest.mark.warm

# Not the one that leaves a field by a click beside it: whether the page shows what was left before the button of the
# mouse is up again depends on how busy the machine is.
WRITTEN = {
    "clicks_twice_and_right": ["human: {double clicks: A line to open}", "human: {right clicks: A line to open}"],
    "opens_details": ["human: {clicks: More}"],
    "sets_values_by_script": ["human: {fills: {Note: by script}}"],
    "clicks_by_script": ["human: {clicks: Count up}"],
    "types_a_name": [],
}
PLAYED = 3
"""Of these, others with each commit."""


def test_what_people_and_scripts_did_replays_on_both_faces(tmp_path: Path, chromium: Chromium) -> None:
    names = shuffled(WRITTEN)[:PLAYED]
    recorded = record(tmp_path, chromium, names)
    for name in names:
        steps = (tmp_path / "tests" / f"{name}.scenario.yaml").read_text(encoding="utf-8")
        assert "not recorded" not in steps
        lines = [line.strip().removeprefix("- ") for line in steps.splitlines()]
        assert [line for line in lines if line in WRITTEN[name]] == WRITTEN[name]
        if name == "clicks_twice_and_right":
            assert [line for line in lines if "human" in line] == WRITTEN[name]
    replayed = recorded.replay("all")
    assert replayed.startswith("0\n"), replayed

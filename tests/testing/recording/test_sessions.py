"""A few of the thirty sessions; the command `python -m tests.testing.recording.sessions` plays all, ten times each."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.testing.faces.chromium.chromium import Chromium
from tests.testing.recording.sessions import record

pytestmark = pytest.mark.warm

# Not the one that leaves a field by a click beside it: whether the page shows what was left before the button of the
# mouse is up again depends on how busy the machine is.
NAMES = [
    "clicks_twice_and_right",
    "opens_details",
    "sets_values_by_script",
    "clicks_by_script",
    "types_a_name",
]


def test_what_people_and_scripts_did_replays_on_both_faces(tmp_path: Path, chromium: Chromium) -> None:
    recorded = record(tmp_path, chromium, NAMES)
    steps = {name: (tmp_path / "tests" / f"{name}.scenario.yaml").read_text(encoding="utf-8") for name in NAMES}
    twice = [line for line in steps["clicks_twice_and_right"].splitlines() if "human" in line]
    assert [line.strip() for line in twice] == [
        "- human: {double clicks: A line to open}",
        "- human: {right clicks: A line to open}",
    ]
    assert "- human: {clicks: More}" in steps["opens_details"]
    assert "- human: {fills: {Note: by script}}" in steps["sets_values_by_script"]
    assert "- human: {clicks: Count up}" in steps["clicks_by_script"]
    assert "not recorded" not in "".join(steps.values())
    replayed = recorded.replay("all")
    assert replayed.startswith("0\n"), replayed

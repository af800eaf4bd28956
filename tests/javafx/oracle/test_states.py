from __future__ import annotations

from typing import Any

import pytest

from tests.javafx.oracle.compare import Comparison, compare
from tests.javafx.oracle.recorded import FOLDER, played_with_names, recording
from tests.javafx.oracle.say import say
from tests.javafx.oracle.state import state

GROUPS = sorted(path.stem for path in FOLDER.glob("actions_*.json"))


def recorded_states() -> dict[str, dict[str, Any]]:
    """The state of each scene before any action, as far as its FXML is here."""
    found: dict[str, dict[str, Any]] = {}
    for group in GROUPS:
        for scene, values in recording(group)["initialStates"].items():
            if (FOLDER / "fxml" / f"{scene}.fxml").exists():
                # What is on the clipboard is left from the scene before.
                found.setdefault(scene, {key: value for key, value in values.items() if key != "clipboard"})
    return found


STATES = recorded_states()


def compare_state(scene: str) -> Comparison:
    """Ours against the recording."""
    platform, named = played_with_names(scene)
    return compare({key: value for key, value in state(platform, named).items() if key in STATES[scene]}, STATES[scene])


@pytest.mark.parametrize("scene", STATES)
def test_a_scene_is_in_the_recorded_state_before_any_action(scene: str) -> None:
    result = compare_state(scene)
    say(f"{scene}: {result.equal} properties equal")
    assert not result.different, result.said()

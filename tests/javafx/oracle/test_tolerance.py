"""Bounds are equal to a thousandth of a pixel: that is stated, and it is not more than it has to be."""

from __future__ import annotations

from typing import Any

from tests.javafx.oracle.compare import TOLERANCE, compare, leaves
from tests.javafx.oracle.differences import name_of
from tests.javafx.oracle.recorded import SCENES, played, recording
from tests.javafx.oracle.say import say
from tests.javafx.oracle.scenes import snapshots


def farthest(scene: str) -> float:
    """The largest distance between one of our numbers and the recorded one."""
    ours: dict[str, Any] = dict(leaves(snapshots(played(scene))["leaf"]))
    theirs: dict[str, Any] = dict(leaves(recording(f"scene_{scene}.leaf")["snapshot"]))
    return max(
        (
            abs(ours[pointer] - number)
            for pointer, number in theirs.items()
            if isinstance(number, float) and "/layout/" in pointer and name_of(f"scene_{scene}.leaf", pointer) is None
        ),
        default=0.0,
    )


def test_no_bound_is_farther_from_the_recorded_one_than_the_tolerance_says() -> None:
    found = {scene: farthest(scene) for scene in SCENES}
    say(f"farthest: {max(found.values()):.6f} px of {TOLERANCE} px, in {max(found, key=lambda scene: found[scene])}")
    assert max(found.values()) <= TOLERANCE


def test_a_bound_that_is_off_by_more_than_the_tolerance_counts_as_different() -> None:
    assert compare({"minX": 10.0}, {"minX": 10.0 + TOLERANCE / 2}).different == []
    assert len(compare({"minX": 10.0}, {"minX": 10.0 + TOLERANCE * 2}).different) == 1

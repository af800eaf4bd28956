from __future__ import annotations

import pytest

from tests.javafx.oracle.actions import MECHANISMS, cases, compare_case, other_runs, playable
from tests.javafx.oracle.differences import name_of, sorted_out
from tests.javafx.oracle.say import say

CASES = cases()


@pytest.mark.parametrize("key", [key for key, case in CASES.items() if playable(case)])
def test_a_recorded_action_does_to_our_scene_what_it_did_to_that_of_javafx(key: str) -> None:
    left, named = sorted_out(f"actions/{key}", compare_case(CASES[key]))
    say(f"{key}: {left.equal} fields equal, {sum(named.values())} differ by nature {named}")
    assert not left.different, left.said()


@pytest.mark.parametrize("key", [key for key, case in CASES.items() if not playable(case)])
def test_a_case_whose_scene_was_not_recorded_is_named(key: str) -> None:
    assert name_of(f"actions/{key}", "/scene") == "scenes not recorded"


@pytest.mark.parametrize("mechanism", MECHANISMS[1:])
def test_other_mechanisms_differ_from_a_user_only_in_the_ways_that_are_named(mechanism: str) -> None:
    runs = {key: other_runs(case).get(mechanism) for key, case in CASES.items()}
    differ = [key for key, alike in runs.items() if alike is False]
    say(f"{mechanism}: {sum(alike is True for alike in runs.values())} like a user, {len(differ)} not")
    unnamed = [key for key in differ if name_of(f"actions/{key}", f"/{mechanism}") is None]
    assert not unnamed, unnamed


def test_all_cases_of_the_folder_are_compared() -> None:
    recorded = {id(case.entry): case.entry for case in CASES.values()}
    assert len(recorded) == 436
    assert sum(len(entry["results"]) for entry in recorded.values()) == 952

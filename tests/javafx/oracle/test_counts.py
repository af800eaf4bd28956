"""The counts in the documentation are those of the suite; `python -m tests.javafx.oracle_counts` writes them."""

from __future__ import annotations

import json

from pytest_uimcp.javafx.scene.actions.keys import CODES
from tests.javafx.oracle.__main__ import run_counts, scene_counts
from tests.javafx.oracle.actions import cases
from tests.javafx.oracle.differences import table
from tools.docs.javafx import COUNTS

DOCUMENTED = json.loads(COUNTS.read_text(encoding="utf-8"))
ROWS = {what: tuple(numbers) for what, *numbers in DOCUMENTED["counts"]}


def test_the_documented_counts_are_those_of_this_run() -> None:
    now = {what: tuple(numbers) for what, *numbers in (*scene_counts(), *run_counts(), ("keys", len(CODES), 0, 0))}
    documented = {what: numbers for what, numbers in ROWS.items() if what in now}
    assert documented == now, "run `python -m tests.javafx.oracle_counts`, then `make docs`"


def test_the_documented_actions_are_all_that_were_recorded_and_none_differs() -> None:
    # Their fields are not counted again: the suite plays each action once, and that is what takes its time.
    assert sum(ROWS["actions"]) == len(cases())
    assert {what for what, (_, _, different) in ROWS.items() if different} == set()


def test_the_documented_differences_are_those_of_the_table() -> None:
    assert DOCUMENTED["differences"] == [{"name": one["name"], "reason": one["reason"]} for one in table()]

"""A part of the matrix anew in Chromium, chosen by the commit, so that the record cannot rot.

`UIMCP_MATRIX_SEED` repeats the choice of another run; the summary of a run says what it was. It ends after a time.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uimcp.testing.faces.chromium.chromium import Chromium
from tests.page.matrix import browser_tree, records
from tests.page.matrix.chromium import browsers
from tests.page.matrix.compare import difference
from tests.page.matrix.family import Case
from tests.page.matrix.stage import Observation, Stage, play
from tests.page.matrix.tables import all_cases, cases_of
from tests.rotation import seed, shuffled

PART = 40
TREES = 12
SECONDS = 16.0
BUSY = 20.0
"""How much more time than usual a case has for each step when it is played again."""


def differences(stage: Stage, case: Case, recorded: list[Observation]) -> list[str]:
    seen = enumerate(play(stage, case))
    found = (difference(case, number, recorded[number], now) for number, now in seen)
    return [said.replace("+ page", "+ Chromium now") for said in found if said]


def test_chromium_does_what_it_did_when_it_was_recorded(
    tmp_path: Path, face_chromium: Chromium, record_property: Callable[[str, object], None]
) -> None:
    chosen = shuffled(sorted(all_cases(), key=lambda case: case.id))
    stored = {name: records.read(name) for name in {case.family for case in chosen}}
    played = 0
    suspects: list[Case] = []
    with browsers(tmp_path / "all", face_chromium) as stage:
        end = time.monotonic() + SECONDS
        for case in chosen[: len(chosen) // PART]:
            if time.monotonic() > end:
                break
            if differences(stage, case, stored[case.family][case.id][1]):
                suspects.append(case)
            played += 1
    record_property("matrix in Chromium", f"{played} of {len(chosen)}, UIMCP_MATRIX_SEED={seed()} repeats them")
    assert played > 0
    # What a busy machine had no time for, or what a case before has left, is no change of Chromium.
    failures: list[str] = []
    for number, case in enumerate(suspects):
        with browsers(tmp_path / str(number), face_chromium, BUSY) as stage:
            failures += differences(stage, case, stored[case.family][case.id][1])[:1]
    if failures:
        pytest.fail("\n\n".join(failures), pytrace=False)


def test_names_of_the_browsers_own_tree_are_those_of_playwright_but_for_the_cases_listed(
    tmp_path: Path, face_chromium: Chromium
) -> None:
    cases = sorted((case for name in browser_tree.FAMILIES for case in cases_of(name)), key=lambda case: case.id)
    chosen = random.Random(seed()).sample(cases, TREES)
    with browsers(tmp_path, face_chromium) as stage:
        said = dict(browser_tree.differences(stage, chosen))
    unlisted = {case_id: words for case_id, words in said.items() if words and case_id not in browser_tree.listed()}
    assert not unlisted, "make record-page ARGS=--trees lists them anew"

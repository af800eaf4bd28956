"""Generated documents in memory, against what real JavaFX showed of them; another part of them with each commit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.javafx.generated import records
from tests.javafx.generated.cases import case_of
from tests.javafx.generated.compare import ASPECTS
from tests.javafx.generated.faces import MemoryFace
from tests.javafx.generated.replay import REFUSED, replay
from tests.rotation import seed, shuffled
from tools.docs.javafx import GENERATED

PLAYED = 100
"""Of each set; all of a set would take a quarter of a minute."""
SHOWN = 5
MOST_REFUSED = 0.05
COUNT = "make oracle-javafx ARGS=--count lists them anew"


@pytest.mark.slow
@pytest.mark.parametrize("name", records.SETS)
def test_a_document_is_shown_and_used_as_in_javafx_but_for_the_listed_ones(
    name: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    stored = records.read(name)
    face = MemoryFace(tmp_path)
    listed = records.listed()
    failures: list[str] = []
    chosen = shuffled(records.SETS[name])[:PLAYED]
    for number in chosen:
        case = case_of(number)
        mark, seen = stored[number]
        assert mark == records.mark_of(case), f"{case.id} is not recorded as it is now: make oracle-javafx"
        difference = replay(face, case, seen)
        if set(difference.aspects) - set(listed.get(number, ())):
            failures.append("\n   ".join([case.id, *difference.words[:SHOWN]]))
        elif number in listed and not difference.words:
            failures.append(f"{case.id} is equal now: {COUNT}")
    record_property("JavaFX documents", f"{len(chosen)} of {len(stored)}, UIMCP_MATRIX_SEED={seed()} repeats them")
    if failures:
        pytest.fail("\n".join([f"{len(failures)} of {len(chosen)} documents differ", *failures[:SHOWN]]), pytrace=False)


def test_the_documented_counts_are_those_of_the_list() -> None:
    counted = json.loads(GENERATED.read_text(encoding="utf-8"))
    listed = records.listed()
    assert set(counted) <= set(records.SETS)
    for name, counts in counted.items():
        now = counts["now"].values()
        numbers = [number for number in listed if number in records.SETS[name]]
        refused = [number for number in numbers if listed[number] == [REFUSED]]
        assert sum(row["cases"] for row in now) == len(records.SETS[name])
        assert sum(row["refused"] for row in now) == len(refused) <= MOST_REFUSED * len(records.SETS[name])
        assert sum(row["equal"] for row in now) == len(records.SETS[name]) - len(numbers)


def test_a_listed_document_differs_in_aspects_that_are_compared() -> None:
    assert {aspect for aspects in records.listed().values() for aspect in aspects} <= {REFUSED, *ASPECTS}

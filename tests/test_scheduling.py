from __future__ import annotations

from pathlib import Path

import pytest

from tests.scheduling import APART, FIRST, TOGETHER, rank, unit_of

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("place", [*FIRST, *APART])
def test_the_tables_name_what_there_is(place: str) -> None:
    assert (ROOT / place).exists()


def test_what_takes_longest_starts_first_and_the_rest_keeps_its_order() -> None:
    collected = ["tests/test_cli.py::b", "tests/html/test_lists.py::a", "tests/test_cli.py::a", f"{FIRST[0]}::a"]
    assert sorted(collected, key=rank) == [collected[3], collected[1], collected[0], collected[2]]
    assert set(TOGETHER) <= set(FIRST)


def test_a_slow_file_is_one_workers_and_other_tests_are_anybodys() -> None:
    slow, quick = "tests/html/test_lists.py", "tests/test_cli.py"
    assert unit_of(f"{slow}::test_a[1]") == unit_of(f"{slow}::test_b") == slow
    assert unit_of(f"{quick}::test_a[1]") != unit_of(f"{quick}::test_a[2]")
    assert unit_of(f"{APART[0]}::test_a[1]") != unit_of(f"{APART[0]}::test_a[2]")

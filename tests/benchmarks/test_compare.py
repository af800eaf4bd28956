from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.benchmarks import compare
from tests.benchmarks.compare import Compared, Times, TwoTrees, fastest, in_rounds, table, times
from tests.benchmarks.measure import Result
from tests.benchmarks.runs import ROOT, TREE
from tests.benchmarks.verbs import Pair, summary


def test_the_table_of_a_run_is_read_back() -> None:
    from tests.benchmarks.__main__ import table as printed

    results = [Result("a pass | changed", 1.5, 3, limit=2), Result("an eval", 20, 10, limit=1)]
    assert times("## Engine\n\n" + "\n".join(printed(results))) == {"a pass | changed": 1.5, "an eval": 20.0}


def test_the_fastest_round_counts_and_what_became_slower_is_marked() -> None:
    assert fastest([{"a": 2.0, "b": 5.0}, {"a": 1.0, "b": 6.0}]) == {"a": 1.0, "b": 5.0}
    rows = list(table([Compared("a", 1, 1.05), Compared("b", 1, 1.25)], limit=1.1))
    assert rows[2:] == ["| a | 1.000 | 1.050 | 1.05 |", "| b | 1.000 | 1.250 | 1.25 **over** |"]


@pytest.mark.parametrize(("late", "rounds"), [(False, 5), (True, 2)])
def test_after_the_second_round_only_parts_with_something_slower_go_on_while_there_is_time(
    late: bool, rounds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    (old / "tests" / "benchmarks").mkdir(parents=True)
    (old / "tests" / "benchmarks" / "measure.py").touch()
    turns: list[tuple[str, str]] = []

    def measured(part: str, tree: Path, _: object) -> Times:
        turns.append((part, tree.name))
        # What is slower stays so; what was disturbed once is not the second time.
        if part == "slower":
            return {"a": 2.0 if tree == new else 1.0}
        return {"b": 5.0 if turns.count((part, "new")) == 1 and tree == new else 1.0}

    monkeypatch.setattr(compare, "measure", measured)
    pairs = [TwoTrees(part, old, new, limit=1.1) for part in ("slower", "disturbed")]
    for pair in in_rounds(pairs, 5, lambda: late):
        pair.run()
    parts = ["slower", "slower", "disturbed", "disturbed", "slower", "slower"]
    assert turns[:6] == list(zip(parts, ["old", "new", "old", "new", "new", "old"], strict=True))
    assert (turns.count(("slower", "new")), turns.count(("disturbed", "old"))) == (rounds, 2)
    assert [row.ratio for pair in pairs for row in pair.rows()] == [2.0, 1.0]


def test_of_verbs_the_median_of_neighbours_counts_and_a_difference_that_no_clock_can_tell_is_none() -> None:
    verb = summary("plain", 10, "click a button", [Pair(1, 1), Pair(2, 2.4), Pair(4, 8)])
    assert (verb.old, verb.new, verb.ratio) == (2, 2.4, 1.2)
    assert verb.is_over(1.1)
    assert not verb.is_over(1.2)
    assert not summary("plain", 10, "settle", [Pair(0.02, 0.039)]).is_over(1.1)


@pytest.mark.parametrize(("part", "is_of_any_tree"), [("collecting", True), ("engine", False)])
def test_what_starts_the_package_is_measured_by_this_tree_in_either(
    part: str, is_of_any_tree: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[tuple[object, str]] = []

    def run(command: list[str], *, cwd: Path, env: dict[str, str], **_: object) -> subprocess.CompletedProcess[str]:
        runs.append((cwd, env[TREE]))
        return subprocess.CompletedProcess(command, 0, "| a | 1.0 | 2.0 | 0.50 | 1 |  |\n", "")

    monkeypatch.setattr(subprocess, "run", run)
    assert compare.measure(part, tmp_path, {}) == {"a": 1.0}
    assert runs == [(ROOT if is_of_any_tree else tmp_path, str(tmp_path))]

"""Stored accessibility trees of items that are not test functions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.testing.snapshots.conftest import ALONE, Run

pytestmark = pytest.mark.warm

CONFTEST = """
import pytest
from pytest_uimcp.testing.snapshots.stored import compare_stored

class Item(pytest.Item):
    def runtest(self):
        text = self.path.read_text()
        assert "broken" not in text
        compare_stored(self, self.path.parent / "stored", self.name, text)

class File(pytest.File):
    def collect(self):
        yield Item.from_parent(self, name=f"renders[{self.path.stem}]")

def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".txt":
        return File.from_parent(parent, path=file_path)
"""


@pytest.fixture
def repository(pytester: pytest.Pytester) -> Path:
    pytester.makeconftest(CONFTEST)
    (pytester.path / "a.txt").write_text("- link: http://localhost:1234/")
    (pytester.path / "b.txt").write_text("- text: b")
    return pytester.path


def stored(root: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted((root / "stored").glob("*"))}


def test_without_a_stored_snapshot_nothing_is_compared_and_an_update_stores_it(repository: Path, run: Run) -> None:
    run().assert_outcomes(passed=2)
    assert stored(repository) == {}
    run("--snapshot-update").assert_outcomes(passed=2)
    assert stored(repository) == {
        "renders[a].aria.yaml": "- link: http://localhost:<port>/",
        "renders[b].aria.yaml": "- text: b",
    }
    run().assert_outcomes(passed=2)


def test_the_end_of_a_run_counts_what_checks_have_compared(repository: Path, run: Run) -> None:
    told = "uimcp: snapshots of the checks: "
    run("--snapshot-update").stdout.fnmatch_lines([f"{told}2 generated"])
    (repository / "b.txt").write_text("- text: c")
    run().stdout.fnmatch_lines([f"{told}1 failed, 1 passed"])
    run("--snapshot-update").stdout.fnmatch_lines([f"{told}1 passed, 1 updated"])


def test_a_difference_is_reported_and_an_update_writes_only_that(repository: Path, run: Run) -> None:
    run("--snapshot-update")
    before = {path.name: path.stat().st_mtime_ns for path in (repository / "stored").iterdir()}
    (repository / "b.txt").write_text("- text: c")
    result = run()
    result.assert_outcomes(passed=1, failed=1)
    accept = "if the new result is right, run with --snapshot-update"
    result.stdout.fnmatch_lines(
        [
            f"E *AssertionError: stored/renders[[]b].aria.yaml does not match; {accept}:",
            "E *- - text: b",
            "E *+ - text: c",
        ]
    )
    run("--snapshot-update").assert_outcomes(passed=2)
    assert stored(repository)["renders[b].aria.yaml"] == "- text: c"
    after = {path.name: path.stat().st_mtime_ns for path in (repository / "stored").iterdir()}
    assert [name for name in after if after[name] != before[name]] == ["renders[b].aria.yaml"]


def test_without_syrupys_plugin_it_still_compares(repository: Path, run: Run) -> None:
    run("--snapshot-update")
    (repository / "b.txt").write_text("- text: c")
    run("-p", "no:syrupy").assert_outcomes(passed=1, failed=1)


def test_a_file_that_no_item_uses_is_unused_once_all_items_have_passed(repository: Path, run: Run) -> None:
    run("--snapshot-update")
    (repository / "b.txt").unlink()
    for arguments in (("-k", "a"), ("a.txt::renders[a]",), ()):
        (repository / "c.txt").write_text("- broken" if not arguments else "- text: c")
        result = run(*arguments)
        result.stdout.no_fnmatch_line("*snapshot* unused.")
    (repository / "c.txt").unlink()
    result = run("--snapshot-details")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["1 snapshot unused.", "Unused renders[[]b] (stored/renders[[]b].aria.yaml)"])
    run("--snapshot-update")
    assert list(stored(repository)) == ["renders[a].aria.yaml"]


def test_workers_share_their_usage(
    repository: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    result = pytester.runpytest_subprocess(*ALONE, "-n", "2", "--snapshot-update")
    result.assert_outcomes(passed=2)
    assert list(stored(repository)) == ["renders[a].aria.yaml", "renders[b].aria.yaml"]

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.urgency import Urgency, changed_files, mirrors_of

IDENTITY = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.com")


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ("pytest_uimcp/engine/lua/values.py", ["tests/engine/lua/test_values.py", "tests/engine/lua/"]),
        ("pytest_uimcp/cli.py", ["tests/test_cli.py"]),
        ("tools/teeth/report.py", ["tests/tools/teeth/test_report.py", "tests/tools/teeth/"]),
        ("tests/engine/test_threads.py", ["tests/engine/test_threads.py"]),
        ("tests/engine/conftest.py", ["tests/engine/test_conftest.py", "tests/engine/"]),
        ("docs/tutorial/test_groceries.py", []),
        ("README.md", []),
    ],
)
def test_a_file_is_tested_by_the_file_that_mirrors_it_and_by_its_neighbours(changed: str, expected: list[str]) -> None:
    assert mirrors_of(changed) == expected


def test_what_failed_goes_before_what_changed_and_that_before_its_neighbours() -> None:
    urgency = Urgency.of(["tests/test_cli.py::test_b"], ["pytest_uimcp/core/clock.py", "docs/index.md"])
    collected = [
        "tests/test_cli.py::test_a",
        "tests/core/test_lazy.py::test_a",
        "tests/core/test_clock.py::test_a[1]",
        "tests/test_cli.py::test_b",
    ]
    assert sorted(collected, key=urgency.place) == [collected[3], collected[2], collected[1], collected[0]]


def test_a_worker_gets_the_answer_whole() -> None:
    urgency = Urgency.of(["tests/test_cli.py::test_b"], ["pytest_uimcp/core/clock.py"])
    assert Urgency.from_data(urgency.to_data()) == urgency


def test_nothing_changed_and_nothing_failed_leaves_the_order_alone() -> None:
    nodeids = ("tests/test_cli.py::a", "tests/core/test_lazy.py::b")
    assert len({Urgency.of([], []).place(nodeid) for nodeid in nodeids}) == 1


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *IDENTITY, *arguments], cwd=folder, check=True, capture_output=True)


def test_what_a_branch_did_is_changed_whether_committed_or_not(tmp_path: Path) -> None:
    git(tmp_path, "init", "--initial-branch=main")
    for name in ("same.py", "committed.py", "edited.py"):
        (tmp_path / name).write_text("1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--message=a")
    assert changed_files(tmp_path) == []

    git(tmp_path, "checkout", "-b", "work")
    (tmp_path / "committed.py").write_text("2\n")
    git(tmp_path, "commit", "--all", "--message=b")
    (tmp_path / "edited.py").write_text("2\n")
    (tmp_path / "new.py").write_text("2\n")
    assert changed_files(tmp_path) == ["committed.py", "edited.py", "new.py"]

    git(tmp_path, "branch", "--delete", "--force", "main")
    assert changed_files(tmp_path) == ["edited.py", "new.py"]


def test_without_git_nothing_is_changed(tmp_path: Path) -> None:
    assert changed_files(tmp_path) == []

"""Which snapshots are reported and removed as unused: those that no test needs, and in no kind of run any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from pytest_uimcp.testing.snapshots.pictures import write_png
from tests.testing.snapshots.conftest import ALONE, Run

pytestmark = pytest.mark.warm

Names = Callable[[], list[str]]

CODE = """
import pytest
from pathlib import Path
from syrupy.extensions.image import PNGImageSnapshotExtension
from syrupy.extensions.json import JSONSnapshotExtension

def test_kept(uimcp_snapshot):
    assert "- kept" == uimcp_snapshot
    assert {"kept": 1} == uimcp_snapshot
    assert "- kept" == uimcp_snapshot(name="by name")

@pytest.mark.parametrize("uimcp_face", ["page", "chromium"])
def test_faces(uimcp_snapshot, uimcp_face):
    assert "- both" == uimcp_snapshot
    if uimcp_face == "chromium":
        assert "- more" == uimcp_snapshot

@pytest.mark.skip
@pytest.mark.parametrize("uimcp_face", ["page", "chromium"])
def test_skipped(uimcp_snapshot, uimcp_face):
    assert "- never" == uimcp_snapshot

def test_failing(uimcp_snapshot):
    assert Path("passes").exists()
    assert "- failing" == uimcp_snapshot

def test_neighbour(snapshot):
    assert [1] == snapshot
    assert [2] == snapshot.use_extension(JSONSnapshotExtension)
    assert Path("blank.png").read_bytes() == snapshot.use_extension(PNGImageSnapshotExtension)
"""
KEPT = [
    "test_failing.aria.yaml",
    "test_faces.1.aria.yaml",
    "test_faces.aria.yaml",
    "test_kept.aria.yaml",
    "test_kept.by name.aria.yaml",
    "test_kept.state.json",
    "test_neighbour.json",
    "test_neighbour.png",
    "test_skipped.aria.yaml",
]
UNUSED = ["test_gone.aria.yaml", "test_gone.html", "test_kept.1.aria.yaml", "test_kept.tools.json", "test_kept[1].html"]


@pytest.fixture
def repository(pytester: pytest.Pytester, folder: Path) -> Path:
    """Snapshots that are used, some that are not, and some whose tests do not get to them."""
    pytester.makepyfile(test_it=CODE, test_other="def test_other(): pass")
    (pytester.path / "blank.png").write_bytes(write_png(Image.new("RGB", (1, 1))))
    (pytester.path / "passes").touch()
    made = pytester.runpytest_inprocess(*ALONE, "--snapshot-update")
    made.assert_outcomes(passed=6, skipped=2)
    (pytester.path / "passes").unlink()
    for name in [*UNUSED, "test_skipped.aria.yaml"]:
        (folder / name).write_text("- old")
    removed = folder.parent / "test_removed"
    removed.mkdir()
    (removed / "test_it.aria.yaml").write_text("- old")
    (removed / "unknown.html").write_text("")
    return pytester.path


def reported(result: pytest.RunResult) -> list[str]:
    """The files that the summary names as unused, or deleted; without those of syrupy's own extensions."""
    lines = (line for line in result.outlines if line.startswith(("Unused ", "Deleted ")))
    names = (line.rpartition("/")[2].rstrip(")") for line in lines)
    return sorted(name for name in names if not name.startswith(("test_neighbour", "unknown", "test_it.ambr")))


@pytest.mark.usefixtures("repository")
def test_a_whole_run_reports_only_unused_snapshots(run: Run, names: Names) -> None:
    result = run("--snapshot-details")
    result.assert_outcomes(passed=5, skipped=2, failed=1)
    assert reported(result) == sorted([*UNUSED, "test_it.aria.yaml"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert names() == sorted([*KEPT, *UNUSED])


@pytest.mark.usefixtures("repository")
def test_unused_snapshots_fail_a_run_that_passes_as_syrupy_says(pytester: pytest.Pytester, run: Run) -> None:
    (pytester.path / "passes").touch()
    result = run("test_it.py")
    result.assert_outcomes(passed=5, skipped=2)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["Re-run pytest with --snapshot-update to delete unused snapshots."])
    assert run("test_it.py", "--snapshot-warn-unused").ret == pytest.ExitCode.OK


@pytest.mark.parametrize(
    "arguments",
    [
        ("-k", "kept or faces and not chromium"),
        ("-k", "other"),
        ("test_it.py::test_kept",),
        ("test_it.py::test_faces[page]", "test_it.py::test_skipped"),
        ("test_other.py",),
        ("--deselect=test_it.py::test_failing", "--ignore=test_other.py"),
        ("--collect-only",),
    ],
    ids=" ".join,
)
def test_a_run_of_some_tests_does_not_affect_the_snapshots_of_others(
    repository: Path, run: Run, names: Names, arguments: tuple[str, ...]
) -> None:
    result = run("--snapshot-details", *arguments)
    own = ["test_kept.1.aria.yaml", "test_kept.tools.json"]  # of a test that ran and passed
    assert set(reported(result)) <= {*own}
    run("--snapshot-update", *arguments)
    ours = {name for name in KEPT if not name.startswith("test_neighbour")}
    assert set(names()) >= (ours | {*UNUSED}) - {*own}
    assert (repository / "__snapshots__" / "test_removed" / "test_it.aria.yaml").exists()


@pytest.mark.usefixtures("repository")
def test_a_run_of_the_last_failures_does_not_affect_the_snapshots_of_others(run: Run, names: Names) -> None:
    run("--snapshot-details")
    result = run("--lf", "--snapshot-update")
    result.assert_outcomes(failed=1)
    assert names() == sorted([*KEPT, *UNUSED])


def test_an_update_removes_what_is_unused(repository: Path, run: Run, names: Names) -> None:
    assert reported(run("--snapshot-update", "--snapshot-details"))
    assert names() == sorted(KEPT)
    assert not (repository / "__snapshots__" / "test_removed" / "test_it.aria.yaml").exists()


def test_workers_report_and_remove_the_same(
    repository: Path, pytester: pytest.Pytester, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    (pytester.path / "passes").touch()
    result = pytester.runpytest_subprocess(*ALONE, "-n", "2", "--snapshot-update")
    result.assert_outcomes(passed=6, skipped=2)
    assert reported(result) == sorted([*UNUSED, "test_it.aria.yaml"])
    assert names() == sorted(KEPT)


def test_a_snapshot_that_a_test_no_longer_asks_for_is_unused(pytester: pytest.Pytester, run: Run, names: Names) -> None:
    run("--snapshot-update", code="def test_it(uimcp_snapshot): assert '- text' == uimcp_snapshot")
    assert names() == ["test_it.aria.yaml"]
    result = run("--snapshot-update", code="def test_it(): pass")
    result.stdout.fnmatch_lines(["1 unused snapshot deleted."])
    assert not (pytester.path / "__snapshots__" / "test_it").exists()

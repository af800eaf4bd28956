"""The examples are copies a user may take along: whole in themselves, and of what is in the bundle today."""

from __future__ import annotations

import filecmp
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp import bundle_dir, fixtures_dir
from tests.testing.repository import ALONE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
WORKBENCH = ROOT / "examples" / "workbench" / ".ui"
EXAMPLES = sorted(path.parent.parent for path in ROOT.glob("examples/*/.claude/ui"))


def example(path: Path) -> str:
    return path.name


def assert_same(copy: Path, original: Path, besides: tuple[str, ...] = ()) -> None:
    compared = filecmp.dircmp(copy, original, ignore=[*filecmp.DEFAULT_IGNORES, *besides])
    different = [*compared.left_only, *compared.right_only, *compared.diff_files, *compared.funny_files]
    assert different == [], f"run: rm -r {copy} && cp -r {original} {copy}"
    for folder in compared.common_dirs:
        assert_same(copy / folder, original / folder)


def test_there_are_examples() -> None:
    assert [path.name for path in EXAMPLES] == ["approvals", "contacts"]


@pytest.mark.parametrize("path", sorted(ROOT.glob("examples/*/")), ids=example)
def test_an_example_has_the_workflow_of_the_tutorial(path: Path) -> None:
    workflow = Path(".github") / "workflows" / "tests.yml"
    assert (path / workflow).read_bytes() == (ROOT / "docs" / "tutorial" / workflow).read_bytes()


def test_the_agent_of_somebody_else_is_the_one_of_the_docs() -> None:
    copies = [ROOT / "examples" / "approvals", ROOT / "docs" / "examples"]
    assert len({(copy / "foreign_agent.py").read_bytes() for copy in copies}) == 1


def test_the_shell_of_the_workbench_is_the_one_of_the_bundle() -> None:
    shell = WORKBENCH / "apps" / "mcp"
    assert_same(shell, bundle_dir() / "shell" / "apps" / "mcp", besides=("__snapshots__",))


def test_the_themes_of_the_workbench_are_those_of_the_bundle() -> None:
    assert_same(WORKBENCH / "html" / "themes", bundle_dir() / "html" / "themes")


@pytest.mark.parametrize("path", [*EXAMPLES, WORKBENCH.parent], ids=example)
def test_an_example_links_to_nothing_outside_itself(path: Path) -> None:
    links = [link for link in path.rglob("*") if link.is_symlink()]
    assert [link for link in links if not link.resolve().is_relative_to(path)] == []
    assert [link for link in links if not link.exists()] == []


@pytest.mark.parametrize("path", EXAMPLES, ids=example)
def test_an_example_has_the_bundles_main(path: Path) -> None:
    main = path / ".claude" / "ui" / "lua" / "main.lua"
    assert main.read_bytes() == (bundle_dir() / "lua" / "main.lua").read_bytes()


@pytest.mark.parametrize("path", EXAMPLES, ids=example)
def test_the_apps_of_an_example_are_the_sample_apps(path: Path) -> None:
    for app in (path / ".claude" / "ui" / "apps").iterdir():
        assert_same(app, fixtures_dir() / "apps" / app.name)


def test_the_conversation_passes_on_the_page_and_in_chromium(pytester: pytest.Pytester) -> None:
    path = ROOT / "examples" / "approvals"
    where: tuple[str | Path, ...] = ("-c", path / "pytest.ini", f"--rootdir={path}", path / "tests")
    result = pytester.runpytest_inprocess(*ALONE, *where, "--uimcp-face=all", "-v")
    result.assert_outcomes(passed=8)
    for face in ("page", "chromium"):
        result.stdout.fnmatch_lines([f"*::test_a_duplicate_is_removed_once_the_human_has_agreed[[]{face}[]] PASSED*"])
        result.stdout.fnmatch_lines([f"*::A duplicate is removed once the human has agreed[[]{face}[]] PASSED*"])


@pytest.mark.parametrize(("folder", "passed"), [("examples/contacts/tests", 4), ("fixtures/stories", 6)])
def test_the_stories_pass_on_the_page_and_in_chromium(pytester: pytest.Pytester, folder: str, passed: int) -> None:
    stories = sorted((ROOT / folder).glob("*.scenario.yaml"))
    result = pytester.runpytest_inprocess(*ALONE, "--uimcp", *stories, "--uimcp-face=all", "-v")
    result.assert_outcomes(passed=passed)


def test_the_stories_of_the_workbench_pass_on_the_page_and_in_chromium(pytester: pytest.Pytester) -> None:
    path = WORKBENCH.parent
    stories = sorted((path / "tests").glob("*.scenario.yaml"))
    where: tuple[str | Path, ...] = ("-c", path / "pytest.ini", f"--rootdir={path}", *stories)
    pytester.runpytest_inprocess(*ALONE, *where, "--uimcp-face=all").assert_outcomes(passed=2 * 5)


def test_the_apps_of_the_workbench_pass_their_checks(pytester: pytest.Pytester) -> None:
    pytester.runpytest_inprocess(*ALONE, "--uimcp", WORKBENCH).assert_outcomes(passed=44)


@pytest.mark.parametrize(("name", "passed"), [("petstore", 3), ("javafx", 3)])
def test_the_stories_of_an_api_and_of_a_stage_pass(pytester: pytest.Pytester, name: str, passed: int) -> None:
    path = ROOT / "examples" / name
    stories = sorted((path / "tests").glob("*.scenario.yaml"))
    # One story of each has a page beside the API or the stage, which have no faces of their own.
    where: tuple[str | Path, ...] = ("-c", path / "pytest.ini", f"--rootdir={path}", *stories)
    pytester.runpytest_inprocess(*ALONE, *where, "--uimcp", "--uimcp-face=all").assert_outcomes(passed=passed)


@pytest.fixture
def scratch() -> Iterator[Path]:
    """A temporary directory with a path that is short enough for Chromium's sockets."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def test_the_demo_shows_a_story_and_leaves_nothing_but_its_report(tmp_path: Path, scratch: Path) -> None:
    path = tmp_path / "contacts"
    shutil.copytree(ROOT / "examples" / "contacts", path, symlinks=True, ignore=shutil.ignore_patterns("report"))
    before = {file: file.read_bytes() for file in path.rglob("*") if file.is_file()}
    # Without a display; with one, each step would wait for the viewer.
    clean = {key: text for key, text in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command: list[str | Path] = [sys.executable, "-B", path / "demo.py"]
    environment = {**clean, "TMPDIR": str(scratch), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=240, check=False, env=environment, cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    for line in ("human  click('Send')", "agent  events() -> [{", "see('Agent: Done.')", "1 passed", "Try next"):
        assert line in done.stdout
    report = path / "report"
    assert [one.read_bytes()[:4] for one in (report / "pictures").iterdir()] == [b"\x89PNG"] * 11
    assert f"{report.relative_to(tmp_path)}/report.html" in done.stdout
    assert (report / "report.html").is_file()
    assert list(scratch.iterdir()) == []
    shutil.rmtree(report)
    assert {file: file.read_bytes() for file in path.rglob("*") if file.is_file()} == before

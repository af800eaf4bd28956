from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.quick import FIXTURES, FOLDERS, MARKS, is_quick

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("nodeid", "fixtures", "marks", "expected"),
    [
        ("tests/core/test_clock.py::test_a", ["tmp_path"], ["parametrize"], True),
        ("tests/html/test_lists.py::test_a", [], [], False),
        ("tests/chat/web/test_page.py::test_a", ["at", "chromium"], [], False),
        ("tests/test_plugin.py::test_a", ["pytester"], [], False),
        ("tests/test_packaging.py::test_a", [], ["packaging"], False),
        ("tests/core/test_lazy.py::test_a", [], ["slow"], False),
    ],
)
def test_a_test_is_quick_unless_its_folder_a_fixture_or_a_mark_says_no(
    nodeid: str, fixtures: list[str], marks: list[str], expected: bool
) -> None:
    assert is_quick(nodeid, fixtures, marks) is expected


def test_no_test_of_a_browser_and_none_of_packaging_is_quick(request: pytest.FixtureRequest) -> None:
    quick = [item for item in request.session.items if item.get_closest_marker("quick")]
    assert request.node in quick
    for item in quick:
        assert not item.nodeid.startswith((*FOLDERS, "tests/test_packaging.py", "tests/test_examples.py")), item.nodeid
        assert FIXTURES.isdisjoint(getattr(item, "fixturenames", ())), item.nodeid
        assert not MARKS & {mark.name for mark in item.iter_markers()}, item.nodeid


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_left_out_is_there(folder: str) -> None:
    assert list((ROOT / folder).rglob("*.py"))


def test_a_quick_run_fails_a_test_that_starts_an_interpreter_without_the_mark(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmarkers =\n    quick\n    slow")
    pytester.makeconftest("from tests.quick import prepare as pytest_configure")
    pytester.makepyfile(
        textwrap.dedent("""
        import subprocess, sys, threading
        import pytest

        def start():
            subprocess.run([sys.executable, "--version"], check=True)

        @pytest.mark.quick
        def test_starts():
            start()

        @pytest.mark.quick
        def test_starts_in_a_thread():
            thread = threading.Thread(target=start)
            thread.start()
            thread.join()

        @pytest.mark.quick
        def test_starts_a_shell():
            subprocess.run(["/bin/sh", "-c", "true"], check=True)

        @pytest.mark.slow
        def test_that_has_the_mark():
            start()
        """)
    )
    pytester.syspathinsert(ROOT)
    result = pytester.runpytest_subprocess("-m", "quick", "-p", "no:randomly", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=3, errors=2, deselected=1)
    result.stdout.fnmatch_lines(
        "expected a quick test to start no other interpreter, it started *python*; "
        "mark it with @pytest.mark.slow, and `make quick` leaves it out"
    )

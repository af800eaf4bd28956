"""`@pytest.mark.uimcp(repeat=…, at_least=…)`: a test that runs several times, and passes if enough runs do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.testing.repository import ALONE, run

pytestmark = pytest.mark.warm

# Each run has a new fixture, and which runs fail is in the name of the test.
RUNS = """
    import itertools
    import pytest

    numbers = itertools.count(1)
    opened = []

    @pytest.fixture
    def number(tmp_path):
        assert not list(tmp_path.iterdir())
        (tmp_path / "used").touch()
        opened.append("open")
        yield next(numbers)
        opened.append("closed")

    @pytest.mark.uimcp(repeat={repeat})
    def test_it(number, record_property):
        record_property("number", number)
        print("this is run", number)
        assert number not in {failing}, f"number {{number}}"

    def test_what_was_open():
        assert opened == ["open", "closed"] * {runs}
"""


def repeated(pytester: pytest.Pytester, repeat: str, failing: set[int], *options: str, runs: int = 20) -> Any:
    # A short name: pytest shortens the lines of its summary.
    pytester.makepyfile(test_a=RUNS.format(repeat=repeat, failing=failing or "()", runs=runs))
    return pytester.runpytest_inprocess(*ALONE, *options)


def summary(result: pytest.RunResult) -> list[str]:
    """The section at the end of the run."""
    lines = [str(line) for line in result.stdout.lines]
    (start,) = (number for number, line in enumerate(lines) if re.fullmatch(r"=+ uimcp repeat =+", line))
    end = next(number for number in range(start + 1, len(lines)) if lines[number].startswith("="))
    return [line.partition("::")[2] or line for line in lines[start + 1 : end]]


def test_it_passes_when_enough_runs_do(pytester: pytest.Pytester) -> None:
    result = repeated(pytester, "20, at_least=19", {7}, "-rP")
    result.assert_outcomes(passed=2)
    assert summary(result) == [
        "test_it: 19 of 20 runs passed (at least 19 had to)",
        "  run 7: AssertionError: number 7",
    ]
    # What a person wants to see of the run that failed.
    result.stdout.fnmatch_lines(["*- uimcp run 7 -*", "*def test_it(number*", "E *AssertionError: number 7"])
    assert [line for line in result.stdout.lines if line.startswith("this is run")] == ["this is run 20"]


def test_it_fails_with_the_pass_rate_when_too_many_runs_do(pytester: pytest.Pytester) -> None:
    result = repeated(pytester, "20, at_least=19", {3, 12})
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "E *AssertionError: number 3",
            "*- uimcp repeat -*",
            "18 of 20 runs passed, expected at least 19",
            "  run 3: AssertionError: number 3",
            "  run 12: AssertionError: number 12",
            "*- uimcp run 12 -*",
            "E *AssertionError: number 12",
            "FAILED *::test_it - 18 of 20 runs passed, expected at least 19*",
        ]
    )


def test_without_at_least_all_have_to_pass(pytester: pytest.Pytester) -> None:
    result = repeated(pytester, "3", {2}, runs=3)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["FAILED *::test_it - 2 of 3 runs passed, expected all 3; run 2*"])


def test_all_that_pass_are_told_as_well(pytester: pytest.Pytester) -> None:
    result = repeated(pytester, "3", set(), runs=3)
    result.assert_outcomes(passed=2)
    assert summary(result) == ["test_it: 3 of 3 runs passed (all 3 had to)"]


def test_runs_that_failed_alike_are_one_line_and_the_first_few_are_shown(pytester: pytest.Pytester) -> None:
    code = """
        import pytest

        @pytest.mark.uimcp(repeat=7, at_least=1)
        def test_it():
            raise ValueError("always")
    """
    result = run(pytester, code)
    result.assert_outcomes(failed=1)
    assert summary(result)[1:] == ["  runs 1, 2, 3, 4, 5, 6, 7: ValueError: always"]
    text = result.stdout.str()
    assert re.findall(r"- uimcp run (\d) -", text) == ["2", "3", "4", "5"]
    assert "2 more have failed" in text


def test_a_run_whose_fixture_fails_has_not_passed(pytester: pytest.Pytester) -> None:
    code = """
        import itertools
        import pytest

        numbers = itertools.count(1)

        @pytest.fixture
        def setup():
            if next(numbers) in (1, 2):
                raise RuntimeError("not ready")

        @pytest.fixture
        def teardown():
            yield
            if next(numbers) % 5 == 0:
                raise RuntimeError("not over")

        @pytest.mark.uimcp(repeat=4, at_least=2)
        def test_setup(setup): pass

        @pytest.mark.uimcp(repeat=4, at_least=3)
        def test_teardown(teardown): pass
    """
    result = run(pytester, code)
    result.assert_outcomes(passed=2)
    assert summary(result) == [
        "test_setup: 2 of 4 runs passed (at least 2 had to)",
        "  runs 1, 2: setup: RuntimeError: not ready",
        "test_teardown: 3 of 4 runs passed (at least 3 had to)",
        "  run 1: teardown: RuntimeError: not over",
    ]


def test_tests_that_are_skipped_or_expected_to_fail_stay_what_they_are(pytester: pytest.Pytester) -> None:
    code = """
        import itertools
        import pytest

        pytestmark = pytest.mark.uimcp(repeat=4, at_least=3)
        numbers = itertools.count()

        def test_skipped():
            assert next(numbers) == 0
            pytest.skip("not here")

        @pytest.mark.xfail
        def test_expected():
            assert next(numbers) in (1, 2)

        @pytest.mark.xfail
        def test_unexpected(): pass

        @pytest.mark.xfail(strict=True)
        def test_strict(): pass

        class TestClass:
            seen = 0
            def test_method(self):
                self.seen += 1
                assert self.seen == 1
    """
    result = run(pytester, code)
    result.assert_outcomes(skipped=1, xfailed=1, xpassed=1, failed=1, passed=1)


def test_a_server_of_a_wider_fixture_is_made_again(pytester: pytest.Pytester) -> None:
    code = """
        import pytest

        pytestmark = pytest.mark.uimcp(dir="counter")
        made = []

        @pytest.fixture(scope="session")
        def costly(): made.append("costly")

        @pytest.fixture(scope="class")
        def counter(tmp_path_factory, request):
            from pytest_uimcp import project_for, server_for, show_app
            made.append("server")
            project = project_for(request, tmp_path_factory.mktemp("p"))
            with server_for(request, project) as server:
                server.start()
                show_app(request, project, server)
                yield server

        class TestShared:
            @pytest.mark.uimcp(repeat=2)
            def test_it(self, counter, costly):
                counter.run("counter:increment()")
                assert counter.state()["value"]["count"] == 1

        def test_what_was_made(): assert made == ["costly", "server", "server"]
    """
    run(pytester, code).assert_outcomes(passed=2)


def test_the_report_shows_one_story_with_the_pass_rate(pytester: pytest.Pytester) -> None:
    code = """
        import itertools
        import pytest

        numbers = itertools.count(1)

        @pytest.mark.uimcp(dir="counter", repeat=3, at_least=2)
        def test_it(uimcp):
            uimcp.run("counter:increment()")
            assert uimcp.state()["value"]["count"] == 1
            assert next(numbers) != {failing}

        def test_again(): pass
    """
    for failing, rate in ((1, "2 of 3 runs passed (at least 2 had to)"), ("5 and False", "0 of 3 runs passed")):
        result = run(pytester, code.replace("{failing}", str(failing)), "--uimcp-report=shown")
        page = (pytester.path / "shown" / "report.html").read_text()
        assert page.count('"again":') == 1, result.stdout.str()
        assert f'["Repeat","{rate}' in page


@pytest.mark.slow
def test_repeated_tests_on_several_workers_and_in_junit_files(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(RUNS.format(repeat="5, at_least=4", failing={2}, runs=5))
    result = pytester.runpytest_subprocess(*ALONE, "-n1", "--junitxml=tests.xml")
    result.assert_outcomes(passed=2)
    assert summary(result)[0] == "test_it: 4 of 5 runs passed (at least 4 had to)"
    junit = Path("tests.xml").read_text()
    assert junit.count('name="uimcp_pass_rate"') == 1
    assert junit.count('name="number" value="5"') == 1


BAD_COUNTS = {
    "repeat=0": "(repeat=…) is a number of runs, from 1 on, got 0: write repeat=20, or repeat=20, at_least=19",
    "repeat='20'": "(repeat=…) is a number of runs, from 1 on, got '20': write repeat=20",
    "repeat=True": "(repeat=…) is a number of runs, from 1 on, got True: write repeat=20, or repeat=20, at_least=19",
    "repeat=20, at_least=0.95": (
        "(at_least=…) is a number of runs, from 1 on, got 0.95: write repeat=20, or repeat=20, at_least=19"
    ),
    "at_least=19": "(at_least=…) says how many of several runs have to pass: write repeat=20, at_least=19",
    "repeat=2, at_least=3": ("(at_least=…) is at most what repeat= says, 2, got 3: write repeat=3 or at_least=2"),
}


def test_a_bad_number_of_runs_is_one_error_that_says_what_to_write(pytester: pytest.Pytester) -> None:
    tests = (f"@pytest.mark.uimcp({said})\ndef test_{number}(): pass" for number, said in enumerate(BAD_COUNTS))
    result = run(pytester, "\n".join(["import pytest", *tests]))
    result.assert_outcomes(errors=len(BAD_COUNTS))
    told = [line[1:].strip() for line in result.stdout.lines if line.startswith("E ")]
    assert told == [f"pytest_uimcp.UimcpError: @pytest.mark.uimcp{said}" for said in BAD_COUNTS.values()]

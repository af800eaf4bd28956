"""Scenarios in Python tests: the same steps, played by the same player."""

from __future__ import annotations

import pytest

import pytest_uimcp.page  # noqa: F401 -- C extensions can only be loaded once
from pytest_uimcp import Scenario
from pytest_uimcp.testing.scenario.errors import ScenarioError
from tests.files import write
from tests.testing.repository import app, run


def test_steps_from_python_and_from_a_file_are_the_same(pytester: pytest.Pytester) -> None:
    steps = "  - human: {clicks: Clear}\n  - not see: milk\n"
    write(pytester.path, {**app(), "story.yaml": f"steps:\n{steps}"})
    result = run(
        pytester,
        """
        from pytest_uimcp import Scenario

        def test_python(request, uimcp_page):
            Scenario([{"human": {"clicks": "Clear"}}, {"not see": "milk"}]).play(request)
            python = [str(step) for step in uimcp_page.story.steps]
            assert any("click" in step for step in python)

        def test_file(request, uimcp_page):
            Scenario.load("story.yaml").play(request)

        def test_failing(request, uimcp_page):
            Scenario([{"see": "milk"}, {"see": "eggs"}]).play(request)
        """,
    )
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines([">*Scenario(*eggs*play(request)", "E *in step 2: see"])


def test_rows_are_for_parametrize(pytester: pytest.Pytester) -> None:
    write(pytester.path, {**app(), "story.yaml": 'parameters:\n  - {a: milk}\n  - {a: mil}\nsteps:\n  - see: "${a}"\n'})
    result = run(
        pytester,
        """
        import pytest
        from pytest_uimcp import Scenario

        STORY = Scenario.load("story.yaml")

        @pytest.mark.parametrize("row", STORY.rows)
        def test_rows(request, uimcp_page, row):
            STORY.play(request, row)

        def test_no_row(request, uimcp_page):
            STORY.play(request)
        """,
    )
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*story.yaml:1: it has parameters: play(request, row)*"])


def test_mistakes_are_reported_with_their_step() -> None:
    with pytest.raises(ScenarioError, match=r"^step 2: unknown step 'sea' \(did you mean see\?\)$"):
        Scenario([{"see": "milk"}, {"sea": "milk"}])

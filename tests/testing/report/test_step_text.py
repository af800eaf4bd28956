from __future__ import annotations

import pytest

from pytest_uimcp.core.steps import Step, StepError, StepLocation
from pytest_uimcp.testing.report.step_text import outcome_text, step_line


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (Step("human", "click", {"target": "Save"}), "human  click('Save')"),
        (Step("human", "click", {"css": "#x", "nth": 1}), "human  click(css='#x', nth=1)"),
        (Step("human", "fill", {"target": "Name", "value": "Ada"}), "human  fill('Name', 'Ada')"),
        (Step("human", "upload", {"target": "Photo", "files": ["a", "b"]}), "human  upload('Photo', 'a', 'b')"),
        (
            Step("agent", "tool", {"name": "add", "arguments": {"name": "x"}}, {"is_error": True, "text": "no"}),
            "agent  tool('add', name='x')",
        ),
        (Step("human", "new_tab", where=StepLocation("s", 1, 1)), "human  new_tab()"),
        (Step("human", "reload", where=StepLocation("s", 2, 2)), "human  tab 2: reload()"),
    ],
)
def test_a_step_is_one_line_written_as_the_call(step: Step, line: str) -> None:
    assert step_line(step) == line


@pytest.mark.parametrize(
    ("verb", "outcome", "text"),
    [
        ("tool", {"is_error": True, "text": "no"}, "error: no"),
        ("tool", {"is_error": False, "text": "1"}, "1"),
        ("run", None, "None"),
        ("rows", 1, "1 row"),
        ("click", None, ""),
        ("run", "x" * 500, "'" + "x" * 98 + "…"),
        ("eval", "one\ntwo", "one…"),
    ],
)
def test_the_outcome_is_cut_to_fit(verb: str, outcome: object, text: str) -> None:
    assert outcome_text(Step("agent", verb, {}, outcome, is_over=True)) == text


def test_a_failed_step_shows_its_error() -> None:
    step = Step("human", "see", {"text": "x"}, error=StepError("NotSeen", "no\nthe page:"))
    assert step_line(step) == "human  see('x') -> NotSeen: no…"

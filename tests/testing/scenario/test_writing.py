"""What is written is what is read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.core.yaml import load_yaml
from pytest_uimcp.testing.scenario.errors import ScenarioError, ScenarioPlace
from pytest_uimcp.testing.scenario.grammar import StepKind, step_kinds
from pytest_uimcp.testing.scenario.reading import read_story
from pytest_uimcp.testing.scenario.steps import read_step
from pytest_uimcp.testing.scenario.variables import substitute
from pytest_uimcp.testing.scenario.writing import Remark, escape_variables, scenario_text, step_data, step_text

TRICKY = (
    "no", "on", "1", "0x1", "null", "~", "a: b", "# a", "- a", "a\nb", "a\n\nb\n", "\n", "a\n  b", "a\n\tb", " a\nb",
    "12:30", "2020-01-01", "${x}", "$${x}", "=", "<<", ".5", "1e3", "a?", "a, b", "{a}", "\x85", "\u2028", "\ufeff",
    "'", '"', "\\", "a\r\nb",
)  # fmt: skip
TEXTS = (
    st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(TRICKY) | st.text(" \n:#-{}'\"ab", max_size=9)
)
DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
# A value of each shape, by its words in the grammar; any text or data where a shape takes that.
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "true": st.just(True),
    "a number of seconds above 0": st.floats(0.001, 1e6) | st.integers(1, 9),
    "a name of letters, digits and _": st.from_regex(r"[A-Za-z_][A-Za-z0-9_]*", fullmatch=True),
    "data": DATA,
}
ANYTHING = st.one_of(
    TEXTS,
    st.dictionaries(TEXTS, TEXTS | st.none() | st.dictionaries(TEXTS, DATA, max_size=2), min_size=1, max_size=2),
    st.fixed_dictionaries({}, optional={"text": TEXTS, "role": TEXTS, "name": TEXTS, "nth": st.integers(-3, 3)}),
    st.fixed_dictionaries({"GET https://a.example/x": st.fixed_dictionaries({"json": DATA})}),
)


@pytest.mark.parametrize("kind", step_kinds(), ids=lambda kind: kind.name)
@given(data=st.data())
def test_a_step_is_read_as_it_was_written(kind: StepKind, data: st.DataObject) -> None:
    value = data.draw(VALUES.get(kind.shape.words, ANYTHING))
    options = [option for option in kind.all_options if data.draw(st.booleans())]
    more = {option.key: data.draw(VALUES.get(option.shape.words, ANYTHING)) for option in options}
    given_step = step_data(kind.actor, kind.key, value, more)
    try:
        step = read_step(given_step, ScenarioPlace(None, 1))
    except ScenarioError:
        return  # the grammar has no such step
    (found,) = load_yaml(step_text(step))
    again = read_step(found, ScenarioPlace(None, 1))
    assert (again.kind, again.value, dict(again.options)) == (kind, value, more)


@given(st.lists(st.dictionaries(TEXTS, DATA, min_size=1, max_size=3) | st.builds(Remark, TEXTS), max_size=3), TEXTS)
def test_any_data_is_read_as_it_was_written(steps: list[Any], top: str) -> None:
    text = scenario_text({"variables": {"a": "no"}}, steps, [top])
    read = load_yaml(text)
    assert (read["steps"] or []) == [step for step in steps if not isinstance(step, Remark)]
    assert read["variables"] == {"a": "no"}


@given(DATA)
def test_nothing_in_recorded_data_is_taken_for_a_variable(data: Any) -> None:
    assert substitute(escape_variables(data), {}) == data


def test_short_steps_stand_in_one_line_and_code_in_a_block() -> None:
    steps: list[Any] = [
        {"human": {"clicks": {"text": "Delete", "nth": 1}}},
        Remark("Twice."),
        {"agent": {"calls": {"app_ui_run": {"code": "local x = 1\nreturn x"}}, "returns": 1}},
        {"agent": "yields"},
        {"see": "no"},
    ]
    text = scenario_text({"scenario": "It is read aloud", "app": "contacts"}, steps, ["Recorded."])
    assert text == (
        "# Recorded.\n"
        "scenario: It is read aloud\n"
        "app: contacts\n"
        "steps:\n"
        "  - human: {clicks: {text: Delete, nth: 1}}\n"
        "  # Twice.\n"
        "  - agent:\n"
        "      calls:\n"
        "        app_ui_run:\n"
        "          code: |-\n"
        "            local x = 1\n"
        "            return x\n"
        "      returns: 1\n"
        "  - agent: yields\n"
        '  - see: "no"\n'
    )
    assert [step.kind.name for step in read_story(load_yaml(text)).steps] == [
        "human clicks", "agent calls", "agent yields", "see",
    ]  # fmt: skip

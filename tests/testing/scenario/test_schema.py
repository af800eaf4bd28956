"""The JSON Schema agrees with the reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pytest_uimcp.core.yaml import load_yaml
from pytest_uimcp.testing.scenario.errors import ScenarioError
from pytest_uimcp.testing.scenario.grammar import StepKind, step_kinds
from pytest_uimcp.testing.scenario.reading import read_story
from pytest_uimcp.testing.scenario.schema import schema

ROOT = Path(__file__).parents[3]
STORIES = sorted([*ROOT.glob("examples/**/*.scenario.yaml"), *ROOT.glob("fixtures/stories/*.scenario.yaml")])


def is_valid(data: Any) -> bool:
    return bool(jsonschema.Draft7Validator(schema()).is_valid(data))


def name(kind: StepKind) -> str:
    return kind.name


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.name)
def test_the_stories_of_the_examples_are_valid(path: Path) -> None:
    jsonschema.validate(load_yaml(path.read_text(encoding="utf-8")), schema())


@pytest.mark.parametrize("kind", step_kinds(), ids=name)
def test_the_example_of_each_kind_is_read_and_valid(kind: StepKind) -> None:
    header = {"app": "x", "stage": str(ROOT / "examples/javafx/scenes/login.fxml")} if kind.only else {}
    steps = [*load_yaml(kind.example), {"see": "x"}]
    assert read_story({**header, "steps": steps}).steps[0].kind is kind
    assert is_valid({**header, "steps": steps})


@pytest.mark.parametrize(
    "steps",
    [
        [{"sea": "x"}],
        [{"see": 3}],
        [{"human": {"clicks": {"rol": "x"}}}],
        [{"human": "yields"}],
        [{"agent": {"says": "x", "as": "y"}}],
        [{"advance": 0}],
        [{"http": {"FETCH https://a.b": {}}}],
        [{"http": {"GET https://a.b": {"sttus": 200}}}],
        [{"http": {"GET https://a.b": {"json": 1, "text": "1"}}}],
        [{"human": {"fills": {"Age": 3}}}],
        [{"human": {"approves": {"a": {}, "b": {}}}}],
        [{"human": {"clicks": "Save", "on": "table"}}],
        [{"requested": "pets"}],
        [{"requested": "GET https://a.b", "times": 0}],
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(steps: list[Any]) -> None:
    assert not is_valid({"steps": steps})
    with pytest.raises(ScenarioError):
        read_story({"steps": [*steps, {"see": "x"}]})

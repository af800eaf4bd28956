"""The steps that a page records."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uimcp.page import NotFound
from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_finding_and_counting_are_steps_as_everything_else(show: Show) -> None:
    page = show(app="contacts")
    page.click("New contact")
    page.fill("Name", "Ada")
    page.fill("ada@example.org", css="[type=email]")
    page.click("Save")
    page.rows(css=".list")[0].find(css=".who")
    assert [(step.actor, step.verb, step.arguments) for step in page.story.steps] == [
        ("human", "click", {"target": "New contact"}),
        ("human", "fill", {"target": "Name", "value": "Ada"}),
        ("human", "fill", {"value": "ada@example.org", "css": "[type=email]"}),
        ("human", "click", {"target": "Save"}),
        ("human", "rows", {"css": ".list"}),
        ("human", "find", {"css": ".who"}),
    ]
    rows, found = page.story.steps[-2:]
    assert rows.outcome == 1
    assert found.outcome == '<span> with "Ada"'


def test_the_file_of_an_upload_is_not_recorded_as_a_target(show: Show) -> None:
    page = show('<label>Photo <input type="file" id="p" multiple></label>')
    page.upload("Photo", Path("a.png"), "b.png")
    page.upload("a.png", "b.png", css="#p")
    assert [step.arguments for step in page.story.steps] == [
        {"target": "Photo", "files": ["a.png", "b.png"]},
        {"files": ["a.png", "b.png"], "css": "#p"},
    ]


def test_a_step_that_failed_keeps_the_whole_message(show: Show) -> None:
    page = show(app="contacts")
    with pytest.raises(NotFound) as failure:
        page.find("Nobody")
    (step,) = page.story.steps
    assert step.error == ("NotFound", str(failure.value))
    assert step.outcome is None

"""A scenario: read from a file or made in Python, and played with the fixtures of a test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.testing.scenario.errors import ScenarioError
from pytest_uimcp.testing.scenario.reading import read_file, read_story
from pytest_uimcp.testing.scenario.story import Story
from pytest_uimcp.testing.settings import settings_for


class Scenario:
    """What human, agent and UI do together, as steps.

    `Scenario([{"human": {"clicks": "New contact"}}, {"see": "Name"}]).play(request)` plays the steps in a test, and
    `Scenario.load(path).play(request)` those of a file. The test has `uimcp_page` among its arguments to be played on
    every face; its marker names the app.
    """

    def __init__(self, steps: Sequence[Mapping[str, Any]], **header: Any) -> None:
        self.story: Story = read_story({**header, "steps": list(steps)})

    @classmethod
    def load(cls, path: str | Path) -> Scenario:
        """The scenario of a file; raises ScenarioError with the line of what is wrong."""
        scenario = cls.__new__(cls)
        scenario.story = read_file(Path(path))
        return scenario

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of its parameters, for `@pytest.mark.parametrize`; one empty row if it has none."""
        return [dict(row) for row in self.story.parameters or ({},)]

    def play(self, request: pytest.FixtureRequest, row: Mapping[str, Any] | None = None) -> None:
        """Play it with the fixtures of a test, and a row of its parameters if it has any."""
        from pytest_uimcp.testing.scenario.player import Player

        self._check(request, row)
        player = Player(self.story, request.getfixturevalue, row)
        for number in range(len(self.story.steps)):
            player.play(number)
        player.finish()

    def _check(self, request: pytest.FixtureRequest, row: Mapping[str, Any] | None) -> None:
        story = self.story
        columns = {name for parameters in story.parameters for name in parameters}
        if columns != {*(row or {})} & columns:
            problem = "it has parameters: play(request, row) for each row of .rows, as @pytest.mark.parametrize does"
            raise ScenarioError.at(story.place("parameters"), problem)
        # A test's marker is read before its fixtures are made, so here it can only be compared.
        for part in story.parts:
            part.check_test(story, request)
        if story.is_virtual and not settings_for(request.node, request.config).virtual:
            problem = 'it lets time advance: mark the test with @pytest.mark.uimcp(time="virtual")'
            raise ScenarioError.at(story.place("steps"), problem)

"""What a scenario is played on: the fixtures of its test, its variables, and what the agent does next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.references import resolve
from pytest_uimcp.testing.scenario.errors import Fault, ScenarioError
from pytest_uimcp.testing.scenario.turns import turns_from
from pytest_uimcp.testing.scenario.variables import is_variable

if TYPE_CHECKING:
    from pytest_uimcp.agent.harness.agent import AgentHarness
    from pytest_uimcp.agent.harness.conversation import Call
    from pytest_uimcp.agent.harness.human import HumanHarness
    from pytest_uimcp.testing.scenario.answers import Answers
    from pytest_uimcp.testing.scenario.reading import Story
    from pytest_uimcp.testing.scenario.steps import ScenarioStep

__all__ = ["Stage"]

APP: Final = "app"
"""The prefix of the app's own tools."""


@dataclass(slots=True)
class Expected:
    """A call that the agent has made, and what the story says of its result."""

    call: Call
    step: ScenarioStep


class Stage:
    """The stage of one run of a story. `fixture` gives the fixtures of the test by name."""

    def __init__(self, story: Story, fixture: Callable[[str], Any], row: Mapping[str, Any] | None = None) -> None:
        self._story = story
        self.fixture = fixture
        self.variables: dict[str, Any] = {**story.variables, **(row or {})}
        self.events: list[dict[str, Any]] = []
        self.unanswered: list[Expected] = []
        """Calls of the agent whose results are not known yet."""
        self._made = 0
        self._said = 0
        self._planned = 0
        """The first step whose turn the agent's model has not been told."""
        self._talks = "uimcp_agent" in story.needs
        if self._talks:
            self._mount()

    # The fixtures.

    @property
    def page(self) -> Any:
        return self.fixture("uimcp_page")

    @property
    def human(self) -> HumanHarness:
        found: HumanHarness = self.fixture("uimcp_human")
        return found

    @property
    def agent(self) -> AgentHarness:
        found: AgentHarness = self.fixture("uimcp_agent")
        return found

    @cached_property
    def answers(self) -> Answers:
        """The answers to HTTP requests, from the first step with one."""
        from pytest_uimcp.testing.scenario.answers import Answers

        return Answers(self.fixture("request"), lambda: len(self._calls))

    # Playing.

    def play(self, number: int) -> None:
        """Play a step; errors say which."""
        step = self._story.steps[number]
        try:
            bound = self._bound(step)
            if not step.kind.is_turn or number >= self._planned:
                self._tell(number)
            self._do(step, bound)
        except UimcpError as error:
            if f"{step.place}: " not in str(error):
                error.context = "\n".join(filter(None, (error.context, f"  in {step.place}: {step.kind.name}")))
            raise

    def _do(self, step: ScenarioStep, bound: ScenarioStep) -> None:
        try:
            step.kind.does(self, bound)
            if step.kind.wakes:
                self.look_at_results()
        finally:
            # It explains whatever else has failed.
            if "answers" in self.__dict__:
                self.answers.check(self._made)

    def _bound(self, step: ScenarioStep) -> ScenarioStep:
        bound = step.with_variables(self.variables)
        if is_variable(step.value):
            try:
                step.kind.shape.check_played(bound.value)
            except Fault as error:
                raise ScenarioError.at(step.place, f"{step.kind.name}: {step.value}: {error}") from None
        return bound

    def finish(self) -> None:
        """Check what could not be checked before: calls that nobody has answered."""
        self.look_at_results()
        for one in self.unanswered:
            if one.step.more:
                raise ScenarioError.at(one.step.place, f"{one.call} has no result: nobody has approved or denied it")

    def _tell(self, number: int) -> None:
        """Tell the agent's model its next turns, if this step begins or wakes it."""
        step = self._story.steps[number]
        if not (step.kind.wakes or step.kind.is_turn):
            return
        start = number if step.kind.is_turn else number + 1
        turns, self._planned = turns_from(self._story.steps, start, self.variables, after=step)
        self.agent.plays(turns)
        if step.kind.is_turn:
            self.agent.resumes()

    # What the agent has done.

    def next_calls(self, names: Sequence[str]) -> list[Call]:
        """The next calls of the agent, which must be of these tools."""
        found = self._calls[self._made : self._made + len(names)]
        if [call.name for call in found] != list(names):
            came = ", ".join(map(str, found)) or "no call"
            raise ScenarioError(f"expected the agent to call {', '.join(names)}, got {came}{self.agent.told()}")
        self._made += len(names)
        return found

    @property
    def _calls(self) -> list[Call]:
        return [call for call in self.agent.calls if call.shown] if self._talks else []

    def next_said(self) -> str | None:
        """What the agent has said next."""
        said = self.agent.said[self._said : self._said + 1]
        self._said += len(said)
        return said[0] if said else None

    def look_at_results(self) -> None:
        """Check the calls that have a result by now."""
        from pytest_uimcp.testing.scenario.results import check_result

        waiting, self.unanswered = self.unanswered, []
        for one in waiting:
            if one.call.result is None:
                self.unanswered.append(one)
            else:
                check_result(self, one)

    # Before the first step.

    def _mount(self) -> None:
        compositor, story = self.fixture("uimcp_compositor"), self._story
        if story.shows_app:
            compositor.mount(APP, self.fixture("uimcp"))
        try:
            for prefix, server in story.servers.items():
                compositor.mount(prefix, self._server(server))
        except (UimcpError, ImportError, AttributeError, pytest.FixtureLookupError) as error:
            raise ScenarioError.at(story.place("servers"), f"servers: {prefix}: {_told(error)}") from error
        try:
            if story.policy is None:
                compositor.policy({"*": "allow"}, check=False)
            else:
                compositor.policy(story.policy)
        except UimcpError as error:
            told = str(error).replace(" (check=False lets it pass)", "")  # what a test in Python can do
            raise ScenarioError.at(story.place("policy"), f"policy: {told}") from error

    def _server(self, given: str | list[str]) -> Any:
        """What the compositor mounts: a command, a URL, what a function makes, or the value of a fixture."""
        if isinstance(given, list) or given.startswith(("http://", "https://")):
            return given
        return resolve(given) if ":" in given else self.fixture(given)


def _told(error: Exception) -> str:
    return f"there is no fixture {error.argname!r}" if isinstance(error, pytest.FixtureLookupError) else str(error)

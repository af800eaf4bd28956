"""Plays a story on the fixtures of its test: its variables, what the agent does next, and whose an error is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_uimcp.compositor.harness.errors import PolicyFault
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.references import resolve
from pytest_uimcp.testing.scenario.errors import Fault, ScenarioError
from pytest_uimcp.testing.scenario.late import LateErrors
from pytest_uimcp.testing.scenario.story import PAGE, STAGE
from pytest_uimcp.testing.scenario.turns import bound_step, turns_from
from pytest_uimcp.testing.scenario.variables import is_variable

if TYPE_CHECKING:
    from pytest_uimcp.agent.harness.agent import AgentHarness
    from pytest_uimcp.agent.harness.conversation import Call
    from pytest_uimcp.agent.harness.human import HumanHarness
    from pytest_uimcp.openapi.harness.openapi import OpenApiHarness
    from pytest_uimcp.testing.scenario.steps import ScenarioStep
    from pytest_uimcp.testing.scenario.story import Story
    from pytest_uimcp.testing.scenario.web import Web

__all__ = ["Player"]

APP: Final = "app"
"""The prefix of the app's own tools."""
STAGE_TOOLS: Final = "stage"
"""The prefix of the tools of a JavaFX stage."""


@dataclass(slots=True)
class Expected:
    """A call that the agent has made, and what the story says of its result."""

    call: Call
    step: ScenarioStep


class Player:
    """One run of a story. `fixture` gives the fixtures of the test by name."""

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
        self._late = LateErrors(lambda: len(self._calls))
        self._apis = self._made_apis()
        self._show_scene()
        if self._talks:
            self._mount()
        shown = [*(["uimcp"] if story.shows_app else []), *([STAGE] if story.scene is not None else [])]
        for tested in [*map(fixture, shown), *self._apis.values()]:
            tested.story.follow(self._late)

    # The fixtures.

    def shown(self, step: ScenarioStep) -> Any:
        """What a step about what shows is about: the page, or the stage."""
        return self.fixture(STAGE if self._story.is_on_stage(step) else PAGE)

    def advance(self, seconds: float) -> None:
        """Let time pass in the app and on the stage."""
        if self._story.shows_app:
            self.fixture("uimcp").clock.advance(seconds)
        if self._story.scene is not None:
            self.fixture(STAGE).advance(seconds)

    @property
    def human(self) -> HumanHarness:
        found: HumanHarness = self.fixture("uimcp_human")
        return found

    @property
    def agent(self) -> AgentHarness:
        found: AgentHarness = self.fixture("uimcp_agent")
        return found

    @cached_property
    def web(self) -> Web:
        """HTTP of the story, from the first step about it."""
        from pytest_uimcp.testing.hooks import register
        from pytest_uimcp.testing.scenario.web import Web

        request = self.fixture("request")
        made = Web(self._apis, lambda: len(self._calls))
        register(request.node, made)
        request.addfinalizer(made.close)
        return made

    # Playing.

    def play(self, number: int) -> None:
        """Play a step; errors say which."""
        step = self._story.steps[number]
        try:
            bound = self._bound(step)
            if not step.kind.is_turn or number >= self._planned:
                with self._late_ones_kept():
                    self._tell(number)
            self._do(step, bound)
            self._late.raise_due(self._made)
        except UimcpError as error:
            if f"{step.place}: " in str(error):
                place = ""
            else:
                place = f"  in {step.place}: {step.kind.name}"
            error.context = "\n".join(filter(None, (error.context, place, *self._late.told)))
            raise

    def _do(self, step: ScenarioStep, bound: ScenarioStep) -> None:
        try:
            with self._late_ones_kept():
                step.kind.does(self, bound)
            if step.kind.wakes:
                self.look_at_results()
        finally:
            # It explains whatever else has failed.
            if "web" in self.__dict__:
                self.web.check(self._made)

    @contextmanager
    def _late_ones_kept(self) -> Iterator[None]:
        try:
            yield
        except UimcpError as error:
            if not self._late.keep(error, self._made):
                raise

    def _bound(self, step: ScenarioStep) -> ScenarioStep:
        bound = bound_step(step, self.variables)
        if is_variable(step.value):
            try:
                step.kind.shape.check_played(bound.value)
            except Fault as error:
                raise ScenarioError.at(step.place, f"{step.kind.name}: {step.value}: {error}") from None
        return bound

    def finish(self) -> None:
        """Check what can only be checked at the end: calls that nobody has answered."""
        self.look_at_results()
        self._late.raise_due()
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
        if self._talks:
            return [call for call in self.agent.calls if call.is_visible]
        return []

    def next_said(self) -> str | None:
        """What the agent has said next."""
        said = self.agent.said[self._said : self._said + 1]
        self._said += len(said)
        if said:
            return said[0]
        return None

    def look_at_results(self) -> None:
        """Check the calls that have a result by now."""
        from pytest_uimcp.testing.scenario.results import check_result

        waiting = self.unanswered
        self.unanswered = []
        for one in waiting:
            if one.call.result is None:
                self.unanswered.append(one)
            else:
                check_result(self, one)

    # Before the first step.

    def _made_apis(self) -> dict[str, OpenApiHarness]:
        made: dict[str, OpenApiHarness] = {}
        for prefix, api in self._story.apis.items():
            with self._told_at("apis", prefix):
                made[prefix] = api.made(self.fixture("uimcp_openapi"))
        return made

    def _show_scene(self) -> None:
        if self._story.scene is not None:
            with self._told_at("stage"):
                self._story.scene.show(self.fixture(STAGE))

    @contextmanager
    def _told_at(self, *key: str) -> Iterator[None]:
        """Errors say which key of the header they are about."""
        try:
            yield
        except (UimcpError, ImportError, AttributeError) as error:
            place = self._story.place(key[0])
            raise ScenarioError.at(place, f"{': '.join(key)}: {_told(error)}") from error

    def _mount(self) -> None:
        compositor = self.fixture("uimcp_compositor")
        story = self._story
        if story.shows_app:
            compositor.mount(APP, self.fixture("uimcp"))
        if story.scene is not None:
            compositor.mount(STAGE_TOOLS, self.fixture(STAGE).mountable)
        for prefix, api in self._apis.items():
            with self._told_at("apis", prefix):
                compositor.mount(prefix, api)
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
        except PolicyFault as error:
            listed = "".join(f"\n  {finding}" for finding in error.findings)
            told = f"policy: the policy does not match the mounted tools:{listed}"
            raise ScenarioError.at(story.place("policy"), told) from error
        except UimcpError as error:
            raise ScenarioError.at(story.place("policy"), f"policy: {error}") from error

    def _server(self, given: str | list[str]) -> Any:
        """What the compositor mounts: a command, a URL, what a function makes, or the value of a fixture."""
        if isinstance(given, list) or given.startswith(("http://", "https://")):
            return given
        if ":" in given:
            return resolve(given)
        return self.fixture(given)


def _told(error: Exception) -> str:
    if isinstance(error, pytest.FixtureLookupError):
        return f"there is no fixture {error.argname!r}"
    return str(error)

"""Plays a story on the fixtures of its test: its variables, what the agent does next, and whose an error is.

It runs on the thread of the test; the fixtures drive the server, the agent and the page on threads of their own. When
something wakes the agent, it plays all its turns up to the next step of somebody else before that step's verb returns,
so the agent's own steps find their calls made, and only compare. An error that belongs to one of these calls is kept
until the story reaches it (`late.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import pytest

from pytest_uimcp.compositor.harness.errors import PolicyFault
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.lazy import resolve
from pytest_uimcp.testing.scenario.errors import InvalidValue, ScenarioError
from pytest_uimcp.testing.scenario.late import LateErrors
from pytest_uimcp.testing.scenario.turns import bound_step, turns_from
from pytest_uimcp.testing.scenario.variables import is_variable

if TYPE_CHECKING:
    from pytest_uimcp.agent.harness.agent import AgentHarness
    from pytest_uimcp.agent.harness.conversation import Call
    from pytest_uimcp.agent.harness.human import HumanHarness
    from pytest_uimcp.core.steps import StepLog
    from pytest_uimcp.testing.scenario.parts import PartServer
    from pytest_uimcp.testing.scenario.steps import ScenarioStep
    from pytest_uimcp.testing.scenario.story import Story


T = TypeVar("T", bound="StoryHelper")


class StoryHelper(Protocol):
    """What steps of one kind of server share while a story is played."""

    @property
    def story(self) -> StepLog:
        """What they have done."""

    def check(self, calls: int) -> None:
        """Raise what explains a failure better than itself, of those calls of the agent that the story has reached."""

    def close(self) -> None:
        """The test is over."""


@dataclass(slots=True)
class ExpectedResult:
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
        # Calls of the agent whose results are not known yet.
        self.unanswered: list[ExpectedResult] = []
        self._made = 0
        self._said = 0
        # The first step whose turn the agent's model has not been told.
        self._planned = 0
        self._talks = "uimcp_agent" in story.needs
        self._late = LateErrors(self.count_calls)
        self._helpers: dict[type, StoryHelper] = {}
        self._opened: list[tuple[PartServer, Any]] = []
        # All are open before one is mounted: a scene's controller may call an API of the story when it is loaded.
        for server in [server for part in story.parts for server in part.servers()]:
            with self._told_at(*server.place):
                self._opened.append((server, server.open(fixture)))
        if self._talks:
            self._mount()
        # Errors before the first step are nobody's to keep: they are raised as they are.
        for _, tested in self._opened:
            tested.story.follow(self._late)

    def surface_of(self, step: ScenarioStep) -> Any:
        """What a step about what shows is about: the page, or the stage."""
        part = self._story.surface_of(step)
        assert part is not None  # the reader has seen to it
        return self.fixture(part.surface_fixture)

    def advance(self, seconds: float) -> None:
        for part in self._story.parts:
            part.advance(self.fixture, seconds)

    def opened(self, key: str) -> dict[str, Any]:
        """The servers that a key of the header names, by prefix."""
        return {server.prefix: tested for server, tested in self._opened if server.place[0] == key}

    def count_calls(self) -> int:
        return len(self._calls)

    @property
    def human(self) -> HumanHarness:
        human: HumanHarness = self.fixture("uimcp_human")
        return human

    @property
    def agent(self) -> AgentHarness:
        agent: AgentHarness = self.fixture("uimcp_agent")
        return agent

    def helper(self, kind: type[T], make: Callable[[], T]) -> T:
        """The helper of this kind, from the first step that needs it; it takes part in the test."""
        from pytest_uimcp.testing.hooks import register

        if kind not in self._helpers:
            request = self.fixture("request")
            self._helpers[kind] = make()
            register(request.node, self._helpers[kind])
            request.addfinalizer(self._helpers[kind].close)
        helper: T = self._helpers[kind]  # type: ignore[assignment]  # as its key says
        return helper

    def play(self, number: int) -> None:
        """Play a step; errors say which."""
        step = self._story.steps[number]
        try:
            bound = self._bind_variables(step)
            # The turns of steps that follow each other were told with the first of them.
            if not step.kind.is_turn or number >= self._planned:
                with self._keeping_late_errors():
                    self._tell(number)
            self._do(step, bound)
            self._late.raise_due(self._made)
        except UimcpError as error:
            # A ScenarioError names the place itself.
            place = ""
            if f"{step.place}: " not in str(error):
                place = f"  in {step.place}: {step.kind.name}"
            error.context = "\n".join(filter(None, (error.context, place, *self._late.messages)))
            raise

    def _do(self, step: ScenarioStep, bound: ScenarioStep) -> None:
        try:
            with self._keeping_late_errors():
                step.kind.does(self, bound)
            if step.kind.wakes:
                self.look_at_results()
        finally:
            # A request without an answer, say, explains whatever else has failed.
            for helper in self._helpers.values():
                helper.check(self._made)

    @contextmanager
    def _keeping_late_errors(self) -> Iterator[None]:
        try:
            yield
        except UimcpError as error:
            if not self._late.keep(error, self._made):
                raise

    def _bind_variables(self, step: ScenarioStep) -> ScenarioStep:
        bound = bound_step(step, self.variables)
        # The reader takes a variable for any shape; only now its value is known.
        if is_variable(step.value):
            try:
                step.kind.shape.check_played(bound.value)
            except InvalidValue as error:
                raise ScenarioError.at(step.place, f"{step.kind.name}: {step.value}: {error}") from None
        return bound

    def finish(self) -> None:
        """Check what can only be checked at the end: calls that nobody has answered."""
        self.look_at_results()
        self._late.raise_due()
        # A call that nobody says anything of may stay without a result.
        for expected in self.unanswered:
            if expected.step.options:
                raise ScenarioError.at(
                    expected.step.place, f"{expected.call} has no result: nobody has approved or denied it"
                )

    def _tell(self, number: int) -> None:
        """Tell the agent's model its next turns, if this step begins or wakes it."""
        step = self._story.steps[number]
        if not (step.kind.wakes or step.kind.is_turn):
            return
        start = number
        if not step.kind.is_turn:
            start += 1  # the step that wakes it is somebody else's
        turns, self._planned = turns_from(self._story.steps, start, self.variables, waking_step=step)
        self.agent.plays(turns)
        if step.kind.is_turn:
            self.agent.resumes()

    def next_calls(self, names: Sequence[str]) -> list[Call]:
        """The next calls of the agent, which must be of these tools."""
        # The agent has played all its turns by now, so its calls are looked at one after the other.
        calls = self._calls[self._made : self._made + len(names)]
        if [call.name for call in calls] != list(names):
            came = ", ".join(map(str, calls)) or "no call"
            raise ScenarioError(f"expected the agent to call {', '.join(names)}, got {came}{self.agent.told()}")
        self._made += len(names)
        return calls

    @property
    def _calls(self) -> list[Call]:
        if self._talks:
            return [call for call in self.agent.calls if call.is_visible]
        return []

    def next_said(self) -> str | None:
        texts = self.agent.said[self._said : self._said + 1]
        self._said += len(texts)
        if texts:
            return texts[0]
        return None

    def look_at_results(self) -> None:
        from pytest_uimcp.testing.scenario.results import check_result

        # A check may fail; those after it then count as looked at, as the story is over.
        answered = [expected for expected in self.unanswered if expected.call.result is not None]
        self.unanswered = [expected for expected in self.unanswered if expected.call.result is None]
        for expected in answered:
            check_result(self, expected)

    @contextmanager
    def _told_at(self, *key: str) -> Iterator[None]:
        """Errors say which key of the header they are about."""
        try:
            yield
        except (UimcpError, ImportError, AttributeError) as error:
            place = self._story.place(key[0])
            raise ScenarioError.at(place, f"{': '.join(key)}: {_error_text(error)}") from error

    def _mount(self) -> None:
        compositor = self.fixture("uimcp_compositor")
        story = self._story
        for part, tested in self._opened:
            with self._told_at(*part.place):
                compositor.mount(part.prefix, part.mountable(tested))
        try:
            for prefix, server in story.servers.items():
                compositor.mount(prefix, self._server(server))
        except (UimcpError, ImportError, AttributeError, pytest.FixtureLookupError) as error:
            raise ScenarioError.at(story.place("servers"), f"servers: {prefix}: {_error_text(error)}") from error
        try:
            if story.policy is None:
                # Nothing to check: it may be that no tool is mounted.
                compositor.policy({"*": "allow"}, check=False)
            else:
                compositor.policy(story.policy)
        except PolicyFault as error:
            findings = "".join(f"\n  {finding}" for finding in error.findings)
            problem = f"policy: the policy does not match the mounted tools:{findings}"
            raise ScenarioError.at(story.place("policy"), problem) from error
        except UimcpError as error:
            raise ScenarioError.at(story.place("policy"), f"policy: {error}") from error

    def _server(self, server: str | list[str]) -> Any:
        """What the compositor mounts: a command, a URL, what a function makes, or the value of a fixture."""
        if isinstance(server, list) or server.startswith(("http://", "https://")):
            return server
        if ":" in server:
            return resolve(server)
        return self.fixture(server)


def _error_text(error: Exception) -> str:
    if isinstance(error, pytest.FixtureLookupError):
        return f"there is no fixture {error.argname!r}"
    return str(error)

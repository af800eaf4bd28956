"""What a kind of server adds to scenarios: keys of the header, steps, and its part in a story.

A kind names its parts in the column `scenario` of `pytest_uimcp/servers.py`, so this folder knows none of them. A part
is read from the header; it says which fixtures it needs, what the agent is given, and where steps about what shows go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

from pytest_uimcp.servers import rows

if TYPE_CHECKING:
    import pytest

    from pytest_uimcp.testing.scenario.grammar import StepKind
    from pytest_uimcp.testing.scenario.header import HeaderKey
    from pytest_uimcp.testing.scenario.steps import ScenarioStep
    from pytest_uimcp.testing.scenario.story import Story


# The fixtures of a test, by name.
Fixture = Callable[[str], Any]


def _itself(server: Any) -> Any:
    return server


@dataclass(frozen=True, slots=True)
class PartServer:
    # The key of the header that errors name, and what is below it.
    place: tuple[str, ...]
    # What the names of its tools begin with.
    prefix: str
    # Gives the object that the test holds, whose log belongs to the story.
    open: Callable[[Fixture], Any]
    # What the compositor mounts of that object.
    mountable: Callable[[Any], Any] = _itself


class StoryPart:
    fixture: ClassVar[str] = ""
    # What `on` calls the place where it shows something; empty if it shows nothing.
    surface: ClassVar[str] = ""
    surface_fixture: ClassVar[str] = ""
    # Whether a story has it that names nothing else.
    is_default: ClassVar[bool] = False
    # What is wrong with a step on its surface in a story that has none.
    absent: ClassVar[str] = ""

    @staticmethod
    def header_keys() -> Sequence[HeaderKey]:
        return ()

    @staticmethod
    def step_kinds() -> Sequence[StepKind]:
        return ()

    @classmethod
    def of(cls, header: Any) -> Self | None:
        """The part that a header names; None if it names none. A default part is there always."""
        raise NotImplementedError

    @property
    def is_named(self) -> bool:
        return True

    def markers(self, story: Story, config: pytest.Config) -> Mapping[str, str | None]:
        """Arguments of the marker of the story's test; raises ScenarioError."""
        return {}

    def check_test(self, story: Story, request: pytest.FixtureRequest) -> None:
        """Raise ScenarioError if a test that plays the story has other settings than it needs."""

    def step_fault(self, step: ScenarioStep) -> str:
        return ""

    def servers(self) -> Iterator[PartServer]:
        """Its servers, of which the agent gets the tools."""
        return iter(())

    def advance(self, fixture: Fixture, seconds: float) -> None:
        """Let time pass."""


# Kept, because every step that is read asks for them.
@cache
def story_parts() -> tuple[type[StoryPart], ...]:
    """The parts of all kinds of servers, in the order of the table."""
    return tuple(rows("scenario"))

"""The participants of a test: the servers, sessions and pages that its fixtures made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import pytest

from pytest_uimcp.core.steps import Step, StepLog, in_order
from pytest_uimcp.testing.harness.harness import Harness


@runtime_checkable
class ShowsPage(Protocol):
    @property
    def story(self) -> StepLog: ...

    def last_aria(self) -> str:
        """Its last accessibility tree, without waiting for the app."""

    def shown(self) -> tuple[str, str]:
        """Its accessibility tree and its HTML, if it has any, as last shown; without waiting for the app."""

    def evidence(self, folder: Path) -> dict[str, Path]:
        """Save files that show how it looked; returns their paths by kind."""


@runtime_checkable
class HasLog(Protocol):
    @property
    def log(self) -> list[str]:
        """What the app printed."""


@runtime_checkable
class HasState(Protocol):
    def state(self) -> Any:
        """`ui://state`."""

    def variables(self) -> Any:
        """`ui://variables`."""


@runtime_checkable
class HasEvents(Protocol):
    @property
    def waiting(self) -> list[dict[str, Any]]:
        """The events that no agent has taken."""


class Participant:
    """A server, session or page that took part in a test, and the length of its log when the test began."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing
        self._logged = 0

    def begin(self) -> None:
        """Begin a test: the log so far belongs to earlier tests."""
        if isinstance(self.thing, HasLog):
            self._logged = len(self.thing.log)

    @property
    def log(self) -> list[str]:
        if isinstance(self.thing, HasLog):
            return self.thing.log[self._logged :]
        return []


_LATE = pytest.StashKey[list[Participant]]()
_PRESENT = pytest.StashKey[list[Participant]]()


def remember(node: pytest.Item | pytest.Collector, thing: Any) -> None:
    """Add what a fixture made for a test, or for the class, module or session of its scope."""
    if not (present := node.stash.setdefault(_PRESENT, [])):
        # pytest keeps its nodes until the end of the run; their participants must be released earlier.
        node.addfinalizer(present.clear)
    present.append(Participant(thing))


def has_participants(node: pytest.Item | pytest.Collector) -> bool:
    """Whether fixtures of this scope made something of ours."""
    return bool(node.stash.get(_PRESENT, ()))


def participants_of(item: pytest.Item) -> list[Participant]:
    """The participants of a test, from the widest scope to the narrowest."""
    return [participant for node in item.listchain() for participant in node.stash.get(_PRESENT, ())]


@contextmanager
def kept(item: pytest.Item) -> Iterator[None]:
    """Remember the participants of a teardown that fails, until `late_participants` takes them."""
    participants = participants_of(item)
    try:
        yield
    except BaseException:
        item.stash[_LATE] = participants
        raise


def late_participants(item: pytest.Item) -> list[Participant]:
    """The participants of the teardown that has just failed; they are closed. They can be had once."""
    participants = item.stash.get(_LATE, [])
    item.stash[_LATE] = []
    return participants


def steps(participants: Iterable[Participant]) -> list[Step]:
    """The steps of the participants in order; a log that several tabs share counts once."""
    stories = {
        id(participant.thing.story): participant.thing.story
        for participant in participants
        if hasattr(participant.thing, "story")
    }
    return in_order(stories.values())


def waiting(participants: Iterable[Participant]) -> list[dict[str, Any]]:
    return [
        event
        for participant in participants
        if isinstance(participant.thing, HasEvents)
        for event in participant.thing.waiting
    ]


def under_test(item: pytest.Item) -> list[Harness]:
    return [participant.thing for participant in participants_of(item) if isinstance(participant.thing, Harness)]


def begin(item: pytest.Item) -> None:
    """Begin a test: participants of wider scopes stay, their earlier logs do not count."""
    item.stash[_PRESENT] = []  # a test that is run again has new participants
    for participant in participants_of(item):
        participant.begin()

"""Who was there when a test failed: the servers and pages that its fixtures made."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import pytest

from pytest_uimcp.core.steps import Step, Story, in_order
from pytest_uimcp.testing.harness.harness import UnderTest

__all__ = ["Face", "Host", "Told", "Witness", "begin", "remember", "steps", "under_test", "waiting", "witnesses"]


@runtime_checkable
class Face(Protocol):
    """A page, as a report sees it."""

    @property
    def story(self) -> Story:
        """What was done on it."""

    def last_aria(self) -> str:
        """Its accessible tree as it was last shown: at once, whatever the app is doing."""

    def evidence(self, folder: Path) -> dict[str, Path]:
        """Leave what shows how it looked, by what it is."""


@runtime_checkable
class Host(Protocol):
    """Something that runs an app, as a report sees it."""

    @property
    def log(self) -> list[str]:
        """What the app printed."""


@runtime_checkable
class Told(Protocol):
    """Something that can tell the state of an app."""

    def state(self) -> Any:
        """`ui://state`."""

    def variables(self) -> Any:
        """`ui://variables`."""


class Witness:
    """One of them, and where its log stood when the test began."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing
        self._logged = 0

    def begin(self) -> None:
        """A test begins that shares it with those before."""
        if isinstance(self.thing, Host):
            self._logged = len(self.thing.log)

    @property
    def log(self) -> list[str]:
        """What the app has printed since then."""
        return self.thing.log[self._logged :] if isinstance(self.thing, Host) else []


_PRESENT = pytest.StashKey[list[Witness]]()


def remember(node: pytest.Item | pytest.Collector, thing: Any) -> None:
    """Remember what a fixture made for a test, or for the module, class or session its scope is."""
    if not (present := node.stash.setdefault(_PRESENT, [])):
        # Nodes stay until the run is over; what their tests used shall not.
        node.addfinalizer(present.clear)
    present.append(Witness(thing))


def witnesses(item: pytest.Item) -> list[Witness]:
    """All that a test has, from the widest scope to the narrowest."""
    return [one for node in item.listchain() for one in node.stash.get(_PRESENT, ())]


def steps(there: Iterable[Witness]) -> list[Step]:
    """What they did, in order; tabs that share a story tell it once."""
    stories = {id(one.thing.story): one.thing.story for one in there if hasattr(one.thing, "story")}
    return in_order(stories.values())


def waiting(there: Iterable[Witness]) -> list[dict[str, Any]]:
    """The events that nobody has taken."""
    return [event for one in there for event in getattr(one.thing, "waiting", ())]


def under_test(item: pytest.Item) -> list[UnderTest]:
    """Those among them that run an app."""
    return [one.thing for one in witnesses(item) if isinstance(one.thing, UnderTest)]


def begin(item: pytest.Item) -> None:
    """A test begins: what is there already belongs to those before."""
    item.stash[_PRESENT] = []  # a test that is run again has new ones
    for one in witnesses(item):
        one.begin()

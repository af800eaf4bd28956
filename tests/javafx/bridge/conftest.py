from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.javafx.bridge.host import Host
from tests.javafx.bridge.sides import BridgeSide, Side, StubSide


@pytest.fixture(scope="session")
def warm_host() -> Iterator[Host]:
    """One program for all tests: a JVM takes seconds to start."""
    with Host() as host:
        yield host


@pytest.fixture
def host(warm_host: Host) -> Host:
    """The program without a window, as if it had just started."""
    warm_host.order("close")
    return warm_host


@pytest.fixture(params=["stub", "bridge"])
def side(request: pytest.FixtureRequest) -> Iterator[Side]:
    """A scene for an agent: in memory, and in a real program."""
    if request.param == "bridge":
        yield BridgeSide(request.getfixturevalue("host"))
        return
    stub = StubSide()
    yield stub
    stub.close()

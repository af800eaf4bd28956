"""setImmediate, setTimeout, setInterval: each firing is a unit of work on the session's clock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def timed(tmp_path: Path, clock: VirtualClock, output: MemoryOutput) -> Iterator[Session]:
    with Session(tmp_path, clock=clock, output=output) as session:
        session.eval("n = 0 function tick() n = n + 1 end")
        yield session


def count(session: Session) -> int:
    session.settle()
    number = session.eval("return n").data
    assert isinstance(number, int)
    return number


def test_a_timeout_fires_once_when_its_time_has_come(timed: Session, clock: VirtualClock) -> None:
    timed.eval("session:setTimeout(tick, 1000)")
    clock.advance(0.9)
    assert count(timed) == 0
    clock.advance(0.2)
    assert count(timed) == 1
    clock.advance(10)
    assert count(timed) == 1


def test_an_interval_fires_until_cleared(timed: Session, clock: VirtualClock) -> None:
    timed.eval("handle = setInterval(tick, 100)")
    for expected in (1, 2, 3):
        clock.advance(0.1)
        assert count(timed) == expected
    timed.eval("clearInterval(handle)")
    clock.advance(1)
    assert count(timed) == 3


def test_an_immediate_fires_without_the_clock_moving(timed: Session) -> None:
    timed.eval("session:setImmediate(tick)")
    assert count(timed) == 1


def test_a_cleared_timeout_does_not_fire(timed: Session, clock: VirtualClock) -> None:
    timed.eval("session:clearTimeout(session:setTimeout(tick, 10)) session:clearTimeout(99) session:clearTimeout(nil)")
    clock.advance(1)
    assert count(timed) == 0


def test_a_firing_updates_the_browser(timed: Session, clock: VirtualClock) -> None:
    timed.eval("app = {x = 1} session:createAppVariable(app) session:setTimeout(function() app.x = 2 end, 50)")
    peer = Peer(timed)
    var_id = peer.create("x")
    clock.advance(0.05)
    timed.settle()
    assert peer.values[var_id] == 2


def test_a_failing_timer_is_logged_and_the_next_one_fires(
    timed: Session, clock: VirtualClock, output: MemoryOutput
) -> None:
    timed.eval("session:setTimeout(function() error('late trouble') end, 10) session:setTimeout(tick, 20)")
    clock.advance(0.1)
    assert count(timed) == 1
    assert any("late trouble" in line for line in output.lines("err"))


def test_a_timer_without_a_function_is_a_mistake_of_the_app(timed: Session) -> None:
    with pytest.raises(LuaError, match=r"^eval:1: setTimeout: a function expected, got nil"):
        timed.eval("session:setTimeout(nil, 5)")


def test_settling_does_not_wait_for_armed_timers(timed: Session) -> None:
    timed.eval("session:setInterval(tick, 10)")
    timed.settle()
    assert count(timed) == 0

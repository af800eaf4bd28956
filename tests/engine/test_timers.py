from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests import patience
from tests.engine.peer import Peer

BOUND = patience.SECONDS


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def session(tmp_path: Path, clock: VirtualClock) -> Iterator[Session]:
    options = SessionOptions(limits=LuaLimits(seconds=BOUND))
    with Session(tmp_path, clock=clock, output=MemoryOutput(), options=options) as session:
        session.eval("told = {} function tell(what) return function() told[#told + 1] = what end end")
        yield session


def told(session: Session) -> Any:
    session.settle()
    return session.eval("return #told == 0 and {n = 0} or told").data


def test_one_jump_fires_an_interval_as_often_as_it_was_due(session: Session, clock: VirtualClock) -> None:
    session.eval("setInterval(tell('tick'), 100)")
    clock.advance(1)
    assert told(session) == ["tick"] * 10


def test_timers_fire_in_the_order_of_their_times(session: Session, clock: VirtualClock) -> None:
    session.eval("setTimeout(tell('late'), 30) setTimeout(tell('early'), 10) setInterval(tell('each'), 20)")
    clock.advance(0.05)
    assert told(session) == ["early", "each", "late", "each"]


def test_a_timer_set_by_a_timer_counts_from_its_time(session: Session, clock: VirtualClock) -> None:
    session.eval("setTimeout(function() setTimeout(tell('second'), 10) end, 10) setTimeout(tell('third'), 25)")
    clock.advance(1)
    assert told(session) == ["second", "third"]


def test_what_a_timer_changes_is_sent_like_any_other_change(session: Session, clock: VirtualClock) -> None:
    session.eval("mcp.value = {n = 1, type = 'T'} setTimeout(function() mcp.value.n = 2 end, 10)")
    peer = Peer(session)
    variable = peer.create("value.n")
    clock.advance(0.02)
    session.settle()
    assert peer.values[variable] == 2


def test_a_timer_that_fails_is_logged_with_its_place_and_an_interval_goes_on(
    session: Session, clock: VirtualClock
) -> None:
    session.eval("setInterval(function() tell('x')() error('oh no') end, 10)", "mine")
    clock.advance(0.03)
    assert told(session) == ["x", "x", "x"]
    assert isinstance(session.output, MemoryOutput)
    assert session.output.text("err").count("a timer failed: mine:1: oh no") == 3


def test_a_chain_of_immediates_lets_others_have_their_turn(session: Session) -> None:
    session.eval("function again() setImmediate(again) end again()")
    assert session.eval("return 'my turn'").data == "my turn"


def test_an_immediate_runs_before_work_that_is_queued_after_it(session: Session) -> None:
    session.eval("setImmediate(tell('first'))")
    assert session.eval("return told[1]").data == "first"


def test_armed_timers_do_not_keep_a_session_from_settling(session: Session) -> None:
    session.eval("setInterval(tell('x'), 1) setTimeout(tell('y'), 1000)")
    session.settle()
    assert told(session) == {"n": 0}


@pytest.mark.parametrize("delay", ["0/0", "1/0", "-1/0", "1e300", "-5", "nil", "'x'"])
def test_any_delay_is_taken(session: Session, clock: VirtualClock, delay: str) -> None:
    session.eval(f"setTimeout(tell('x'), {delay}) setInterval(tell('y'), {delay})")
    clock.advance(0.001)
    session.settle()
    assert session.eval("return 1").data == 1


def test_no_timer_outlives_its_session(tmp_path: Path) -> None:
    output = MemoryOutput()
    before = set(threading.enumerate())
    with Session(tmp_path, output=output) as session:
        session.eval("setInterval(function() print('tick') end, 1)")
    after = output.lines()
    assert set(threading.enumerate()) <= before
    assert output.lines() == after


def test_on_the_real_clock_timers_come_by_themselves(tmp_path: Path) -> None:
    rung = threading.Event()
    with Session(tmp_path, output=MemoryOutput()) as session:
        session.eval("mcp.value = {n = 0, type = 'T'}")
        Peer(session).create("value.n")
        session.connect(lambda text: rung.set() if '"value":7' in text else None).receive(
            '{"type":"create","data":{"id":2,"parentId":1,"properties":{"path":"value.n"}}}'
        )
        session.eval("setTimeout(function() mcp.value.n = 7 end, 5)")
        assert rung.wait(BOUND)


@pytest.mark.slow
@pytest.mark.parametrize("set_one", ["setTimeout(f, 1e6)", "setInterval(f, 1e6)", "setImmediate(f)"])
def test_timers_in_a_loop_end_with_an_error_that_names_the_limit(session: Session, set_one: str) -> None:
    session.eval("function f() end")
    with pytest.raises(LuaError, match="this session has 10000 timers waiting, and may have no more at a time"):
        session.eval(f"while true do last = {set_one} end")


@pytest.mark.slow
def test_timers_that_fired_or_were_cleared_count_no_more(session: Session, clock: VirtualClock) -> None:
    fill = "for i = 1, 10000 do last = {} end"
    full = "return pcall(setTimeout, print, 1)"
    session.eval("function f() end " + fill.format("setImmediate(f)"))
    session.settle()
    session.eval(fill.format("setTimeout(f, 10)"))
    clock.advance(1)
    session.settle()
    session.eval(fill.format("setInterval(f, 1e6)"))
    assert session.eval(full).data is False
    session.eval("clearInterval(last) clearInterval(last)")
    assert session.eval(full).data is True
    assert session.eval(full).data is False

"""Many sessions on one server: what each holds while it has nothing to do."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from pytest_uimcp.engine.sessions import Sessions
from tests import patience

SESSIONS = 60
BOUND = patience.SECONDS

pytestmark = pytest.mark.slow


def threads_at_work() -> int:
    return sum(thread.name.startswith("uimcp-session-") for thread in threading.enumerate())


def wait_until_idle() -> None:
    end = time.monotonic() + BOUND
    while threads_at_work() and time.monotonic() < end:
        time.sleep(0.01)
    assert threads_at_work() == 0


def open_sessions(sessions: Sessions, folder: Path) -> list[Session]:
    return [sessions.create(folder, output=MemoryOutput()) for _ in range(SESSIONS)]


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def virtual(tmp_path: Path, clock: VirtualClock) -> Iterator[list[Session]]:
    with Sessions(clock=clock) as sessions:
        yield open_sessions(sessions, tmp_path)


def test_idle_sessions_have_no_thread_and_all_answer(tmp_path: Path) -> None:
    with Sessions() as sessions:
        opened = open_sessions(sessions, tmp_path)
        wait_until_idle()
        assert [session.eval("return 1").data for session in opened] == [1] * SESSIONS
        assert [sessions.get(session.id) for session in opened] == opened
        assert threads_at_work() <= 16


def test_the_timers_of_all_come_though_nobody_has_a_thread(tmp_path: Path) -> None:
    with Sessions() as sessions:
        opened = open_sessions(sessions, tmp_path)
        units = threading.Semaphore(0)
        for session in opened:
            session.eval("setTimeout(function() rang = true end, 200)")
            session.observe(lambda: units.release())
        wait_until_idle()
        for _ in opened:
            assert units.acquire(timeout=BOUND)
        assert [session.eval("return rang").data for session in opened] == [True] * SESSIONS


def test_a_clock_that_is_moved_wakes_those_that_have_a_timer_due(virtual: list[Session], clock: VirtualClock) -> None:
    for session in virtual:
        session.eval("count = 0 setInterval(function() count = count + 1 end, 1000)")
    wait_until_idle()
    clock.advance(0.5)
    assert threads_at_work() == 0
    clock.advance(2.5)
    for session in virtual:
        session.settle()
    assert [session.eval("return count").data for session in virtual] == [3] * SESSIONS


def test_an_idle_session_gives_back_what_its_start_has_left_behind(tmp_path: Path) -> None:
    with Session(tmp_path, output=MemoryOutput()) as session:
        memory_used = session.submit(lambda: session.host.memory_used).result(BOUND)
        wait_until_idle()
        assert session.submit(lambda: session.host.memory_used).result(BOUND) < 0.75 * memory_used


def test_deep_recursion_through_c_works_in_every_lease(tmp_path: Path) -> None:
    deep = "local n = 0 local function f() n = n + 1 if n < 150 then ('x'):gsub('x', f) end end f() return n"
    with Session(tmp_path, output=MemoryOutput()) as session:
        for _ in range(2):
            assert session.eval(deep).data == 150
            wait_until_idle()

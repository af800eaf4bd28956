"""Closing a session while something runs in it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pytest_uimcp.engine.errors import SessionClosed
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput, Stream
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from pytest_uimcp.engine.sessions import Sessions
from tests import patience
from tests.files import write

BOUND = patience.SECONDS
# Nothing but the closing ends what runs.
PATIENT = SessionOptions(limits=LuaLimits(seconds=1000))


class Heard(MemoryOutput):
    """Tells when the app first printed."""

    def __init__(self) -> None:
        super().__init__()
        self.first = threading.Event()

    def write(self, stream: Stream, data: bytes) -> None:
        super().write(stream, data)
        self.first.set()


@pytest.fixture
def output() -> Heard:
    return Heard()


@pytest.fixture
def session(tmp_path: Path, output: Heard) -> Iterator[Session]:
    session = Session(tmp_path, options=PATIENT, output=output, vended_id="closing")
    session.open()
    yield session
    session.close()


def is_served() -> bool:
    """Whether the session still has a thread."""
    return any(thread.name == "uimcp-session-closing" for thread in threading.enumerate())


def gives_thread_back() -> bool:
    """Wait until the session has no thread any more; whether that came."""
    end = time.monotonic() + BOUND
    while is_served() and time.monotonic() < end:
        time.sleep(0.01)
    return not is_served()


RUNNING = {
    "a loop": "print('runs') while true do end",
    "a loop that catches errors": "print('runs') while true do pcall(function() while true do end end) end",
    "a loop in a coroutine": "coroutine.wrap(function() print('runs') while true do end end)()",
    "a loop that prints": "while true do print('runs') end",
    "a loop that prints and catches errors": "while true do pcall(print, 'runs') end",
    "a command that is waited for": "print('runs') os.execute('exec sleep 1000')",
    "a command that is read from": "print('runs') io.popen('exec sleep 1000'):read('*a')",
    "one command after another": "print('runs') while true do pcall(os.execute, 'exec sleep 1000') end",
    "a getter": "mcp.value = {get = function() print('runs') while true do end end} local _ = mcp.value.get()",
}


@pytest.mark.slow
@pytest.mark.parametrize("doing", RUNNING)
def test_running_code_is_stopped_and_its_caller_gets_the_reason(session: Session, output: Heard, doing: str) -> None:
    running = session.submit_eval(RUNNING[doing])
    queued = session.submit_eval("return 1")
    assert output.first.wait(BOUND)
    session.close()
    for future in (running, queued):
        with pytest.raises(SessionClosed, match="the session is closed"):
            future.result(BOUND)
    assert gives_thread_back()
    assert set(output.lines()) == {"runs"}  # nothing about having been stopped
    assert output.lines("err") == []


def test_a_timer_that_keeps_setting_timers_is_stopped(session: Session, output: Heard) -> None:
    session.eval("local function again() print('runs') setImmediate(again) end again()")
    assert output.first.wait(BOUND)
    session.close()
    assert gives_thread_back()


def test_work_that_ends_in_time_is_answered_as_usual(session: Session) -> None:
    futures = [session.submit_eval(f"return {n}") for n in range(3)]
    assert [future.result(BOUND).data for future in futures] == [0, 1, 2]
    session.close()


@pytest.mark.slow
def test_sessions_are_closed_side_by_side(tmp_path: Path) -> None:
    outputs = [Heard() for _ in range(5)]
    sessions = Sessions()
    opened = [sessions.create(tmp_path / str(n), options=PATIENT, output=heard) for n, heard in enumerate(outputs)]
    running = [session.submit_eval(RUNNING["a loop"]) for session in opened]
    assert all(heard.first.wait(BOUND) for heard in outputs)
    sessions.close_all()
    for future in running:
        with pytest.raises(SessionClosed):
            future.result(BOUND)
    assert len(sessions) == 0


@pytest.mark.slow
def test_a_session_whose_files_run_without_end_is_closed_while_it_opens(tmp_path: Path, output: Heard) -> None:
    write(tmp_path, {"lua/main.lua": RUNNING["a loop"], "apps/later/init.lua": "print('later')"})
    sessions = Sessions()
    with ThreadPoolExecutor() as pool:
        opening = pool.submit(sessions.create, tmp_path, options=PATIENT, output=output)
        assert output.first.wait(BOUND)
        sessions.close_all()
        with pytest.raises(SessionClosed):
            opening.result(BOUND)
    assert output.lines() == ["runs"]
    assert output.lines("err") == []


@pytest.mark.slow
def test_on_request_only_sessions_that_run_lua_are_closed(tmp_path: Path, output: Heard) -> None:
    with Sessions() as sessions:
        idle = sessions.create(tmp_path / "idle", options=PATIENT, output=MemoryOutput())
        busy = sessions.create(tmp_path / "busy", options=PATIENT, output=output)
        running = busy.submit_eval(RUNNING["a loop"])
        assert output.first.wait(BOUND)
        sessions.close_busy()
        with pytest.raises(SessionClosed):
            running.result(BOUND)
        assert list(sessions) == [idle]
        assert idle.eval("return 1").data == 1


def test_nothing_opens_any_more_after_the_end(tmp_path: Path) -> None:
    sessions = Sessions()
    sessions.close_all()
    with pytest.raises(SessionClosed, match="it opens no more sessions"):
        sessions.create(tmp_path)

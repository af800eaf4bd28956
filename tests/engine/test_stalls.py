from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from pytest_uimcp.engine.errors import BusyError
from pytest_uimcp.engine.lua.errors import LuaTimeout
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests import patience
from tests.engine.peer import Peer
from tests.files import write

BOUND = patience.SECONDS
# The grace is for what answers at once, on a machine that is busy with other tests.
SOON = SessionOptions(limits=LuaLimits(seconds=0.2), call_grace=0.8)


class Pipe:
    """A pipe that Lua reads from, inside a C call, until it is let go."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / "pipe"
        os.mkfifo(self.path)
        self.read = f"local f = io.open({str(self.path)!r}) local text = f:read('*a') f:close()"

    def let_go(self, text: bytes = b"done") -> None:
        # Not before somebody reads: opening for writing waits for that, and the test's time limit bounds it.
        # A session that was closed meanwhile ends as soon as opening returns, and reads nothing.
        with suppress(BrokenPipeError):
            self.path.write_bytes(text)


@pytest.fixture
def pipe(tmp_path: Path) -> Pipe:
    return Pipe(tmp_path)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Session(tmp_path / "app", options=SOON, output=MemoryOutput()) as session:
        yield session


@contextmanager
def stuck(session: Session, pipe: Pipe, code: str = "") -> Iterator[None]:
    """The session inside a C call, known to be stuck; let go at the end."""
    with pytest.raises(LuaTimeout, match=r"no answer after 0\.2 s: the code is inside a C call"):
        session.eval(f"{code} {pipe.read}")
    try:
        yield
    finally:
        pipe.let_go()


def well_again(session: Session) -> bool:
    """Wait for the C call's return; the frame is done only then."""
    session.connect(lambda text: None).receive("[]").result(BOUND)
    return session.eval("return 'well'").data == "well"


@pytest.mark.slow
def test_the_caller_gets_its_error_at_the_limit_though_nothing_can_stop_the_call(session: Session, pipe: Pipe) -> None:
    with stuck(session, pipe):
        pass
    assert well_again(session)


@pytest.mark.slow
def test_others_are_refused_with_the_time_it_has_been_busy(session: Session, pipe: Pipe) -> None:
    with stuck(session, pipe):
        for ask in (lambda: session.eval("return 1"), session.settle, session.state, session.variables):
            with pytest.raises(BusyError, match=r"busy in a C call for \d+ s; the session answers again"):
                ask()
    assert well_again(session)


@pytest.mark.slow
def test_work_queued_behind_a_stall_is_refused_too(session: Session, pipe: Pipe) -> None:
    first = session.submit(lambda: session.host.call("eval", pipe.read, "=t"))
    second = session.submit(lambda: session.host.call("eval", "later = 1", "=t"))
    with pytest.raises(BusyError):
        second.result(BOUND)
    with pytest.raises(LuaTimeout):
        first.result(BOUND)
    pipe.let_go()
    assert well_again(session)
    assert session.eval("return later").data is None


@pytest.mark.slow
def test_a_browser_is_notified_and_its_frames_are_handled_after_the_call(session: Session, pipe: Pipe) -> None:
    session.eval("mcp.value = {n = 1, type = 'T'}")
    told = threading.Event()
    busy = threading.Semaphore(0)
    values: list[object] = []

    def deliver(text: str) -> None:
        for message in json.loads(text):
            if message["type"] == "error":
                assert message["data"]["code"] == "busy"
                busy.release()
            elif "value" in message["data"]:
                values.append(message["data"]["value"])
                told.set()

    connection = session.connect(deliver)
    create = '{"type":"create","data":{"id":2,"parentId":1,"properties":{"path":"value.n"}}}'
    with stuck(session, pipe):
        future = connection.receive(create)
        for _ in ("when it got stuck", "as the answer to this frame"):
            assert busy.acquire(timeout=BOUND)
        assert not future.done()
    future.result(BOUND)
    assert told.wait(BOUND)
    assert values == [1]


@pytest.mark.slow
def test_the_state_is_as_it_was(session: Session, pipe: Pipe) -> None:
    session.eval("kept = {1, 2, 3}")
    with stuck(session, pipe, "kept[4] = 4"):
        pass
    assert well_again(session)
    assert session.eval("return kept").data == [1, 2, 3, 4]


@pytest.mark.slow
def test_timers_wait_for_the_call_to_return(session: Session, pipe: Pipe) -> None:
    with stuck(session, pipe, "fired = 0 setInterval(function() fired = fired + 1 end, 1)"):
        pass
    assert well_again(session)
    peer = Peer(session)
    session.eval("mcp.value = {type = 'T'} setInterval(function() mcp.value.fired = fired end, 1)")
    peer.create("value.fired")
    assert session.problems == ()


@pytest.mark.slow
def test_another_session_answers_as_usual(session: Session, pipe: Pipe, tmp_path: Path) -> None:
    with Session(tmp_path / "other", options=SOON, output=MemoryOutput()) as other, stuck(session, pipe):
        assert other.eval("return 1").data == 1
    assert well_again(session)


@pytest.mark.slow
def test_a_stuck_getter_is_detected_like_stuck_code(session: Session, pipe: Pipe) -> None:
    session.eval(f"mcp.value = {{type = 'T', get = function() if not kept then {pipe.read} kept = text end end}}")
    peer = Peer(session)
    create = '{"type":"create","data":{"id":2,"parentId":1,"properties":{"path":"value.get()"}}}'
    created = peer.connection.receive(create)
    with pytest.raises(BusyError):
        session.submit(lambda: None).result(BOUND)
    with pytest.raises(LuaTimeout):
        created.result(BOUND)
    pipe.let_go(b"read")
    assert well_again(session)


@pytest.mark.slow
def test_a_session_whose_file_is_stuck_opens_busy_and_goes_on_when_it_returns(tmp_path: Path, pipe: Pipe) -> None:
    write(tmp_path / "app", {"lua/main.lua": pipe.read, "apps/a/init.lua": "ran = true"})
    with Session(tmp_path / "app", options=SOON, output=MemoryOutput()) as session:
        with pytest.raises(BusyError):
            session.eval("return 1")
        pipe.let_go()
        assert well_again(session)
        assert session.eval("return ran").data is True


@pytest.mark.slow
def test_a_session_that_is_stuck_can_be_closed_and_gives_its_thread_back_with_the_call(
    tmp_path: Path, pipe: Pipe
) -> None:
    session = Session(tmp_path / "app", options=SOON, output=MemoryOutput(), vended_id="stuck")
    session.open()
    with stuck(session, pipe):
        session.close()  # comes back, though the call will not before it is let go
        (thread,) = [thread for thread in threading.enumerate() if thread.name == "uimcp-session-stuck"]
    thread.join(BOUND)  # the last session is closed, so it has nothing else to do
    assert not thread.is_alive()


def test_code_that_the_hook_can_stop_is_not_called_stuck(tmp_path: Path) -> None:
    patient = SessionOptions(limits=LuaLimits(seconds=0.2), call_grace=BOUND)
    with Session(tmp_path / "app", options=patient, output=MemoryOutput()) as session:
        with pytest.raises(LuaTimeout) as caught:
            session.eval("while true do end")
        assert "C call" not in str(caught.value)
        assert session.eval("return 1").data == 1

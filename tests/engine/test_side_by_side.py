from __future__ import annotations

import threading
from concurrent.futures import wait
from pathlib import Path

import pytest

from pytest_uimcp.engine import LuaLimits, LuaTimeout, MemoryOutput, Session, SessionOptions

BOUND = 30.0


def test_a_session_that_spins_does_not_hold_up_another(tmp_path: Path) -> None:
    """The other's answers all come while the first still spins: order, not speed, is the proof."""
    spinning = SessionOptions(limits=LuaLimits(seconds=2.0))
    with (
        Session(tmp_path / "a", options=spinning, output=MemoryOutput()) as busy,
        Session(tmp_path / "b", output=MemoryOutput()) as other,
    ):
        began = threading.Event()

        def spin() -> None:
            began.set()
            busy.host.call("eval", "while true do end", "=spin")

        future = busy.submit(spin)
        assert began.wait(BOUND)
        answers = [other.eval(f"return {number}").data for number in range(50)]
        assert not future.done()
        assert answers == list(range(50))
        with pytest.raises(LuaTimeout):
            future.result(BOUND)
        assert busy.eval("return 'intact'").data == "intact"


def test_many_sessions_work_at_once(tmp_path: Path) -> None:
    sessions = [Session(tmp_path / str(number), output=MemoryOutput(), vended_id=str(number)) for number in range(20)]
    try:
        for session in sessions:
            session.open()
        futures = [
            session.submit(lambda session=session: session.host.call("eval", "n = (n or 0) + 1", "=t"))  # type: ignore[misc]
            for _ in range(50)
            for session in sessions
        ]
        assert not wait(futures, BOUND).not_done
        assert [session.eval("return n").data for session in sessions] == [50] * 20
    finally:
        for session in sessions:
            session.close()

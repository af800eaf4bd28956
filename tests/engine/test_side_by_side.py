from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import wait
from functools import partial
from pathlib import Path
from typing import Any

from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests import patience

BOUND = patience.SECONDS


class Stop:
    """Lets Lua code ask whether it has spun long enough."""

    part = ("stop", b"local E = ... function E.env.told_to_stop() return E.host.told_to_stop() end")

    def __init__(self) -> None:
        self.told = threading.Event()

    def functions(self, session: Session) -> Mapping[str, Callable[..., Any]]:
        return {"told_to_stop": self.told.is_set}


def test_a_session_that_spins_does_not_hold_up_another(tmp_path: Path) -> None:
    """The other's answers all come while the first still spins: order, not speed, is the proof."""
    stop = Stop()
    patient = SessionOptions(limits=LuaLimits(seconds=BOUND))
    with (
        Session(tmp_path / "a", options=patient, output=MemoryOutput(), extensions=[stop]) as busy,
        Session(tmp_path / "b", output=MemoryOutput()) as other,
    ):
        began = threading.Event()

        def spin() -> None:
            began.set()
            busy.host.call("eval", "while not told_to_stop() do for i = 1, 1e4 do end end", "=spin")

        future = busy.submit(spin)
        assert began.wait(BOUND)
        answers = [other.eval(f"return {number}").data for number in range(20)]
        assert not future.done()
        assert answers == list(range(20))
        stop.told.set()
        future.result(BOUND)
        assert busy.eval("return 'intact'").data == "intact"


def test_many_sessions_work_at_once(tmp_path: Path) -> None:
    sessions = [Session(tmp_path / str(number), output=MemoryOutput(), vended_id=str(number)) for number in range(20)]
    try:
        for session in sessions:
            session.open()
        futures = [
            session.submit(partial(session.host.call, "eval", "n = (n or 0) + 1", "=t"))
            for _ in range(50)
            for session in sessions
        ]
        assert not wait(futures, BOUND).not_done
        assert [session.eval("return n").data for session in sessions] == [50] * 20
    finally:
        for session in sessions:
            session.close()

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.engine.errors import SessionClosed, UnknownSession
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from pytest_uimcp.engine.sessions import Sessions

HOUR = 3600.0


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def sessions(clock: VirtualClock) -> Iterator[Sessions]:
    with Sessions(clock=clock) as sessions:
        yield sessions


def make(sessions: Sessions, directory: Path) -> Session:
    return sessions.create(directory, output=MemoryOutput())


def settle_closed(session: Session) -> None:
    """Wait until everything that was due has happened, the session's own end included."""
    try:
        session.settle()
    except SessionClosed:
        return


def test_ids_are_vended_in_order_of_creation_and_never_again(sessions: Sessions, tmp_path: Path) -> None:
    assert [make(sessions, tmp_path).vended_id for _ in range(2)] == ["1", "2"]
    sessions.close("2")
    assert make(sessions, tmp_path).vended_id == "3"


def test_a_session_is_found_by_either_id(sessions: Sessions, tmp_path: Path) -> None:
    session = make(sessions, tmp_path)
    assert sessions.get("1") is session
    assert sessions.get(session.id) is session
    assert list(sessions) == [session]


def test_an_unknown_session_is_an_error_that_names_the_open_sessions(sessions: Sessions, tmp_path: Path) -> None:
    with pytest.raises(UnknownSession, match="no session '9'; none is open"):
        sessions.get("9")
    make(sessions, tmp_path)
    make(sessions, tmp_path)
    with pytest.raises(UnknownSession, match="no session '9'; there are: 1, 2"):
        sessions.get("9")


def test_the_default_is_the_oldest_that_is_open(sessions: Sessions, tmp_path: Path) -> None:
    with pytest.raises(UnknownSession, match="no session is open; create one first"):
        _ = sessions.default
    first, second = make(sessions, tmp_path), make(sessions, tmp_path)
    assert sessions.default is first
    sessions.close(first.id)
    assert first.closed
    assert sessions.default is second


def test_a_session_that_nobody_uses_is_closed_after_a_day(
    sessions: Sessions, clock: VirtualClock, tmp_path: Path
) -> None:
    session = make(sessions, tmp_path)
    clock.advance(23 * HOUR)
    session.eval("return 1")
    clock.advance(23 * HOUR)
    session.settle()
    assert not session.closed
    clock.advance(1 * HOUR)
    settle_closed(session)
    assert session.closed
    assert len(sessions) == 0


def test_timers_of_the_app_are_no_use_of_the_session(sessions: Sessions, clock: VirtualClock, tmp_path: Path) -> None:
    session = make(sessions, tmp_path)
    session.eval("setInterval(function() end, 3600 * 1000)")
    clock.advance(24 * HOUR)
    settle_closed(session)
    assert session.closed


def test_a_session_that_is_looked_at_stays(sessions: Sessions, clock: VirtualClock, tmp_path: Path) -> None:
    session = make(sessions, tmp_path)
    connection = session.connect(lambda text: None)
    clock.advance(240 * HOUR)
    session.settle()
    assert not session.closed
    connection.close()
    clock.advance(25 * HOUR)
    settle_closed(session)
    assert session.closed


def test_with_a_timeout_of_zero_a_session_lives_for_ever(clock: VirtualClock, tmp_path: Path) -> None:
    with Sessions(timeout=0, clock=clock) as sessions:
        session = make(sessions, tmp_path)
        clock.advance(10_000 * HOUR)
        session.settle()
        assert not session.closed


def test_a_timeout_is_no_negative_number() -> None:
    with pytest.raises(ValueError, match="0 \\(never\\) or a number of seconds, not -1"):
        Sessions(timeout=-1)


def test_closing_all_closes_all_and_opens_no_more(clock: VirtualClock, tmp_path: Path) -> None:
    with Sessions(clock=clock) as sessions:
        both = [make(sessions, tmp_path), make(sessions, tmp_path)]
    assert [session.closed for session in both] == [True, True]
    with pytest.raises(SessionClosed, match="opens no more sessions"):
        make(sessions, tmp_path)
    assert len(sessions) == 0


def test_sessions_do_not_see_each_other(sessions: Sessions, tmp_path: Path) -> None:
    one, two = make(sessions, tmp_path), make(sessions, tmp_path)
    one.eval("x = 1 string.extra = 1")
    assert two.eval("return {x == nil, string.extra == nil, session ~= nil}").data == [True, True, True]

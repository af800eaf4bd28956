from __future__ import annotations

import gc
import threading
import time
import weakref
from pathlib import Path

import pytest

from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from tests import patience
from tests.files import CONTACTS, write

SESSIONS = 50
BOUND = patience.SECONDS
CREATE = '{"type":"create","data":{"id":2,"parentId":1,"properties":{"path":"value.title"}}}'


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def new_threads(before: set[threading.Thread]) -> list[threading.Thread]:
    """Those that were not there before; what other tests left may end meanwhile."""
    return [thread for thread in threading.enumerate() if thread not in before]


def come_back(before: int) -> None:
    """Wait until no more descriptors are open: some are given back by threads that cannot be joined."""
    end = time.monotonic() + BOUND
    while descriptors() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert descriptors() <= before


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc to count file descriptors")
def test_many_sessions_leave_no_thread_descriptor_or_lua_state(tmp_path: Path) -> None:
    write(tmp_path, CONTACTS)
    threads, before = set(threading.enumerate()), descriptors()
    hosts: list[weakref.ref[object]] = []
    for number in range(SESSIONS):
        with Session(tmp_path, output=MemoryOutput(), vended_id=str(number)) as session:
            session.display("contacts")
            session.connect(lambda text: None, page=str(number)).receive(CREATE).result(BOUND)
            session.eval("setInterval(function() end, 1000) kept = io.open(os.tmpname() .. 'x', 'w')")
            hosts.append(weakref.ref(session.host))
    del session
    gc.collect()
    assert new_threads(threads) == []
    come_back(before)
    assert [host for host in hosts if host() is not None] == []


@pytest.mark.slow
def test_a_session_that_failed_leaves_nothing_either(tmp_path: Path) -> None:
    threads = set(threading.enumerate())
    session = Session(tmp_path, output=MemoryOutput())
    with pytest.raises(ZeroDivisionError), session:
        session.submit(lambda: 1 // 0).result(BOUND)
    host = weakref.ref(session.host)
    del session
    gc.collect()
    assert new_threads(threads) == []
    assert host() is None


def test_watching_sessions_end_their_watch(tmp_path: Path) -> None:
    write(tmp_path, CONTACTS)
    threads, before = set(threading.enumerate()), descriptors()
    for _ in range(20):
        with Session(tmp_path, output=MemoryOutput()) as session:
            session.watch()
    assert new_threads(threads) == []
    come_back(before)

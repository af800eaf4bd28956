from __future__ import annotations

import gc
import threading
import time
import weakref
from pathlib import Path

import pytest

from pytest_uimcp.engine import MemoryOutput, Session
from tests.engine.apps import CONTACTS, write

SESSIONS = 1_000
CREATE = '{"type":"create","data":{"id":2,"parentId":1,"properties":{"path":"value.title"}}}'


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc to count file descriptors")
def test_a_thousand_sessions_leave_no_thread_descriptor_or_lua_state(tmp_path: Path) -> None:
    write(tmp_path, CONTACTS)
    threads, before = threading.active_count(), descriptors()
    hosts: list[weakref.ref[object]] = []
    for number in range(SESSIONS):
        with Session(tmp_path, output=MemoryOutput(), vended_id=str(number)) as session:
            session.display("contacts")
            session.connect(lambda text: None, page=str(number)).receive(CREATE).result(10)
            session.eval("setInterval(function() end, 1000) kept = io.open(os.tmpname() .. 'x', 'w')")
            hosts.append(weakref.ref(session.host))
    del session
    gc.collect()
    assert threading.active_count() == threads
    assert descriptors() == before
    assert [host for host in hosts if host() is not None] == []


def test_a_session_that_failed_leaves_nothing_either(tmp_path: Path) -> None:
    threads = threading.active_count()
    session = Session(tmp_path, output=MemoryOutput())
    with pytest.raises(ZeroDivisionError), session:
        session.submit(lambda: 1 // 0).result(10)
    host = weakref.ref(session.host)
    del session
    gc.collect()
    assert threading.active_count() == threads
    assert host() is None


def test_watching_sessions_end_their_watch(tmp_path: Path) -> None:
    write(tmp_path, CONTACTS)
    threads, before = threading.active_count(), descriptors()
    for _ in range(20):
        with Session(tmp_path, output=MemoryOutput()) as session:
            session.watch()
    assert threading.active_count() == threads
    # The system's notifier gives its descriptors back from a thread of its own that cannot be joined.
    bound = time.monotonic() + 10
    while descriptors() > before:
        assert time.monotonic() < bound, f"{descriptors()} descriptors are open, {before} were"

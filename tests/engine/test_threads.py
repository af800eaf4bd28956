from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pytest_uimcp.engine.threads import Threads
from tests import patience

BOUND = patience.SECONDS
MANY = 100


@pytest.fixture
def new_threads() -> Callable[[], list[threading.Thread]]:
    before = set(threading.enumerate())
    return lambda: [thread for thread in threading.enumerate() if thread not in before]


@pytest.fixture
def threads() -> Iterator[Threads]:
    threads = Threads()
    threads.enter()
    yield threads
    threads.leave()


def work(threads: Threads, do: Callable[[], object]) -> threading.Thread:
    """Lease a thread, wait until it has done that, and say which it was."""
    served: list[threading.Thread] = []
    over = threading.Event()

    def serve() -> None:
        served.append(threading.current_thread())
        try:
            do()
        finally:
            over.set()

    threads.lease("at work", serve)
    assert over.wait(BOUND)
    return served[0]


def test_there_is_no_thread_before_the_first_lease_and_none_after_the_last_session(
    new_threads: Callable[[], list[threading.Thread]],
) -> None:
    threads = Threads()
    threads.enter()
    threads.enter()
    assert new_threads() == []
    thread = work(threads, lambda: None)
    threads.leave()
    threads.leave()
    thread.join(BOUND)
    assert not thread.is_alive()
    assert new_threads() == []


def test_a_thread_has_the_name_of_its_lease_while_it_is_at_work(threads: Threads) -> None:
    names: list[str] = []
    work(threads, lambda: names.append(threading.current_thread().name))
    assert names == ["at work"]


def test_leases_that_come_one_after_the_other_share_few_threads(threads: Threads) -> None:
    assert len({work(threads, lambda: None) for _ in range(MANY)}) <= 2


def test_many_leases_that_wait_for_each_other_all_get_a_thread(threads: Threads) -> None:
    together = threading.Barrier(MANY)
    through = threading.Semaphore(0)

    def wait() -> None:
        together.wait(BOUND)
        through.release()

    for number in range(MANY):
        threads.lease(f"waiting {number}", wait)
    for _ in range(MANY):
        assert through.acquire(timeout=BOUND)


def test_many_short_leases_at_once_get_far_fewer_threads(threads: Threads) -> None:
    served: set[int] = set()
    gate = threading.Event()
    over = threading.Semaphore(0)

    def note() -> None:
        served.add(threading.get_ident())
        over.release()

    def wait() -> None:
        gate.wait(BOUND)

    threads.lease("first", wait)
    for number in range(1000):
        threads.lease(str(number), note)
    gate.set()
    for _ in range(1000):
        assert over.acquire(timeout=BOUND)
    assert len(served) < 500


def test_work_that_fails_is_logged_and_harms_no_other(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise SystemExit(3)

    threads = Threads()
    threads.enter()
    thread = work(threads, fail)
    work(threads, lambda: None)
    threads.leave()
    thread.join(BOUND)
    assert "a session's work failed" in caplog.text


FORKED = """
import os, sys
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
with Session(sys.argv[1], output=MemoryOutput()) as session:
    assert session.eval("return 1").data == 1
    child = os.fork()
    if child == 0:
        other = Session(sys.argv[1], output=MemoryOutput())
        other.open()
        os._exit(other.eval("return 3").data)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_leases_threads_of_its_own(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "ignore", "-c", FORKED, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout == "3\n"

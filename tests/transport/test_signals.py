from __future__ import annotations

import asyncio
import os
import signal
import threading

import anyio
import pytest

from pytest_uimcp.transport.signals import stop_signals
from tests.transport.wires import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_calls_back_in_the_loop(number: signal.Signals) -> None:
    stopped = anyio.Event()
    before = signal.getsignal(number)
    with stop_signals(stopped.set):
        os.kill(os.getpid(), number)
        with anyio.fail_after(PATIENCE):
            await stopped.wait()
        assert signal.getsignal(number) is signal.SIG_DFL  # the next one kills
    assert signal.getsignal(number) is before


async def test_a_signal_that_interrupts_no_wait_wakes_the_loop() -> None:
    loop = asyncio.get_running_loop()
    waits, stopped, ended = threading.Event(), threading.Event(), anyio.Event()
    woken: list[bool] = []

    def signalled() -> None:
        assert waits.wait(PATIENCE)
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
        woken.append(stopped.wait(60))
        loop.call_soon_threadsafe(ended.set)  # which wakes the loop in any case

    other = threading.Thread(target=signalled)
    other.start()
    with stop_signals(stopped.set), anyio.fail_after(PATIENCE):
        # The last thing that the loop does before it waits. The signal arrives in the other thread.
        loop.call_soon(waits.set)
        await ended.wait()
    other.join(PATIENCE)
    assert woken == [True]


async def test_outside_of_the_main_thread_signals_are_left_alone() -> None:
    before = signal.getsignal(signal.SIGTERM)
    seen: list[object] = []

    def work() -> None:
        with stop_signals(lambda: None):
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=work)
    thread.start()
    await anyio.to_thread.run_sync(thread.join)
    assert seen == [before]

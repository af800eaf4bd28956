from __future__ import annotations

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

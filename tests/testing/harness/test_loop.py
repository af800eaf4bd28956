"""The event loop that all tests of a process share."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from pytest_uimcp.testing.harness.loop import LoopThread


@pytest.fixture
def loop() -> Iterator[LoopThread]:
    loop = LoopThread()
    yield loop
    loop.close()


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt])
def test_a_task_that_exits_is_its_callers_and_the_loop_goes_on(error: type[BaseException], loop: LoopThread) -> None:
    async def exits() -> None:
        raise error(3)

    async def answers() -> int:
        return 1

    for _ in range(2):
        with pytest.raises(error):
            loop.run(exits())
        assert loop.run(answers()) == 1


def test_a_callback_that_exits_does_not_end_the_loop(loop: LoopThread) -> None:
    async def answers() -> int:
        return 1

    loop.loop.call_soon_threadsafe(sys.exit)
    assert loop.run(answers()) == 1

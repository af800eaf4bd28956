"""Timing two things side by side, so that a noisy machine disturbs both alike.

`make compare` asks for short measurements: fewer rounds, in processor time, and nothing that waits for other programs.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from statistics import median
from typing import Final

__all__ = ["IS_SHORT", "SHORT", "Result", "children", "in_turn", "processor", "side_by_side", "spent"]

# The variable of the environment, by which `compare` also knows trees that understand it.
SHORT: Final = "UIMCP_BENCH_SHORT"
IS_SHORT: Final = bool(os.environ.get(SHORT))
_clock: Final = time.process_time if IS_SHORT else time.perf_counter
_FEWER: Final = 3
_FEWEST: Final = 5


@dataclass(frozen=True)
class Result:
    """One line of the report: what it cost against what, and how much it may; the note tells a goal that is missed."""

    name: str
    ours_ms: float
    reference_ms: float
    limit: float
    note: str = ""

    @property
    def ratio(self) -> float:
        return self.ours_ms / self.reference_ms

    @property
    def within(self) -> bool:
        return self.ratio <= self.limit


def spent(work: Callable[[], object]) -> float:
    """Milliseconds one call takes."""
    start = _clock()
    work()
    return (_clock() - start) * 1000


def processor(work: Callable[[], object]) -> float:
    """Milliseconds of processor time that one call takes, of all threads."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def children(work: Callable[[], object]) -> float:
    """Milliseconds of processor time of the processes that one call starts and waits for."""
    start = os.times()
    work()
    end = os.times()
    return (end.children_user + end.children_system - start.children_user - start.children_system) * 1000


def _as_asked(rounds: int) -> int:
    if IS_SHORT:
        return min(rounds, max(rounds // _FEWER, _FEWEST))
    return rounds


def side_by_side(ours: Callable[[], float], reference: Callable[[], float], rounds: int) -> tuple[float, float]:
    """Medians of both, called in turn; each call returns its own milliseconds."""
    ours(), reference()
    gc.disable()
    try:
        pairs = [(ours(), reference()) for _ in range(_as_asked(rounds))]
    finally:
        gc.enable()
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)


async def in_turn(
    ours: Callable[[], Awaitable[object]], reference: Callable[[], Awaitable[object]], rounds: int
) -> tuple[float, float]:
    """The same of two coroutine functions on one event loop: medians of their milliseconds."""

    async def taken(work: Callable[[], Awaitable[object]]) -> float:
        start = _clock()
        await work()
        return (_clock() - start) * 1000

    for _ in range(20):
        await ours(), await reference()
    gc.disable()
    try:
        pairs = [(await taken(ours), await taken(reference)) for _ in range(_as_asked(rounds))]
    finally:
        gc.enable()
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)

"""Timing two things side by side, so that a noisy machine disturbs both alike."""

from __future__ import annotations

import gc
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from statistics import median

__all__ = ["Result", "in_turn", "side_by_side", "spent"]


@dataclass(frozen=True)
class Result:
    """One line of the report: what it cost against what, and how much it may."""

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
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def side_by_side(ours: Callable[[], float], reference: Callable[[], float], rounds: int) -> tuple[float, float]:
    """Medians of both, called in turn; each call returns its own milliseconds."""
    ours(), reference()
    gc.disable()
    try:
        pairs = [(ours(), reference()) for _ in range(rounds)]
    finally:
        gc.enable()
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)


async def in_turn(
    ours: Callable[[], Awaitable[object]], reference: Callable[[], Awaitable[object]], rounds: int
) -> tuple[float, float]:
    """The same of two coroutine functions on one event loop: medians of their milliseconds."""

    async def taken(work: Callable[[], Awaitable[object]]) -> float:
        start = time.perf_counter()
        await work()
        return (time.perf_counter() - start) * 1000

    for _ in range(20):
        await ours(), await reference()
    gc.disable()
    try:
        pairs = [(await taken(ours), await taken(reference)) for _ in range(rounds)]
    finally:
        gc.enable()
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)

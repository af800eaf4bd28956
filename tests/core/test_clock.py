from __future__ import annotations

import pytest

from pytest_uimcp.core.clock import RealClock, VirtualClock


def test_the_real_clock_moves_by_itself_and_waits_no_negative_time() -> None:
    clock = RealClock()
    before = clock.now()
    assert clock.timeout(before) == 0.0
    later = clock.timeout(clock.now() + 10)
    assert later is not None
    assert 9 < later <= 10
    assert clock.moment(before - 5) >= before


def test_the_virtual_clock_moves_only_when_told() -> None:
    clock = VirtualClock()
    assert clock.now() == 0.0
    clock.advance(1.5)
    assert clock.now() == 1.5


def test_moments_are_whole_nanoseconds() -> None:
    clock = VirtualClock()
    for _ in range(3):
        clock.advance(0.1)
    assert clock.now() == 0.3


def test_no_real_wait_brings_a_virtual_moment_nearer() -> None:
    clock = VirtualClock()
    assert clock.timeout(0.0) == 0.0
    assert clock.timeout(0.1) is None
    clock.advance(0.1)
    assert clock.timeout(0.1) == 0.0


def test_late_work_runs_at_its_own_virtual_time() -> None:
    clock = VirtualClock()
    clock.advance(10)
    assert clock.moment(3.0) == 3.0


def test_every_jump_wakes_those_who_wait_until_they_have_enough() -> None:
    clock = VirtualClock()
    woken: list[str] = []
    stop = clock.subscribe(lambda: woken.append("a"))
    clock.subscribe(lambda: woken.append("b"))
    clock.advance(1)
    stop()
    clock.advance(1)
    assert woken == ["a", "b", "b"]


@pytest.mark.parametrize("seconds", [-1.0, float("nan")])
def test_a_clock_moves_only_forward(seconds: float) -> None:
    with pytest.raises(ValueError, match="a clock only moves forward"):
        VirtualClock().advance(seconds)

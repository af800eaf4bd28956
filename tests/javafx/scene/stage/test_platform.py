"""The FX thread: others wait for it, so nothing that it runs may end it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from pytest_uimcp.javafx import Platform, Ui, UiError, create, show_stage
from tests.javafx.stages import PATIENCE, spawned


@pytest.fixture
def platform() -> Iterator[Platform]:
    with spawned() as platform:
        yield platform


def button(platform: Platform, handler: Callable[..., object]) -> list[dict[str, object]]:
    """Shows a button; gives the actions that click it."""
    made = create("Button", text="Go", onAction=handler)
    platform.call(lambda: show_stage(platform, made, {"title": "App"}))
    ref = Ui(platform).query({"css": "Button"})["matches"][0]["ref"]
    return [{"type": "click", "target": {"ref": {"path": ref["path"]}}}]


def test_a_task_that_lets_pulses_pass_runs_what_was_behind_it(platform: Platform) -> None:
    order: list[str] = []

    def first() -> None:
        platform.await_idle()
        order.append("first")

    def all_three() -> None:
        platform.run_later(first)
        platform.run_later(lambda: order.append("second"))
        platform.run_tasks()

    platform.call(all_three)
    assert order == ["second", "first"]
    assert platform.call(lambda: "still here") == "still here"
    assert platform.errors == []


def test_requests_are_served_one_after_the_other_each_whole(platform: Platform) -> None:
    order: list[tuple[int, int]] = []

    def work(number: int) -> None:
        for part in range(5):
            order.append((number, part))
            platform.await_idle()

    with ThreadPoolExecutor(20) as clients:
        for number in range(20):
            clients.submit(platform.request, lambda number=number: work(number))
    assert [part for _, part in order] == list(range(5)) * 20
    assert all(len({number for number, _ in order[at : at + 5]}) == 1 for at in range(0, 100, 5))


def test_what_the_program_hands_over_runs_while_a_request_waits_for_idleness(platform: Platform) -> None:
    actions = button(platform, lambda _: worker.start())
    fetched = threading.Event()
    worker = threading.Thread(target=lambda: platform.call(fetched.set))
    platform.idle_hooks.append(fetched.is_set)
    assert Ui(platform).perform(actions, timeoutMs=30_000)["results"][0]["ok"]
    worker.join(PATIENCE)
    assert fetched.is_set()


@pytest.mark.parametrize("end", [sys.exit, lambda: pytest.fail("no"), lambda: 1 / 0])
def test_a_handler_that_wants_to_end_everything_is_reported_and_the_thread_goes_on(
    end: Callable[[], object], platform: Platform
) -> None:
    actions = button(platform, lambda _: end())
    for _ in range(2):
        [result] = Ui(platform).perform(actions)["results"]
        assert result["ok"]
        assert len(result["errors"]) == 1
    assert len(platform.errors) == 2


def test_tasks_and_timers_that_raise_are_reported(platform: Platform) -> None:
    def both() -> None:
        platform.run_later(sys.exit)
        platform.after(1, lambda: 1 / 0)
        platform.await_idle()

    platform.request(both)
    assert [type(error) for error in platform.errors] == [SystemExit, ZeroDivisionError]


def test_a_request_that_exits_is_an_error_of_whoever_asked(platform: Platform) -> None:
    with pytest.raises(Exception, match="SystemExit on the FX thread: 3"):
        platform.request(lambda: sys.exit(3))
    assert platform.request(lambda: 1) == 1


def test_an_interrupt_is_for_who_waits_and_no_error_of_the_program(platform: Platform) -> None:
    taken = threading.Event()
    release = threading.Event()

    def take(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        taken.set()
        raise KeyboardInterrupt

    def interrupt() -> None:
        # Again and again: a signal that comes just before a thread begins to wait for a lock does not wake it.
        while not taken.wait(0.05):
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        release.wait(PATIENCE)

    handler = signal.signal(signal.SIGINT, take)
    try:
        with pytest.raises(KeyboardInterrupt):
            platform.request(interrupt)
    finally:
        signal.signal(signal.SIGINT, handler)
        release.set()
    assert platform.request(lambda: "still here") == "still here"
    assert platform.errors == []


@pytest.mark.slow
def test_a_program_that_fails_at_every_event_does_not_fill_the_memory(platform: Platform) -> None:
    platform.request(lambda: [platform.guarded(sys.exit) for _ in range(3000)])
    assert platform.reported == 3000
    assert len(platform.errors) == 1000
    assert platform.reported_since(2999) == platform.errors[-1:]


def test_who_waits_when_the_platform_closes_is_answered() -> None:
    platform = Platform.spawn()
    started, release = threading.Event(), threading.Event()
    with ThreadPoolExecutor(3) as clients:
        long = clients.submit(platform.request, lambda: started.set() or release.wait(PATIENCE))
        assert started.wait(PATIENCE)
        behind = clients.submit(platform.request, lambda: "answered")
        with platform._arrived:  # noqa: SLF001 -- a request that waits is nowhere else
            assert platform._arrived.wait_for(lambda: platform._requests, PATIENCE)  # noqa: SLF001 -- a request that waits is nowhere else
        closing = clients.submit(platform.close)
        release.set()
        assert long.result(PATIENCE)
        assert behind.result(PATIENCE) == "answered"
        closing.result(PATIENCE)
    with pytest.raises(Exception, match="the platform is closed"):
        platform.request(lambda: None)


def test_a_thread_that_is_stuck_is_a_timeout_and_what_had_not_begun_is_left_out(platform: Platform) -> None:
    release, late = threading.Event(), threading.Event()
    platform.run_later(lambda: release.wait(PATIENCE))
    with pytest.raises(UiError, match=r"the FX thread did not answer within 0\.05 s"):
        platform.request(late.set, 0.05)
    release.set()
    platform.request(lambda: None)
    assert not late.is_set()

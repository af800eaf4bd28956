from __future__ import annotations

import logging

import pytest

from pytest_uimcp.core.listeners import Listeners


def test_all_listeners_are_notified_in_order_even_if_one_of_them_fails(caplog: pytest.LogCaptureFixture) -> None:
    listeners: Listeners[int] = Listeners("the numbers")
    heard: list[str] = []
    listeners.add(lambda number: heard.append(f"first {number}"))
    listeners.add(lambda number: number // 0)
    stop = listeners.add(lambda number: heard.append(f"last {number}"))
    with caplog.at_level(logging.ERROR):
        listeners.tell(1)
    stop()
    stop()
    listeners.tell(2)
    assert heard == ["first 1", "last 1", "first 2"]
    assert "a listener of the numbers failed" in caplog.text


def test_a_listener_may_end_its_own_listening() -> None:
    listeners: Listeners[int] = Listeners("the numbers")
    heard: list[int] = []

    def once(number: int) -> None:
        heard.append(number)
        stop()

    stop = listeners.add(once)
    listeners.tell(1)
    listeners.tell(2)
    assert heard == [1]


def test_a_function_that_is_added_twice_is_told_twice_until_one_of_them_ends() -> None:
    listeners: Listeners[int, str] = Listeners("pairs")
    heard: list[tuple[int, str]] = []

    def hear(number: int, text: str) -> None:
        heard.append((number, text))

    stop = listeners.add(hear)
    listeners.add(hear)
    listeners.tell(1, "one")
    stop()
    listeners.tell(2, "two")
    assert heard == [(1, "one"), (1, "one"), (2, "two")]

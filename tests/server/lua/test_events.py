"""The queue of events: order, turns of pollers, and unread events."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from pytest_uimcp.server.errors import QueueFull
from pytest_uimcp.server.lua.events import MAX_EVENTS, EventQueue

pytestmark = pytest.mark.anyio


def numbered(count: int, first: int = 0) -> list[dict[str, int]]:
    return [{"n": number} for number in range(first, first + count)]


def push(queue: EventQueue, count: int, first: int = 0) -> None:
    for event in numbered(count, first):
        queue.push(event)


async def arrived(queue: EventQueue, waits: int) -> list[asyncio.Task[list[dict[str, int]]]]:
    """Start pollers, one after the other."""
    tasks = []
    for _ in range(waits):
        tasks.append(asyncio.create_task(queue.wait(60)))
        await asyncio.sleep(0)
    return tasks


async def test_queued_events_are_taken_at_once_and_completely() -> None:
    queue = EventQueue()
    push(queue, 3)
    assert await queue.wait(60) == numbered(3)
    assert queue.peek() == []


async def test_a_wait_returns_nothing_when_its_time_is_over() -> None:
    assert await EventQueue().wait(0.01) == []


async def test_a_poller_is_woken_by_a_push_from_another_thread() -> None:
    queue = EventQueue()
    (poller,) = await arrived(queue, 1)
    await asyncio.to_thread(push, queue, 1)
    assert await poller == numbered(1)


async def test_a_push_wakes_every_poller_and_the_first_takes_all_events() -> None:
    queue = EventQueue()
    pollers = await arrived(queue, 3)
    push(queue, 2)
    assert await asyncio.gather(*pollers) == [numbered(2), [], []]


async def test_the_events_of_a_poller_that_is_gone_go_to_the_next() -> None:
    queue = EventQueue()
    first, second = await arrived(queue, 2)
    push(queue, 1)
    first.cancel()
    assert await second == numbered(1)
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_a_poller_that_times_out_as_events_arrive_takes_them() -> None:
    queue = EventQueue()
    poller = asyncio.create_task(queue.wait(0.01))
    await asyncio.sleep(0)
    pushed = 0
    while not poller.done():
        queue.push({"n": pushed})
        pushed += 1
        await asyncio.sleep(0)
    assert await poller + queue.take() == numbered(pushed)


async def test_events_put_back_come_first_and_wake_the_next_poller() -> None:
    queue = EventQueue()
    push(queue, 2)
    taken = await queue.wait(60)
    push(queue, 1, first=2)
    queue.put_back(taken)
    assert queue.peek() == numbered(3)
    assert queue.take() == numbered(3)
    (poller,) = await arrived(queue, 1)
    queue.put_back(numbered(1))
    assert await poller == numbered(1)
    queue.put_back([])
    assert queue.peek() == []


async def test_peek_leaves_the_events_and_take_removes_them() -> None:
    queue = EventQueue()
    push(queue, 2)
    assert queue.peek() == queue.peek() == numbered(2)
    assert queue.take() == numbered(2)
    assert queue.take() == []


async def test_at_ten_thousand_unread_events_pushing_fails_and_says_nobody_is_polling() -> None:
    queue = EventQueue()
    push(queue, MAX_EVENTS)
    with pytest.raises(QueueFull, match=r"^10000 events are unread: nobody is polling"):
        queue.push({"n": MAX_EVENTS})
    assert await queue.wait(60) == numbered(MAX_EVENTS)
    queue.push({"n": 0})


async def test_every_poller_of_a_closed_queue_gets_the_farewell_and_the_first_the_events_before_it() -> None:
    queue = EventQueue()
    pollers = await arrived(queue, 2)
    push(queue, 1)
    queue.close({"event": "over"})
    over = {"event": "over"}
    assert await asyncio.gather(*pollers) == [[{"n": 0}, over], [over]]


async def test_closing_the_queue_answers_its_pollers() -> None:
    queue = EventQueue()
    pollers = await arrived(queue, 3)
    queue.close()
    assert await asyncio.gather(*pollers) == [[], [], []]
    assert not queue.polling


async def test_a_poller_of_a_closed_queue_does_not_wait() -> None:
    queue = EventQueue()
    queue.close()
    async with asyncio.timeout(30):
        assert await queue.wait(60) == []


def changes() -> tuple[EventQueue, list[bool]]:
    seen: list[bool] = []
    holder: list[EventQueue] = []
    queue = EventQueue(lambda: seen.append(holder[0].polling))
    holder.append(queue)
    return queue, seen


@pytest.mark.parametrize(
    "end", [lambda queue, task: queue.push({}), lambda queue, task: task.cancel()], ids=["takes events", "goes away"]
)
async def test_the_ui_is_notified_when_a_poller_comes_and_goes(
    end: Callable[[EventQueue, asyncio.Task[object]], object],
) -> None:
    queue, seen = changes()
    (poller,) = await arrived(queue, 1)
    assert seen == [True]
    end(queue, poller)
    await asyncio.gather(poller, return_exceptions=True)
    assert seen == [True, False]


async def test_wait_time_is_zero_while_somebody_polls() -> None:
    time = [100.0]
    queue = EventQueue(clock=lambda: time[0])
    time[0] = 103.0
    assert queue.wait_time == 3.0
    (poller,) = await arrived(queue, 1)
    assert queue.wait_time == 0.0
    queue.push({})
    await poller
    time[0] = 104.0
    assert queue.wait_time == 1.0

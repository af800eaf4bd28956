from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.chat import Author, ChatError, ChatStore, Message, Poster, WatermarkKey, open_store
from pytest_uimcp.chat.sql import SqlStore
from pytest_uimcp.storage import StorageError
from tests import patience
from tests.chat.conftest import Open, settle

WAIT = patience.SECONDS
MARKDOWN = "text/markdown"
HOUR = 3600 * 10**9
START = 1_763_452_800_123_456_789


class HandClock:
    def __init__(self, now: int = START) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


def post(store: ChatStore, content: str, author: Author = "user", client_id: str | None = None) -> Message:
    return store.append(author, MARKDOWN, content, client_id=client_id).message


def contents(messages: Sequence[Message]) -> list[str]:
    return [message.content for message in messages]


def test_a_message_has_the_time_as_its_id(opened: Open) -> None:
    message = post(opened(clock=HandClock()), "hi")
    assert message.to_json() == {
        "id": "1763452800123",
        "ts": "2025-11-18T08:00:00.123456Z",
        "author": "user",
        "mime": MARKDOWN,
        "content": "hi",
    }


def test_messages_of_one_millisecond_have_ids_one_after_the_other(opened: Open) -> None:
    store = opened(clock=HandClock())
    assert [post(store, str(number)).number for number in range(3)] == [START // 10**6 + number for number in range(3)]


@pytest.mark.parametrize("content", ["a\0b\0", "🎉", "é\n\r\n\t", 'it\'s "x" \\ % ?', "x" * 262_144])
def test_any_text_survives_a_round_trip(store: ChatStore, content: str) -> None:
    message = post(store, content)
    assert store.get(message.number) == message
    assert contents(store.since(0)) == [content]


def test_an_empty_store_has_no_head(store: ChatStore) -> None:
    assert (store.head(), store.since(0), store.newest(5), store.get(1)) == (None, [], [], None)


def test_reading_is_bounded_below_and_filtered(store: ChatStore) -> None:
    sent = [post(store, str(number), "assistant" if number % 2 else "user") for number in range(6)]
    assert store.since(sent[1].number) == sent[2:]
    assert store.since(sent[1].number, 2) == sent[2:4]
    assert store.since(0, author="assistant") == sent[1::2]
    assert store.since(sent[1].number, 1, "assistant") == [sent[3]]
    assert store.newest(2) == sent[-2:]
    assert store.newest(10, sent[3].number) == sent[4:]
    assert store.head() == sent[-1].number


def test_conversations_of_one_database_do_not_see_each_other(kind: str, opened: Open) -> None:
    if kind == "memory":
        return
    one, two = opened(conversation="one"), opened(conversation="two")
    heard: list[Message] = []
    two.listen(heard.extend)
    message = post(one, "hi", client_id="x")
    other = post(two, "hello", client_id="x")
    settle(two)
    assert (one.since(0), two.since(0), heard) == ([message], [other], [other])


@pytest.mark.parametrize("name", ["", "x" * 129, "a\0b"])
def test_a_conversation_has_a_name_that_every_database_takes(name: str) -> None:
    with pytest.raises(ValueError, match="name has 1 to 128 characters"):
        open_store(conversation=name)


def test_edge_01_concurrent_posts_by_two_humans_have_one_order(store: ChatStore) -> None:
    heard: list[Message] = []
    stop = store.listen(heard.extend)

    def human(name: str) -> None:
        for number in range(100):
            post(store, f"{name} {number}")

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(human, name) for name in ("ada", "bob")]:
            done.result(WAIT)
    read = store.since(0)
    assert len({message.number for message in read}) == 200
    assert [message.number for message in read] == sorted(message.number for message in read)
    assert [message.ts for message in read] == sorted(message.ts for message in read)
    for name in ("ada", "bob"):
        own = [content for content in contents(read) if content.startswith(name)]
        assert own == [f"{name} {number}" for number in range(100)]
    settle(store)
    assert heard == read
    stop()


@pytest.mark.slow
def test_edge_02_a_reader_that_polls_meanwhile_misses_and_repeats_nothing(store: ChatStore) -> None:
    posted = threading.Event()
    pages: list[Message] = []

    def human(name: str) -> None:
        for number in range(100):
            post(store, f"{name} {number}")

    def reader() -> None:
        over = False
        while not over:
            over = posted.is_set()
            pages.extend(store.since(pages[-1].number if pages else 0, 7))
            while page := store.since(pages[-1].number if pages else 0, 7):
                pages.extend(page)

    with ThreadPoolExecutor(3) as pool:
        reading = pool.submit(reader)
        for done in [pool.submit(human, name) for name in ("ada", "bob")]:
            done.result(WAIT)
        posted.set()
        reading.result(WAIT)
    assert pages == store.since(0)
    assert len(pages) == 200


def test_edge_12_a_listener_in_the_middle_of_its_work_does_not_hold_up_1000_posts(store: ChatStore) -> None:
    begun, go_on, caught_up = threading.Event(), threading.Event(), threading.Event()
    heard: list[Message] = []
    batches: list[int] = []

    def slow(messages: Sequence[Message]) -> None:
        begun.set()
        assert go_on.wait(WAIT)
        heard.extend(messages)
        batches.append(len(messages))
        if len(heard) == 1001:
            caught_up.set()

    stop = store.listen(slow)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(post, store, "first")
        assert begun.wait(WAIT)
        sent = [post(store, str(number)) for number in range(1000)]
        go_on.set()
        assert caught_up.wait(WAIT)
        assert heard == [first.result(WAIT), *sent]
    assert len(batches) < 10  # what came meanwhile was put together
    stop()


def test_a_listener_is_notified_only_of_later_messages(store: ChatStore) -> None:
    post(store, "before")
    heard: list[str] = []
    stop = store.listen(lambda messages: heard.extend(contents(messages)))
    post(store, "during")
    settle(store)
    stop()
    post(store, "after")
    assert heard == ["during"]


def test_a_listener_may_post_and_everybody_hears_in_order(store: ChatStore) -> None:
    heard: list[str] = []

    def answer(messages: Sequence[Message]) -> None:
        for message in messages:
            if message.author == "user":
                post(store, f"re: {message.content}", "assistant")

    stops = [store.listen(answer), store.listen(lambda messages: heard.extend(contents(messages)))]
    for question in ("one", "two"):
        post(store, question)
        settle(store)
    assert heard == ["one", "re: one", "two", "re: two"]
    for stop in stops:
        stop()


def test_a_listener_that_fails_is_logged_and_the_others_are_notified(
    store: ChatStore, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Message] = []

    def broken(_: Sequence[Message]) -> None:
        raise ValueError("broken")

    stops = [store.listen(broken), store.listen(heard.extend)]
    with caplog.at_level(logging.ERROR):
        message = post(store, "hi")
        settle(store)
    assert heard == [message]
    assert "a listener of the conversation failed" in caplog.text
    for stop in stops:
        stop()


def test_posts_of_another_connection_are_heard_in_order_with_ours(kind: str, opened: Open) -> None:
    if kind == "memory":
        return
    ours, theirs = opened(), opened()
    heard: list[Message] = []
    every = threading.Event()

    def listener(messages: Sequence[Message]) -> None:
        heard.extend(messages)
        if len(heard) == 40:
            every.set()

    stop = ours.listen(listener)

    def human(store: ChatStore) -> None:
        for number in range(20):
            post(store, str(number))

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(human, store) for store in (ours, theirs)]:
            done.result(WAIT)
    assert every.wait(WAIT)
    assert heard == ours.since(0)
    stop()


def test_edge_15_a_clock_set_back_an_hour_moves_no_id_and_no_time_back(kind: str, opened: Open) -> None:
    clock = HandClock()
    first_store = opened(clock=clock)
    first = post(first_store, "before")
    clock.now -= HOUR
    if kind != "memory":
        first_store.close()
    store = first_store if kind == "memory" else opened(clock=clock)
    second = post(store, "after")
    assert second.number > first.number
    assert second.ts >= first.ts
    assert store.since(0) == [first, second]


def test_a_reopened_store_continues_after_its_last_message(kind: str, opened: Open) -> None:
    if kind == "memory":
        return
    before = opened()
    sent = [post(before, str(number)) for number in range(3)]
    before.close()
    after = opened()
    assert (after.since(0), after.head()) == (sent, sent[-1].number)
    assert post(after, "more").number > sent[-1].number


def test_edge_18_a_repeated_client_id_gives_the_first_receipt_and_stores_nothing(opened: Open) -> None:
    store = opened()
    heard: list[Message] = []
    stop = store.listen(heard.extend)
    first = store.append("user", MARKDOWN, "hi", client_id="a")
    post(store, "between")
    again = store.append("user", MARKDOWN, "hi", client_id="a")
    settle(store)
    assert (again.to_json(), again.repeated) == (first.to_json(), True)
    assert contents(store.since(0)) == contents(heard) == ["hi", "between"]
    stop()


@pytest.mark.parametrize(("mime", "content"), [(MARKDOWN, "other"), ("text/plain", "hi")])
def test_edge_18_a_client_id_used_for_another_message_is_a_conflict(store: ChatStore, mime: str, content: str) -> None:
    first = post(store, "hi", client_id="a")
    with pytest.raises(ChatError, match="client_id 'a' was used for another message") as caught:
        store.append("user", mime, content, client_id="a")
    assert caught.value.code == "idempotency_conflict"
    assert caught.value.details == {"client_id": "a", "id": first.id}
    assert store.since(0) == [first]


def test_edge_18_the_other_side_may_use_the_same_client_id(store: ChatStore) -> None:
    post(store, "question", client_id="1")
    post(store, "answer", "assistant", client_id="1")
    assert contents(store.since(0)) == ["question", "answer"]


def test_a_client_id_posted_by_many_at_once_is_stored_once(store: ChatStore) -> None:
    with ThreadPoolExecutor(8) as pool:
        posting = [pool.submit(store.append, "user", MARKDOWN, "hi", client_id="a") for _ in range(8)]
        receipts = [done.result(WAIT) for done in posting]
    assert len({receipt.message.id for receipt in receipts}) == 1
    assert sum(not receipt.repeated for receipt in receipts) == 1
    assert len(store.since(0)) == 1


def test_a_watermark_is_kept_for_each_consumer_and_may_go_back(kind: str, opened: Open) -> None:
    store = opened()
    agent = WatermarkKey("chat", "ui://chat/inbox", "agent")
    other = agent._replace(consumer="other")
    assert store.watermark(agent) is None
    for last_id in ("5", "9", "7"):
        store.set_watermark(agent, last_id)
        assert store.watermark(agent) == last_id
    again = store if kind == "memory" else opened()
    assert (again.watermark(agent), again.watermark(other)) == ("7", None)
    store.set_watermark(agent, None)
    assert again.watermark(agent) is None


def test_read_and_advance_gives_every_message_once_to_callers_at_the_same_time(store: ChatStore) -> None:
    sent = [post(store, str(number)) for number in range(30)]
    post(store, "mine", "assistant")

    def take() -> list[Message]:
        taken = []
        while page := store.read_and_advance("agent", "user", 3):
            taken.extend(page)
        return taken

    with ThreadPoolExecutor(3) as pool:
        taken = [message for done in [pool.submit(take) for _ in range(3)] for message in done.result(WAIT)]
    assert sorted(taken, key=lambda message: message.number) == sent
    assert store.last_read("agent") == sent[-1].number
    assert store.last_read("somebody else") is None


@pytest.mark.parametrize(
    "use",
    [
        lambda store: store.append("user", MARKDOWN, "hi"),
        lambda store: store.since(0),
        lambda store: store.newest(1),
        lambda store: store.head(),
        lambda store: store.get(1),
        lambda store: store.read_and_advance("a", "user"),
        lambda store: store.last_read("a"),
        lambda store: store.watermark(WatermarkKey("a", "b", "c")),
        lambda store: store.set_watermark(WatermarkKey("a", "b", "c"), "1"),
    ],
)
def test_a_closed_store_says_so(store: ChatStore, use: Callable[[ChatStore], object]) -> None:
    store.close()
    with pytest.raises(StorageError, match="is closed"):
        use(store)


def test_who_posted_is_kept_beside_the_messages_and_a_repeat_changes_nothing(opened: Open) -> None:
    store = opened()
    ada, bob = Poster("a1", "human:ada", "Ada"), Poster("b2", "human", "Bob \U0001f600")
    numbers = [
        store.append("user", "text/plain", "one", client_id="1", poster=ada).message.number,
        store.append("user", "text/plain", "two").message.number,
        store.append("user", "text/plain", "three", poster=bob).message.number,
    ]
    assert store.append("user", "text/plain", "one", client_id="1", poster=bob).repeated
    assert store.posters(numbers) == {numbers[0]: ada, numbers[2]: bob}
    assert store.posters([numbers[2]]) == {numbers[2]: bob}
    assert store.posters([]) == {}
    assert [list(message.to_json()) for message in store.since(0)] == [["id", "ts", "author", "mime", "content"]] * 3


def test_of_much_that_is_unread_little_is_loaded_for_one_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path / "talk.db")
    for number in range(300):
        store.append("user", "text/plain", f"{number} {'x' * 1000}")
    loaded: list[Message] = []
    messages = SqlStore._messages  # noqa: SLF001 -- what is loaded shows nowhere else

    def count(self: SqlStore, rows: Any) -> list[Message]:
        loaded.extend(chunk := messages(self, rows))
        return chunk

    monkeypatch.setattr(SqlStore, "_messages", count)
    assert len(store.read_and_advance("phone", "user", max_bytes=5000)) == 4
    assert len(loaded) <= 50
    assert len(store.read_and_advance("phone", "user", 60)) == 60
    assert len(store.read_and_advance("phone", "user")) == 300 - 64
    store.close()

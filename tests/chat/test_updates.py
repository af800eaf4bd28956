from __future__ import annotations

from typing import Any

from pytest_uimcp.chat import Author, Conversation, Limits, Message, PendingUpdate, open_store


def message(number: int, author: Author = "user", content: str = "hi") -> Message:
    return Message(number, "2025-11-18T08:00:00.000000Z", author, "text/markdown", content)


def taken(update: PendingUpdate) -> dict[str, Any]:
    params = update.take()
    assert params is not None
    return params


def test_a_message_of_the_human_makes_an_update_that_carries_it() -> None:
    update = PendingUpdate()
    assert update.add([message(7)])
    assert taken(update) == {"uri": "ui://chat/inbox", "last_id": "7", "messages": [message(7).to_json()]}
    assert update.take() is None


def test_edge_08_a_message_of_the_assistant_makes_none() -> None:
    update = PendingUpdate()
    assert not update.add([message(1, "assistant")])
    assert update.take() is None


def test_edge_08_messages_of_the_assistant_can_be_read_and_notify_nobody() -> None:
    conversation = Conversation(open_store())
    updates = [PendingUpdate(), PendingUpdate()]
    stops = [conversation.store.listen(update.add) for update in updates]
    posted = conversation.post("assistant", {"content": "hi"})
    assert conversation.inbox()["last_id"] == posted["id"]
    assert conversation.read_since()["last_id"] == posted["id"]
    assert [update.take() for update in updates] == [None, None]
    for stop in stops:
        stop()


def test_edge_09_messages_between_which_the_assistant_answered_are_one_update() -> None:
    update = PendingUpdate()
    assert [update.add([message(1)]), update.add([message(2, "assistant"), message(3)])] == [True, False]
    params = taken(update)
    assert params["last_id"] == "3"
    assert [one["id"] for one in params["messages"]] == ["1", "3"]


def test_messages_are_carried_while_they_are_few_and_small() -> None:
    update = PendingUpdate()
    update.add([message(number) for number in range(1, 21)])
    assert len(taken(update)["messages"]) == 20
    update.add([message(number) for number in range(1, 22)])
    assert taken(update) == {"uri": "ui://chat/inbox", "last_id": "21"}
    update.add([message(1, content="x" * 40_000)])
    assert "messages" not in taken(update)
    update.add([message(2)])
    assert len(taken(update)["messages"]) == 1


def test_edge_12_a_subscriber_that_never_takes_holds_no_more_than_one_batch() -> None:
    update = PendingUpdate(Limits(update_messages=5))
    began = [update.add([message(number)]) for number in range(1, 1001)]
    assert began == [True] + [False] * 999
    assert taken(update) == {"uri": "ui://chat/inbox", "last_id": "1000"}

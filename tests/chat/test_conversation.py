from __future__ import annotations

import sqlite3
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.chat import ChatError, Conversation, Limits, open_store
from pytest_uimcp.chat.arguments import POST, READ_AND_ADVANCE, READ_SINCE, schema
from tests.chat.conftest import Open, settle


def fill(conversation: Conversation, count: int) -> list[str]:
    return [conversation.post("user", {"content": str(number)})["id"] for number in range(count)]


def shown(body: dict[str, Any]) -> list[str]:
    return [message["content"] for message in body["messages"]]


def refusal(conversation: Conversation, arguments: Any) -> ChatError:
    with pytest.raises(ChatError) as caught:
        conversation.read_since(arguments)
    return caught.value


def test_a_post_gives_id_and_time(conversation: Conversation) -> None:
    given = conversation.post("assistant", {"mime": "text/plain", "content": "hi"})
    assert conversation.read_since() == {
        "messages": [{**given, "author": "assistant", "mime": "text/plain", "content": "hi"}],
        "last_id": given["id"],
        "has_more": False,
    }


def test_a_subscriber_changes_nothing(conversation: Conversation) -> None:
    conversation.post("user", {"content": "hi", "subscriber": "bridge"})
    assert conversation.read_since({"subscriber": "audit"}) == conversation.read_since()


@pytest.mark.parametrize("count", [1, 2, 5])
def test_edge_04_pages_of_one_give_every_message_and_end_at_the_head(conversation: Conversation, count: int) -> None:
    ids = fill(conversation, count)
    after, pages = None, []
    for _ in range(count):
        pages.append(conversation.read_since({"after_id": after, "limit": 1}))
        after = pages[-1]["last_id"]
    assert [shown(page) for page in pages] == [[str(number)] for number in range(count)]
    assert [page["has_more"] for page in pages] == [True] * (count - 1) + [False]
    assert after == ids[-1]
    assert conversation.read_since({"after_id": after, "limit": 1}) == {
        "messages": [],
        "last_id": after,
        "has_more": False,
    }


def test_edge_05_after_id_of_every_form(opened: Open) -> None:
    moments = count(1_763_452_800_000_000_000, 10_000_000)
    conversation = Conversation(opened(clock=lambda: next(moments)))
    ids = fill(conversation, 3)
    everything = ["0", "1", "2"]
    before, between, beyond = (str(int(message_id) + step) for message_id, step in zip(ids, (-1, 5, 1), strict=True))
    for start in ({}, {"after_id": None}, {"after_id": ""}, {"after_id": before}, {"after_id": "0"}, {"after_id": 0}):
        assert shown(conversation.read_since(start)) == everything
    never_issued = conversation.read_since({"after_id": between})
    assert (shown(never_issued), "stale_after_id" in never_issued) == (["2"], False)
    assert shown(conversation.read_since({"after_id": ids[0]})) == ["1", "2"]
    assert shown(conversation.read_since({"after_id": int(ids[0])})) == ["1", "2"]
    head = conversation.read_since({"after_id": ids[2]})
    assert head == {"messages": [], "last_id": ids[2], "has_more": False}
    late = conversation.read_since({"after_id": beyond})
    assert late == {"messages": [], "last_id": beyond, "has_more": False, "stale_after_id": True}


@pytest.mark.parametrize("bad", ["abc", "1.5", "-1", 1.5, True, [], {}])
def test_edge_05_a_malformed_after_id_is_refused(conversation: Conversation, bad: object) -> None:
    assert refusal(conversation, {"after_id": bad}).code == "invalid_after_id"


@pytest.mark.parametrize("bad", [0, -1, 1001, 10**400, "5", 1.5, 1.0, True, [], {}], ids=repr)
def test_edge_06_an_invalid_limit_is_refused(conversation: Conversation, bad: object) -> None:
    error = refusal(conversation, {"limit": bad})
    assert error.code == "invalid_limit"
    assert str(error).startswith("limit must be a whole number from 1 to 1000, or null; got ")


def test_edge_06_no_limit_gives_all(conversation: Conversation) -> None:
    fill(conversation, 3)
    assert shown(conversation.read_since({"limit": None})) == ["0", "1", "2"]
    assert shown(conversation.read_since({"limit": 1000})) == ["0", "1", "2"]


def test_a_page_of_one_author_goes_on_from_its_own_last_message(conversation: Conversation) -> None:
    first = conversation.post("user", {"content": "question"})["id"]
    conversation.post("assistant", {"content": "answer"})
    page = conversation.read_since({"author": "user"})
    assert (shown(page), page["last_id"], page["has_more"]) == (["question"], first, False)
    assert shown(conversation.read_since({"after_id": first})) == ["answer"]


@pytest.mark.parametrize("bad", ["human", "", 5, []])
def test_an_unknown_author_is_refused(conversation: Conversation, bad: object) -> None:
    assert refusal(conversation, {"author": bad}).code == "invalid_arguments"


def test_edge_16_a_watermark_newer_than_a_restored_database_is_stale_and_all_can_be_read(
    conversation: Conversation,
) -> None:
    watermark = conversation.post("user", {"content": "before the restore"})["id"]
    restored = Conversation(open_store())
    assert restored.read_since({"after_id": watermark})["stale_after_id"] is True
    now = restored.store.append("user", "text/plain", "restored").message
    page = restored.read_since({"after_id": str(now.number + 5)})
    assert page["stale_after_id"] is True
    assert shown(restored.read_since({"after_id": None})) == ["restored"]


def test_an_empty_inbox_has_no_last_id(conversation: Conversation) -> None:
    assert conversation.inbox() == {"last_id": None, "messages": []}
    assert conversation.inbox_since("5") == {"last_id": None, "messages": []}


def test_the_inbox_holds_both_authors_in_order(conversation: Conversation) -> None:
    conversation.post("user", {"content": "question"})
    last = conversation.post("assistant", {"content": "answer"})["id"]
    assert conversation.inbox() == {"last_id": last, "messages": conversation.read_since()["messages"]}


def test_edge_17_an_inbox_over_its_limit_shows_the_newest_and_says_so(store: Any) -> None:
    conversation = Conversation(store, Limits(inbox_messages=3))
    ids = fill(conversation, 3)
    assert "truncated" not in conversation.inbox()
    ids += fill(conversation, 2)
    body = conversation.inbox()
    assert (body["last_id"], body["first_id"], body["truncated"]) == (ids[-1], ids[2], True)
    assert [message["id"] for message in body["messages"]] == ids[2:]


def test_a_window_of_the_inbox_still_has_the_last_id(store: Any) -> None:
    conversation = Conversation(store, Limits(inbox_messages=3))
    ids = fill(conversation, 6)
    assert [message["id"] for message in conversation.inbox_since(ids[3])["messages"]] == ids[4:]
    assert conversation.inbox_since(ids[0])["first_id"] == ids[3]
    assert conversation.inbox_since(ids[5]) == {"last_id": ids[5], "messages": []}
    with pytest.raises(ChatError, match="a message id is a string of digits"):
        conversation.inbox_since("abc")


def test_one_message_is_found_by_its_id(conversation: Conversation) -> None:
    posted = conversation.post("user", {"content": "hi"})
    assert conversation.message(posted["id"]) == {**posted, "author": "user", "mime": "text/markdown", "content": "hi"}
    assert conversation.message("1") is None
    with pytest.raises(ChatError):
        conversation.message("abc")


def test_read_and_advance_gives_the_other_side_once(conversation: Conversation) -> None:
    conversation.post("user", {"content": "question"})
    answers = [conversation.post("assistant", {"content": str(number)})["id"] for number in range(3)]
    page = conversation.read_and_advance("user", "phone", {"limit": 2})
    assert (shown(page), page["last_id"]) == (["0", "1"], answers[1])
    assert shown(conversation.read_and_advance("user", "phone")) == ["2"]
    nothing = {"messages": [], "last_id": answers[2], "has_more": False}
    assert conversation.read_and_advance("user", "phone") == nothing
    assert shown(conversation.read_and_advance("user", "phone", {"subscriber": "desk"})) == ["0", "1", "2"]
    assert shown(conversation.read_and_advance("assistant", "agent")) == ["question"]


def test_read_and_advance_gives_what_fits_and_the_rest_the_next_time(store: Any) -> None:
    conversation = Conversation(store, Limits(page_bytes=1000))
    for number in range(5):
        conversation.post("assistant", {"content": f"{number}{'x' * 300}"})
    pages = [conversation.read_and_advance("user", "phone") for _ in range(3)]
    assert [[content[0] for content in shown(page)] for page in pages] == [["0", "1"], ["2", "3"], ["4"]]
    assert [page["has_more"] for page in pages] == [True, True, False]


def test_a_page_holds_what_fits_and_a_larger_message_comes_alone(store: Any) -> None:
    conversation = Conversation(store, Limits(page_bytes=1000))
    for size in (300, 300, 300, 2000, 1, 900, 1):
        conversation.post("user", {"content": "x" * size})
    pages = [conversation.read_since()]
    while pages[-1]["has_more"]:
        pages.append(conversation.read_since({"after_id": pages[-1]["last_id"]}))
    assert [[len(content) for content in shown(page)] for page in pages] == [[300, 300], [300], [2000], [1], [900], [1]]
    assert [page["last_id"] for page in pages] == [page["messages"][-1]["id"] for page in pages]
    assert [len(shown(conversation.read_since({"limit": limit}))) for limit in (1, 2, 3)] == [1, 2, 2]


def test_bytes_are_those_of_the_answer_not_characters(store: Any) -> None:
    conversation = Conversation(store, Limits(page_bytes=1000))
    for content in ("\U0001f600" * 100, '"' * 200, "\1" * 70):
        conversation.post("user", {"content": content})
        conversation.post("user", {"content": content})
    after, counts = None, []
    for _ in range(6):
        page = conversation.read_since({"after_id": after})
        counts.append(len(page["messages"]))
        after = page["last_id"]
    assert counts == [1] * 6


def test_an_inbox_that_is_too_large_shows_the_newest_that_fit(store: Any) -> None:
    conversation = Conversation(store, Limits(page_bytes=6500))
    ids = fill(conversation, 60)
    body = conversation.inbox()
    assert (body["truncated"], body["last_id"]) == (True, ids[-1])
    assert body["first_id"] == body["messages"][0]["id"] == ids[-len(body["messages"])]
    assert 50 < len(body["messages"]) < 60
    conversation.post("user", {"content": "x" * 20_000})
    assert [len(content) for content in shown(conversation.inbox())] == [20_000]


def test_a_repeated_post_gives_the_first_result(conversation: Conversation) -> None:
    first = conversation.post("user", {"content": "hi", "client_id": "a"})
    assert conversation.post("user", {"content": "hi", "client_id": "a", "mime": "Text/Markdown"}) == first
    assert len(conversation.read_since()["messages"]) == 1


@pytest.mark.parametrize(
    "use",
    [
        lambda conversation: conversation.post("user", {"content": "hi"}),
        lambda conversation: conversation.read_since(),
        lambda conversation: conversation.inbox(),
        lambda conversation: conversation.message("1"),
        lambda conversation: conversation.read_and_advance("user", "me"),
    ],
)
def test_a_store_that_cannot_be_used_is_a_tool_error(conversation: Conversation, use: Any) -> None:
    conversation.store.close()
    with pytest.raises(ChatError) as caught:
        use(conversation)
    assert caught.value.code == "store_unavailable"


def test_a_post_that_the_disk_refuses_notifies_nobody_and_stores_nothing(tmp_path: Path) -> None:
    path = tmp_path / "chat.db"
    conversation = Conversation(open_store(path))
    heard: list[object] = []
    stop = conversation.store.listen(heard.extend)
    locked = sqlite3.connect(path)
    locked.execute("CREATE TRIGGER refuse BEFORE INSERT ON chat_messages BEGIN SELECT RAISE(ABORT, 'no room'); END")
    with pytest.raises(ChatError, match="no room"):
        conversation.post("user", {"content": "hi"})
    locked.execute("DROP TRIGGER refuse")
    locked.close()
    assert (conversation.inbox(), heard) == ({"last_id": None, "messages": []}, [])
    conversation.post("user", {"content": "again"})
    settle(conversation.store)
    assert len(heard) == 1
    stop()
    conversation.store.close()


@settings(max_examples=50)
@given(
    st.lists(st.sampled_from(["user", "assistant"]), max_size=20),
    st.one_of(st.none(), st.integers(1, 7)),
    st.sampled_from([None, "user"]),
    st.integers(1, 1000),
)
def test_pages_of_any_size_join_to_the_whole(
    authors: list[Any], limit: int | None, author: str | None, page_bytes: int
) -> None:
    conversation = Conversation(open_store(), Limits(page_bytes=page_bytes))
    for number, poster in enumerate(authors):
        conversation.post(poster, {"content": str(number)})
    read, after, more = [], None, True
    while more:
        page = conversation.read_since({"after_id": after, "limit": limit, "author": author})
        read += shown(page)
        after, more = page["last_id"], page["has_more"]
    assert read == [str(number) for number, poster in enumerate(authors) if author in (None, poster)]


@pytest.mark.parametrize("parameters", [POST, READ_SINCE, READ_AND_ADVANCE])
def test_every_parameter_is_described_and_nothing_else_is_taken(parameters: Any) -> None:
    found = schema(parameters)
    assert found["additionalProperties"] is False
    assert all(one["description"].endswith(".") for one in found["properties"].values())
    assert found.get("required", []) == (["content"] if "content" in parameters else [])

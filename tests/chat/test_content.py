from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.chat import ChatError, Conversation, Limits, open_store

LIMIT = 20


@pytest.fixture
def small() -> Conversation:
    return Conversation(open_store(), Limits(content_bytes=LIMIT))


def refusal(conversation: Conversation, arguments: Any) -> ChatError:
    with pytest.raises(ChatError) as caught:
        conversation.post("user", arguments)
    assert conversation.read_since()["messages"] == []
    return caught.value


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("text/markdown", "text/markdown"),
        ("text/plain", "text/plain"),
        ("TEXT/Markdown; charset=utf-8", "text/markdown"),
        ("text/plain ;x=1", "text/plain"),
    ],
)
def test_edge_07_an_accepted_type_is_stored_in_lower_case_without_parameters(
    small: Conversation, given: str, stored: str
) -> None:
    small.post("user", {"mime": given, "content": "hi"})
    assert small.read_since()["messages"][0]["mime"] == stored


def test_edge_07_a_missing_type_is_markdown(small: Conversation) -> None:
    small.post("user", {"content": "hi"})
    assert small.read_since()["messages"][0]["mime"] == "text/markdown"


@pytest.mark.parametrize("mime", ["bogus", "", "text/html", "text/markdownx", "text"])
def test_edge_07_another_type_is_refused_with_those_accepted(small: Conversation, mime: str) -> None:
    error = refusal(small, {"mime": mime, "content": "hi"})
    assert error.code == "invalid_mime"
    assert error.details == {"accepted": ["text/markdown", "text/plain"]}
    assert str(error) == f"mime must be one of text/markdown, text/plain; got {mime!r}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "content is missing"),
        (None, "content is missing"),
        ({"content": None}, "content must be a string"),
        ({"content": 5}, "content must be a string"),
        ({"content": "hi", "mime": 5}, "mime must be a string"),
        ({"content": "hi", "mime": None}, "mime must be a string"),
        ({"content": "hi", "mimes": "text/plain"}, "unknown argument 'mimes' (did you mean mime?)"),
        ({"content": "hi", "author": "assistant"}, "unknown argument 'author'; expected mime, content, client_id"),
        ({"content": "hi", "client_id": ""}, "client_id must be a string of 1 to 128 characters"),
        ({"content": "hi", "client_id": "x" * 129}, "client_id must be a string of 1 to 128 characters"),
        ({"content": "hi", "client_id": "a\0"}, "client_id must be text without NUL"),
        ({"content": "hi", "subscriber": "\udc00"}, "subscriber must be text without NUL characters and half"),
        ([], "the arguments must be an object"),
    ],
)
def test_edge_07_arguments_that_do_not_fit_are_named(small: Conversation, arguments: Any, message: str) -> None:
    error = refusal(small, arguments)
    assert error.code == "invalid_arguments"
    assert message in str(error)


def test_every_fault_is_listed_at_once(small: Conversation) -> None:
    error = refusal(small, {"mime": 5, "contents": "hi"})
    assert [(one["loc"], one["type"]) for one in error.details["errors"]] == [
        (["contents"], "unknown_argument"),
        (["mime"], "invalid_value"),
        (["content"], "missing"),
    ]
    assert (error.body or {})["error"]["details"]["errors"][2]["msg"] == "content is missing"


@pytest.mark.parametrize("content", ["", " ", "\n\t ", "\u2003"])
def test_edge_07_content_without_text_is_refused(small: Conversation, content: str) -> None:
    assert refusal(small, {"content": content}).code == "content_empty"


@pytest.mark.parametrize("content", ["x" * LIMIT, "é" * (LIMIT // 2), "🎉" * (LIMIT // 4), "a\0b"])
def test_edge_07_content_of_exactly_the_limit_is_stored_unchanged(small: Conversation, content: str) -> None:
    small.post("user", {"content": content})
    assert small.read_since()["messages"][0]["content"] == content


@pytest.mark.parametrize("content", ["x" * (LIMIT + 1), "é" * (LIMIT // 2) + "x", "🎉" * (LIMIT // 4) + "x"])
def test_edge_07_content_one_byte_over_the_limit_is_refused_with_both_sizes(small: Conversation, content: str) -> None:
    error = refusal(small, {"content": content})
    assert error.code == "content_too_large"
    assert error.details == {"limit": LIMIT, "actual": LIMIT + 1}


@pytest.mark.parametrize("content", ["\ud83d", "a\udc00b"])
def test_edge_07_half_a_surrogate_pair_is_refused_with_its_place(small: Conversation, content: str) -> None:
    error = refusal(small, {"content": content})
    assert error.code == "invalid_content"
    assert f"character {content.index(content.strip('ab'))} " in str(error)


def test_the_limit_of_a_message_is_256_kib(conversation: Conversation) -> None:
    conversation.post("user", {"content": "x" * 262_144})
    with pytest.raises(ChatError, match="at most 262144 are allowed"):
        conversation.post("user", {"content": "x" * 262_145})

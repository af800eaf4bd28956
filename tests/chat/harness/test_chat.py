"""A chat as a test holds it."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from pytest_uimcp import ChatHarness, HumanHarness
from pytest_uimcp.chat.errors import ChatError

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("anyio_backend", ["asyncio"])]


async def posted(url: str, headers: dict[str, str], tool: str) -> Any:
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        return await client.call_tool(tool, {"content": "Hello"})


def test_messages_are_data(uimcp_chat: ChatHarness, anyio_backend: str) -> None:
    first = uimcp_chat.posts("user", "Is it green?")
    second = uimcp_chat.posts("assistant", "Yes.", "text/plain")
    assert [(one.id, one.author, one.mime, one.content) for one in uimcp_chat.messages] == [
        (first, "user", "text/markdown", "Is it green?"),
        (second, "assistant", "text/plain", "Yes."),
    ]


def test_a_post_that_is_refused_is_an_error(uimcp_chat: ChatHarness, anyio_backend: str) -> None:
    with pytest.raises(ChatError) as caught:
        uimcp_chat.posts("user", " ")
    assert caught.value.code == "content_empty"


async def test_both_sides_are_served_to_holders_of_the_token(uimcp_chat: ChatHarness, anyio_backend: str) -> None:
    human, assistant = uimcp_chat.human, uimcp_chat.assistant
    await posted(human.url, human.headers, "chat.human.post")
    await posted(assistant.url, assistant.headers, "chat.assistant.post")
    assert [one.author for one in uimcp_chat.messages] == ["user", "assistant"]
    async with httpx2.AsyncClient(trust_env=False) as http:
        for headers in ({}, assistant.headers):
            assert (await http.post(human.url, json={}, headers=headers)).status_code == 401
    assert human.url != assistant.url
    assert human.url == human.url


def test_a_test_may_have_a_chat_and_a_human_only(
    uimcp_chat: ChatHarness, uimcp_human: HumanHarness, anyio_backend: str
) -> None:
    uimcp_human.says("Hello")
    [step] = uimcp_human.story.steps
    assert (step.actor, step.verb, step.arguments) == ("human", "says", {"text": "Hello"})
    assert step.outcome == uimcp_chat.messages[0].id

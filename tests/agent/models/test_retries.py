from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from pytest_uimcp.agent import ModelError, ModelUnavailable, OpenAIModel, Retries, SampleRequest, UserText
from pytest_uimcp.agent.events import AssistantText
from pytest_uimcp.agent.models.progress import Progress, Retry
from pytest_uimcp.agent.models.retries import retry_after, with_retries

pytestmark = pytest.mark.anyio

ANSWER = httpx.Response(200, json={"choices": [{"message": {"content": "hi"}}]})
SOON = Retries(attempts=3, first_seconds=0.0)


async def asked(*answers: httpx.Response | Exception, retries: Retries = SOON) -> tuple[str, list[Progress]]:
    """What the model answers, and what was told meanwhile, when its service answers this, one after the other."""
    waiting = list(answers)
    told: list[Progress] = []

    def answer(_request: httpx.Request) -> httpx.Response:
        first = waiting.pop(0)
        if isinstance(first, Exception):
            raise first
        return first

    transport = httpx.MockTransport(answer)
    async with OpenAIModel("m", base_url="https://a.b/v1", stream=False, retries=retries, transport=transport) as model:
        (item,) = (await model.sample(SampleRequest((UserText("hi"),), heard=told.append))).items
    assert waiting == []
    assert isinstance(item, AssistantText)
    return item.text, told


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 529])
async def test_a_service_that_is_busy_is_asked_again(status: int) -> None:
    said, told = await asked(httpx.Response(status, json={"error": {"message": "later"}}), ANSWER)
    assert said == "hi"
    reason = f"https://a.b/v1/chat/completions answered {status}: later"
    assert told == [Retry(2, 3, 0.0, reason)]


@pytest.mark.parametrize("error", [httpx.ConnectError("refused"), httpx.ReadError("cut"), httpx.ReadTimeout("slow")])
async def test_a_connection_that_was_cut_is_opened_again(error: Exception) -> None:
    said, told = await asked(error, error, ANSWER)
    assert (said, len(told)) == ("hi", 2)


async def test_a_stream_that_breaks_off_is_asked_for_again() -> None:
    piece = f"data: {json.dumps({'choices': [{'delta': {'content': 'half'}}]})}\n\n"
    streams = [piece, f"{piece}data: [DONE]\n\n"]
    transport = httpx.MockTransport(lambda _: httpx.Response(200, content=streams.pop(0)))
    async with OpenAIModel("m", base_url="https://a.b/v1", retries=SOON, transport=transport) as model:
        turn = await model.sample(SampleRequest((UserText("hi"),)))
    # Once: what came before the cut is thrown away.
    assert turn.items == (AssistantText("half"),)


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, {"message": "bad", "type": "invalid_request_error"}),
        (401, {"message": "wrong key"}),
        (404, {"message": "no such model"}),
        (429, {"message": "pay first", "code": "insufficient_quota"}),
    ],
)
async def test_what_waiting_does_not_change_is_not_asked_again(status: int, error: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match=f"answered {status}: {error['message']}$"):
        await asked(httpx.Response(status, json={"error": error}))


async def test_the_attempts_are_limited() -> None:
    busy = httpx.Response(503, json={"error": {"message": "later"}})
    with pytest.raises(ModelError, match=r"answered 503: later \(asked 3 times\)"):
        await asked(busy, busy, busy)
    with pytest.raises(ValueError, match="asked at least once"):
        Retries(attempts=0)


async def waits(retries: Retries, error: ModelUnavailable, share: float) -> list[float]:
    """The waits between the attempts of something that never succeeds."""
    slept: list[float] = []

    async def fail() -> None:
        raise error

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    with pytest.raises(ModelError):
        await with_retries(fail, retries, lambda _: None, sleep=sleep, share=lambda: share)
    return slept


async def test_each_wait_is_twice_as_long_up_to_a_limit_and_partly_random() -> None:
    retries = Retries(attempts=6, first_seconds=1.0, max_seconds=6.0)
    assert await waits(retries, ModelUnavailable("busy"), 1.0) == [1, 2, 4, 6, 6]
    assert await waits(retries, ModelUnavailable("busy"), 0.0) == [0.5, 1, 2, 3, 3]


async def test_a_service_that_says_how_long_to_wait_is_believed_up_to_a_limit() -> None:
    retries = Retries(attempts=2, max_seconds=30.0)
    assert await waits(retries, ModelUnavailable("busy", 20.0), 0.0) == [20.0]
    assert await waits(retries, ModelUnavailable("busy", 20.0), 1.0) == [22.0]
    limited = httpx.Response(429, headers={"Retry-After": "3600"}, json={"error": {"message": "slow down"}})
    with pytest.raises(ModelError, match=r"slow down; it asks to wait 3600 s, and at most 30 s are waited"):
        await asked(limited, retries=retries)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "Thu, 01 Jan 1970 00:01:40 GMT"}, 40.0),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:10 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_the_header_may_be_seconds_or_a_date(headers: dict[str, str], seconds: float | None) -> None:
    sixty: Callable[[], float] = lambda: 60.0  # noqa: E731 - the clock
    assert retry_after(headers, sixty) == seconds

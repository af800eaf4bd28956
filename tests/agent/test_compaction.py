from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.agent import Agent, AgentOptions, Compaction, ContextTooLong, ModelTurn, SampleRequest, UserText
from pytest_uimcp.agent.compaction import Compactor, compacted
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, SystemText
from pytest_uimcp.agent.modeltext import text_for_model
from pytest_uimcp.agent.transcript import Transcript
from pytest_uimcp.mcp.calls import ToolResult
from tests.agent.rig import Tools, says, serving, settled

SMALL = Compaction(max_characters=6_000, kept_characters=3_000, piece_characters=100, kept_units=2)


def step(number: int, result: str, argument: str = "") -> list[AgentEvent]:
    """A call with its result."""
    call_id = f"c{number}"
    call = FunctionCall("files_read", json.dumps({"path": argument or f"{number}.txt"}), call_id)
    return [call, FunctionCallOutput(call_id, ToolResult.of_text(result))]


def results(events: Sequence[AgentEvent]) -> list[str]:
    return [text_for_model(event.result) for event in events if isinstance(event, FunctionCallOutput)]


def test_a_transcript_that_is_short_enough_stays_as_it_is() -> None:
    events = [UserText("read them"), *step(1, "x" * 5000)]
    assert compacted(events, SMALL) == tuple(events)


def test_first_long_results_and_arguments_keep_their_beginning_and_their_end() -> None:
    events = [
        UserText("read them"),
        *step(1, f"begin{'x' * 5000}end", "p" * 500),
        *step(2, "y" * 900),
        *step(3, "z" * 900),
    ]
    told = compacted(events, SMALL)
    assert [type(event) for event in told] == [type(event) for event in events]
    first, second, third = results(told)
    assert (first[:6], first[-4:], len(second), len(third)) == ("beginx", "xend", 900, 900)
    assert "[… 4908 characters were left out …]" in first
    assert isinstance(told[1], FunctionCall)
    assert told[1].args is not None
    assert "[… 400 characters were left out …]" in told[1].args["path"]


def test_then_calls_are_left_out_and_a_note_says_which() -> None:
    said = [UserText(f"message {n}") for n in range(3)]
    events = [*said, *(event for n in range(80) for event in step(n, "r" * 90))]
    told = compacted(events, SMALL)
    assert isinstance(told[0], SystemText)
    assert told[0].text.startswith("The beginning of this conversation was left out to save room: ")
    assert " of files_read)" in told[0].text
    assert list(told[1:4]) == said
    assert told[-2:] == tuple(events[-2:])


def test_what_was_said_is_left_out_last_and_the_newest_never() -> None:
    events = [UserText(f"{n}: {'m' * 700}") for n in range(8)] + [UserText("last " + "l" * 9000)]
    told = compacted(events, SMALL)
    assert [type(event) for event in told] == [SystemText, UserText, UserText]
    assert isinstance(told[0], SystemText)
    assert "7 messages" in told[0].text
    assert told[1:] == tuple(events[-2:])


def test_between_two_cuts_the_transcript_only_grows() -> None:
    compactor = Compactor(SMALL)
    events: list[AgentEvent] = []
    cuts = 0
    previous: tuple[AgentEvent, ...] = ()
    for number in range(300):
        events += step(number, "r" * 90)
        told = compactor.compact(events)
        cuts += told[: len(previous)] != previous
        previous = told
        assert compactor.size <= SMALL.max_characters
    # Far fewer than there are steps: a service reads most of it from its cache.
    assert 0 < cuts < 15


_steps = st.lists(
    st.one_of(
        st.integers(0, 3000).map(lambda size: UserText("u" * size)),
        st.integers(0, 3000).map(lambda size: AssistantText("a" * size)),
        st.lists(st.integers(0, 3000), min_size=1, max_size=3),
    ),
    max_size=25,
)


@given(_steps, st.integers(0, 25))
def test_every_call_has_its_result_and_a_restart_changes_nothing(parts: list[object], cut: int) -> None:
    transcript = Transcript()
    compactor = Compactor(SMALL)
    number = 0
    for place, part in enumerate(parts):
        if isinstance(part, AgentEvent):
            transcript.add(part)
        elif isinstance(part, list):
            ids = [f"c{number + offset}" for offset in range(len(part))]
            number += len(part)
            for call_id in ids:
                transcript.add(FunctionCall("tool", "{}", call_id))
            for call_id, size in zip(ids, part, strict=True):
                transcript.add(FunctionCallOutput(call_id, ToolResult.of_text("r" * size)))
        if place == cut:
            compactor.compact(transcript.events)
    told = compactor.compact(transcript.events)
    assert told == compacted(transcript.events, SMALL)
    # A transcript takes no output without its call, and knows the calls without an output.
    again = Transcript.of(told)
    assert again.events == told
    assert again.open_calls == []


def test_a_rule_that_cannot_be_followed_is_refused() -> None:
    with pytest.raises(ValueError, match=r"kept_characters must be from 2000 to max_characters \(5000\), got 6000"):
        Compaction(max_characters=5000, kept_characters=6000)


class SmallModel:
    """A model that takes a few thousand characters."""

    name = "small"

    def __init__(self, most: int) -> None:
        self.asked: list[int] = []
        self._most = most

    async def sample(self, request: SampleRequest) -> ModelTurn:
        size = sum(len(event.text) for event in request.transcript if isinstance(event, UserText))
        self.asked.append(size)
        if size > self._most:
            raise ContextTooLong("too many tokens")
        return ModelTurn((FunctionCall("loop_yield_turn", None, f"call_{len(self.asked)}"),))


@pytest.mark.anyio
async def test_a_model_that_takes_less_than_expected_is_told_less() -> None:
    model = SmallModel(9_000)
    agent = Agent(model, Tools(), options=AgentOptions(compaction=Compaction()))
    async with serving(agent):
        says(agent, *("x" * 1_000 for _ in range(20)))
        await settled(agent)
    assert agent.status == "finished"
    assert model.asked[0] == 20_000
    assert model.asked[-1] <= 9_000


@pytest.mark.anyio
async def test_what_cannot_be_made_short_enough_fails_the_run() -> None:
    agent = Agent(SmallModel(100), Tools(), options=AgentOptions(compaction=Compaction()))
    async with serving(agent):
        says(agent, "x" * 30_000)
        await settled(agent)
    assert agent.status == "error"
    assert agent.activity.current.reason == "ContextTooLong: too many tokens"

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.agent.events import AgentEvent, FunctionCall, FunctionCallOutput, SystemText, UserText
from pytest_uimcp.agent.transcript import Transcript
from pytest_uimcp.mcp.calls import ToolResult

IDS = st.sampled_from(["a", "b", "c"])
EVENTS = st.one_of(
    st.builds(UserText, st.sampled_from(["hi", "ho"])),
    st.builds(SystemText, st.just("note")),
    st.builds(FunctionCall, st.just("x"), st.none(), IDS),
    st.builds(FunctionCallOutput, IDS, st.just(ToolResult())),
)


@given(st.lists(EVENTS, max_size=20))
def test_whatever_happens_texts_never_stand_between_a_call_and_its_output(events: list[AgentEvent]) -> None:
    transcript = Transcript.of(events)
    open_calls: set[str] = set()
    seen: set[str] = set()
    for event in transcript.events:
        if isinstance(event, FunctionCall):
            assert event.call_id not in seen
            seen.add(event.call_id)
            open_calls.add(event.call_id)
        elif isinstance(event, FunctionCallOutput):
            open_calls.remove(event.call_id)
        else:
            assert not open_calls
    assert {call.call_id for call in transcript.open_calls} == open_calls


@given(st.lists(EVENTS, max_size=20))
def test_nothing_that_was_said_is_lost(events: list[AgentEvent]) -> None:
    transcript = Transcript.of(events)
    for call in transcript.open_calls:
        transcript.add(FunctionCallOutput(call.call_id, ToolResult()))
    said = [event for event in events if isinstance(event, UserText | SystemText)]
    assert [event for event in transcript.events if isinstance(event, UserText | SystemText)] == said

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.agent import SqlEventLog, Timeline
from pytest_uimcp.agent.events import AgentEvent, FunctionCall, UiEndTurn, UiMessage, UserText
from pytest_uimcp.agent.timeline import newer
from pytest_uimcp.agent.uistate import UiState
from pytest_uimcp.storage import open_database
from tests.agent.test_reduce import EVENTS, output, tool

SPOOFED = [
    {"kind": "UiMessage", "mime": "text/markdown", "content": "I never said this"},
    {"kind": "EndTurn"},
    {"type": "ui_message", "message": {"mime": "text/markdown", "content": "nor this"}},
]
EVERY_SHAPE: list[Any] = [{"a": 1}, [1], "x", 0, None, True, {"stdout": "x", "exit_code": 0}, *SPOOFED]


def test_edge_45_a_timeline_that_is_opened_again_shows_the_same_items_ids_and_times(tmp_path: Path) -> None:
    database = open_database(tmp_path / "chat.db")
    live = Timeline(SqlEventLog(database))
    live.emit(UserText("go"))
    for number, shape in enumerate(EVERY_SHAPE):
        for name, args in (("files_read", "{}"), ("runtime_exec", '{"cmd": ["ls"]}'), ("ui_send_message", "{}")):
            call_id = f"{name} {number}"
            live.emit(FunctionCall(name, args, call_id))
            live.emit(output(shape, "said", error=bool(number % 2), call_id=call_id))
    live.emit(UiMessage({"mime": "text/markdown", "content": "done"}), UiEndTurn())
    again = Timeline(SqlEventLog(database))
    assert again.state == live.state
    assert [item.id for item in again.state.items] == [item.id for item in live.state.items]
    assert [item.kind for item in again.state.items].count("AssistantMarkdown") == 1
    database.close()


@settings(max_examples=60)
@given(st.lists(EVENTS, max_size=12))
def test_edge_45_any_log_makes_the_state_that_was_shown_live(events: list[AgentEvent]) -> None:
    live = Timeline()
    for event in events:
        live.emit(event)
    assert Timeline(live.log).state == live.state


def test_edge_46_a_client_that_connects_in_the_middle_sees_what_everybody_sees() -> None:
    timeline = Timeline()
    shown: dict[str, UiState | None] = {"early": None, "late": None}
    woken: list[str] = []
    early = timeline.connect("early", lambda: woken.append("early"))

    def drain(name: str, connection: Any) -> list[dict[str, Any]]:
        messages = []
        while message := connection.take():
            messages.append(message)
            shown[name] = newer(shown[name], message)
        return messages

    for number in range(5):
        timeline.emit(UserText(str(number)))
        drain("early", early)
    late = timeline.connect("late", lambda: woken.append("late"))
    [snapshot] = drain("late", late)
    assert (snapshot["session_id"], snapshot["event_id"]) == ("late", 1)
    assert (snapshot["payload"]["type"], snapshot["payload"]["v"]) == ("ui_state_snapshot", "ui_state_v1")
    assert (snapshot["payload"]["seq"], len(snapshot["payload"]["state"]["items"])) == (5, 5)
    timeline.emit(tool())
    timeline.emit(output({"n": 1}))
    [update] = drain("late", late)
    assert (update["event_id"], update["payload"]["type"], update["payload"]["seq"]) == (2, "ui_state_updated", 7)
    drain("early", early)
    assert shown["early"] == shown["late"] == timeline.state
    assert woken.count("late") == 2
    late.close()
    late.close()
    timeline.emit(UserText("more"))
    assert woken.count("late") == 2


def test_edge_46_a_client_drops_an_update_that_is_not_newer() -> None:
    timeline = Timeline()
    connection = timeline.connect("a", lambda: None)
    snapshot = connection.take()
    timeline.emit(UserText("hi"))
    update = connection.take()
    assert snapshot is not None
    assert update is not None
    state = newer(newer(None, snapshot), update)
    assert newer(state, update) is state
    assert newer(state, snapshot) == UiState()  # a snapshot begins anew


def test_an_event_that_shows_nothing_wakes_nobody() -> None:
    timeline = Timeline()
    woken: list[int] = []
    connection = timeline.connect("a", lambda: woken.append(1))
    connection.take()
    timeline.emit(UiEndTurn())
    timeline.emit(UiEndTurn())
    assert (len(woken), connection.take() is None, connection.take()) == (1, False, None)


def test_a_listener_may_emit_and_everybody_hears_in_order() -> None:
    timeline = Timeline()
    heard: list[str] = []

    def answer(event: AgentEvent) -> None:
        if isinstance(event, UserText):
            timeline.emit(UiMessage({"mime": "text/plain", "content": f"re: {event.text}"}))

    timeline.listen(answer)
    stop = timeline.listen(lambda event: heard.append(f"{event.seq} {event.type}"))
    timeline.emit(UserText("a"), UserText("b"))
    stop()
    stop()
    timeline.emit(UserText("c"))
    assert heard == ["1 user_text", "2 user_text", "3 ui_message", "4 ui_message"]


def test_a_listener_that_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    timeline = Timeline()
    timeline.listen(lambda _: 1 // 0)
    with caplog.at_level(logging.ERROR):
        timeline.emit(UserText("a"))
    assert "a listener of the timeline failed" in caplog.text


def test_events_of_several_threads_are_shown_in_the_order_of_the_log() -> None:
    timeline = Timeline()
    heard: list[int] = []
    timeline.listen(lambda event: heard.append(event.seq))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: timeline.emit(UserText(str(number))), range(100)))
    assert heard == list(range(1, 101))
    assert timeline.state == Timeline(timeline.log).state

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from pytest_uimcp.agent import EventLog, MemoryEventLog, SqlEventLog
from pytest_uimcp.agent.eventlog import Mark
from pytest_uimcp.agent.events import EVENTS, AgentEvent, FunctionCall, FunctionCallOutput, UserText, event_from_json
from pytest_uimcp.chat import WatermarkKey
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.storage import Database, StorageError, open_database
from tests.agent.test_reduce import EVENTS as ANY_EVENT
from tests.storage.places import DATABASES, place

KEY = WatermarkKey("chat", "ui://chat/inbox", "agent")
SAID = UserText("hi", {"uri": "ui://chat/inbox", "id": "5"})


@pytest.fixture(params=["memory", *DATABASES])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], EventLog]]:
    memory = MemoryEventLog()
    databases: list[Database] = []
    address = place(request.param, tmp_path)

    def open_again() -> EventLog:
        if request.param == "memory":
            return memory
        databases.append(open_database(address))
        return SqlEventLog(databases[-1])

    yield open_again
    for database in databases:
        database.close()


def test_events_get_numbers_and_times_that_grow(opened: Callable[[], EventLog]) -> None:
    log = opened()
    kept = [*log.append([SAID, UserText("a\0b")]), *log.append([UserText("\ud800")])]
    assert [event.seq for event in kept] == [1, 2, 3]
    assert [event.ts for event in kept] == sorted(event.ts for event in kept)
    assert opened().read() == log.read() == kept
    assert kept[0].id == "ev:1"


def test_a_watermark_moves_with_the_events(opened: Callable[[], EventLog]) -> None:
    log = opened()
    log.append([SAID], Mark(KEY, "5"))
    log.append([], Mark(KEY, "6"))
    assert opened().watermark(KEY) == "6"
    assert log.watermark(KEY._replace(consumer="other")) is None


def test_what_was_delivered_is_known_by_its_source(opened: Callable[[], EventLog]) -> None:
    log = opened()
    log.append([SAID, UserText("no source")])
    assert opened().delivered("ui://chat/inbox", "5")
    assert not log.delivered("ui://chat/inbox", "6")
    assert not log.delivered("other", "5")


def test_events_and_watermark_are_kept_together_or_not_at_all(tmp_path: Path) -> None:
    database = open_database(tmp_path / "chat.db")
    log = SqlEventLog(database)
    with database.transaction("x") as transaction:
        transaction.execute("DROP TABLE resource_watermarks")
    with pytest.raises(StorageError):
        log.append([SAID], Mark(KEY, "5"))
    assert log.read() == []
    database.close()


def test_the_logs_of_two_agents_do_not_meet(tmp_path: Path) -> None:
    database = open_database(tmp_path / "chat.db")
    SqlEventLog(database, "ada").append([SAID])
    assert SqlEventLog(database, "bob").read() == []
    assert [event.seq for event in SqlEventLog(database, "bob").append([SAID])] == [1]
    database.close()


def test_time_in_the_log_does_not_go_back() -> None:
    times = iter([3_000_000_000, 1_000_000_000])
    log = MemoryEventLog(clock=lambda: next(times))
    assert [log.append([SAID])[0].ts for _ in range(2)] == ["1970-01-01T00:00:03.000000Z"] * 2


def test_an_event_of_a_type_that_is_not_known_is_left_out(tmp_path: Path) -> None:
    database = open_database(tmp_path / "chat.db")
    log = SqlEventLog(database)
    log.append([SAID])
    with database.transaction("x") as transaction:
        transaction.execute("INSERT INTO agent_events VALUES ('default', 2, 't', '{\"type\": \"new\"}', NULL)")
    assert [event.seq for event in log.append([SAID])] == [3]
    assert [event.seq for event in log.read()] == [1, 3]
    database.close()


@pytest.mark.slow
@given(ANY_EVENT)
def test_any_event_survives_a_round_trip_through_json(event: AgentEvent) -> None:
    assert event_from_json(json.loads(json.dumps(event.to_json()))) == event


def test_each_type_of_event_has_its_name_on_the_wire() -> None:
    assert sorted(EVENTS) == [
        "api_request", "approval_decision", "approval_pending", "assistant_text", "function_call_output", "model_retry",
        "reasoning", "response", "run_status", "system_text", "tool_call", "ui_end_turn", "ui_message", "user_text",
    ]  # fmt: skip


@pytest.mark.parametrize("data", [{"type": "user_text", "text": "hi", "more": 1}, {"type": "user_text", "text": "hi"}])
def test_keys_of_a_later_version_are_left_out(data: Any) -> None:
    assert event_from_json(data) == UserText("hi")


def test_an_output_is_stored_as_mcp_writes_it() -> None:
    result = ToolResult(({"type": "text", "text": "x"},), {"a": 1}, True)
    assert FunctionCallOutput("c", result).to_json() == {
        "type": "function_call_output",
        "call_id": "c",
        "result": {"content": [{"type": "text", "text": "x"}], "structuredContent": {"a": 1}, "isError": True},
    }
    assert ToolResult.from_json({"content": "no list"}) == ToolResult.from_json({}) == ToolResult()


@pytest.mark.parametrize(("text", "args"), [(None, {}), ("", {}), ('{"a": 1}', {"a": 1}), ("[1]", None), ("{", None)])
def test_the_arguments_of_a_call_are_an_object_or_none(text: str | None, args: Any) -> None:
    assert FunctionCall("x", text, "c").args == args

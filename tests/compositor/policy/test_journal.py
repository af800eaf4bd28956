from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp.compositor.policy import ApprovalItem, CallRecord, Journal, MemoryJournal, SqlJournal
from pytest_uimcp.compositor.policy.summaries import Summaries
from pytest_uimcp.mcp.calls import ToolCall
from pytest_uimcp.storage import open_database
from pytest_uimcp.transport.principals import Principal
from tests.storage.places import DATABASES, place

REQUEST = ToolCall("x_y", {"text": "a\0\ud800é"}, "x", "y", "call_1")


@pytest.fixture(params=["memory", *DATABASES])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    if request.param == "memory":
        yield MemoryJournal()
        return
    database = open_database(place(request.param, tmp_path))
    yield SqlJournal(database, "ada")
    database.close()


def item(ts: str) -> ApprovalItem:
    return ApprovalItem.of(REQUEST, "because", ts)


def record(number: int) -> CallRecord:
    return CallRecord(str(number), "now", ToolCall("x_y", {}, "x", "y", principal=Principal("agent")))


@pytest.mark.slow
def test_what_is_kept_comes_back_in_order_and_in_its_last_state(journal: Journal) -> None:
    items = [item(str(number)) for number in range(3)]
    for one in items:
        journal.save_approval(one)
    changed = items[0].decided("approve", reason=None, by="ada", at="later")
    journal.save_approval(changed)
    assert journal.approvals() == [changed, *items[1:]]
    assert journal.approvals(2) == items[1:]


@pytest.mark.slow
def test_calls_are_kept_apart_from_approvals(journal: Journal) -> None:
    records = [record(number) for number in range(3)]
    for one in records:
        journal.save_call(one)
    assert (journal.calls(), journal.calls(1), journal.approvals()) == (records, records[-1:], [])


def test_the_journals_of_two_agents_do_not_meet(tmp_path: Path) -> None:
    database = open_database(tmp_path / "chat.db")
    SqlJournal(database, "ada").save_call(record(1))
    assert SqlJournal(database, "bob").calls() == []
    database.close()


def test_memory_keeps_no_more_than_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_uimcp.compositor.policy.journal.MAX_RECORDS", 3)
    journal = MemoryJournal()
    for number in range(5):
        journal.save_call(record(number))
    assert [one.id for one in journal.calls()] == ["2", "3", "4"]


def test_an_item_of_another_version_is_read() -> None:
    stored = item("now").to_json() | {"new_key": 1}
    assert ApprovalItem.from_json(stored).to_json() == item_json(stored)


def item_json(stored: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in stored.items() if key != "new_key"}


def test_an_item_has_the_keys_of_the_wire() -> None:
    assert list(item("now").to_json()) == [
        "id", "call_id", "ts", "name", "server", "tool", "args", "args_json", "rationale", "kind", "status",
        "decision", "reason", "decided_at", "decided_by", "outcome", "tool_key",
    ]  # fmt: skip


def test_a_mode_of_summaries_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="must be one of always, detached, never; got 'sometimes'"):
        Summaries("sometimes")  # type: ignore[arg-type]  # what is refused

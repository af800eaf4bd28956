from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.agent.timeline import newer
from pytest_uimcp.agent.uistate import UiState
from pytest_uimcp.chat.web.live import Changes


def payload(seq: int, items: dict[str, str]) -> dict[str, Any]:
    said = [{"kind": "UserMessage", "id": key, "ts": "", "text": text} for key, text in items.items()]
    return {"type": "ui_state_updated", "v": "ui_state_v1", "seq": seq, "state": {"seq": seq, "items": said}}


def test_the_first_payload_is_whole_and_the_next_has_what_is_gone_changed_and_new() -> None:
    changes = Changes()
    first = payload(1, {"a": "1", "b": "2"})
    assert changes.take(first) == (first, first["state"]["items"])
    second, items = changes.take(payload(2, {"b": "3", "c": "4"}))
    assert second == {"type": "ui_state_changed", "v": "ui_state_v1", "seq": 2, "gone": ["a"], "items": items}
    assert [(item["id"], item["text"]) for item in items] == [("b", "3"), ("c", "4")]


def test_items_in_another_order_are_sent_whole() -> None:
    changes = Changes()
    changes.take(payload(1, {"a": "1", "b": "2"}))
    for seq, items in enumerate([{"b": "2", "a": "1"}, {"b": "2", "x": "", "a": "1"}], 2):
        whole, sent = changes.take(payload(seq, items))
        assert (whole["type"], len(sent)) == ("ui_state_snapshot", len(items))


@given(st.lists(st.dictionaries(st.sampled_from("abcdef"), st.sampled_from("xyz"))))
def test_a_client_that_follows_the_changes_has_the_state(states: list[dict[str, str]]) -> None:
    changes = Changes()
    shown: UiState | None = None
    for seq, items in enumerate(states, 1):
        whole = payload(seq, items)
        shown = newer(shown, {"payload": changes.take(whole)[0]})
        assert shown == UiState.from_json(whole["state"])

from __future__ import annotations

from pytest_uimcp.agent import UiBus
from pytest_uimcp.agent.events import UiEndTurn, UiMessage


def test_what_is_pushed_is_drained_once_and_in_order() -> None:
    bus = UiBus()
    assert bus.push_message("text/markdown", "hi") == {"kind": "UiMessage", "mime": "text/markdown", "content": "hi"}
    assert bus.push_end_turn() == {"kind": "EndTurn"}
    bus.push_message("text/markdown", "ho")
    assert bus.drain() == [
        UiMessage({"mime": "text/markdown", "content": "hi"}),
        UiEndTurn(),
        UiMessage({"mime": "text/markdown", "content": "ho"}),
    ]
    assert bus.drain() == []


def test_the_end_of_a_turn_is_remembered_until_it_is_consumed_whatever_is_drained() -> None:
    bus = UiBus()
    assert not bus.consume_end_turn()
    bus.push_end_turn()
    bus.push_end_turn()
    bus.drain()
    assert [bus.consume_end_turn(), bus.consume_end_turn()] == [True, False]

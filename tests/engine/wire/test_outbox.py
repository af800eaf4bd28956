from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.engine.wire.messages import ABSENT, Destroy, ErrorMessage, Objects, Update
from pytest_uimcp.engine.wire.outbox import Outbox


def test_updates_of_one_variable_become_one_in_the_place_of_the_first() -> None:
    outbox = Outbox()
    outbox.update(1, "a", {})
    outbox.update(2, "b", {})
    outbox.begin_batch()
    outbox.update(1, ABSENT, {"type": "T"})
    outbox.begin_batch()
    outbox.update(1, "c", {})
    assert outbox.take() == [Update(1, "c", {"type": "T"}), Update(2, "b")]


def test_updates_of_one_batch_stay_apart_since_their_priorities_differ() -> None:
    outbox = Outbox()
    outbox.update(1, ABSENT, {"urgent": "1"})
    outbox.update(2, "b", {})
    outbox.update(1, "a", {})
    outbox.begin_batch()
    outbox.update(1, "later", {})
    assert outbox.take() == [Update(1, properties={"urgent": "1"}), Update(2, "b"), Update(1, "later")]


def test_null_is_a_value_and_replaces_an_earlier_one() -> None:
    outbox = Outbox()
    outbox.update(1, "a", {})
    outbox.begin_batch()
    outbox.update(1, None, {})
    assert outbox.take() == [Update(1, None)]


def test_properties_are_joined_and_the_later_value_counts() -> None:
    outbox = Outbox()
    outbox.update(1, ABSENT, {"a": "1", "b": "1"})
    outbox.begin_batch()
    outbox.update(1, ABSENT, {"a": None, "c": "2"})
    assert outbox.take() == [Update(1, ABSENT, {"a": None, "b": "1", "c": "2"})]


def test_an_update_after_an_error_does_not_move_before_it() -> None:
    outbox = Outbox()
    outbox.update(1, "a", {})
    outbox.error(1, "path-failure", "no")
    outbox.update(1, "b", {})
    outbox.begin_batch()
    outbox.update(1, "c", {})
    assert outbox.take() == [Update(1, "a"), ErrorMessage(1, "path-failure", "no"), Update(1, "c")]


def test_an_error_of_another_variable_separates_nothing() -> None:
    outbox = Outbox()
    outbox.update(1, "a", {})
    outbox.error(2, "path-failure", "no")
    outbox.error(None, "malformed", "no")
    outbox.begin_batch()
    outbox.update(1, "b", {})
    assert [type(message) for message in outbox.take()] == [Update, ErrorMessage, ErrorMessage]


def test_an_id_used_again_after_a_destroy_is_a_new_variable() -> None:
    outbox = Outbox()
    outbox.update(2, "old", {})
    outbox.destroy(2)
    outbox.update(2, "new", {})
    assert outbox.take() == [Update(2, "old"), Destroy(2), Update(2, "new")]


def test_a_value_that_waits_is_forgotten_when_the_tab_has_written_the_variable() -> None:
    outbox = Outbox()
    outbox.begin_batch()
    outbox.update(2, "old", {"type": "T"})
    outbox.update(3, "other", {})
    outbox.forget_value(2)
    outbox.destroy(4)
    outbox.begin_batch()
    outbox.update(2, "came of it", {})
    assert outbox.take() == [
        Update(2, properties={"type": "T"}),
        Update(3, "other"),
        Destroy(4),
        Update(2, "came of it"),
    ]


def test_viewdefs_go_first_in_one_message_as_a_json_string() -> None:
    outbox = Outbox()
    outbox.update(1, {"obj": 1}, {})
    outbox.viewdefs({"A.DEFAULT": "<template>a</template>", "B.DEFAULT": "old"})
    outbox.viewdefs({"B.DEFAULT": None})
    first, second = outbox.take()
    assert isinstance(first, Update)
    assert (first.id, first.value) == (1, ABSENT)
    assert json.loads(first.properties["viewdefs"] or "") == {
        "A.DEFAULT": "<template>a</template>",
        "B.DEFAULT": None,
    }
    assert second == Update(1, {"obj": 1})


def test_events_that_were_taken_are_not_delivered_again() -> None:
    outbox = Outbox()
    assert not outbox
    outbox.update(1, "a", {})
    outbox.objects({"1": {}})
    assert outbox
    assert outbox.take() == [Update(1, "a"), Objects({"1": {}})]
    assert not outbox
    outbox.update(1, "b", {})
    assert outbox.take() == [Update(1, "b")]


STEPS = st.lists(
    st.tuples(st.sampled_from(["update", "error", "destroy", "take"]), st.integers(1, 3), st.integers(0, 9))
)


@given(STEPS)
def test_however_messages_are_merged_a_reader_ends_up_with_the_same_state(steps: list[tuple[str, int, int]]) -> None:
    """A reader of the coalesced messages and one of every single message know the same after each flush."""
    outbox = Outbox()
    told: dict[int, Any] = {}
    real: dict[int, Any] = {}
    for step, variable, value in steps:
        if step == "update":
            outbox.update(variable, value, {})
            real[variable] = value
        elif step == "error":
            outbox.error(variable, "lua-error", str(value))
            real[variable] = f"error {value}"
        elif step == "destroy":
            outbox.destroy(variable)
            real.pop(variable, None)
        else:
            for message in outbox.take():
                if isinstance(message, Update):
                    told[message.id] = message.value
                elif isinstance(message, ErrorMessage) and message.id is not None:
                    told[message.id] = f"error {message.description}"
                elif isinstance(message, Destroy):
                    told.pop(message.id, None)
            assert told == real

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.chat.errors import ChatError
from pytest_uimcp.chat.ids import MAX_NUMBER, next_id, read_id

NOW = st.integers(0, 2**62)


def test_an_id_is_13_digits_until_the_year_2286() -> None:
    assert len(str(next_id(time.time_ns(), 0))) == 13
    assert next_id(9_999_999_999_999 * 1_000_000, 0) == 9_999_999_999_999


@given(st.lists(NOW, min_size=1))
def test_ids_grow_whatever_the_clock_does(clock: list[int]) -> None:
    ids, last = [], 0
    for now in clock:
        last = next_id(now, last)
        ids.append(last)
    assert all(later > earlier for earlier, later in pairwise(ids))
    assert all(number >= now // 1_000_000 for number, now in zip(ids, clock, strict=True))


@given(st.integers(0, MAX_NUMBER))
def test_an_id_is_read_as_string_and_as_integer(number: int) -> None:
    assert read_id(str(number)) == read_id(number) == number


@pytest.mark.parametrize("huge", ["9" * 5000, MAX_NUMBER + 1, 10**5000, "0" * 5000 + "9" * 30], ids=range(4))
def test_a_number_that_no_database_holds_is_after_every_message(huge: str | int) -> None:
    assert read_id(huge) == MAX_NUMBER


@pytest.mark.parametrize(
    "bad", ["abc", "", "-1", " 1", "1 ", "1_0", "1.0", "١٢", "\uff11", -1, -(10**30), 1.5, True, None, [], {}]
)
def test_a_malformed_id_is_refused_with_its_value(bad: object) -> None:
    with pytest.raises(ChatError, match="a message id is a string of digits, not") as caught:
        read_id(bad)
    assert caught.value.code == "invalid_after_id"


@given(st.one_of(st.text(), st.integers(), st.floats(), st.booleans(), st.none(), st.binary()))
def test_anything_else_is_an_id_or_a_clear_error(value: object) -> None:
    try:
        number, refusal = read_id(value), None
    except ChatError as error:
        number, refusal = 0, error
    assert 0 <= number <= MAX_NUMBER
    assert refusal is None or (refusal.code == "invalid_after_id" and len(str(refusal)) < 150)

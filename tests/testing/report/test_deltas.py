"""Texts as differences from the one before."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.testing.report.story import delta


def applied(old: str, difference: list[int | str]) -> str:
    start, end, text = difference
    assert isinstance(start, int)
    assert isinstance(end, int)
    return old[:start] + str(text) + old[len(old) - end :]


@given(st.text("ab😀\n", max_size=30), st.text("ab😀\n", max_size=30))
def test_a_difference_leads_to_the_text(before: str, after: str) -> None:
    assert applied(before, delta(before, after)) == after


def test_what_both_have_is_not_repeated() -> None:
    assert delta("<p>one</p>", "<p>two</p>") == [3, 4, "two"]
    assert delta("same", "same") == [4, 0, ""]

from __future__ import annotations

from pytest_uimcp.core.spelling import hint, hint_or_names, near

KNOWN = ("include", "exclude", "confirm")


def test_similar_names_come_with_the_most_similar_first() -> None:
    assert near("inclde", KNOWN) == ("include", "exclude")
    assert near("inclde", KNOWN, 1) == ("include",)


def test_a_name_is_no_slip_of_itself() -> None:
    assert hint("include", KNOWN) == " (did you mean exclude?)"
    assert near("include", KNOWN, 1) == ("include",)


def test_a_hint_is_the_end_of_a_message() -> None:
    assert hint("confrim", KNOWN) == " (did you mean confirm?)"
    assert hint("zzz", KNOWN) == ""
    assert hint("zzz", KNOWN, "; see the manual") == "; see the manual"


def test_without_a_similar_name_all_are_listed() -> None:
    assert hint_or_names("confrim", KNOWN) == " (did you mean confirm?)"
    assert hint_or_names("zzz", KNOWN) == "; there are include, exclude, confirm"
    assert hint_or_names("zzz", ()) == "; there are none"

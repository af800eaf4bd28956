"""Several people type into one text: an `update` with a `base` keeps what the others have made of it."""

from __future__ import annotations

import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer

TEXTS = [
    ("a letter each at the end", "ab", "abx", "aby", "abxy"),
    ("one before the other", "ab", "xab", "aby", "xaby"),
    ("one behind the other", "ab", "abx", "yab", "yabx"),
    ("a letter each into nothing", "", "x", "y", "xy"),
    ("the first takes away what is before", "abc", "bc", "abcy", "bcy"),
    ("the second takes away what is before", "abc", "abcx", "bc", "bcx"),
    ("both take away the same", "abc", "ac", "ac", "ac"),
    ("both replace the same", "Friends", "Work", "Family", "Workamily"),
    ("the second writes into what the first replaces", "abc", "X", "abyc", "Xy"),
    ("the app empties the text", "ab", "", "abc", "c"),
    ("letters of several bytes", "é", "è", "éä", "èä"),
    ("letters that begin alike", "日本", "日木", "日月", "日木月"),
    ("the same letter twice", "aa", "aaa", "aaa", "aaaa"),
]


@pytest.fixture
def people(session: Session) -> tuple[Peer, Peer]:
    session.eval("app = {text = ''} session:createAppVariable(app)")
    return Peer(session), Peer(session)


def write(peer: Peer, variable: int, base: str, value: str) -> None:
    peer.send({"type": "update", "data": {"varId": variable, "value": value, "base": base}}, user_event=True)


def create(people: tuple[Peer, Peer]) -> list[int]:
    return [peer.create("text", access="rw") for peer in people]


@pytest.mark.parametrize(
    ("base", "first", "second", "joined"), [row[1:] for row in TEXTS], ids=[row[0] for row in TEXTS]
)
def test_what_both_have_made_of_a_text_is_joined(
    session: Session, people: tuple[Peer, Peer], base: str, first: str, second: str, joined: str
) -> None:
    session.eval(f"app.text = '{base}'")
    variables = create(people)
    for peer, variable, text in zip(people, variables, (first, second), strict=True):
        write(peer, variable, base, text)
    assert session.eval("return app.text").data == joined
    # Both show what they wrote, and are told if that is not all.
    assert joined == first or people[0].values[variables[0]] == joined
    assert joined == second or people[1].values[variables[1]] == joined


def test_what_was_made_from_the_present_text_is_written_as_it_is(session: Session, people: tuple[Peer, Peer]) -> None:
    variables = create(people)
    write(people[0], variables[0], "", "one")
    people[0].news()
    write(people[0], variables[0], "one", "one two")
    assert session.eval("return app.text").data == "one two"
    assert people[0].news() == []


@pytest.mark.parametrize("now", ["5", "true", "{}"])
def test_what_is_no_text_any_more_is_written_over(session: Session, people: tuple[Peer, Peer], now: str) -> None:
    variables = create(people)
    session.eval(f"app.text = {now}")
    write(people[0], variables[0], "", "x")
    assert session.eval("return app.text").data == "x"


def test_a_base_that_is_no_text_is_malformed(people: tuple[Peer, Peer]) -> None:
    variables = create(people)
    people[0].send({"type": "update", "data": {"varId": variables[0], "value": "x", "base": 1}})
    assert "base is a string" in str(people[0].errors)


PRESSES = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 50), st.booleans()), min_size=1, max_size=20)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(PRESSES)
def test_no_letter_is_lost_however_late_the_others_are_heard(
    session: Session, presses: list[tuple[int, int, bool]]
) -> None:
    session.eval("app = {text = ''} session:createAppVariable(app)")
    people = Peer(session), Peer(session)
    variables = create(people)
    shown = ["", ""]
    for letter, (who, place, has_heard) in zip(string.ascii_letters, presses, strict=False):
        if has_heard:
            shown[who] = str(session.eval("return app.text").data)
        base = shown[who]
        at = place % (len(base) + 1)
        shown[who] = base[:at] + letter + base[at:]
        write(people[who], variables[who], base, shown[who])
    text = str(session.eval("return app.text").data)
    for peer in people:
        peer.connection.close()
    assert sorted(text) == sorted(string.ascii_letters[: len(presses)])

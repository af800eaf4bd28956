"""Users of this machine by name and number, as `--allow-users` takes them."""

from __future__ import annotations

import argparse

import pytest

from pytest_uimcp.transport import users
from pytest_uimcp.transport.errors import UnknownUser
from pytest_uimcp.transport.users import add_allow_users, user_ids, user_name


@pytest.fixture(autouse=True)
def all_users_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the tests run in a container with users of its own."""
    monkeypatch.setattr(users, "_knows_all_users", lambda: True)


@pytest.mark.parametrize(
    ("text", "uids"),
    [
        ("", set()),
        (" ", set()),
        ("root", {0}),
        ("nobody,1000", {65534, 1000}),
        (" root , 0,4294967294", {0, 4294967294}),
    ],
)
def test_names_and_numbers_are_separated_by_commas(text: str, uids: set[int]) -> None:
    assert user_ids(text) == uids


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nobdy", "no user 'nobdy' (did you mean nobody?); expected names or numbers of users, separated by commas"),
        ("root,", "no user ''"),
        ("-1", "no user '-1'"),
        ("root nobody", "no user 'root nobody'"),
        ("a\0b", "no user 'a\\x00b'"),
        ("4294967295", "4294967295 is no user: numbers go up to 4294967294"),
        ("١٢", "no user '١٢'"),
    ],
)
def test_who_is_unknown_is_an_error(text: str, says: str) -> None:
    with pytest.raises(UnknownUser) as caught:
        user_ids(text)
    assert says in str(caught.value)


def test_a_command_line_with_an_unknown_user_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    add_allow_users(parser)
    assert parser.parse_args([]).allow_users == frozenset()
    assert parser.parse_args(["--allow-users", "nobody"]).allow_users == {65534}
    with pytest.raises(SystemExit):
        parser.parse_args(["--allow-users", "nobdy"])
    assert "argument --allow-users: this machine has no user 'nobdy'" in capsys.readouterr().err


def test_in_a_container_the_number_for_all_the_others_names_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users, "_knows_all_users", lambda: False)
    with pytest.raises(UnknownUser, match="nobody stands for every user whom this container does not know"):
        user_ids("nobody")
    assert user_ids("root") == {0}


def test_a_user_without_a_name_is_its_number() -> None:
    assert (user_name(0), user_name(54321)) == ("root (0)", "54321")

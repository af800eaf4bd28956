from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp.chat import Conversation, open_store
from pytest_uimcp.chat.web import ChatSite, TokenFileError
from pytest_uimcp.chat.web.sessions import LIFETIME, MAX_SESSIONS, PageSession, PageSessions, SessionFile
from pytest_uimcp.transport.principals import Principal
from tests.ports import unused_port

TOKENS = {"human": "token-of-the-human", "human:ada": "token-of-ada-lovelace"}


class Clock:
    """Seconds that a test sets."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "talk.db.sessions"


@pytest.fixture
def file(path: Path) -> Iterator[SessionFile]:
    file = SessionFile(path)
    yield file
    file.close()


def session(sessions: PageSessions, principal: str = "human") -> str:
    cookie = sessions.open(sessions.invite(Principal(principal)))
    assert cookie is not None
    return cookie


def principal(sessions: PageSessions, cookie: str) -> str | None:
    kept = sessions.find(cookie)
    return kept.principal if isinstance(kept, PageSession) else None


def test_a_session_outlives_its_server_and_an_address_that_nobody_opened_does_not(
    file: SessionFile, clock: Clock
) -> None:
    first = PageSessions(TOKENS, file, clock=clock)
    key, cookie = first.invite(Principal("human")), session(first, "human:ada")
    first.rename(first.find(cookie).digest, "Ada")
    again = PageSessions(TOKENS, file, clock=clock)
    assert again.open(key) is None
    kept = again.find(cookie)
    assert kept is not None
    assert (kept.principal, kept.name, kept.id) == ("human:ada", "Ada", first.find(cookie).id)
    assert again.find(cookie + "x") is again.find("") is again.find(None) is None


def test_a_session_ends_when_nobody_uses_it_for_thirty_days(file: SessionFile, clock: Clock) -> None:
    sessions = PageSessions(TOKENS, file, clock=clock)
    used, unused = session(sessions), session(sessions)
    for _ in range(3):
        clock.now += LIFETIME / 2 + 1
        assert principal(sessions, used) == "human"
    assert sessions.find(unused) is None
    again = PageSessions(TOKENS, file, clock=clock)
    assert (principal(again, used), principal(again, unused)) == ("human", None)
    clock.now += LIFETIME
    assert principal(PageSessions(TOKENS, file, clock=clock), used) is None
    assert file.sessions() == []


def test_another_token_ends_the_sessions_of_its_principal(file: SessionFile, clock: Clock) -> None:
    sessions = PageSessions(TOKENS, file, clock=clock)
    human, ada = session(sessions), session(sessions, "human:ada")
    changed = PageSessions(TOKENS | {"human": "another-token-of-the-human"}, file, clock=clock)
    assert (principal(changed, human), principal(changed, ada)) == (None, "human:ada")
    without = PageSessions({"human": TOKENS["human"]}, file, clock=clock)
    assert (principal(without, human), principal(without, ada)) == ("human", None)


def test_of_too_many_sessions_the_one_unused_for_longest_ends(file: SessionFile, clock: Clock) -> None:
    sessions = PageSessions(TOKENS, file, clock=clock)
    cookies = []
    for _ in range(MAX_SESSIONS + 1):
        clock.now += 1
        cookies.append(session(sessions))
    again = PageSessions(TOKENS, file, clock=clock)
    assert [principal(again, cookie) for cookie in cookies] == [None, *["human"] * MAX_SESSIONS]


def test_servers_that_share_a_file_know_each_others_sessions(file: SessionFile, path: Path, clock: Clock) -> None:
    here, there = PageSessions(TOKENS, file, clock=clock), PageSessions(TOKENS, SessionFile(path), clock=clock)
    cookies = [session(here), session(there), session(here)]
    for sessions in (here, there, PageSessions(TOKENS, file, clock=clock)):
        assert [principal(sessions, cookie) for cookie in cookies] == ["human"] * 3


def test_a_session_that_is_used_at_one_server_does_not_end_at_another(
    file: SessionFile, path: Path, clock: Clock
) -> None:
    here, there = PageSessions(TOKENS, file, clock=clock), PageSessions(TOKENS, SessionFile(path), clock=clock)
    cookie = session(here)
    assert principal(there, cookie) == "human"
    for _ in range(2):
        clock.now += LIFETIME / 2 + 1
        assert principal(here, cookie) == "human"
    assert principal(there, cookie) == "human"
    assert principal(here, cookie) == "human"


def test_the_file_holds_no_cookie_and_only_its_owner_may_read_it(file: SessionFile, path: Path, clock: Clock) -> None:
    cookie = session(PageSessions(TOKENS, file, clock=clock))
    for one in path.parent.iterdir():
        assert stat.S_IMODE(one.stat().st_mode) == 0o600
        assert cookie.encode() not in one.read_bytes()
        assert TOKENS["human"].encode() not in one.read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
@pytest.mark.parametrize("mode", [0o644, 0o620, 0o602])
def test_a_file_that_others_may_read_or_write_is_refused(file: SessionFile, path: Path, mode: int) -> None:
    path.chmod(mode)
    with pytest.raises(TokenFileError, match=rf"has mode {mode:04o}, so others may read the sessions"):
        SessionFile(path)


def test_a_file_that_is_damaged_is_named_with_what_to_do(path: Path) -> None:
    path.write_bytes(b"no database" * 1000)
    path.chmod(0o600)
    with pytest.raises(TokenFileError, match=rf"cannot be kept: .*not a database; if {path} is damaged, remove it"):
        SessionFile(path)


def test_a_disk_that_is_full_costs_nobody_the_session(file: SessionFile, clock: Clock) -> None:
    sessions = PageSessions(TOKENS, file, clock=clock)
    file.close()
    cookie = session(sessions)
    assert principal(sessions, cookie) == "human"
    assert sessions.find("unknown") is None


@pytest.mark.anyio
async def test_a_site_has_the_port_of_the_last_time_unless_another_server_has_it(path: Path) -> None:
    def site(conversation: str = "default", port: int = 0) -> ChatSite:
        return ChatSite(Conversation(open_store(conversation=conversation)), TOKENS, sessions=path, port=port)

    first = site(port=unused_port())
    await first.start()
    beside, other = site(), site("other", unused_port())
    before = [one.url for one in (first, other)]
    assert len({*before, beside.url}) == 3
    for one in (first, beside, other):
        await one.close()
    again, later = site(), site("other")
    assert [again.url, later.url] == before
    for one in (again, later):
        await one.close()

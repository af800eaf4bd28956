"""The files that hold tokens; that of the chat's principals is tested in tests/chat/web/test_tokens.py."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pytest_uimcp.transport.errors import TokenFileError
from pytest_uimcp.transport.token_files import check_private, kept_token, read_private

TOKEN = "t" * 40


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "token"
    path.write_text(f"{TOKEN}\n")
    path.chmod(0o600)
    return path


def test_a_missing_token_is_made_for_its_owner_alone_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "below" / "token"
    token = kept_token(path)
    assert len(token) >= 40
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert kept_token(path) == token
    assert read_private(tmp_path / "none") is None


@pytest.mark.parametrize("mode", [0o400, 0o600])
def test_a_private_token_is_used(path: Path, mode: int) -> None:
    path.chmod(mode)
    assert kept_token(path) == TOKEN


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o620, 0o666])
def test_a_file_that_others_may_read_or_write_is_refused_with_what_to_do(path: Path, mode: int) -> None:
    path.chmod(mode)
    said = f"has mode {mode:04o}, so others may read the tokens; run `chmod 600 {path}`, or remove it to have new ones"
    with pytest.raises(TokenFileError, match=said):
        kept_token(path)
    assert path.read_text() == f"{TOKEN}\n"


def test_a_link_is_refused_wherever_it_leads(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path)
    with pytest.raises(TokenFileError, match=f"{link} is a link"):
        kept_token(link)


def test_a_file_of_another_user_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uid = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: uid + 1)
    with pytest.raises(TokenFileError, match=r"belongs to .*, who may know the tokens"):
        kept_token(path)
    with pytest.raises(TokenFileError, match=r"belongs to .*, who may know the sessions"):
        check_private(path, "the sessions")


@pytest.mark.parametrize("text", ["", "short", "é" * 40])
def test_what_is_no_token_is_refused_and_stays(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(TokenFileError, match="expected a token of at least 16 printable characters, or remove it"):
        kept_token(path)
    assert path.read_text() == text


def test_a_pipe_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "token")
    with pytest.raises(TokenFileError, match="not a regular file"):
        kept_token(tmp_path / "token")

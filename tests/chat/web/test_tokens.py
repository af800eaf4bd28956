from __future__ import annotations

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.chat.web import TokenFileError, token_file


def written(path: Path, content: Any, mode: int = 0o600) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    path.chmod(mode)
    return path


def test_the_file_is_made_for_its_owner_alone_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "below" / "tokens.json"
    tokens = token_file(path)
    assert list(tokens) == ["human", "assistant"]
    assert len({*tokens.values()}) == 2
    assert all(len(token) >= 40 for token in tokens.values())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert token_file(path) == tokens
    assert [one.name for one in path.parent.iterdir()] == ["tokens.json"]


def test_a_further_principal_gets_a_token_and_the_others_keep_theirs(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    before = token_file(path)
    after = token_file(path, ("human", "assistant", "human:ada"))
    assert after == before | {"human:ada": after["human:ada"]}
    assert token_file(path) == after
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_processes_that_start_at_once_agree(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: token_file(path), range(8)))
    assert all(tokens == found[0] for tokens in found)


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = written(tmp_path / "tokens.json", {"human": "x" * 20, "assistant": "y" * 20}, mode)
    with pytest.raises(TokenFileError, match=rf"has mode {mode:04o}, so others may read the tokens; run `chmod 600 "):
        token_file(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "cannot be read"),
        ("{", "cannot be read"),
        ([], "expected a JSON object"),
        ({}, "expected a JSON object"),
        ({"human": 5}, "the token of human must be at least 16 printable characters"),
        ({"human": "short"}, "the token of human must be at least 16"),
        ({"human": "x" * 20 + "\n"}, "printable"),
        ({"human": "é" * 20}, "printable"),
        ({"human": "x" * 20, "assistant": "x" * 20}, "two principals have the same token"),
        ({"owner": "x" * 20}, "'owner' is not a principal; expected human or assistant, or one with a name"),
        ({"human:": "x" * 20}, "'human:' is not a principal"),
    ],
)
def test_a_file_with_something_else_in_it_is_refused_and_stays(tmp_path: Path, content: Any, message: str) -> None:
    path = written(tmp_path / "tokens.json", content)
    before = path.read_bytes()
    with pytest.raises(TokenFileError, match=message):
        token_file(path)
    assert path.read_bytes() == before


def test_a_principal_of_no_side_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TokenFileError, match="'ada' is not a principal"):
        token_file(tmp_path / "tokens.json", ["ada"])
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    written(tmp_path / "file", "")
    with pytest.raises(TokenFileError, match="the tokens cannot be written to"):
        token_file(tmp_path / "file" / "tokens.json")

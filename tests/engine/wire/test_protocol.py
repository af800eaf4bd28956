"""`docs/protocol.md` says what the wire is: every message type and error code of the code is on it, and no other."""

from __future__ import annotations

import json
import re
from pathlib import Path

from pytest_uimcp.engine.session import Session
from pytest_uimcp.engine.wire.codec import MAX_FRAME_BYTES, TYPES
from pytest_uimcp.engine.wire.messages import ERROR_CODES

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"


def section(title: str) -> str:
    found = re.search(rf"^## {title}$(.*?)(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


def rows(title: str) -> list[tuple[str, ...]]:
    return [tuple(row.strip("| \n").split(" | ")) for row in section(title).splitlines() if row.startswith("| `")]


def test_the_page_has_every_message_type_and_no_other() -> None:
    # `problems` is the one message that no client sends.
    assert {row[0].strip("`") for row in rows("Messages")} == {*TYPES, "problems"}


def test_the_page_has_every_error_code_with_its_meaning_and_no_other() -> None:
    assert {row[0].strip("`"): row[1] for row in rows("Error codes")} == ERROR_CODES


def test_the_page_names_the_sizes_and_times_of_the_code(session: Session) -> None:
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"at most {MAX_FRAME_BYTES // 2**20} MiB" in text
    assert f"wait {session.options.resume_within:g} seconds" in text
    assert f"collected for {session.options.debounce * 1000:g} milliseconds" in text


def test_the_example_is_what_a_session_says(session: Session) -> None:
    block = re.search(r"```json\n(.*?)```", section("Messages"), re.DOTALL)
    assert block is not None
    create, first, write, second = block[1].splitlines()
    session.eval("mcp = {type = 'App', title = 'Friends'} session:createAppVariable(mcp)")
    frames: list[str] = []
    connection = session.connect(frames.append)
    connection.receive(create)
    session.settle()
    connection.receive(write)
    session.settle()
    assert session.eval("return mcp.title").data == "Family"
    session.eval("mcp.title = 'Friends'")
    session.settle()
    assert [json.loads(frame) for frame in frames] == [json.loads(first), json.loads(second)]

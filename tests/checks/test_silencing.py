"""A comment silences a rule for its line, or for what follows if it stands alone; paths are those of the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.checking import LUA, VIEW, findings_in, rules_in, write_app

ICON = '<sl-icon name="trsh"></sl-icon>'


@pytest.mark.parametrize(
    ("text", "is_silent"),
    [
        (f"{ICON} <!-- uimcp: ignore unknown-icon -->", True),
        (f"<!-- uimcp: ignore unknown-icon -->\n  {ICON}", True),
        (f"<!-- uimcp: ignore empty-path, unknown-icon -->\n  {ICON}", True),
        (f"<!-- uimcp: ignore empty-path -->\n  {ICON}", False),
        (f"<!-- uimcp: ignore unknown-icon -->\n  <p></p>\n  {ICON}", False),
    ],
)
def test_a_comment_in_a_viewdef(tmp_path: Path, text: str, is_silent: bool) -> None:
    rules = rules_in(write_app(tmp_path, LUA, VIEW.replace("<p ", f"{text}\n  <p ")))

    assert rules == ([] if is_silent else ["unknown-icon"])


def test_a_comment_in_lua(tmp_path: Path) -> None:
    lua = LUA.replace('self.text = ""', "self.text = nothing_of_this_name")
    silent = lua.replace("function Notes", "-- uimcp: ignore undefined-global\nfunction Notes")

    assert rules_in(write_app(tmp_path / "told", lua)) == ["undefined-global"]
    assert rules_in(write_app(tmp_path / "silent", silent)) == []


def test_messages_never_name_the_copy(tmp_path: Path) -> None:
    lua = LUA.replace('self.text = ""', 'error(mcp:status().base_dir .. "/apps/notes/data.json is broken")')

    (finding,) = findings_in(write_app(tmp_path, lua))

    assert "apps/notes/data.json is broken" in finding.message
    assert "uimcp-" not in finding.message
    assert finding.file == tmp_path / ".ui" / "apps" / "notes" / "app.lua"

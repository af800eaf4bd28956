from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.checks.lua_text import lua_names, read_names, written_in


@pytest.mark.parametrize(
    ("lua", "assigned"),
    [
        ("a.b.c = 1", {"c"}),
        ("a, b.c = 1, 2", {"a", "c"}),
        ("if a == b then end", set()),
        ("-- a = 1", set()),
        ("--[==[ a = 1 ]==] b = 2", {"b"}),
        ("x = [[ a = 1 ]]", {"x"}),
        ("t[k] = 1", set()),
        ("self['field'] = 1", {"field"}),
        ("local function f() end", {"f"}),
    ],
)
def test_a_name_is_known_if_the_text_assigns_it(lua: str, assigned: set[str]) -> None:
    assert lua_names(lua).assigned == assigned


def test_a_function_has_an_owner() -> None:
    assert lua_names("function Notes:add(x) end function a.b.c() end").functions == {("Notes", "add"), ("b", "c")}


def test_several_files_are_one_text_and_documents_name_things_as_code(tmp_path: Path) -> None:
    one, two, guide = tmp_path / "1.lua", tmp_path / "2.lua", tmp_path / "a.md"
    one.write_text("a = 'x y'")
    two.write_text("b = 1")
    guide.write_text("Set `notes.title`, not body.\n```lua\nmcp.value = 1\n```\n")
    names = read_names([one, two])
    assert (names.assigned, names.quoted) == ({"a", "b"}, {"x y"})
    assert written_in([guide]) == {"notes", "title", "lua", "mcp", "value"}

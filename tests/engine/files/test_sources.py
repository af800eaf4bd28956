"""Where the names of apps and modules lead, and which files count as loaded."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytest_uimcp.engine.files.sources import Source, SourceError, SourceRole, Sources
from pytest_uimcp.engine.lua.access import LuaIo
from tests import files
from tests.files import link


@pytest.fixture
def sources(base: Path) -> Sources:
    return Sources(base)


def put(path: Path, content: str | bytes = "return 1") -> Path:
    return files.put(path, content)


def turn(path: Path, target: str | Path) -> None:
    path.unlink()
    path.symlink_to(target)


def changed(sources: Sources) -> list[str]:
    return [file.chunkname for file in sources.changed()]


# Modules


def test_a_module_is_a_file_under_lua_with_dots_as_folders(base: Path, sources: Sources) -> None:
    put(base / "lua/views/rows.lua", "return 'rows'")
    assert sources.find_module(b"views.rows") == ("@lua/views/rows.lua", b"return 'rows'")


def test_a_module_may_be_the_init_file_of_a_folder(base: Path, sources: Sources) -> None:
    put(base / "lua/views/init.lua", "return 'views'")
    assert sources.find_module(b"views") == ("@lua/views/init.lua", b"return 'views'")
    put(base / "lua/views.lua", "return 'file'")
    assert sources.find_module(b"views") == ("@lua/views.lua", b"return 'file'")


def test_a_module_that_is_not_there_names_every_place_looked_in(base: Path, sources: Sources) -> None:
    assert sources.find_module(b"a.nope") == (
        None,
        (
            f"module 'a.nope' not found:\n\tno file '{base}/lua/a/nope.lua'\n\tno file '{base}/lua/a/nope/init.lua'"
            f"\n\tno file '{base}/a/nope.lua'\n\tno file '{base}/apps/a/nope.lua'"
        ),
    )


def test_a_link_that_leads_nowhere_is_named_with_its_target(base: Path, sources: Sources) -> None:
    link(base / "lua/contacts.lua", "../apps/contacts/app.lua")
    assert sources.find_app(b"contacts")[1] == (
        f"app 'contacts' not found:\n\tno file '{base}/lua/contacts.lua': this link to '../apps/contacts/app.lua'"
        f" leads nowhere\n\tno file '{base}/apps/contacts/app.lua'"
    )


@pytest.mark.parametrize(
    "name", ["..secret", "../secret", "/etc/passwd", "", ".", "a..b", "a/../../secret", "a.", "a//b"]
)
def test_a_module_name_cannot_lead_out_of_lua(base: Path, sources: Sources, name: str) -> None:
    put(base / "secret.lua")
    put(base / "lua/a/b.lua")
    assert sources.find_module(name) == (
        None,
        f"module '{name}' leads out of lua/; expected a file below it, as in 'views.rows'",
    )


@pytest.mark.parametrize("name", ["..", ".", "", "../x", "/etc/passwd", "a/b"])
def test_an_app_name_is_the_name_of_a_directory(base: Path, sources: Sources, name: str) -> None:
    put(base / "apps/a/b/app.lua")
    assert sources.find_app(name) == (
        None,
        f"app '{name}' is not the name of an app; expected a folder of apps/, as in 'contacts'",
    )


def test_a_zero_byte_in_a_name_is_refused(sources: Sources) -> None:
    reason = "contains a zero byte; expected a name without one"
    assert sources.find_module(b"a\0b") == (None, f"module 'a\0b' {reason}")
    assert sources.find_app(b"a\0b") == (None, f"app 'a\0b' {reason}")
    assert sources.read_source(b"a\0b.lua") == (None, f"Lua file 'a\0b.lua' {reason}")


def test_a_name_of_any_bytes_finds_its_file_or_an_honest_answer(base: Path, sources: Sources) -> None:
    put(base / "lua" / os.fsdecode(b"caf\xe9.lua"), "return 'c'")
    assert sources.find_module(b"caf\xe9") == (os.fsdecode(b"@lua/caf\xe9.lua"), b"return 'c'")
    found, message = sources.find_module(b"n\xff")
    assert found is None
    assert isinstance(message, str)
    assert message.startswith("module 'n\ufffd' not found:")
    assert sources.find_module("x" * 5000)[0] is None


# Apps and the files of a session


def test_an_app_is_found_through_its_link_under_the_name_of_its_real_file(base: Path, sources: Sources) -> None:
    put(base / "apps/contacts/app.lua", "contacts = 1")
    link(base / "lua/contacts.lua", "../apps/contacts/app.lua")
    source = sources.app("contacts")
    assert (source.chunkname, source.text) == ("@apps/contacts/app.lua", b"contacts = 1")
    assert source.file.path == base / "lua/contacts.lua"


def test_an_app_without_a_link_is_found_in_its_directory(base: Path, sources: Sources) -> None:
    put(base / "apps/my-cool-app/app.lua")
    assert sources.app("my-cool-app").chunkname == "@apps/my-cool-app/app.lua"


def test_a_file_outside_of_base_dir_is_called_by_its_real_path(base: Path, tmp_path: Path, sources: Sources) -> None:
    put(tmp_path / "far/app.lua")
    link(base / "lua/far.lua", tmp_path / "far/app.lua")
    assert sources.app("far").chunkname == f"@{tmp_path}/far/app.lua"


def test_a_base_dir_reached_through_a_link_gives_the_same_names(base: Path, tmp_path: Path) -> None:
    put(base / "lua/a.lua")
    link(tmp_path / "here", base)
    assert Sources(tmp_path / "here").module("a").chunkname == "@lua/a.lua"


def test_main_and_mcp_are_optional(base: Path, sources: Sources) -> None:
    assert sources.main() is None
    assert sources.mcp() is None
    put(base / "lua/main.lua", "a = 1")
    put(base / "lua/mcp.lua", "b = 1")
    main, mcp = sources.main(), sources.mcp()
    assert main is not None
    assert mcp is not None
    assert (main.file.role, main.chunkname, main.text) == (SourceRole.MAIN, "@lua/main.lua", b"a = 1")
    assert (mcp.file.role, mcp.chunkname, mcp.text) == (SourceRole.MCP, "@lua/mcp.lua", b"b = 1")


def test_a_main_that_is_a_dangling_link_is_an_error(base: Path, sources: Sources) -> None:
    link(base / "lua/main.lua", "gone.lua")
    with pytest.raises(SourceError) as caught:
        sources.main()
    assert str(caught.value) == (
        f"lua/main.lua cannot be read:\n\tno file '{base}/lua/main.lua': this link to 'gone.lua' leads nowhere"
    )


def test_every_app_may_have_an_init_file_and_each_file_comes_once(base: Path, sources: Sources) -> None:
    put(base / "apps/b/init.lua")
    put(base / "apps/a/init.lua")
    put(base / "apps/.hidden/init.lua")
    put(base / "apps/README.md")
    (base / "apps/none").mkdir()
    (base / "apps/broken/init.lua").mkdir(parents=True)
    link(base / "apps/c", "a")
    found = list(sources.inits())
    assert [source.chunkname for source in found if isinstance(source, Source)] == [
        "@apps/a/init.lua",
        "@apps/b/init.lua",
    ]
    assert [str(error) for error in found if isinstance(error, SourceError)] == [
        f"cannot read '{base}/apps/broken/init.lua': it is a directory"
    ]


def test_a_file_is_named_by_its_path_under_lua(base: Path, sources: Sources) -> None:
    put(base / "lua/parts/x.lua", "return 'x'")
    assert sources.read_source(b"parts/x.lua") == ("@lua/parts/x.lua", b"return 'x'")
    assert sources.read_source(b"../x.lua")[0] is None
    assert sources.read_source(b"y.lua") == (
        None,
        f"Lua file 'y.lua' not found:\n\tno file '{base}/lua/y.lua'",
    )


# Texts


def test_lua_text_is_any_bytes(base: Path, sources: Sources) -> None:
    put(base / "lua/a.lua", b"return '\xff\x00\xe9'")
    assert sources.module("a").text == b"return '\xff\x00\xe9'"


def test_a_mark_of_utf8_and_a_first_line_for_the_shell_are_left_out_and_lines_keep_their_numbers(
    base: Path, sources: Sources
) -> None:
    put(base / "lua/a.lua", b"\xef\xbb\xbf#!/usr/bin/lua\nreturn 1")
    put(base / "lua/b.lua", b"#!/usr/bin/lua")
    assert sources.module("a").text == b"\nreturn 1"
    assert sources.module("b").text == b""


def test_what_cannot_be_read_says_why(base: Path, sources: Sources) -> None:
    (base / "lua/folder.lua").mkdir(parents=True)
    os.mkfifo(base / "lua/pipe.lua")
    with (base / "lua/huge.lua").open("wb") as file:
        file.truncate(16 * 2**20 + 1)
    for name, reason in (
        ("folder", "it is a directory"),
        ("pipe", "it is not a regular file"),
        ("huge", "it is over 16 MiB"),
    ):
        assert sources.find_module(name) == (None, f"cannot read '{base}/lua/{name}.lua': {reason}")


# Access


def test_require_can_be_switched_off_and_apps_still_load(base: Path) -> None:
    put(base / "lua/a.lua")
    sources = Sources(base, LuaIo.NONE)
    assert sources.find_module("a") == (None, "require is switched off by --lua-io none")
    assert sources.app("a").chunkname == "@lua/a.lua"


def test_require_can_be_kept_inside_of_base_dir(base: Path, tmp_path: Path) -> None:
    put(base / "apps/x/app.lua")
    link(base / "lua/x.lua", "../apps/x/app.lua")
    put(tmp_path / "far.lua")
    link(base / "lua/far.lua", tmp_path / "far.lua")
    sources = Sources(base, LuaIo.BASE_DIR)
    assert sources.module("x").chunkname == "@apps/x/app.lua"
    assert sources.find_module("far") == (
        None,
        f"module 'far' is the file '{tmp_path}/far.lua', outside of '{base}' (--lua-io base-dir)",
    )
    assert [file.chunkname for file in sources.files] == ["@apps/x/app.lua"]


# What was loaded, and what changed


def test_files_are_remembered_in_the_order_of_the_first_load(base: Path, sources: Sources) -> None:
    for name in ("main", "b", "a"):
        put(base / f"lua/{name}.lua")
    sources.main()
    sources.module("b")
    sources.app("a")
    sources.module("b")
    assert [(file.role, file.name, file.chunkname, file.modules) for file in sources.files] == [
        (SourceRole.MAIN, "main", "@lua/main.lua", ()),
        (SourceRole.MODULE, "b", "@lua/b.lua", ("b",)),
        (SourceRole.APP, "a", "@lua/a.lua", ()),
    ]


def test_a_file_knows_all_the_names_it_was_required_by(base: Path, sources: Sources) -> None:
    put(base / "lua/a/b.lua")
    sources.module("a.b")
    sources.module("a/b")
    assert [file.modules for file in sources.files] == [("a.b", "a/b")]


def test_nothing_changed_at_first(base: Path, sources: Sources) -> None:
    put(base / "lua/a.lua")
    sources.module("a")
    assert changed(sources) == []


def test_files_this_session_has_not_loaded_are_left_alone(base: Path, sources: Sources) -> None:
    put(base / "lua/a.lua")
    sources.module("a")
    put(base / "lua/b.lua")
    put(base / "apps/new/init.lua")
    assert changed(sources) == []


def test_a_change_within_one_tick_of_the_clock_and_of_the_same_size_is_seen(base: Path, sources: Sources) -> None:
    path = put(base / "lua/a.lua", "a = 1")
    times = path.stat().st_mtime_ns
    sources.module("a")
    put(path, "a = 2")
    os.utime(path, ns=(times, times))
    assert changed(sources) == ["@lua/a.lua"]


def test_a_touched_file_counts_as_changed(base: Path, sources: Sources) -> None:
    path = put(base / "lua/a.lua")
    sources.module("a")
    os.utime(path, (1, 1))
    assert changed(sources) == ["@lua/a.lua"]


def test_changed_files_come_in_first_load_order(base: Path, sources: Sources) -> None:
    for name in "cab":
        put(base / f"lua/{name}.lua")
        sources.module(name)
    for name in "abc":
        put(base / f"lua/{name}.lua", f"return '{name}'")
    assert changed(sources) == ["@lua/c.lua", "@lua/a.lua", "@lua/b.lua"]


def test_a_file_that_was_read_again_counts_as_unchanged(base: Path, sources: Sources) -> None:
    path = put(base / "lua/a.lua", "a = 1")
    sources.module("a")
    put(path, "a = 22")
    (file,) = sources.changed()
    assert sources.files.reread(file).text == b"a = 22"
    assert changed(sources) == []


def test_one_file_behind_two_links_counts_once(base: Path, sources: Sources) -> None:
    real = put(base / "apps/x/app.lua", "x = 1")
    link(base / "lua/x.lua", "../apps/x/app.lua")
    link(base / "lua/y.lua", "x.lua")
    sources.app("x")
    sources.module("y")
    put(real, "x = 22")
    (file,) = sources.changed()
    assert (file.role, file.chunkname) == (SourceRole.APP, "@apps/x/app.lua")
    assert sources.files.reread(file).text == b"x = 22"
    assert changed(sources) == []


@pytest.mark.parametrize("same_content", [True, False])
def test_a_retargeted_link_counts_and_the_new_file_runs(base: Path, sources: Sources, same_content: bool) -> None:
    put(base / "apps/one/app.lua", "x = 1")
    put(base / "apps/two/app.lua", "x = 1" if same_content else "x = 2")
    turned = link(base / "lua/x.lua", "../apps/one/app.lua")
    sources.app("x")
    turn(turned, "../apps/two/app.lua")
    (file,) = sources.changed()
    assert file.chunkname == "@apps/one/app.lua", "what was loaded"
    assert sources.files.reread(file).chunkname == "@apps/two/app.lua"
    assert [file.chunkname for file in sources.files] == ["@apps/two/app.lua"]


def test_a_retargeted_directory_link_counts_also_in_the_middle_of_a_chain(
    base: Path, tmp_path: Path, sources: Sources
) -> None:
    for version in ("v1", "v2"):
        put(tmp_path / version / "app.lua", version)
    current = link(tmp_path / "current", "v1")
    link(base / "apps/x", tmp_path / "current")
    link(base / "lua/x.lua", "../apps/x/app.lua")
    assert sources.app("x").text == b"v1"
    turn(current, "v2")
    (file,) = sources.changed()
    assert sources.files.reread(file).text == b"v2"


def test_a_deleted_file_is_ignored_until_it_is_restored(base: Path, sources: Sources) -> None:
    path = put(base / "lua/a.lua", "a = 1")
    sources.module("a")
    path.unlink()
    assert changed(sources) == []
    put(path, "a = 22")
    assert changed(sources) == ["@lua/a.lua"]


def test_a_deleted_link_does_not_take_its_target_with_it(base: Path, sources: Sources) -> None:
    real = put(base / "apps/x/app.lua", "x = 1")
    path = link(base / "lua/x.lua", "../apps/x/app.lua")
    sources.app("x")
    path.unlink()
    assert changed(sources) == []
    put(real, "x = 22")
    (file,) = sources.changed()
    assert sources.files.reread(file).text == b"x = 22"


def test_a_file_that_turned_into_something_else_cannot_be_read_and_is_changed_until_it_can(
    base: Path, sources: Sources
) -> None:
    path = put(base / "lua/a.lua", "a = 1")
    sources.module("a")
    path.unlink()
    path.mkdir()
    (file,) = sources.changed()
    with pytest.raises(SourceError, match="it is a directory"):
        sources.files.reread(file)
    assert changed(sources) == ["@lua/a.lua"]
    path.rmdir()
    put(path, "a = 2")
    assert sources.files.reread(file).text == b"a = 2"


# Unloading


@pytest.mark.parametrize("name", ["views.rows", "lua/views/rows.lua", "views/rows.lua"])
def test_a_forgotten_module_is_left_alone(base: Path, sources: Sources, name: str) -> None:
    path = put(base / "lua/views/rows.lua")
    put(base / "lua/other.lua")
    sources.module("views.rows")
    sources.module("other")
    assert [file.modules for file in sources.forget(name.encode())] == [("views.rows",)]
    put(path, "changed")
    assert changed(sources) == []
    assert [file.name for file in sources.files] == ["other"]


def test_a_forgotten_module_that_is_loaded_again_comes_last(base: Path, sources: Sources) -> None:
    for name in "ab":
        put(base / f"lua/{name}.lua")
        sources.module(name)
    sources.forget("a")
    sources.module("a")
    assert [file.name for file in sources.files] == ["b", "a"]


@pytest.mark.parametrize("name", ["apps/contacts", "apps/contacts/", "contacts"])
def test_a_forgotten_directory_takes_all_its_files_along_whatever_they_were_loaded_through(
    base: Path, sources: Sources, name: str
) -> None:
    put(base / "apps/contacts/app.lua")
    link(base / "lua/contacts.lua", "../apps/contacts/app.lua")
    link(base / "lua/contacts", "../apps/contacts")
    put(base / "apps/contacts/rows.lua")
    put(base / "apps/contacts-2/app.lua")
    sources.app("contacts")
    sources.app("contacts-2")
    sources.module("contacts.rows")
    assert [file.modules for file in sources.forget(name, directory=True)] == [(), ("contacts.rows",)]
    assert [file.name for file in sources.files] == ["contacts-2"]


def test_forgetting_what_is_not_there_does_nothing(sources: Sources) -> None:
    assert sources.forget("nope") == ()
    assert sources.forget("nope", directory=True) == ()

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.checks.copying import NoProject, copy_app_directory
from pytest_uimcp.core.folders import MAX_LINKED_FOLDERS
from pytest_uimcp.core.regular_file import read_regular
from tests.hostile import KINDS, plant


def test_an_app_directory_is_copied_and_completed(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "apps" / "one").mkdir(parents=True)
    (source / "apps" / "one" / "app.lua").write_text("one = {}")
    (source / ".git").mkdir()
    copy = tmp_path / "copy"
    copy_app_directory(source, copy)
    assert (copy / "apps" / "one" / "app.lua").read_text() == "one = {}"
    assert (copy / "lua" / "main.lua").is_file()
    assert not (copy / ".git").exists()
    assert sorted(path.name for path in source.iterdir()) == [".git", "apps"]


def test_what_the_directory_has_is_not_replaced(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "lua").mkdir(parents=True)
    (source / "lua" / "main.lua").write_text("-- mine")
    copy_app_directory(source, tmp_path / "copy")
    assert (tmp_path / "copy" / "lua" / "main.lua").read_text() == "-- mine"


def test_links_lead_to_the_copies(tmp_path: Path) -> None:
    source, outside = tmp_path / "source", tmp_path / "outside.lua"
    (source / "apps" / "one").mkdir(parents=True)
    (source / "lua").mkdir()
    app = source / "apps" / "one" / "app.lua"
    app.write_text("original")
    outside.write_text("outside")
    (source / "lua" / "one.lua").symlink_to("../apps/one/app.lua")
    (source / "lua" / "absolute.lua").symlink_to(app)
    (source / "lua" / "outside.lua").symlink_to(outside)
    base = tmp_path / "copy"
    copy_app_directory(source, base)
    (base / "apps" / "one" / "app.lua").write_text("changed")
    assert (base / "lua" / "one.lua").read_text() == "changed"
    assert (base / "lua" / "absolute.lua").readlink() == Path("../apps/one/app.lua")
    assert not (base / "lua" / "outside.lua").is_symlink()
    assert app.read_text() == "original"


def test_a_link_out_and_back_in_does_not_recurse(tmp_path: Path) -> None:
    source, outside = tmp_path / "source", tmp_path / "outside"
    (source / "lua").mkdir(parents=True)
    outside.mkdir()
    (source / "lua" / "out").symlink_to(outside)
    (outside / "back").symlink_to(source)
    copy_app_directory(source, tmp_path / "copy")
    assert (tmp_path / "copy" / "lua" / "out").is_dir()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_none_in_the_copy_either(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    source, copy = tmp_path / "source" / "apps" / "one", tmp_path / "copy"
    plant(kind, source / "odd.lua")
    (source / "app.lua").write_text("one = {}")
    copy_app_directory(tmp_path / "source", copy)
    assert (copy / "apps" / "one" / "app.lua").read_text() == "one = {}"
    odd = copy / "apps" / "one" / "odd.lua"
    if kind in ("huge", "root", "unreadable"):
        assert not odd.is_symlink()
        assert not odd.exists()
        assert f"{source / 'odd.lua'} is not copied: " in caplog.text
    else:
        with pytest.raises(OSError, match=KINDS[kind][1]):
            read_regular(odd, 1)


def test_of_a_large_tree_behind_a_link_a_part_is_copied_and_it_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source, outside = tmp_path / "source", tmp_path / "outside"
    (source / "lua").mkdir(parents=True)
    for number in range(MAX_LINKED_FOLDERS + 10):
        (outside / str(number)).mkdir(parents=True)
    (source / "lua" / "out").symlink_to(outside)
    copy_app_directory(source, tmp_path / "copy")
    # The folder itself counts.
    assert len(list((tmp_path / "copy" / "lua" / "out").iterdir())) == MAX_LINKED_FOLDERS - 1
    assert f"leads to over {MAX_LINKED_FOLDERS} folders" in caplog.text


def test_a_single_app_and_a_sample_become_app_directories(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "app.lua").write_text("mine = {}")
    for source, name in ((tmp_path / "mine", "mine"), ("contacts", "contacts")):
        copy_app_directory(source, tmp_path / "copy" / name)
        assert (tmp_path / "copy" / name / "apps" / name / "app.lua").is_file()


def test_anything_else_is_refused_with_the_valid_choices(tmp_path: Path) -> None:
    with pytest.raises(NoProject) as failure:
        copy_app_directory("nothing-here", tmp_path / "copy")
    assert str(failure.value) == (
        "expected an app directory (with one of apps/, lua/, viewdefs/, html/), an app (with app.lua) or a sample "
        "(contacts, counter, stopwatch, tasks), found none at 'nothing-here'"
    )


def test_what_apps_keep_is_left_out_where_git_leaves_it_out(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for kept in (source / "storage" / "notes.json", source / "apps" / "one" / "app.lua"):
        kept.parent.mkdir(parents=True)
        kept.write_text("{}")
    copy_app_directory(source, tmp_path / "shipped")
    assert (tmp_path / "shipped" / "storage" / "notes.json").is_file()
    (source / ".gitignore").write_text("/log/\n/storage/*\n")
    copy_app_directory(source, tmp_path / "copy")
    assert list((tmp_path / "copy" / "storage").iterdir()) == []
    assert (tmp_path / "copy" / "apps" / "one" / "app.lua").is_file()

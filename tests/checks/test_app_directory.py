from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.checks.app_directory import AppDirectory, find_app_directory, is_app_directory, viewdef_keys


def app(base: Path, name: str) -> Path:
    folder = base / "apps" / name
    folder.mkdir(parents=True)
    (folder / "app.lua").touch()
    return folder


def test_its_apps_are_the_folders_with_an_app_lua(tmp_path: Path) -> None:
    app(tmp_path, "one")
    app(tmp_path, "node_modules")
    app(tmp_path, ".hidden")
    (tmp_path / "apps" / "empty").mkdir()
    directory = AppDirectory(tmp_path)
    assert directory.apps == ("one",)
    assert [folder.name for folder in directory.folders] == ["empty", "one"]
    assert directory.app_of(tmp_path / "apps" / "one" / "app.lua") == "one"
    assert directory.app_of(tmp_path / "apps" / "one" / "other.lua") is None
    assert directory.original("lua/main.lua") == tmp_path / "lua" / "main.lua"


def test_an_app_without_an_app_directory_has_the_name_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "solo").mkdir()
    (tmp_path / "solo" / "app.lua").touch()
    directory = AppDirectory(tmp_path / "solo", single=True)
    assert directory.apps == ("solo",)
    assert directory.folder("solo") == tmp_path / "solo"
    assert directory.original("apps/solo/viewdefs/x.html") == tmp_path / "solo" / "viewdefs" / "x.html"


@pytest.mark.parametrize(("part", "is_one"), [("apps", True), ("lua", True), ("viewdefs", True), ("html", False)])
def test_a_folder_html_alone_is_not_an_app_directory(tmp_path: Path, part: str, is_one: bool) -> None:
    (tmp_path / part).mkdir()
    assert is_app_directory(tmp_path) is is_one


def test_the_first_of_the_usual_places_counts(tmp_path: Path) -> None:
    assert find_app_directory(tmp_path) is None
    for place in ("ui", ".claude/ui", ".ui"):
        app(tmp_path / place, "one")
        assert find_app_directory(tmp_path) == tmp_path / place


@pytest.mark.parametrize("name", ["A.html", ".A.DEFAULT.html", "A.DEFAULT.txt", "A..html"])
def test_the_key_of_a_viewdef_comes_from_the_file_name(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    (tmp_path / "a.B.list-item.html").touch()
    assert viewdef_keys(tmp_path) == ["a.B.list-item"]
    assert viewdef_keys(tmp_path / "none") == []

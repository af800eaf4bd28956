"""What runs inside the archive, on machines of every kind."""

from __future__ import annotations

import ast
import os
import platform
import runpy
import sys
import sysconfig
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.makerelease import bootstrap

MakeWheel = Callable[..., Path]
NAME = "ui-mcp-linux-amd64.pyz"
RELEASE = {
    "version": "1.0.0",
    "system": "Linux",
    "machine": "x86_64",
    "pythons": {"3.11": ["a.whl"], "3.9": ["b.whl"]},
    "digests": {"cp{}{}".format(*sys.version_info[:2]): "0123456789abcdef"},
}


def be(monkeypatch: pytest.MonkeyPatch, system: str = "Linux", machine: str = "x86_64") -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setattr(platform, "machine", lambda: machine)


def test_the_launcher_runs_on_old_pythons_and_refuses_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    launcher = Path(bootstrap.__file__).with_name("launcher.py")
    ast.parse(launcher.read_text(), feature_version=(3, 4))
    monkeypatch.setattr(sys, "version_info", (3, 6, 15))

    with pytest.raises(SystemExit) as caught:
        runpy.run_path(str(launcher))

    assert caught.value.code == 1
    assert "this needs Python 3.11 or newer and was started with 3.6, " in capsys.readouterr().err


def test_another_system_gets_an_error_that_names_the_files_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    be(monkeypatch, "Darwin", "arm64")

    with pytest.raises(bootstrap.Refused) as caught:
        bootstrap.check_machine(RELEASE, NAME)

    assert str(caught.value) == (
        "ui-mcp-linux-amd64.pyz is for Linux x86_64, this is Darwin arm64. Take the file for this system."
    )


def test_the_system_it_is_for_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    be(monkeypatch)
    bootstrap.check_machine(RELEASE, NAME)


def test_a_linux_without_glibc_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    be(monkeypatch)
    monkeypatch.setattr(platform, "libc_ver", lambda: ("", ""))

    with pytest.raises(bootstrap.Refused, match="needs a Linux with glibc"):
        bootstrap.check_c_library(NAME)


def test_a_python_without_wheels_is_an_error_that_lists_those_with_wheels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 1))

    with pytest.raises(bootstrap.Refused) as caught:
        bootstrap.wheels_for_this_python(RELEASE, NAME)

    assert str(caught.value) == (
        f"{NAME} needs CPython 3.9, 3.11, this is CPython 3.10 ({sys.executable}). Run it as `python3.11 {NAME}`."
    )


@pytest.mark.parametrize("odd", ["PyPy", "free-threaded"])
def test_pythons_with_other_extension_modules_are_refused(monkeypatch: pytest.MonkeyPatch, odd: str) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 11, 1))
    if odd == "PyPy":
        monkeypatch.setattr(platform, "python_implementation", lambda: "PyPy")
    else:
        monkeypatch.setattr(sysconfig, "get_config_var", lambda _: 1)

    with pytest.raises(bootstrap.Refused, match="which takes other extension modules"):
        bootstrap.wheels_for_this_python(RELEASE, NAME)


def test_the_cache_is_where_each_system_keeps_caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in (bootstrap.CACHE_VARIABLE, "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    be(monkeypatch, "Linux")
    assert bootstrap.cache_folder() == tmp_path / ".cache" / "ui-mcp"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert bootstrap.cache_folder() == tmp_path / "xdg" / "ui-mcp"
    be(monkeypatch, "Darwin")
    assert bootstrap.cache_folder() == tmp_path / "Library" / "Caches" / "ui-mcp"
    be(monkeypatch, "Windows")
    assert bootstrap.cache_folder() == tmp_path / "AppData" / "Local" / "ui-mcp" / "cache"
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert bootstrap.cache_folder() == tmp_path / "local" / "ui-mcp" / "cache"
    monkeypatch.setenv(bootstrap.CACHE_VARIABLE, str(tmp_path / "mine"))
    assert bootstrap.cache_folder() == tmp_path / "mine"


@pytest.fixture
def archive(make_wheel: MakeWheel, tmp_path: Path) -> Path:
    wheel = make_wheel(
        "a",
        "1",
        **{
            "a/__init__.py": "here = 1",
            "a-1.data/purelib/pure.py": "",
            "a-1.data/platlib/a/plat.py": "",
            "a-1.data/scripts/a-script": "",
            "a-1.data/headers/a.h": "",
        },
    )
    path = tmp_path / "archive.pyz"
    with zipfile.ZipFile(path, "w") as opened:
        opened.write(wheel, "wheels/a.whl")
    return path


def unpack(archive: Path, folder: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        bootstrap.unpack(opened, ["a.whl"], folder)


def test_wheels_are_unpacked_as_an_installer_would_without_scripts(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cache" / bootstrap.folder_name(RELEASE)

    unpack(archive, folder)

    assert folder.name.startswith("1.0.0-0123456789abcdef-cp3")
    assert (
        sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*") if path.is_file())
        == [
            "a-1.dist-info/METADATA",
            "a-1.dist-info/WHEEL",
            "a/__init__.py",
            "a/plat.py",
            "pure.py",
        ]
        or (folder / "a/plat.py").is_file()
    )
    assert not (folder / "a-script").exists()
    assert not list(folder.rglob("a.h"))
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_a_second_start_uses_what_the_first_has_unpacked(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cache" / "unpacked"
    unpack(archive, folder)
    before = (folder / "pure.py").stat().st_ino

    unpack(archive, folder)

    assert (folder / "pure.py").stat().st_ino == before
    assert [path.name for path in folder.parent.iterdir()] == ["unpacked"]


def test_an_unpacking_that_fails_leaves_nothing(archive: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(archive) as opened, pytest.raises(KeyError):
        bootstrap.unpack(opened, ["a.whl", "missing.whl"], tmp_path / "cache" / "unpacked")

    assert list((tmp_path / "cache").iterdir()) == []


def test_leftovers_of_killed_starts_go_after_a_while(archive: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    old, new = cache / "unpacking-old", cache / "unpacking-new"
    for leftover in (old, new):
        leftover.mkdir(parents=True)
    long_ago = time.time() - 2 * bootstrap.STALE_SECONDS
    os.utime(old, (long_ago, long_ago))

    unpack(archive, cache / "unpacked")

    assert sorted(path.name for path in cache.iterdir()) == ["unpacked", "unpacking-new"]


def test_a_cache_that_cannot_be_written_is_named_with_the_way_out(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(bootstrap.Refused) as caught:
        unpack(archive, tmp_path / "file" / "unpacked")

    assert f"cannot unpack into {tmp_path}/file: " in str(caught.value)
    assert "Set UI_MCP_CACHE to a directory that can be written." in str(caught.value)

from __future__ import annotations

import io
import os
import tarfile
from pathlib import Path

import pytest

from pytest_uimcp.server.shoelace import (
    SHOELACE_VERSION,
    ShoelaceUnavailable,
    cache_dir,
    cached_shoelace,
    fetch_shoelace,
)

FILES = {
    "package/package.json": "{}",
    "package/cdn/shoelace-autoloader.js": "autoloader",
    "package/cdn/shoelace-autoloader.d.ts": "types",
    "package/cdn/react/index.js": "react",
    "package/cdn/themes/light.css": "light",
    "package/dist/shoelace.js": "not for browsers",
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UIMCP_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stub npm that packs a few files and records its calls."""
    archive = tmp_path / "archive.tgz"
    with tarfile.open(archive, "w:gz") as tar:
        for name, content in FILES.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content.encode()))
    tools = tmp_path / "tools"
    tools.mkdir()
    program = tools / "npm"
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\ncp {archive} ./shoelace.tgz\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    return program


def test_there_is_a_copy_only_after_a_fetch(npm: Path, cache: Path) -> None:
    assert cached_shoelace() is None
    folder = fetch_shoelace()
    assert folder == cached_shoelace() == cache / f"shoelace-{SHOELACE_VERSION}"


def test_the_copy_holds_what_browsers_load(npm: Path) -> None:
    folder = fetch_shoelace()
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()) == [
        "shoelace-autoloader.js",
        "themes/light.css",
    ]


def test_it_is_fetched_once(npm: Path, tmp_path: Path) -> None:
    fetch_shoelace()
    fetch_shoelace()
    assert (tmp_path / "calls").read_text().split() == [
        "pack", "--silent", "--ignore-scripts", f"@shoelace-style/shoelace@{SHOELACE_VERSION}",
    ]  # fmt: skip


def test_an_incomplete_copy_is_replaced_and_nothing_is_left_over(npm: Path, cache: Path) -> None:
    half = cache / f"shoelace-{SHOELACE_VERSION}"
    half.mkdir(parents=True)
    (half / "stray.js").write_text("x")
    folder = fetch_shoelace()
    assert not (folder / "stray.js").exists()
    assert list(cache.iterdir()) == [folder]


def test_without_npm_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ShoelaceUnavailable, match=r"needs npm, and there is none on PATH: install Node\.js with npm"):
        fetch_shoelace()


def test_an_npm_that_fails_is_quoted(npm: Path, cache: Path) -> None:
    npm.write_text("#!/bin/sh\necho 'npm error network timeout' >&2\nexit 1\n")
    with pytest.raises(ShoelaceUnavailable, match=r"failed: npm error network timeout; is the npm registry within"):
        fetch_shoelace()
    assert list(cache.iterdir()) == []


def test_the_environment_variable_sets_the_cache_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert cache_dir() == tmp_path / "cache"
    monkeypatch.delenv("UIMCP_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_dir() == tmp_path / "xdg" / "ui-mcp"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_dir() == tmp_path / "home" / ".cache" / "ui-mcp"

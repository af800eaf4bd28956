"""Shoelace's archive: how it is fetched and packed, and where it is looked for."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from pytest_uimcp.core.caches import cache_dir
from pytest_uimcp.core.ui_rules import SHOELACE_VERSION
from pytest_uimcp.server.themes import shoelace, shoelace_package
from pytest_uimcp.server.themes.shoelace import (
    ARCHIVE,
    Shoelace,
    ShoelaceUnavailable,
    caches,
    find_archive,
    find_shoelace,
)
from pytest_uimcp.server.themes.shoelace_package import INTEGRITY, fetch_shoelace

FILES = {
    "package/package.json": "{}",
    "package/LICENSE.md": "licence",
    "package/cdn/shoelace-autoloader.js": "autoloader",
    "package/cdn/shoelace-autoloader.d.ts": "types",
    "package/cdn/react/index.js": "react",
    "package/cdn/themes/light.css": "light",
    "package/cdn/web-types.json": "for editors",
    "package/dist/shoelace.js": "not for browsers",
}
KEPT = ["LICENSE.md", "shoelace-autoloader.js", "themes/light.css"]
TARBALL = f"shoelace-style-shoelace-{SHOELACE_VERSION}.tgz"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UIMCP_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a few files, as npm would send it, and its hash."""
    tarball = tmp_path / "sent.tgz"
    with tarfile.open(tarball, "w:gz") as tar:
        for name, content in FILES.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content.encode()))
    digest = base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
    monkeypatch.setitem(INTEGRITY, SHOELACE_VERSION, f"sha512-{digest}")
    return tarball


@pytest.fixture
def npm(package: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stub npm that sends the package and records its calls."""
    tools = tmp_path / "tools"
    tools.mkdir()
    program = tools / "npm"
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\ncp {package} ./{TARBALL}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    return program


@pytest.mark.slow
def test_there_is_an_archive_only_after_a_fetch(npm: Path, cache: Path) -> None:
    assert find_archive() is None
    assert find_shoelace() is None
    assert fetch_shoelace() == find_archive() == cache / ARCHIVE


@pytest.mark.slow
def test_the_archive_holds_what_browsers_load_and_the_licence(npm: Path) -> None:
    files = Shoelace(fetch_shoelace())
    assert files.names == KEPT
    assert files.read("themes/light.css") == b"light"
    assert files.read("nope.css") is None


@pytest.mark.slow
def test_it_is_fetched_once_and_nothing_is_left_over(npm: Path, cache: Path, tmp_path: Path) -> None:
    fetch_shoelace()
    fetch_shoelace()
    calls = (tmp_path / "calls").read_text().splitlines()
    assert [line.split()[-1] for line in calls] == [f"@shoelace-style/shoelace@{SHOELACE_VERSION}"]
    assert list(cache.iterdir()) == [cache / ARCHIVE]


def test_the_same_package_makes_the_same_archive(package: Path, tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        shoelace_package.pack(package.read_bytes(), tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_without_npm_the_registry_is_asked(
    package: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "registry/@shoelace-style/shoelace/-"
    place.mkdir(parents=True)
    package.rename(place / f"shoelace-{SHOELACE_VERSION}.tgz")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", (tmp_path / "registry").as_uri())
    assert Shoelace(fetch_shoelace()).names == KEPT


@pytest.mark.slow
def test_a_package_of_another_hash_is_refused(npm: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(INTEGRITY, SHOELACE_VERSION, "sha512-another")
    with pytest.raises(ShoelaceUnavailable, match="expected a package with the hash sha512-another, what the registry"):
        fetch_shoelace()
    assert list(cache.iterdir()) == []


@pytest.mark.slow
def test_without_a_network_the_line_is_named_that_helps_where_there_is_one(
    npm: Path, package: Path, cache: Path
) -> None:
    npm.write_text("#!/bin/sh\necho 'npm error network timeout' >&2\nexit 1\n")
    with pytest.raises(ShoelaceUnavailable, match="failed: npm error network timeout") as caught:
        fetch_shoelace()
    line = re.search(r"`(npm pack --pack-destination=(\S+) \S+)`", str(caught.value))
    assert line is not None
    assert line[2] == str(cache)
    # What that line would have written is found by the next attempt.
    package.rename(cache / TARBALL)
    assert Shoelace(fetch_shoelace()).names == KEPT


def test_a_broken_archive_is_named(cache: Path) -> None:
    cache.mkdir()
    (cache / ARCHIVE).write_bytes(b"half")
    with pytest.raises(
        ShoelaceUnavailable, match=rf"files in {re.escape(str(cache / ARCHIVE))}, and it cannot be read"
    ):
        find_shoelace()


@pytest.mark.slow
def test_an_installation_from_a_source_tree_has_its_own_cache(
    npm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pyproject.toml", "bundle/README.md", "pytest_uimcp/__init__.py"):
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / name).touch()
    monkeypatch.setattr(shoelace, "_PACKAGE", tmp_path / "tree" / "pytest_uimcp")
    in_cache = fetch_shoelace()
    monkeypatch.delenv("UIMCP_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    in_tree = tmp_path / "tree" / ".cache" / ARCHIVE
    assert caches() == [in_tree.parent, tmp_path / "xdg" / "ui-mcp"]
    # What the user has is taken, so that a tree can be moved to where there is no network.
    caches()[1].mkdir(parents=True)
    in_cache.rename(caches()[1] / ARCHIVE)
    npm.unlink()
    assert fetch_shoelace() == find_archive() == in_tree


@pytest.mark.slow
def test_an_archive_in_the_package_comes_first(npm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = tmp_path / "site-packages" / "pytest_uimcp" / "_shoelace" / ARCHIVE
    packed.parent.mkdir(parents=True)
    fetch_shoelace().rename(packed)
    monkeypatch.setattr(shoelace, "_PACKAGE", packed.parent.parent)
    assert fetch_shoelace() == find_archive() == packed


def test_the_environment_variable_sets_the_cache_directory(
    cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert cache_dir() == cache
    monkeypatch.delenv("UIMCP_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_dir() == tmp_path / "xdg" / "ui-mcp"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_dir() == tmp_path / "home" / ".cache" / "ui-mcp"


def test_the_archive_of_this_installation_is_whole_and_small() -> None:
    archive = fetch_shoelace()
    assert archive.stat().st_size <= 1_600_000
    files = Shoelace(archive)
    assert {"LICENSE.md", "custom-elements.json", "themes/dark.css", "utilities/base-path.js"} <= set(files.names)
    assert sum(name.startswith("assets/icons/") for name in files.names) > 2000
    with zipfile.ZipFile(archive) as packed:
        assert packed.testzip() is None

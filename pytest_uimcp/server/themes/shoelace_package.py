"""Fetches Shoelace's package from npm and packs what browsers load into one archive.

For builds and for installations from a source tree; it uses the standard library only, because a build has nothing
else. What comes is checked against a hash that is written down here, whatever way it came.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pytest_uimcp.core.ui_rules import SHOELACE_VERSION
from pytest_uimcp.server.themes.shoelace import ARCHIVE, FOLDER, ShoelaceUnavailable, caches, find_archive

# By version, as npm's registry states it (`npm view @shoelace-style/shoelace@VERSION dist.integrity`).
INTEGRITY: Final = {
    "2.20.1": "sha512-FSghU95jZPGbwr/mybVvk66qRZYpx5FkXL+vLNpy1Vp8UsdwSxXjIHE3fsvMbKWTKi9UFfewHTkc5e7jAqRYoQ==",
}
LICENCE: Final = "LICENSE.md"

_PACKAGE: Final = f"@shoelace-style/shoelace@{SHOELACE_VERSION}"
_TARBALL: Final = f"shoelace-style-shoelace-{SHOELACE_VERSION}.tgz"
_ADDRESS: Final = f"@shoelace-style/shoelace/-/shoelace-{SHOELACE_VERSION}.tgz"
_REGISTRY: Final = "https://registry.npmjs.org"
_INSIDE: Final = "package/cdn/"
# What editors read. Type declarations and the wrappers for React are left out too; `dist/` is `cdn/` for bundlers.
_LEFT_OUT: Final = frozenset({"vscode.html-custom-data.json", "web-types.json"})
_SECONDS: Final = 60
# The same date for all files, so that the same package makes the same archive.
_DATE: Final = (1980, 1, 1, 0, 0, 0)


def fetch_shoelace() -> Path:
    """The archive in the first of the caches, fetched if no place has it; raises ShoelaceUnavailable."""
    archive = find_archive()
    home = caches()[0]
    if archive is not None and archive.parent.name == FOLDER:
        return archive
    try:
        if archive != home / ARCHIVE:
            home.mkdir(parents=True, exist_ok=True)
            _put(archive, home / ARCHIVE)
    except OSError as error:
        raise _unavailable(f"{home} cannot be written: {error.strerror or error}") from error
    return home / ARCHIVE


def _put(archive: Path | None, target: Path) -> None:
    # In the same directory, so that the last step is an atomic rename.
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".fetching-") as work:
        packed = Path(work) / ARCHIVE
        if archive is None:
            pack(_package(Path(work)), packed)
        else:
            shutil.copyfile(archive, packed)
        packed.replace(target)


def pack(package: bytes, archive: Path) -> None:
    """Write the files that browsers load, and the licence, from npm's package into an archive."""
    with tarfile.open(fileobj=io.BytesIO(package)) as tar, zipfile.ZipFile(archive, "w") as packed:
        for name, content in sorted(_files(tar)):
            info = zipfile.ZipInfo(name, _DATE)
            info.external_attr = 0o644 << 16
            packed.writestr(info, content, zipfile.ZIP_DEFLATED, 9)


def _files(tar: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    for member in tar:
        if member.name == f"package/{LICENCE}":
            name = LICENCE
        else:
            name = member.name.removeprefix(_INSIDE)
        if name == member.name or name.startswith("react/") or name.endswith(".d.ts") or name in _LEFT_OUT:
            continue
        content = tar.extractfile(member)
        if content is not None:
            yield name, content.read()


def _package(work: Path) -> bytes:
    """Npm's package: one that somebody put into a cache, else from the registry."""
    for place in caches():
        if (place / _TARBALL).is_file():
            return _checked((place / _TARBALL).read_bytes(), str(place / _TARBALL))
    npm = shutil.which("npm")
    return _checked(_by_request() if npm is None else _by_npm(npm, work), "what the registry sent")


def _by_npm(npm: str, work: Path) -> bytes:
    command = [npm, "pack", "--silent", "--ignore-scripts", "--fetch-retries=0", _PACKAGE]
    try:
        process = subprocess.run(
            command, cwd=work, capture_output=True, text=True, timeout=2 * _SECONDS, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _unavailable(f"`npm pack` did not end: {error}") from None
    tarball = work / _TARBALL
    if process.returncode != 0 or not tarball.is_file():
        output = (process.stderr or process.stdout).strip() or f"exit code {process.returncode}"
        raise _unavailable(f"`npm pack` failed: {output[-500:]}")
    return tarball.read_bytes()


def _by_request() -> bytes:
    """Without npm: from its registry, through the proxy of the environment."""
    address = f"{os.environ.get('NPM_CONFIG_REGISTRY', _REGISTRY).rstrip('/')}/{_ADDRESS}"
    try:
        with urllib.request.urlopen(address, timeout=_SECONDS) as answer:
            content: bytes = answer.read()
    except (OSError, ValueError, urllib.error.URLError) as error:
        raise _unavailable(f"there is no npm on PATH, and {address} cannot be read: {error}") from None
    return content


def _checked(content: bytes, source: str) -> bytes:
    expected = INTEGRITY[SHOELACE_VERSION]
    actual = f"sha512-{base64.b64encode(hashlib.sha512(content).digest()).decode()}"
    if actual != expected:
        raise _unavailable(f"expected a package with the hash {expected}, {source} has {actual}")
    return content


def _unavailable(why: str) -> ShoelaceUnavailable:
    line = f"npm pack --pack-destination={caches()[-1]} {_PACKAGE}"
    return ShoelaceUnavailable(
        f"Shoelace could not be fetched: {why}. Where npm's registry is within reach, run `{line}` (the folder must be "
        "there; the file may also be copied into it), then try again"
    )

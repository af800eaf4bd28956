"""A copy of Shoelace, the web components that apps use (`sl-…`), in the user's cache.

It comes from npm and is not part of this package. The UI port serves it from the cache, so that pages work without a
network; without a copy they load Shoelace from a CDN.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.ui_rules import SHOELACE_VERSION

__all__ = ["SHOELACE_VERSION", "ShoelaceUnavailable", "cache_dir", "cached_shoelace", "fetch_shoelace"]

_PACKAGE: Final = f"@shoelace-style/shoelace@{SHOELACE_VERSION}"
_INSIDE: Final = "package/cdn/"
_TIMEOUT: Final = 120.0


class ShoelaceUnavailable(UimcpError):
    """Shoelace could not be fetched; the message says why and what to do."""


def cache_dir() -> Path:
    """Where downloads are kept: `$UIMCP_CACHE`, else `ui-mcp` in the user's cache folder."""
    if own := os.environ.get("UIMCP_CACHE"):
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME")
    return (Path(shared) if shared else Path.home() / ".cache") / "ui-mcp"


def cached_shoelace() -> Path | None:
    """Return the folder to serve under `/shoelace/`, or None if there is no copy."""
    folder = _folder()
    return folder if (folder / "shoelace-autoloader.js").is_file() else None


def fetch_shoelace() -> Path:
    """Return the copy, fetching it with npm if there is none; raises ShoelaceUnavailable."""
    if found := cached_shoelace():
        return found
    npm = shutil.which("npm")
    if npm is None:
        raise ShoelaceUnavailable(
            "fetching Shoelace needs npm, and there is none on PATH: install Node.js with npm (on Debian and "
            f"Ubuntu: apt-get install -y npm), or unpack the folder `cdn` of {_PACKAGE} to {_folder()}; "
            "until then pages take Shoelace from the network"
        )
    folder = _folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    # In the same directory, so that the last step is an atomic rename.
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".fetching-") as work:
        archive = _download(npm, Path(work))
        _unpack(archive, Path(work) / "cdn")
        _put(Path(work) / "cdn", folder)
    return folder


def _folder() -> Path:
    return cache_dir() / f"shoelace-{SHOELACE_VERSION}"


def _download(npm: str, work: Path) -> Path:
    # npm checks what it downloads against the registry's integrity hash.
    command = [npm, "pack", "--silent", "--ignore-scripts", _PACKAGE]
    try:
        done = subprocess.run(
            command, cwd=work, capture_output=True, text=True, timeout=_TIMEOUT, check=False, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        raise ShoelaceUnavailable(
            f"`npm pack {_PACKAGE}` did not end within {_TIMEOUT:g} s: is the npm registry within reach?"
        ) from None
    archives = list(work.glob("*.tgz"))
    if done.returncode != 0 or len(archives) != 1:
        said = (done.stderr or done.stdout).strip() or f"exit code {done.returncode}"
        raise ShoelaceUnavailable(
            f"`npm pack {_PACKAGE}` failed: {said[-500:]}; is the npm registry within reach (npm ping)?"
        )
    return archives[0]


def _unpack(archive: Path, target: Path) -> None:
    """Unpack the files that browsers load, without the TypeScript declarations and React wrappers."""
    with tarfile.open(archive) as tar:
        for member in tar:
            inside = member.name.removeprefix(_INSIDE)
            if inside == member.name or not member.isfile():
                continue
            if inside.endswith(".d.ts") or inside.startswith("react/"):
                continue
            member.name = inside
            tar.extract(member, target, filter="data")


def _put(made: Path, folder: Path) -> None:
    try:
        made.rename(folder)
    except OSError:
        # Another process was faster, or an incomplete copy is in the way.
        if cached_shoelace() is None:
            shutil.rmtree(folder, ignore_errors=True)
            made.rename(folder)

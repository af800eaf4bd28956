"""ui-mcp in one file: unpacks its wheels into the user's cache once and runs from there.

It runs inside the archive, started by `launcher`, and uses only the standard library.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import platform
import shutil
import site
import sys
import sysconfig
import tempfile
import time
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

CACHE_VARIABLE = "UI_MCP_CACHE"
STALE_SECONDS = 3600


class Refused(Exception):
    """This machine or this Python cannot run the archive; the text says why, and what to use instead."""


def main(path: str) -> int:
    """Unpack the archive at the path if necessary, and run the command `ui-mcp`."""
    archive = Path(path)
    try:
        with zipfile.ZipFile(archive) as opened:
            release = json.loads(opened.read("release.json"))
            check_machine(release, archive.name)
            wheels = wheels_for_this_python(release, archive.name)
            unpacked = cache_folder() / folder_name(release)
            if not unpacked.is_dir():
                check_c_library(archive.name)
                unpack(opened, wheels, unpacked)
    except Refused as refusal:
        sys.stderr.write(f"ui-mcp: {refusal}\n")
        return 1
    sys.path[0] = str(unpacked)
    site.addsitedir(str(unpacked))  # pywin32 finds its parts through a .pth file
    sys.argv[0] = "ui-mcp"
    from pytest_uimcp.cli import main as ui_mcp

    return ui_mcp()


def check_machine(release: Mapping[str, Any], name: str) -> None:
    """Refuse other systems: the extension modules would not load there."""
    here = (platform.system(), platform.machine())
    if here != (release["system"], release["machine"]):
        meant = (release["system"], release["machine"])
        raise Refused(f"{name} is for {' '.join(meant)}, this is {' '.join(here)}. Take the file for this system.")


def check_c_library(name: str) -> None:
    """Refuse a Linux without glibc. The check takes time, so it is done only before unpacking."""
    if platform.system() == "Linux" and platform.libc_ver()[0] != "glibc":
        raise Refused(
            f"{name} needs a Linux with glibc, this one has another C library. "
            "`pip install pytest-uimcp` may find packages for it."
        )


def wheels_for_this_python(release: Mapping[str, Any], name: str) -> Sequence[str]:
    """The names of the wheels for the running Python; raises Refused if there are none."""
    version = "{}.{}".format(*sys.version_info[:2])
    ordinary = platform.python_implementation() == "CPython" and not sysconfig.get_config_var("Py_GIL_DISABLED")
    wheels: Sequence[str] | None = release["pythons"].get(version) if ordinary else None
    if wheels is None:
        known = sorted(release["pythons"], key=lambda text: int(text.split(".")[1]))
        this = f"{platform.python_implementation()} {version} ({sys.executable})"
        odd = "" if ordinary else ", which takes other extension modules"
        raise Refused(
            f"{name} needs CPython {', '.join(known)}, this is {this}{odd}. Run it as `python{known[-1]} {name}`."
        )
    return wheels


def cache_folder() -> Path:
    """The user's cache folder."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    system = platform.system()
    if system == "Windows":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "ui-mcp" / "cache"
    if system == "Darwin":
        return Path.home() / "Library" / "Caches" / "ui-mcp"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ui-mcp"


def folder_name(release: Mapping[str, Any]) -> str:
    """A name that depends on the release and on Python."""
    version = "cp{}{}".format(*sys.version_info[:2])
    return f"{release['version']}-{release['digests'][version]}-{version}"


def unpack(opened: zipfile.ZipFile, wheels: Sequence[str], folder: Path) -> None:
    """Make the folder, completely or not at all."""
    cache = folder.parent
    try:
        cache.mkdir(mode=0o700, parents=True, exist_ok=True)
        remove_leftovers(cache)
        scratch = Path(tempfile.mkdtemp(prefix="unpacking-", dir=cache))
        try:
            for wheel in wheels:
                # Whole in memory: a file inside an archive is read anew from its start with each step back.
                with zipfile.ZipFile(io.BytesIO(opened.read("wheels/" + wheel))) as contents:
                    unpack_wheel(contents, scratch)
            put_in_place(scratch, folder)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        raise Refused(
            f"cannot unpack into {cache}: {error.strerror or error}. "
            f"Set {CACHE_VARIABLE} to a directory that can be written."
        ) from None


def put_in_place(scratch: Path, folder: Path) -> None:
    """Rename the finished folder; if another process was faster, use its folder."""
    try:
        scratch.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise


def unpack_wheel(contents: zipfile.ZipFile, scratch: Path) -> None:
    """Extract one wheel as an installer would, without scripts and headers."""
    for info in contents.infolist():
        parts = PurePosixPath(info.filename).parts
        if len(parts) > 2 and parts[0].endswith(".data"):
            if parts[1] not in ("purelib", "platlib"):
                continue
            info.filename = "/".join(parts[2:])
        contents.extract(info, scratch)


def remove_leftovers(cache: Path) -> None:
    """Remove incomplete folders that killed processes have left."""
    for leftover in cache.glob("unpacking-*"):
        with contextlib.suppress(OSError):
            if time.time() - leftover.stat().st_mtime > STALE_SECONDS:
                shutil.rmtree(leftover, ignore_errors=True)

"""Shoelace, the web components that apps use (`sl-…`): one packed archive, from which the UI port serves.

A wheel and a source distribution carry it. An installation from a source tree has it in the cache of the tree, or in
the user's; `shoelace_package` fetches it.
"""

from __future__ import annotations

import functools
import io
import os
import zipfile
from pathlib import Path
from typing import Final

from pytest_uimcp.core.assets import is_source_tree
from pytest_uimcp.core.caches import cache_dir
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.ui_rules import SHOELACE_VERSION

ARCHIVE: Final = f"shoelace-{SHOELACE_VERSION}.zip"
# The folder of the package in which an installation has the archive, with its licence beside it.
FOLDER: Final = "_shoelace"

_PACKAGE: Final = Path(__file__).resolve().parents[2]
_ENTRY: Final = "shoelace-autoloader.js"


class ShoelaceUnavailable(UimcpError):
    """There is no copy of Shoelace; the message says why and what to do."""


class Shoelace:
    """The files of an archive, held packed: what is read is unpacked each time."""

    def __init__(self, archive: Path) -> None:
        try:
            # In memory: an upgrade may replace the file while a server has it.
            self._files = zipfile.ZipFile(io.BytesIO(archive.read_bytes()))
            self._files.getinfo(_ENTRY)
        except (OSError, zipfile.BadZipFile, KeyError) as error:
            raise ShoelaceUnavailable(
                f"expected Shoelace's files in {archive}, and it cannot be read ({error}): remove it, then run "
                "`ui-mcp install` again, or reinstall pytest-uimcp"
            ) from error

    @property
    def names(self) -> list[str]:
        return self._files.namelist()

    def read(self, path: str) -> bytes | None:
        try:
            return self._files.read(path)
        except KeyError:
            return None

    def tag(self, path: str) -> str:
        """What changes when the content of a file does; raises KeyError."""
        return f"{self._files.getinfo(path).CRC:08x}"


def find_shoelace() -> Shoelace | None:
    """The archive of this installation, opened once; None if there is none. A broken one is ShoelaceUnavailable."""
    archive = find_archive()
    if archive is None:
        return None
    return _opened(archive)


def find_archive() -> Path | None:
    """Where the archive is: in the package, else in a cache; None if there is none."""
    places = (_PACKAGE / FOLDER, *caches())
    return next((place / ARCHIVE for place in places if (place / ARCHIVE).is_file()), None)


def caches() -> list[Path]:
    """The folders of caches in which an archive may be; a new one goes into the first."""
    tree = _PACKAGE.parent
    if is_source_tree(tree) and "UIMCP_CACHE" not in os.environ:
        # Where `make setup` puts it.
        return [tree / ".cache", cache_dir()]
    return [cache_dir()]


@functools.cache
def _opened(archive: Path) -> Shoelace:
    return Shoelace(archive)

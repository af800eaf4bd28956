"""Files of `{base_dir}/html`, as both ports serve them, and never a file outside of the base directory.

Apps link their folders into `html/` while the server runs (`html/x` to `apps/x`, `html/x-storage` to `storage/x`), so
links are followed anew at each request. A base directory without a file of its own gets that of the bundle.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Final

from pytest_uimcp.core.spelling import near

FOLDER: Final = "html"
INDEX: Final = "index.html"
# The folders of a base directory whose files may come from anybody.
DATA: Final = ("storage", "log")
# Databases of versions that apps keep in their own folder.
PRIVATE_SUFFIX: Final = ".fossil"
# Of a folder, to look for what somebody may have meant.
_MOST_NAMES: Final = 500
_MOST_SIMILAR: Final = 4
_PAGES: Final = ("", ".html", ".htm", ".md")


def find_html(base_dir: Path, bundle: Path, path: str) -> Path | None:
    """The file at `path` below `html/`, for a folder its `index.html`; None if there is none or it is not served."""
    steps = path.strip("/").split("/") if path.strip("/") else []
    if "\0" in path or "\\" in path or _is_private(steps):
        return None
    own = base_dir / FOLDER
    file = None
    if own.is_dir():
        file = _find(own.parent.resolve(), own, steps, (base_dir.resolve(), _real(bundle / FOLDER)))
    return file or _bundled(bundle, steps)


def near_html(base_dir: Path, bundle: Path, path: str, *besides: str) -> list[str]:
    """The addresses that somebody who asked for a file that is not there may have meant; `besides` are no files."""
    folder, _, _ = path.strip("/").rpartition("/")
    addresses = set(besides)
    for root in (base_dir / FOLDER, bundle / FOLDER):
        try:
            with os.scandir(root / folder) as entries:
                addresses |= {f"{folder}/{entry.name}".lstrip("/") for entry in islice(entries, _MOST_NAMES)}
        except (OSError, ValueError):
            continue
    # People go to pages; a file for a page is meant only by who names its kind.
    kinds = (*_PAGES, PurePosixPath(path).suffix.lower())
    addresses = {address for address in addresses if PurePosixPath(address).suffix.lower() in kinds}
    addresses -= {f"{name}.html" for name in besides}
    # Only few are looked for on the disk, and what is not served is not named.
    similar = near(path.strip("/"), addresses, _MOST_SIMILAR)
    return [address for address in similar if address in besides or find_html(base_dir, bundle, address) is not None]


def is_from_author(base_dir: Path, path: Path) -> bool:
    """Whether a file that was found belongs to an app or to the front end, and not to an app's data."""
    real_base_dir = base_dir.resolve()
    return not path.is_relative_to(real_base_dir) or path.relative_to(real_base_dir).parts[0] not in DATA


def has_parent_steps(path: str) -> bool:
    """Whether a decoded path has a step `..`, which no client of ours sends."""
    return ".." in path.replace("\\", "/").split("/")


@lru_cache(maxsize=32)
def _real(folder: Path) -> Path:
    """Where a folder of the bundle really is: nobody moves that while it is in use."""
    return folder.resolve()


def _bundled(bundle: Path, steps: Sequence[str]) -> Path | None:
    try:
        file = _file_of_bundle(bundle, tuple(steps))
    except FileNotFoundError:
        return None
    if file.is_file():
        return file
    return None


@lru_cache(maxsize=256)
def _file_of_bundle(bundle: Path, steps: tuple[str, ...]) -> Path:
    """The same for a file of the bundle, which every page asks for; where there is none, the next one looks again."""
    common = bundle / FOLDER
    file = _find(_real(bundle), common, steps, (_real(common),))
    if file is None:
        raise FileNotFoundError(*steps)
    return file


def _find(top: Path, root: Path, steps: Sequence[str], allowed: Sequence[Path]) -> Path | None:
    try:
        target = root.joinpath(*steps).resolve(strict=True)
        if target.is_dir():
            target = (target / INDEX).resolve(strict=True)
        if not target.is_file():
            return None
        for real_folder in allowed:
            if target.is_relative_to(real_folder):
                # Directly in the base directory are the token, the settings and the scripts: no files of apps.
                if _is_private(target.relative_to(real_folder).parts) or target.parent == top:
                    return None
                return target
    except (OSError, ValueError, RuntimeError):  # not there, no name of a file, links in a circle
        return None
    return None


def _is_private(steps: Sequence[str]) -> bool:
    return any(step.startswith(".") or step.lower().endswith(PRIVATE_SUFFIX) for step in steps)

"""Files that a test names: looked for beside the test, then in the root of the repository."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pytest_uimcp.core.errors import UimcpError


def file_in(folders: Sequence[Path], path: str | Path) -> Path:
    """The first file of this name; without folders it is looked for in the working directory."""
    # The test's folder and the root may be the same.
    places = list(dict.fromkeys(folder / path for folder in folders)) or [Path(path)]
    path_of_file = next((place for place in places if place.is_file()), None)
    if path_of_file is None:
        raise UimcpError(f"no file {path}; looked in {' and '.join(str(place.parent) for place in places)}")
    return path_of_file

"""Files that a test names: looked for beside the test, then in the root of the repository."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.spelling import hint


def file_in(folders: Sequence[Path], path: str | Path) -> Path:
    """The first file of this name; without folders it is looked for in the working directory."""
    # The test's folder and the root may be the same.
    places = list(dict.fromkeys(folder / path for folder in folders)) or [Path(path)]
    path_of_file = next((place for place in places if place.is_file()), None)
    if path_of_file is None:
        siblings = [file.name for place in places if place.parent.is_dir() for file in place.parent.iterdir()]
        # Tests stand beside their data, and are never meant by it.
        if Path(path).suffix != ".py":
            siblings = [name for name in siblings if not name.endswith(".py")]
        where = " and ".join(str(place.parent) for place in places)
        raise UimcpError(f"no file {path}{hint(Path(path).name, siblings)}; looked in {where}")
    return path_of_file

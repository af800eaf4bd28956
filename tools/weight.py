"""What an installation weighs, by package: `python -m tools.weight` prints the table of `docs/installation.md`.

The files are those that the packages of this environment list; what Python compiles of them is about a third more.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.docs.tables import table

OWN: Final = "pytest-uimcp"
# Packages below this weight are counted together.
MIN_SHOWN_MEGABYTES: Final = 3.0


def needs_of(name: str) -> dict[str, Distribution]:
    """What a package requires without extras, and all that requires in turn, as this environment has it."""
    waiting = [(text, "") for text in distribution(name).requires or ()]
    needs: dict[str, Distribution] = {}
    seen = set()
    while waiting:
        text, extra = waiting.pop()
        need = Requirement(text)
        if (text, extra) in seen or not (need.marker is None or need.marker.evaluate({"extra": extra})):
            continue
        seen.add((text, extra))
        package = needs.setdefault(canonicalize_name(need.name), distribution(need.name))
        waiting += [(requirement, wanted) for requirement in package.requires or () for wanted in ("", *need.extras)]
    return needs


def megabytes(package: Distribution) -> float:
    files = (Path(str(file.locate())) for file in package.files or () if "__pycache__" not in file.parts)
    return sum(path.stat().st_size for path in files if path.is_file()) / 1e6


def weights() -> dict[str, float]:
    """Megabytes of each package beside our own, the heaviest first."""
    sizes = {name: megabytes(package) for name, package in needs_of(OWN).items()}
    return dict(sorted(sizes.items(), key=lambda item: -item[1]))


def rows(sizes: dict[str, float]) -> Iterator[tuple[str, str]]:
    shown = {name: size for name, size in sizes.items() if size >= MIN_SHOWN_MEGABYTES}
    for name, size in shown.items():
        yield name, f"{size:.0f} MB"
    rest = sum(sizes.values()) - sum(shown.values())
    yield f"{len(sizes) - len(shown)} others", f"{rest:.0f} MB"
    yield f"all {len(sizes)}", f"{sum(sizes.values()):.0f} MB"


if __name__ == "__main__":
    print(table("package", "weighs", rows=rows(weights())))  # noqa: T201 -- a command

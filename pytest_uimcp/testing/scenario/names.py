"""The names of scenario files.

The plugin asks for them in every run, so this module imports nothing of the package.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

# What commands and documents write.
ENDING: Final = ".scenario.yaml"
# What is read: both endings of YAML are usual.
ENDINGS: Final = (ENDING, ".scenario.yml")


def is_scenario(file: Path) -> bool:
    return file.name.endswith(ENDINGS)


def without_ending(name: str) -> str:
    """The name of a scenario file without its ending; other names as they are."""
    for ending in ENDINGS:
        name = name.removesuffix(ending)
    return name


def scenarios_in(folder: Path) -> Iterator[Path]:
    """The scenario files of a folder and of those below it, in order."""
    return iter(sorted(file for ending in ENDINGS for file in folder.rglob(f"*{ending}")))


def argument_path(argument: str, start: Path) -> Path:
    """The path of an argument of pytest, which may go on with the name of a test."""
    # Not resolved, as in pytest: links are collected under their own names.
    return start.joinpath(argument.partition("[")[0].partition("::")[0])

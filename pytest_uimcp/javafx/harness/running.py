"""The JavaFX programs that a run of pytest has started, and what a test sees of one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_uimcp.javafx.bridge.launching import JavaProgram
from pytest_uimcp.testing.options import value

if TYPE_CHECKING:
    from pytest_uimcp.javafx.harness.stage import Stage

# What brings a program that is kept back to its beginning.
Reset = Callable[["Stage"], object]
_KEPT = pytest.StashKey[dict[str, JavaProgram]]()


def start_program(command: str, config: pytest.Config) -> JavaProgram:
    """Start a program in the root directory of the run."""
    javafx = value(config, "javafx")
    return JavaProgram(command, config.rootpath, javafx=Path(javafx) if javafx else None)


def kept_program(command: str, config: pytest.Config) -> tuple[JavaProgram, bool]:
    """The program that tests share, and whether it has run before; one that has ended is started again."""
    if _KEPT not in config.stash:
        config.stash[_KEPT] = {}
        config.add_cleanup(lambda: _end_all(config))
    programs = config.stash[_KEPT]
    program = programs.get(command)
    if program is not None and program.is_running:
        return program, True
    if program is not None:
        program.close()
    programs[command] = start_program(command, config)
    return programs[command], False


def _end_all(config: pytest.Config) -> None:
    for program in config.stash[_KEPT].values():
        program.close()
    config.stash[_KEPT].clear()

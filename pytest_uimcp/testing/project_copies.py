"""The copies that the tests of a run work on: what nobody has looked into, the next test takes as it is.

Most tests never see the files of their copy, and to write them takes longer than to start the server. So a copy goes
back here after its test, with what it looked like when it was made. It serves once more only if it still looks like
that, and if its original does too: a program that an app has left running may write at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pytest_uimcp.checks.app_directory import IGNORED
from pytest_uimcp.checks.copying import backdrop_of, original_of
from pytest_uimcp.checks.tree_state import TreeState, tree_state
from pytest_uimcp.core.base_dir import copy_below
from pytest_uimcp.testing.project import Project, copy_project


@dataclass(frozen=True, slots=True)
class _Copy:
    """A copy in a folder of its own, as it was made from its original."""

    folder: Path
    original: TreeState
    state: TreeState


class ProjectCopies:
    """All copies of a run."""

    def __init__(self, new_folder: Callable[[], Path]) -> None:
        self._new_folder = new_folder
        # Those that no test has, by what they are copies of.
        self._idle: dict[Path, list[_Copy]] = {}
        self._lent: dict[Path, tuple[Path, _Copy]] = {}

    def take(self, source: str | Path) -> Project:
        """A copy of an app directory, a single app, or a sample app by its name, as nobody has seen it before."""
        original = original_of(source)
        state = tree_state(original, IGNORED)
        if (copy := self._idle_copy(original, state)) is not None:
            directory = copy_below(copy.folder, original)
            self._lent[directory] = (original, copy)
            return Project(backdrop_of(directory))
        folder = self._new_folder()
        project = copy_project(source, copy_below(folder, original))
        if state is not None and state.is_settled and (made := tree_state(folder)) is not None:
            self._lent[project.backdrop.directory] = (original, _Copy(folder, state, made))
        return project

    def give_back(self, project: Project) -> None:
        """The test of a project is over and has passed; of one that has failed, the files stay as they are."""
        backdrop = project.backdrop
        if backdrop.directory in self._lent:
            original, copy = self._lent.pop(backdrop.directory)
            if not backdrop.is_seen:
                self._idle.setdefault(original, []).append(copy)

    def _idle_copy(self, original: Path, state: TreeState | None) -> _Copy | None:
        idle = self._idle.get(original, [])
        while idle:
            copy = idle.pop()
            if copy.original == state and copy.state == tree_state(copy.folder):
                return copy
        return None

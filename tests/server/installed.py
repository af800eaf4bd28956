"""A project into which the bundle is installed, once for a process: most tests of the server want one.

Installing writes a hundred files, which takes more processor time than the rest of such a test. So the tests' projects
get links to the files of one. What replaces a file, as installs do, replaces the link; who writes into one in place
writes into all, and then the next test gets a new project.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.server.base_dir import prepare_base_dir
from pytest_uimcp.server.install.install import install_if_missing

__all__ = ["InstalledProject"]

Seen: TypeAlias = list[tuple[int, int, int]]


class InstalledProject:
    """The project whose files are linked."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0
        self._install()

    def link_into(self, project: Path) -> None:
        """What configuring a server would put into an empty project."""
        if self._look() != self._seen:
            self._install()
        for place in self._folders:
            (project / place).mkdir()
        for place in self._files:
            os.link(self._project / place, project / place)

    def _install(self) -> None:
        self._count += 1
        self._project = self._folder / str(self._count)
        base_dir = self._project / ".claude" / "ui"
        prepare_base_dir(base_dir)
        install_if_missing(bundle_dir(), base_dir)
        places = sorted(self._project.rglob("*"))  # a folder comes before what is in it
        self._folders = [path.relative_to(self._project) for path in places if path.is_dir()]
        self._files = [path.relative_to(self._project) for path in places if not path.is_dir()]
        self._seen = self._look()

    def _look(self) -> Seen:
        """What writing into a file in place changes."""
        states = [(self._project / place).stat() for place in self._files]
        return [(state.st_size, state.st_mtime_ns, state.st_mode) for state in states]

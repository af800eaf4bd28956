"""Says at the end of a run without `--uimcp` which files of ours it has passed by.

The plugin imports this module when a run has met such a file, or when nothing ran.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from pytest_uimcp.testing.options import PASSED_BY, is_said
from pytest_uimcp.testing.scenario.names import argument_path, is_scenario

_NAME: Final = "uimcp-reminder"
_MAX_NAMES: Final = 3


class Reminder:
    """Remembers scenario files that are not collected, and apps that were named although nothing checks them.

    Who has said no, with `uimcp = false` in the ini file, is not reminded.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._scenarios: set[str] = set()

    def see(self, file: Path, session: pytest.Session) -> None:
        """Remember a file that the run meets, if it is a scenario and nobody has named it."""
        if is_scenario(file) and not session.isinitpath(file):
            self.add([str(file)])

    def add(self, files: list[str]) -> None:
        self._scenarios.update(files)
        # A worker of pytest-xdist has no terminal: its controller tells.
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput[PASSED_BY] = sorted(self._scenarios)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
        if is_said(self._config, ""):
            return
        nothing_ran = exitstatus in (pytest.ExitCode.NO_TESTS_COLLECTED, pytest.ExitCode.USAGE_ERROR)
        if self._scenarios:
            problem = f"not run: {_counted(self._names())}. `pytest --uimcp` runs what was left out"
        elif nothing_ran and (apps := self._apps()) is not None:
            problem = f"not checked: the apps in {apps}. `pytest --uimcp` checks them"
        else:
            return
        terminalreporter.write_line(f"uimcp: {problem}, and so does every run with {self._ini_line()}")

    def _names(self) -> list[str]:
        return [os.path.relpath(path, self._config.invocation_params.dir) for path in sorted(self._scenarios)]

    def _ini_line(self) -> str:
        path = self._config.inipath
        if path is None:
            return "the lines `[pytest]` and `uimcp = true` in pytest.ini"
        if path.suffix == ".toml":
            return f"`uimcp = true` in {path.name}, where pytest has its settings"
        return f"the line `uimcp = true` in {path.name}"

    def _apps(self) -> str | None:
        """The app directory of a run that found nothing to run: the one that is named, else the repository's."""
        # Imported here: most runs that pass by a file find tests.
        from pytest_uimcp.testing.collect.app_directories import directory_below, directory_of_argument

        config = self._config
        start = config.invocation_params.dir
        for argument in config.args:
            path = Path(os.path.abspath(argument_path(argument, start)))  # noqa: PTH100 -- resolve() would follow links
            directory = directory_of_argument(path, config.rootpath) or directory_below(path)
            if directory is not None:
                return os.path.relpath(directory.base, start)
        return None


def _counted(names: list[str]) -> str:
    if len(names) <= _MAX_NAMES:
        return ", ".join(names)
    return f"{len(names)} scenarios, {', '.join(names[:_MAX_NAMES])}, …"


def reminder(config: pytest.Config) -> Reminder:
    """The run's only one, which is registered when it is first asked for."""
    registered: Reminder | None = config.pluginmanager.get_plugin(_NAME)
    if registered is None:
        registered = Reminder(config)
        config.pluginmanager.register(registered, _NAME)
    return registered

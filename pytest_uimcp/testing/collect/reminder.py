"""Says at the end of a run without `--uimcp` which files of ours it has passed by.

Every pytest run of the environment loads this module, so it imports only pytest and tables.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import pytest

from pytest_uimcp.testing.options import is_said
from pytest_uimcp.testing.scenario.names import argument_path, is_scenario

# The key under which a worker of pytest-xdist hands over what it has seen.
OUTPUT: Final = "uimcp_passed_by"
_MAX_NAMES: Final = 3


class Reminder:
    """Remembers scenario files that are not collected, and apps that were named although nothing checks them.

    Who has said no, with `uimcp = false` in the ini file, is not reminded.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._is_silent = is_said(config, "")
        self._scenarios: set[str] = set()

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> None:
        if is_scenario(file_path) and not parent.session.isinitpath(file_path):
            self._scenarios.add(str(file_path))

    def pytest_sessionfinish(self) -> None:
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput[OUTPUT] = sorted(self._scenarios)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        self._scenarios.update(getattr(node, "workeroutput", {}).get(OUTPUT, ()))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
        if self._is_silent:
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
        # Imported here: most runs find tests.
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

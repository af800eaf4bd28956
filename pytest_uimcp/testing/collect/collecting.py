"""The hooks that collect apps in a run with `--uimcp`."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from pytest_uimcp.checks.app_directory import ENTRY, AppDirectory
from pytest_uimcp.testing.collect.app_directories import directory_below, directory_of_argument, find_directory
from pytest_uimcp.testing.collect.nodes import AppFile, AppsFolder
from pytest_uimcp.testing.collect.seconds import seconds_of
from pytest_uimcp.testing.options import value
from pytest_uimcp.testing.scenario.names import argument_path, scenarios_in

# Large folders that contain no tests.
_UNVISITED = frozenset({"html", "log"})


class Collecting:
    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._directories: tuple[AppDirectory, ...] = ()
        self._unvisited: frozenset[Path] = frozenset()
        # The folders whose apps are collected, and those on the way to them.
        self._bases: frozenset[Path] = frozenset()
        self._way: frozenset[Path] = frozenset()
        # The outermost hidden folders among them.
        self._hidden: frozenset[Path] = frozenset()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        """Find the app directory; add it to what is collected, unless paths were given."""
        config = self._config
        seconds_of(config)  # reported once here instead of by each check
        has_arguments = config.args_source is pytest.Config.ArgsSource.ARGS
        if has_arguments:
            self._directories = tuple(dict.fromkeys(self._named()))
        else:
            self._directories = self._own()
        self._unvisited = frozenset(directory.base / name for directory in self._directories for name in _UNVISITED)
        if not has_arguments:
            for directory in self._directories:
                self._add(directory)
            return
        folders = [path for argument in config.args if (path := self._path(argument)).is_dir()]
        for directory in self._directories:
            # Below a folder that was named, `.` for example, apps are collected as tests are.
            for folder in folders:
                if directory.base != folder and directory.base.is_relative_to(folder):
                    self._open_way(directory.base, folder)

    def _add(self, directory: AppDirectory) -> None:
        config = self._config
        paths = [self._path(argument) for argument in config.args]
        # An argument that selects a part of the directory must not be replaced by the whole.
        if any(directory.base in path.parents for path in paths):
            added = directory.base / "apps"
        else:
            added = directory.base
        if not any(added.is_relative_to(path) for path in paths):
            config.args.append(str(added))
        self._open_way(added, config.rootpath)

    def _open_way(self, base: Path, start: Path) -> None:
        """Let pytest enter the folders from `start` to `base`."""
        way = [path for path in (base, *base.parents) if path.is_relative_to(start) and path != start]
        hidden = next((path for path in reversed(way) if path.name.startswith(".")), None)
        self._bases |= {base}
        self._way |= {*way}
        if hidden is not None:
            self._hidden |= {hidden}

    def _own(self) -> tuple[AppDirectory, ...]:
        """The directory of the repository; none where only stories are told, of APIs and of stages."""
        try:
            return (find_directory(self._config),)
        except pytest.UsageError:
            paths = map(self._path, self._config.args)
            is_ignored = value(self._config, "dir") is None and any(
                story for path in paths if path.is_dir() for story in scenarios_in(path)
            )
            if not is_ignored:
                raise
            return ()

    def _named(self) -> list[AppDirectory]:
        root = self._config.rootpath
        paths = [self._path(argument) for argument in self._config.args]
        directories = [directory_of_argument(path, root) for path in paths]
        # A run of several repositories names a folder of each.
        directories += [directory_below(path) for path in paths]
        with suppress(pytest.UsageError):  # the paths may be unrelated
            directories.append(find_directory(self._config))
        return [directory for directory in directories if directory is not None]

    def _path(self, argument: str) -> Path:
        return Path(_absolute(argument_path(argument, self._config.invocation_params.dir)))

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Enter a hidden folder only for the apps in it."""
        if collection_path in self._unvisited or self._leads_away(collection_path):
            return True
        if collection_path in self._way:
            # It may be below an argument, but pytest does not enter hidden folders.
            if self._is_ignored(collection_path):
                return None
            return False
        if not any(collection_path.is_relative_to(hidden) for hidden in self._hidden):
            return None
        if any(collection_path.is_relative_to(base) for base in self._bases):
            return None
        return True

    def _leads_away(self, path: Path) -> bool:
        """Whether it is a link in an app directory to a folder that contains it, or to one elsewhere that is no app."""
        within = [directory for directory in self._directories if path.is_relative_to(directory.base)]
        if not within or not path.is_symlink() or not path.is_dir():
            return False
        target = Path(os.path.realpath(path))
        if Path(os.path.realpath(path.parent)).is_relative_to(target):
            return True
        return any(
            path.is_relative_to(directory.base / "apps")
            and path.parent != directory.base / "apps"
            and not target.is_relative_to(os.path.realpath(directory.base))
            for directory in within
        )

    def _is_ignored(self, path: Path) -> bool:
        return any(path == Path(_absolute(Path(ignored))) for ignored in self._config.getoption("ignore") or ())

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        for directory in self._directories:
            if path == directory.base / "apps" and not directory.single:
                folder = AppsFolder.from_parent(parent, path=path)
                folder.directory = directory
                return folder
        return None

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        if file_path.name != ENTRY:
            return None
        for directory in self._directories:
            app = directory.app_of(file_path)
            if app is not None:
                file = AppFile.from_parent(parent, path=file_path)
                file.directory = directory
                file.app = app
                return file
        return None


def _absolute(path: Path) -> str:
    return os.path.abspath(path)  # noqa: PTH100 -- resolve() would follow links

"""Finds unused snapshot files, given the tests that were collected and run and the files that were used."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from pytest_uimcp.testing.snapshots.kinds import snapshot_kinds

# Other syrupy extensions also write .html and .png; files with the own suffixes are always ours.
OWN_SUFFIXES: Final = tuple(f".{kind.suffix}" for kind in snapshot_kinds().values() if not kind.is_shared)
SHARED_SUFFIXES: Final = tuple(f".{kind.suffix}" for kind in snapshot_kinds().values() if kind.is_shared)


@dataclass(frozen=True, slots=True)
class Test:
    nodeid: str
    folder: str
    module: str
    stem: str
    is_ours: bool


@dataclass(slots=True)
class UsageReport:
    """What a process knows about tests and their snapshots at the end of its run."""

    tests: list[Test] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    selected: set[str] = field(default_factory=set)
    used_paths: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)

    @property
    def is_whole(self) -> bool:
        """Whether no test was deselected: otherwise only the selected tests count."""
        return len(self.selected) == len(self.tests) + len(self.others)

    def merge(self, report: UsageReport) -> None:
        """Add what another process knows; all processes have collected the same tests."""
        # Every worker of xdist collects everything and runs a part.
        self.tests = self.tests or report.tests
        self.others = self.others or report.others
        self.selected |= report.selected
        self.used_paths |= report.used_paths
        self.folders |= report.folders

    def plain(self) -> dict[str, Any]:
        return {
            "tests": [asdict(test) for test in self.tests],
            "others": self.others,
            **{name: sorted(getattr(self, name)) for name in ("selected", "used_paths", "folders")},
        }

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> UsageReport:
        return cls(
            [Test(**test) for test in plain["tests"]],
            plain["others"],
            *(set(plain[name]) for name in ("selected", "used_paths", "folders")),
        )


@dataclass(frozen=True, slots=True)
class RunFacts:
    """Facts of a run: the tests that passed, the arguments, and whether `--lf` was among them.

    `knows_others`: syrupy can tell which files are those of other extensions.
    """

    passed_tests: frozenset[str]
    arguments: tuple[str, ...]
    only_last_failed: bool
    knows_others: bool

    @property
    def knows_all_tests(self) -> bool:
        """Whether all tests of a module were collected; tests that `-k` and the like deselect later are known."""
        return not self.only_last_failed and not any("::" in argument for argument in self.arguments)

    @property
    def names_files(self) -> bool:
        return any(Path(argument.split("::")[0]).is_file() for argument in self.arguments)


def usage_report(
    collected: list[pytest.Item], selected: Iterable[str], used_paths: set[str], folders: set[str]
) -> UsageReport:
    from pytest_uimcp.testing.snapshots.names import file_stem, test_name

    report = UsageReport(used_paths=set(used_paths), folders=set(folders))
    folder_of: dict[Path, str | None] = {}
    for item in collected:
        # Scenarios and checks: their snapshots stand in folders of their own.
        if not isinstance(item, pytest.Function):
            report.others.append(item.nodeid)
            continue
        if item.path not in folder_of:
            folder_of[item.path] = _folder(item.path)
        folder = folder_of[item.path]
        if folder is not None:
            classes = item.nodeid.split("::")[1:-1]
            stem = file_stem(".".join([*classes, test_name(item)]))
            report.tests.append(Test(item.nodeid, folder, str(item.path), stem, "uimcp_snapshot" in item.fixturenames))
    interesting = {*(test.nodeid for test in report.tests), *report.others}
    report.selected = interesting.intersection(selected)
    return report


def _folder(module: Path) -> str | None:
    from syrupy.extensions.base import AbstractSyrupyExtension

    location: Any = SimpleNamespace(filepath=str(module))
    folder = Path(AbstractSyrupyExtension.dirname(test_location=location))
    if folder.is_dir():
        return str(folder)
    return None


def stem_of(path: Path) -> str | None:
    """A file's name without the suffix of its kind; None if it is not one of our snapshots."""
    for suffix in (*OWN_SUFFIXES, *SHARED_SUFFIXES):
        if path.name.endswith(suffix) and not path.name.startswith("."):
            return path.name.removesuffix(suffix)
    return None


def find_unused(usage: UsageReport, facts: RunFacts) -> list[Path]:
    """The files that no test needs any more, as far as this run can tell."""
    if not facts.knows_all_tests:
        return []
    candidates = [*_of_modules(usage, facts), *_of_removed_modules(usage, facts), *_of_folders(usage, facts)]
    paths = (path for path in set(candidates) if facts.knows_others or path.name.endswith(OWN_SUFFIXES))
    return sorted(path for path in paths if str(path) not in usage.used_paths)


def _of_modules(usage: UsageReport, facts: RunFacts) -> Iterator[Path]:
    modules: dict[str, list[Test]] = defaultdict(list)
    for test in usage.tests:
        modules[test.module].append(test)
    for module, tests in modules.items():
        for path in _files(Path(tests[0].folder) / Path(module).stem):
            if _is_unused(path, tests, usage, facts):
                yield path


def _is_unused(path: Path, tests: list[Test], usage: UsageReport, facts: RunFacts) -> bool:
    from pytest_uimcp.testing.snapshots.names import owns

    stem = stem_of(path) or ""
    owners = [test for test in tests if owns(test.stem, stem)]
    # Nobody's, if really everybody was there.
    if not owners:
        return usage.is_whole
    if path.name.endswith(SHARED_SUFFIXES) and not any(test.is_ours for test in owners):
        return False
    # A test that failed may not have come to its last snapshot.
    return all(test.nodeid in usage.selected and test.nodeid in facts.passed_tests for test in owners)


def _of_removed_modules(usage: UsageReport, facts: RunFacts) -> Iterator[Path]:
    """Our files in folders named like a test module that no longer exists; only those that are certainly ours."""
    # Whether the module is gone, or was only not named, cannot be told then.
    if facts.names_files or not usage.is_whole:
        return
    for folder in {Path(test.folder) for test in usage.tests}:
        for of_module in (*folder.glob("test_*/"), *folder.glob("*_test/")):
            if of_module.is_dir() and not (folder.parent / f"{of_module.name}.py").exists():
                yield from (path for path in _files(of_module) if path.name.endswith(OWN_SUFFIXES))


def _of_folders(usage: UsageReport, facts: RunFacts) -> Iterator[Path]:
    """The unused files of items that are not test functions, if all of them passed."""
    if not all(nodeid in usage.selected and nodeid in facts.passed_tests for nodeid in usage.others):
        return
    for folder in usage.folders:
        yield from (path for path in Path(folder).glob("*.aria.yaml") if not path.name.startswith("."))


def _files(folder: Path) -> list[Path]:
    if folder.is_dir():
        return [path for path in folder.iterdir() if stem_of(path) is not None]
    return []

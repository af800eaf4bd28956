"""What checks need when they run, imported only then: sandboxes, stored snapshots, findings as pytest shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.sandbox import Sandbox
from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.server.harness.standalone_mcp import StandaloneMcp
from pytest_uimcp.server.lua.services import app_services
from pytest_uimcp.server.publisher.topics import Topics

if TYPE_CHECKING:
    from pytest_uimcp.engine.startup import Extension
    from pytest_uimcp.testing.collect.nodes import Check


_SANDBOXES: Final = pytest.StashKey[dict[AppDirectory, Sandbox]]()
_FOLDER: Final = "__snapshots__"
_ENDING: Final = ".aria.yaml"
_WRITING: Final = ("update_snapshots", "update_new_snapshots_only")


# Copying an app directory takes long, so all checks of a process use one copy.
def sandbox_for(config: pytest.Config, directory: AppDirectory) -> Sandbox:
    """The sandbox of an app directory; it is removed when the run ends."""
    sandboxes = config.stash.setdefault(_SANDBOXES, {})
    if directory not in sandboxes:
        sandboxes[directory] = Sandbox(directory, config.rootpath, _extensions)
        sandboxes[directory].needs_tree = partial(_is_compared, config, directory)
        config.add_cleanup(sandboxes[directory].close)
    return sandboxes[directory]


def _extensions(base_dir: Path) -> list[Extension]:
    return [StandaloneMcp(base_dir), *app_services(base_dir, bundle_dir(), Topics().add)]


def _is_compared(config: pytest.Config, directory: AppDirectory, app: str, key: str) -> bool:
    writing = any(config.getoption(option, default=False) for option in _WRITING)
    return writing or (directory.folder(app) / _FOLDER / f"{key}{_ENDING}").is_file()


def compare(check: Check, name: str, tree: str) -> None:
    """Compare an accessibility tree with the stored one; raises AssertionError with the difference."""
    # Most apps have none, so the modules that compare them are imported only now.
    if _is_compared(check.config, check.parent.directory, check.parent.app, name):
        from pytest_uimcp.testing.snapshots.stored import compare_stored

        compare_stored(check, check.path.parent / _FOLDER, name, tree)


@dataclass(frozen=True, slots=True)
class _Crash:
    """What pytest's summary line is made from."""

    path: str
    lineno: int
    message: str

    def __str__(self) -> str:
        return self.message


class Failure:
    """The result of a check's `repr_failure`: no traceback, and locations that an editor can jump to."""

    def __init__(self, findings: Sequence[Finding], start: Path, *, long: bool) -> None:
        self._text = "\n".join(finding.text(start, long=long) for finding in findings)
        finding = findings[0]
        self.reprcrash = _Crash(str(finding.file or ""), finding.line or 1, finding.headline(start))

    def __str__(self) -> str:
        return self._text

    def toterminal(self, out: object) -> None:
        out.line(self._text)  # type: ignore[attr-defined]  # pytest's TerminalWriter, which it does not export

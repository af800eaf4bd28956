"""The sandboxes of a run: one per app directory, shared by all checks of a process."""

from __future__ import annotations

from typing import Final

import pytest

from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.checks.sandbox import Sandbox
from pytest_uimcp.server.harness.standalone_mcp import StandaloneMcp

__all__ = ["sandbox_for"]

_SANDBOXES: Final = pytest.StashKey[dict[AppDirectory, Sandbox]]()


def sandbox_for(config: pytest.Config, directory: AppDirectory) -> Sandbox:
    """The sandbox of an app directory; it is removed when the run ends."""
    sandboxes = config.stash.setdefault(_SANDBOXES, {})
    if directory not in sandboxes:
        sandboxes[directory] = Sandbox(directory, config.rootpath, lambda base_dir: [StandaloneMcp(base_dir)])
        config.add_cleanup(sandboxes[directory].close)
    return sandboxes[directory]

"""The sandboxes of a run: one per app directory, shared by all checks of a process."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.checks.sandbox import Sandbox
from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.server.harness.standalone_mcp import StandaloneMcp
from pytest_uimcp.server.lua.services import app_services
from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher

if TYPE_CHECKING:
    from pytest_uimcp.engine.startup import Extension

__all__ = ["sandbox_for"]

_SANDBOXES: Final = pytest.StashKey[dict[AppDirectory, Sandbox]]()


# Copying an app directory takes long, so all checks of a process use one copy.
def sandbox_for(config: pytest.Config, directory: AppDirectory) -> Sandbox:
    """The sandbox of an app directory; it is removed when the run ends."""
    sandboxes = config.stash.setdefault(_SANDBOXES, {})
    if directory not in sandboxes:
        sandboxes[directory] = Sandbox(directory, config.rootpath, _extensions)
        config.add_cleanup(sandboxes[directory].close)
    return sandboxes[directory]


def _extensions(base_dir: Path) -> list[Extension]:
    return [StandaloneMcp(base_dir), *app_services(base_dir, bundle_dir(), TopicPublisher())]

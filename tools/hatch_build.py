"""Build hook: the files of the distributions in addition to the package.

The wheel gets `bundle/` and `fixtures/`, without the recordings in `oracle/`, as package data; wheel and sdist
get `_release.txt`, because neither has a git history to ask for the release it was built from. An editable
install gets nothing: the package finds all of it in the source tree.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DistributionHook(BuildHookInterface):  # type: ignore[type-arg]  # generic in hatchling's source only
    """Adds the data folders and the release to the files of a build."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the extra files before the build collects the tree."""
        if version == "editable":
            return
        root = Path(self.root)
        extra: dict[str, str] = build_data["force_include"]
        if self.target_name == "wheel":
            extra[str(root / "bundle")] = "pytest_uimcp/_bundle"
            for folder in (root / "fixtures").iterdir():
                # What was recorded of other programs is for the tests of this project only.
                if folder.name != "oracle":
                    extra[str(folder)] = f"pytest_uimcp/_fixtures/{folder.name}"
        # An unpacked sdist holds the file already, and no git history to make it from.
        if not (root / "pytest_uimcp" / "_release.txt").exists():
            extra[str(self._baked_release(root))] = "pytest_uimcp/_release.txt"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what `initialize` wrote."""
        scratch = getattr(self, "_scratch", None)
        if scratch is not None:
            scratch.cleanup()

    def _baked_release(self, root: Path) -> Path:
        sys.path.insert(0, str(root))
        try:
            from pytest_uimcp.core.version import release_of_tree
        finally:
            sys.path.remove(str(root))
        self._scratch = tempfile.TemporaryDirectory()
        baked = Path(self._scratch.name) / "_release.txt"
        baked.write_text(release_of_tree(root) + "\n", encoding="utf-8")
        return baked

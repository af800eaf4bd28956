"""Build hook: the files of the distributions in addition to the package.

The wheel gets `bundle/` and `fixtures/`, without the recordings in `oracle/`, as package data; wheel and sdist
get `_release.txt`, because neither has a git history to ask for the release it was built from, and the archive of
Shoelace, which comes from npm. An editable install gets nothing: the package finds all of it in the source tree, and
the archive in a cache. A release has the bridge for JavaFX programs too, as a jar that was built before it.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Names the release in the environment, for a build one commit before its tag: `make release VERSION=1.0.0`.
RELEASE = "UIMCP_RELEASE"
# Names the jar of the bridge for JavaFX programs, which takes a JDK to build.
BRIDGE = "UIMCP_BRIDGE_JAR"


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
        # An unpacked sdist holds these already, and no git history to ask.
        if not (root / "pytest_uimcp" / "_release.txt").exists():
            extra[str(self._baked_release(root))] = "pytest_uimcp/_release.txt"
        if not (root / "pytest_uimcp" / "_shoelace").exists():
            for file in self._shoelace(root):
                extra[str(file)] = f"pytest_uimcp/_shoelace/{file.name}"
        jar = os.environ.get(BRIDGE)
        if jar and not (root / "pytest_uimcp" / "_bridge").exists():
            extra[jar] = f"pytest_uimcp/_bridge/{Path(jar).name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what `initialize` wrote."""
        if "_scratch" in vars(self):
            self._scratch.cleanup()

    @cached_property
    def _scratch(self) -> tempfile.TemporaryDirectory[str]:
        return tempfile.TemporaryDirectory()

    def _baked_release(self, root: Path) -> Path:
        with importable(root):
            from pytest_uimcp.core.version import release_named, release_of_tree
        baked = Path(self._scratch.name) / "_release.txt"
        if name := os.environ.get(RELEASE):
            release = release_named(name, root)
        else:
            release = release_of_tree(root)
        baked.write_text(release + "\n", encoding="utf-8")
        return baked

    def _shoelace(self, root: Path) -> tuple[Path, Path]:
        """The archive and its licence; without the archive and without a network, the build says what to run."""
        with importable(root):
            from pytest_uimcp.server.themes.shoelace_package import LICENCE, fetch_shoelace
        archive = fetch_shoelace()
        licence = Path(self._scratch.name) / LICENCE
        with zipfile.ZipFile(archive) as packed:
            licence.write_bytes(packed.read(LICENCE))
        return archive, licence


@contextlib.contextmanager
def importable(root: Path) -> Iterator[None]:
    """Let the package of the tree be imported, which a build does not install."""
    sys.path.insert(0, str(root))
    try:
        yield
    finally:
        sys.path.remove(str(root))

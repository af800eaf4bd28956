"""The version, and the release this copy was made as.

The version has one home, the line `**Version: X.Y.Z**` of `bundle/README.md`. A copy is a *release* if
its commit carries the tag `vX.Y.Z` of that version: a distribution remembers that from its build, a
source tree asks git, everything else is `dev`. Who builds before the tag is set names the release to the build.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_uimcp.core.assets import bundle_dir, is_source_tree

_PACKAGE = Path(__file__).resolve().parents[1]
_VERSION_LINE = re.compile(r"^\*\*Version: ([0-9]+\.[0-9]+\.[0-9]+)\*\*\s*$", re.MULTILINE)

DEVELOPMENT = "dev"


def read_version(readme: Path) -> str | None:
    match = _VERSION_LINE.search(readme.read_text(encoding="utf-8"))
    if match:
        return match.group(1)
    return None


def version() -> str:
    readme = bundle_dir() / "README.md"
    stated = read_version(readme)
    if stated is None:
        raise ValueError(f"expected a line `**Version: X.Y.Z**` in {readme}, found none")
    return stated


def release() -> str:
    """Return the release this copy was made as, such as `v1.0.0`, or `dev`."""
    baked = _PACKAGE / "_release.txt"
    if baked.is_file():
        return baked.read_text(encoding="utf-8").strip()
    return release_of_tree(_PACKAGE.parent)


def release_of_tree(root: Path) -> str:
    """Return the release that the source tree at `root` is, by its tag, or `dev`."""
    if not is_source_tree(root):
        return DEVELOPMENT
    tag = f"v{read_version(root / 'bundle' / 'README.md')}"
    # A tree inside another repository must not take that one's tag for its own.
    if not (root / ".git").exists():
        return DEVELOPMENT
    # A commit may have several tags.
    tags = _git(root, "tag", "--points-at", "HEAD").split()
    # What was changed since is no release, whatever the commit says.
    unchanged = not _git(root, "status", "--porcelain", "--untracked-files=no")
    if tag in tags and unchanged:
        return tag
    return DEVELOPMENT


def release_named(name: str, root: Path) -> str:
    """The release `name` (`v1.0.0` or `1.0.0`) of the tree at `root`; ValueError if the tree is not of that version."""
    stated = read_version(root / "bundle" / "README.md")
    if name.removeprefix("v") != stated:
        raise ValueError(f"VERSION={name}: bundle/README.md states {stated}; change the one or the other")
    return f"v{stated}"


def main(arguments: Sequence[str]) -> int:
    if arguments:
        sys.stderr.write(f"ui-mcp version takes no arguments, got: {' '.join(arguments)}\n")
        return 2
    sys.stdout.write(f"ui-mcp {release()}\n")
    return 0


def _git(root: Path, *arguments: str) -> str:
    try:
        completed = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    if completed.returncode == 0:
        return completed.stdout
    return ""

"""The version in a README.md, which decides whether an install is due."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pytest_uimcp.core.regular_file import read_beginning

from .semver import Semver

_LINE = re.compile(rb"^\*\*Version:[ \t]*(?P<version>[^*\r\n]*?)[ \t]*\*\*", re.MULTILINE)
# The version is near the top; this limits how much of a huge README is read.
_HEAD = 64 * 1024


@dataclass(frozen=True)
class ReadmeVersion:
    version: Semver | None
    problem: str | None = None
    exists: bool = True


def read_version(readme: Path) -> ReadmeVersion:
    """Find `**Version: X.Y.Z**` in a README. A missing file has neither a version nor a problem."""
    try:
        head = read_beginning(readme, _HEAD)
    except FileNotFoundError:
        return ReadmeVersion(None, exists=False)
    except OSError as error:
        return ReadmeVersion(None, f"{readme} cannot be read ({error.strerror})")
    match = _LINE.search(head)
    if match is None:
        return ReadmeVersion(None, f"{readme} has no line **Version: X.Y.Z**")
    stated = match["version"].decode("utf-8", "replace")
    version = Semver.parse(stated)
    if version is None:
        return ReadmeVersion(None, f"{readme} states the version {stated!r}, which is not of the form X.Y.Z")
    return ReadmeVersion(version)

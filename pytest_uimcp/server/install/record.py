"""`storage/install-manifest.json`: fingerprints of the installed files, by which an upgrade recognises edited ones."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.regular_file import read_regular

__all__ = ["RECORD", "InstallRecord", "digest"]

RECORD = "storage/install-manifest.json"
LARGEST: Final = 16 * 1024 * 1024


def digest(content: bytes) -> str:
    """The fingerprint of a file in the record."""
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def _is_inside(name: str) -> bool:
    # The file may come from somebody else, and what it names may be removed.
    return not any(step in ("", ".", "..") for step in name.split("/")) and "\\" not in name and "\0" not in name


@dataclass(frozen=True)
class InstallRecord:
    """The fingerprints of installed files by name.

    A name has several fingerprints during an install: an interrupted install leaves some files old and some new,
    and the next one must recognise both as ours.
    """

    files: dict[str, frozenset[str]] = field(default_factory=dict)
    complete: bool = True
    version: str | None = None
    problem: str | None = None

    @classmethod
    def load(cls, base_dir: Path) -> InstallRecord:
        """Read a directory's record; an unreadable one is empty and says why."""
        path = base_dir / RECORD
        try:
            data = json.loads(read_regular(path, LARGEST))
            files = {
                str(name): frozenset([known] if isinstance(known, str) else map(str, known))
                for name, known in data["files"].items()
                if _is_inside(name)
            }
            return cls(files, bool(data.get("complete", True)), data["version"])
        except FileNotFoundError:
            return cls()
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            return cls(problem=f"{path} cannot be read ({error}), so every file there counts as edited")

    def to_bytes(self) -> bytes:
        """The record as it is written: one fingerprint for each file, unless an install is under way."""
        data: dict[str, Any] = {"version": self.version}
        if not self.complete:
            data["complete"] = False
        data["files"] = {
            name: next(iter(known)) if len(known) == 1 else sorted(known) for name, known in sorted(self.files.items())
        }
        return (json.dumps(data, indent=1) + "\n").encode()

    def knows(self, name: str, content: bytes) -> bool:
        """Whether this content of `name` is one that we installed."""
        return digest(content) in self.files.get(name, frozenset())

    def under_way(self, version: str | None, written: dict[str, str]) -> InstallRecord:
        """The record to write before the first file is changed."""
        files = dict(self.files)
        for name, fingerprint in written.items():
            files[name] = files.get(name, frozenset()) | {fingerprint}
        return InstallRecord(files, complete=False, version=version)

    def done(self, version: str | None, written: dict[str, str], removed: set[str]) -> InstallRecord:
        """The record to write when everything is in place. Files that were kept keep their fingerprint."""
        files = {name: known for name, known in self.files.items() if name not in removed}
        files.update({name: frozenset({fingerprint}) for name, fingerprint in written.items()})
        return InstallRecord(files, complete=True, version=version)

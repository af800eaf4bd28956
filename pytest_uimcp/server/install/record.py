"""`.install.json`: what this base directory was given, so that an upgrade can tell edited files from ours."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["RECORD", "Record", "digest"]

RECORD = ".install.json"


def digest(content: bytes) -> str:
    """The fingerprint a record keeps of a file."""
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


@dataclass(frozen=True)
class Record:
    """The fingerprints of installed files by name.

    A name has several while an install is under way: a run that was cut off leaves some files old and
    some new, and the next run must know both as ours.
    """

    files: dict[str, frozenset[str]] = field(default_factory=dict)
    complete: bool = True
    version: str | None = None
    problem: str | None = None

    @classmethod
    def load(cls, base_dir: Path) -> Record:
        """Read a directory's record; one that cannot be read knows no file, and says why."""
        path = base_dir / RECORD
        try:
            data = json.loads(path.read_bytes())
            files = {str(name): frozenset(map(str, known)) for name, known in data["files"].items()}
            return cls(files, bool(data["complete"]), data["version"])
        except FileNotFoundError:
            return cls()
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            return cls(problem=f"{path} cannot be read ({error}), so every file there counts as edited")

    def to_bytes(self) -> bytes:
        """The record as it is written."""
        data: dict[str, Any] = {
            "version": self.version,
            "complete": self.complete,
            "files": {name: sorted(known) for name, known in sorted(self.files.items())},
        }
        return (json.dumps(data, indent=1) + "\n").encode()

    def knows(self, name: str, content: bytes) -> bool:
        """Whether this content of `name` is one that we installed."""
        return digest(content) in self.files.get(name, frozenset())

    def under_way(self, version: str | None, written: dict[str, str]) -> Record:
        """What to note before the first file moves."""
        files = dict(self.files)
        for name, fingerprint in written.items():
            files[name] = files.get(name, frozenset()) | {fingerprint}
        return Record(files, complete=False, version=version)

    def done(self, version: str | None, written: dict[str, str], removed: set[str]) -> Record:
        """What to note once everything is in place. Kept files keep the fingerprint they had."""
        files = {name: known for name, known in self.files.items() if name not in removed}
        files.update({name: frozenset({fingerprint}) for name, fingerprint in written.items()})
        return Record(files, complete=True, version=version)

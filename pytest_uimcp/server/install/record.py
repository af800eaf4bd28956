"""`storage/install-manifest.json`: fingerprints of the installed files, by which an upgrade recognises edited ones.

Only what it names is ours. It also says what stood in the way and was moved, and which links and directories are
new, so that an install can be undone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, Final

from pytest_uimcp.core.regular_file import read_regular

RECORD = "storage/install-manifest.json"
# Where the record is if another program keeps one at `RECORD`: the original server's has the same name and form.
BESIDE = "storage/pytest-uimcp-manifest.json"
MAX_RECORD_BYTES: Final = 16 * 1024 * 1024
ORIG: Final = ".orig"
BY: Final = "pytest-uimcp"
# Records of older releases do not say whose they are; the original never wrote files of these names.
ONLY_OURS: Final = frozenset({"wait-for-state.sh", "html/main-v1.js"})


def digest(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def _directories(files: Iterable[str]) -> Iterable[str]:
    """All directories of these names: older records do not say which were made for them."""
    return {str(folder) for name in files for folder in PurePosixPath(name).parents if str(folder) != "."}


def _inside(names: dict[str, str]) -> Iterable[tuple[str, str]]:
    return ((str(name), str(value)) for name, value in names.items() if _is_inside(name))


def _makes_room(name: str, saved: str) -> bool:
    """Whether a file of the first name can have been moved to the second one, which is beside it."""
    end = saved.removeprefix(f"{name}{ORIG}")
    return end != saved and (not end or end.isdecimal())


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
    # Where the record is or will be.
    name: str = RECORD
    # What stood where a file of ours was put: its name, and the name that it was moved to.
    moved: dict[str, str] = field(default_factory=dict)
    # The links that we made, and where they lead.
    links: dict[str, str] = field(default_factory=dict)
    # The directories that we made.
    folders: frozenset[str] = frozenset()

    @classmethod
    def load(cls, base_dir: Path) -> InstallRecord:
        """Read a directory's record; one of somebody else counts as none, an unreadable one is empty and says why."""
        # Ours is beside another program's, if both are there.
        for name in (BESIDE, RECORD):
            path = base_dir / name
            try:
                record = cls._parse(name, json.loads(read_regular(path, MAX_RECORD_BYTES)))
            except FileNotFoundError:
                continue
            except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                problem = f"{path} cannot be read ({error}), so every file there counts as edited"
                return cls(problem=problem, name=BESIDE)
            return record or cls(name=BESIDE)
        return cls()

    @classmethod
    def _parse(cls, name: str, data: dict[str, Any]) -> InstallRecord | None:
        files = {
            str(file): frozenset([digests] if isinstance(digests, str) else map(str, digests))
            for file, digests in data["files"].items()
            if _is_inside(file)
        }
        # The original's has this name and form, and what it names is not ours to replace or remove.
        if name == RECORD and data.get("by") != BY and not ONLY_OURS & files.keys():
            return None
        folders = data.get("made", _directories(files))
        return cls(
            files,
            bool(data.get("complete", True)),
            data["version"],
            name=name,
            moved={file: saved for file, saved in _inside(data.get("moved", {})) if _makes_room(file, saved)},
            links=dict(_inside(data.get("links", {}))),
            folders=frozenset(str(folder) for folder in folders if _is_inside(folder) or folder == "."),
        )

    def to_bytes(self) -> bytes:
        """The record as it is written: one fingerprint for each file, unless an install is under way."""
        data: dict[str, Any] = {"version": self.version}
        if not self.complete:
            data["complete"] = False
        # A text where there is one fingerprint: that is the form of the original's record.
        data["files"] = {
            name: next(iter(digests)) if len(digests) == 1 else sorted(digests)
            for name, digests in sorted(self.files.items())
        }
        data["by"] = BY
        data["made"] = sorted(self.folders)
        data |= {key: value for key, value in (("moved", self.moved), ("links", self.links)) if value}
        return (json.dumps(data, indent=1) + "\n").encode()

    def knows(self, name: str, content: bytes) -> bool:
        return digest(content) in self.files.get(name, frozenset())

    def with_more(self, moved: dict[str, str], links: dict[str, str], folders: Iterable[str]) -> InstallRecord:
        """The record with more that an undo has to know; what a user had first is what it brings back."""
        return replace(
            self, moved=moved | self.moved, links=self.links | links, folders=self.folders | frozenset(folders)
        )

    def under_way(self, version: str | None, digests: dict[str, str]) -> InstallRecord:
        """The record to write before the first file is changed."""
        files = dict(self.files)
        for name, fingerprint in digests.items():
            # Old and new: an install that is killed leaves either of them.
            files[name] = files.get(name, frozenset()) | {fingerprint}
        return replace(self, files=files, complete=False, version=version, problem=None)

    def done(self, version: str | None, digests: dict[str, str], removed: set[str]) -> InstallRecord:
        """The record to write when everything is in place. Files that were kept keep their fingerprint."""
        files = {name: fingerprints for name, fingerprints in self.files.items() if name not in removed}
        files.update({name: frozenset({fingerprint}) for name, fingerprint in digests.items()})
        return replace(self, files=files, complete=True, version=version, problem=None)

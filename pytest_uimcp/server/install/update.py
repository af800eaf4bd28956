"""`ui_update`: brings the installed files to the bundle's version, without touching what is not ours.

Missing files are installed, files as we wrote them are replaced, and an edited file stays as it is: its new content is
written beside it as `<file>.merge`. A file that is not in the record is the user's, even if the bundle has one of that
name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .carry_out import carry_out
from .install import README, bundled_version
from .lock import exclusive
from .manifest import InstallEntry, expand
from .paths import InstallPaths
from .plan import InstallPlan, Write, is_in_place, present_content, stale_files
from .readme import read_version
from .record import InstallRecord, digest
from .transaction import FileTransaction

MERGE = ".merge"


@dataclass(frozen=True)
class UpdateConflict:
    path: str
    old_hash: str
    current_hash: str
    merge_path: str

    def as_json(self) -> dict[str, str]:
        return {
            "path": self.path,
            "reason": "user_modified",
            "old_hash": self.old_hash,
            "current_hash": self.current_hash,
            "merge_path": self.merge_path,
        }


@dataclass(frozen=True)
class UpdateResult:
    """The outcome, file by file; a file that is up to date is not mentioned."""

    updated: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    conflicts: tuple[UpdateConflict, ...] = ()
    # The version that is installed now, if it is another than before.
    new_version: str | None = None

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"updated": list(self.updated), "skipped": list(self.skipped)}
        if self.conflicts:
            data["conflicts"] = [conflict.as_json() for conflict in self.conflicts]
        if self.new_version is not None:
            data["new_version"] = self.new_version
        return data


@dataclass
class _Decisions:
    writes: list[Write] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    conflicts: list[UpdateConflict] = field(default_factory=list)
    merges: list[tuple[Path, bytes]] = field(default_factory=list)


def update(bundle: Path, base_dir: Path) -> UpdateResult:
    """Update the installed files; raises InstallError, and then nothing was changed."""
    bundled = str(bundled_version(bundle))
    paths = InstallPaths.of(base_dir)
    entries = expand(bundle, paths)
    with FileTransaction() as changes:
        changes.make_directory(paths.base_dir)
        # The record is read under the lock, or two updates would decide by the same one.
        with exclusive(paths.project):
            changes.make_directory(paths.base_dir)
            previous = read_version(paths.base_dir / README).version
            record = InstallRecord.load(paths.base_dir)
            # The agent that comes with the instructions in CLAUDE.md is there only if it was asked for.
            current = [entry for entry in entries if not entry.with_claude_md or entry.name in record.files]
            decided = _Decisions()
            for entry in current:
                _decide(entry, paths, record, decided)
            stale = tuple(stale_files(paths, record, {entry.name for entry in current}))
            plan = InstallPlan(tuple(decided.writes), tuple(decided.skipped), stale)
            carry_out(changes, paths, record, bundled, plan, decided.merges)
    return UpdateResult(
        tuple(write.entry.name for write in decided.writes if not write.in_place),
        tuple(decided.skipped),
        tuple(decided.conflicts),
        bundled if previous is None or str(previous) != bundled else None,
    )


def _decide(entry: InstallEntry, paths: InstallPaths, record: InstallRecord, decided: _Decisions) -> None:
    paths.check_inside(entry.target)
    content = entry.source.read_bytes()
    present = present_content(entry.target)
    digests = record.files.get(entry.name)
    is_link = entry.target.is_symlink()
    # Somebody has put the same file there, and may edit it.
    if present == content and not is_link and not digests:
        return  # nothing to do, and it stays somebody else's
    if present is None or (not is_link and (present == content or record.knows(entry.name, present))):
        decided.writes.append(Write(entry, content, is_in_place(entry, content, present)))
    elif is_link or not digests:
        decided.skipped.append(entry.name)
    else:
        beside = entry.target.with_name(entry.target.name + MERGE)
        conflict = UpdateConflict(entry.name, min(digests), digest(present), entry.name + MERGE)
        decided.conflicts.append(conflict)
        # The same file for merging is not written again.
        if present_content(beside) != content:
            decided.merges.append((beside, content))

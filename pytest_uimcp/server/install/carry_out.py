"""Carries out the decisions of an install or an update, between two versions of the record."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from .manifest import FileKind
from .paths import InstallPaths
from .plan import InstallPlan, Write
from .record import RECORD, InstallRecord, digest
from .transaction import FileTransaction

__all__ = ["carry_out"]


def carry_out(
    changes: FileTransaction,
    paths: InstallPaths,
    record: InstallRecord,
    version: str | None,
    decided: InstallPlan,
    beside: Iterable[tuple[Path, bytes]] = (),
) -> None:
    """Write and remove what was decided, and the files `beside`, which no record names."""
    written = {write.entry.name: digest(write.content) for write in decided.writes}
    note = paths.base_dir / RECORD
    paths.check_inside(note)
    if written:
        changes.stage(note, record.under_way(version, written).to_bytes(), 0o644)
    for path, content in beside:
        changes.stage(path, content, 0o644)
    for write in sorted(decided.writes, key=_is_readme):
        if not write.in_place:
            changes.stage(write.entry.target, write.content, write.entry.mode)
    changes.apply()
    for _, target in decided.stale:
        changes.remove(target)
    if written:
        gone = {name for name, _ in decided.stale}
        changes.stage(note, record.done(version, written, gone).to_bytes(), 0o644)
        changes.apply()


def _is_readme(write: Write) -> bool:
    # Last, since it says which version is installed.
    return write.entry.kind is FileKind.README

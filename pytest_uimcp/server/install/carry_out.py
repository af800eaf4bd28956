"""Carries out the decisions of an install or an update, between two versions of the record."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from .manifest import FileKind
from .paths import InstallPaths
from .plan import InstallPlan, Write
from .record import InstallRecord, digest
from .transaction import FileTransaction


def carry_out(
    changes: FileTransaction,
    paths: InstallPaths,
    record: InstallRecord,
    version: str | None,
    decided: InstallPlan,
    beside: Iterable[tuple[Path, bytes]] = (),
    links: dict[str, str] | None = None,
) -> None:
    """Write and remove what was decided, and the files `beside`, which no record names.

    `links` are those that the caller makes next.
    """
    digests = {write.entry.name: digest(write.content) for write in decided.writes}
    note = paths.base_dir / record.name
    paths.check_inside(note)
    targets = [note, *(write.entry.target for write in decided.writes), *map(paths.place_of, links or ())]
    folders = {name for folder in _missing(changes, targets) if (name := paths.name_of(folder)) is not None}
    record = record.with_more(_moved(record, decided), links or {}, folders)
    if digests or links:
        changes.stage(note, record.under_way(version, digests).to_bytes(), 0o644)
        # Before the first directory is made, which a killed install could not tell from one of the user.
        changes.apply()
    for path, content in beside:
        changes.stage(path, content, 0o644)
    for write in sorted(decided.writes, key=_is_readme):
        if write.saved is not None:
            changes.stage_move(write.entry.target, write.saved)
        if not write.in_place:
            changes.stage(write.entry.target, write.content, write.entry.mode, keep_mode=write.saved is None)
    changes.apply()
    for _, target in decided.stale:
        changes.remove(target)
    if digests or links:
        removed = {name for name, _ in decided.stale}
        changes.stage(note, record.done(version, digests, removed).to_bytes(), 0o644)
        changes.apply()


def _moved(record: InstallRecord, decided: InstallPlan) -> dict[str, str]:
    """What was not ours and makes room; an edited file of ours makes room too, and is not brought back."""
    moves = ((write.entry, write.saved) for write in decided.writes if write.entry.name not in record.files)
    return {entry.name: f"{entry.name}{saved.name[len(entry.target.name) :]}" for entry, saved in moves if saved}


def _missing(changes: FileTransaction, targets: Iterable[Path]) -> set[Path]:
    folders = {folder for target in targets for folder in target.parents if not folder.exists()}
    return folders | set(changes.made)


def _is_readme(write: Write) -> bool:
    # Last, since it says which version is installed.
    return write.entry.kind is FileKind.README

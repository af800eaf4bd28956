"""Installs the bundle into a base directory and its project, completely or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from . import claude_md as instructions
from .carry_out import carry_out
from .claude_md import ClaudeMdOutcome
from .errors import InstallError
from .lock import exclusive
from .manifest import InstallEntry, expand
from .paths import InstallPaths
from .plan import InstallPlan, plan
from .readme import ReadmeVersion, read_version
from .record import InstallRecord
from .result import InstallResult
from .semver import Semver
from .transaction import FileTransaction

README = "README.md"
REINSTALL = "Use force=true to reinstall"
KEPT = (
    "The skipped files were edited or come from elsewhere; force=true overwrites them and keeps each as FILE.orig, "
    "except links to files of apps, and themes"
)
MOVED = "What stood in the way was moved; `ui-mcp install --undo` brings back what was there before the first install"
KEPT_FORCED = "The skipped files are links to files of apps, or themes that come from elsewhere; they stay"


def bundled_version(bundle: Path) -> Semver:
    stated = _version_as_saved(bundle / README, _modified(bundle / README))
    if stated.version is None:
        raise InstallError(
            f"cannot install from the bundle {bundle}: {stated.problem or 'README.md is missing'}. "
            "Nothing was changed. Reinstall pytest-uimcp, which brings the bundle along."
        )
    return stated.version


@lru_cache(maxsize=8)
def _version_as_saved(readme: Path, _mtime_ns: int | None) -> ReadmeVersion:
    return read_version(readme)


def _modified(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None


def install(bundle: Path, base_dir: Path, *, force: bool = False, claude_md: bool = False) -> InstallResult:
    """Install everything if the bundle is newer than what is installed (or with `force`), else nothing.

    Edited files and those of somebody else are kept; with `force` they make room under a name that ends in `.orig`.
    With `claude_md`, the instructions for CLAUDE.md and their agent are installed whatever the versions are. If it
    raises InstallError, nothing was changed.
    """
    bundled = bundled_version(bundle)
    paths = InstallPaths.of(base_dir)
    entries = expand(bundle, paths)
    with FileTransaction() as changes:
        # The lock is on the project's directory, which has to exist.
        changes.make_directory(paths.base_dir)
        with exclusive(paths.project):
            # Once more: an install that failed while this one waited for the lock has removed what it made.
            changes.make_directory(paths.base_dir)
            return _Run(bundle, paths, bundled, changes, force, claude_md).install(entries)


def install_if_missing(bundle: Path, base_dir: Path) -> InstallResult | None:
    """Install unless a complete install exists; then it returns None. A server calls this at start-up."""
    if is_installed(base_dir):
        return None
    return install(bundle, base_dir)


def is_installed(base_dir: Path) -> bool:
    """Whether there is a README and the last install was not interrupted."""
    return (base_dir / README).exists() and InstallRecord.load(base_dir).complete


def installation_check(base_dir: Path) -> dict[str, bool | str]:
    """The members that `ui_configure` adds to its result as long as the agent file is missing; else empty."""
    if (InstallPaths.of(base_dir).project / ".claude/agents/ui-builder.md").exists():
        return {}
    hint = "Run ui_install to install agent files and CLAUDE.md instructions"
    return {"install_needed": True, "hint": hint}


@dataclass(frozen=True)
class _Run:
    """One install, with the lock held."""

    bundle: Path
    paths: InstallPaths
    bundled: Semver
    changes: FileTransaction
    force: bool
    claude_md: bool

    def install(self, entries: Iterable[InstallEntry]) -> InstallResult:
        installed = read_version(self.paths.base_dir / README)
        record = InstallRecord.load(self.paths.base_dir)
        due = self._is_due(installed, record)
        # The instructions were asked for by name: versions do not matter to them.
        due_entries = [entry for entry in entries if (self.claude_md if entry.with_claude_md else due)]
        decided = plan(due_entries, self.paths, record, force=self.force, prune=due)
        edit = None
        if self.claude_md:
            edit = instructions.edit(self.bundle, self.paths, force=self.force)
        version = str(self.bundled) if due else record.version
        beside = edit.files if edit is not None else []
        carry_out(self.changes, self.paths, record, version, decided, beside)
        notes = self._notes(due, decided, installed, record, edit)
        return self._result(due, decided, edit, installed, notes)

    def _is_due(self, installed: ReadmeVersion, record: InstallRecord) -> bool:
        # An interrupted install is finished whatever the versions are: some of its files are old.
        if self.force or installed.version is None or not record.complete:
            return True
        return self.bundled > installed.version

    def _notes(
        self,
        due: bool,
        decided: InstallPlan,
        installed: ReadmeVersion,
        record: InstallRecord,
        edit: instructions.ClaudeMdChange | None,
    ) -> list[str]:
        notes = [] if due else [REINSTALL]
        moved = decided.moved
        if installed.problem is not None and README in moved:
            notes.append(f"{installed.problem}, so it was treated as not installed, and saved as {moved[README]}")
        elif moved:
            notes.append(MOVED)
        if record.problem is not None:
            notes.append(record.problem)
        if decided.edited:
            notes.append(KEPT_FORCED if self.force else KEPT)
        if edit is not None and edit.note is not None:
            notes.append(edit.note)
        return notes

    def _result(
        self,
        due: bool,
        decided: InstallPlan,
        edit: instructions.ClaudeMdChange | None,
        installed: ReadmeVersion,
        notes: list[str],
    ) -> InstallResult:
        outcome = edit.outcome if edit is not None else None
        names = (instructions.CLAUDE_MD,)
        return InstallResult(
            installed=tuple(write.entry.name for write in decided.writes if not write.in_place)
            + (names if outcome in (ClaudeMdOutcome.CREATED, ClaudeMdOutcome.REPLACED) else ()),
            skipped=decided.edited + (names if outcome is ClaudeMdOutcome.KEPT else ()),
            appended=names if outcome is ClaudeMdOutcome.APPENDED else (),
            moved=decided.moved,
            version_skipped=not due,
            bundled_version=str(self.bundled),
            installed_version=str(installed.version) if installed.version is not None else None,
            hint=". ".join(notes) or None,
        )

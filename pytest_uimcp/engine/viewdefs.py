"""The viewdefs of a session: which file draws which type, read when the type first appears."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pytest_uimcp.engine.filestate import (
    BeingWritten,
    FileTooLarge,
    Signature,
    Snapshot,
    describe,
    look,
    read_file,
)
from pytest_uimcp.engine.template import NotOneTemplate, only_template
from pytest_uimcp.engine.viewdirs import Candidate, ViewdefDirectories, ViewdefError

__all__ = ["ViewdefChanges", "ViewdefError", "ViewdefStore"]

_LIMIT = 4 * 2**20


@dataclass(frozen=True, slots=True)
class ViewdefChanges:
    """What a look at the files brought: new contents by "Type.NS", None for one that is gone."""

    changed: Mapping[str, str | None]
    problems: tuple[ViewdefError, ...] = ()
    notes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changed or self.notes)


@dataclass(slots=True)
class _Upload:
    """An uploaded content, and the file it took precedence over."""

    content: str
    over: tuple[Path, Signature | None] | None


@dataclass(slots=True)
class _Entry:
    """One viewdef: what is in place, and the file last looked at for it."""

    content: str | None = None
    source: str | None = None
    seen: Snapshot | None = None
    path: Path | None = None
    problem: ViewdefError | None = None


@dataclass(slots=True)
class _Type:
    entries: dict[str, _Entry] = field(default_factory=dict)

    def contents(self, name: str) -> dict[str, str]:
        return {
            f"{name}.{namespace}": entry.content
            for namespace, entry in sorted(self.entries.items())
            if entry.content is not None
        }


class ViewdefStore:
    """A session's viewdefs; precedence: uploaded, `viewdefs/`, `apps/*/viewdefs/`, bundled.

    A file that is no viewdef becomes a problem and leaves the previous version in place.
    """

    def __init__(self, base_dir: str | Path, *, bundled: str | Path | None = None) -> None:
        self._directories = ViewdefDirectories(Path(base_dir), None if bundled is None else Path(bundled))
        self._types: dict[str, _Type] = {}
        self._uploads: dict[str, dict[str, _Upload]] = {}

    @property
    def problems(self) -> tuple[ViewdefError, ...]:
        """What is wrong now, in the files looked at so far."""
        broken = [
            entry.problem
            for known in self._types.values()
            for entry in known.entries.values()
            if entry.problem
        ]
        return (*self._directories.problems, *broken)

    def of_type(self, type: str) -> dict[str, str]:  # noqa: A002 - the contract's word
        """The viewdefs of a type by "Type.NS"; the files are looked at when a type is first asked for."""
        known = self._types.get(type)
        if known is None:
            self._directories.refresh()
            known = self._types[type] = _Type()
            self._resolve(type, known, [])
        return known.contents(type)

    def upload(self, type: str, namespace: str, content: str) -> None:  # noqa: A002
        """Put a viewdef in place of the file of its name, until that file changes; raises ViewdefError."""
        where = f"upload of {type}.{namespace}"
        _check_name(where, type, namespace)
        if len(content.encode("utf-8", "surrogatepass")) > _LIMIT:
            raise _too_large(where)
        template = _template(where, content)
        self._directories.refresh()
        candidate = self._candidate(type, namespace)
        over = None if candidate is None else (candidate.path, look(candidate.path))
        self._uploads.setdefault(type, {})[namespace] = _Upload(template, over)
        if (known := self._types.get(type)) is not None:
            known.entries[namespace] = _Entry(template, "the upload")

    def rescan(self) -> ViewdefChanges:
        """Look at the files of every type asked for so far."""
        self._directories.refresh()
        changed: dict[str, str | None] = {}
        notes: list[str] = []
        for name, known in self._types.items():
            before = known.contents(name)
            self._resolve(name, known, notes)
            after = known.contents(name)
            changed.update(_differences(before, after))
        return ViewdefChanges(changed, self.problems, tuple(notes))

    def changed_paths(self) -> tuple[Path, ...]:
        """Files that differ from what is in place: perhaps somebody is writing them."""
        return tuple(
            entry.path
            for known in list(self._types.values())
            for entry in list(known.entries.values())
            if entry.path is not None and entry.seen is not None and entry.seen.differs(entry.path)
        )

    def _resolve(self, name: str, known: _Type, notes: list[str]) -> None:
        namespaces = (
            set(self._directories.of_type(name)) | set(self._uploads.get(name, ())) | set(known.entries)
        )
        for namespace in sorted(namespaces):
            entry = known.entries.setdefault(namespace, _Entry())
            self._update(name, namespace, entry, notes)
            if entry.content is None and entry.problem is None and entry.path is None:
                del known.entries[namespace]

    def _update(self, name: str, namespace: str, entry: _Entry, notes: list[str]) -> None:
        try:
            candidate, problem = self._directories.winner(name, namespace)
        except ViewdefError as error:
            entry.problem = error
            return
        if self._uploaded(name, namespace, candidate, entry):
            return
        if candidate is None:
            if entry.content is not None:
                notes.append(f"{name}.{namespace}: {entry.source} is gone and nothing takes its place")
            entry.content = entry.source = entry.path = entry.seen = None
            entry.problem = problem
            return
        self._read(name, namespace, candidate, entry, notes)

    def _read(self, name: str, namespace: str, candidate: Candidate, entry: _Entry, notes: list[str]) -> None:
        if candidate.path == entry.path and entry.seen is not None and not entry.seen.differs(candidate.path):
            return
        moved = entry.source is not None and entry.source != candidate.shown
        try:
            snapshot = read_file(candidate.path, _LIMIT)
            if snapshot.half_written:
                return
            entry.path, entry.seen = candidate.path, snapshot.without_data()
            content = _template(candidate.shown, _decode(candidate.shown, snapshot.data))
        except BeingWritten:
            return
        except ViewdefError as error:
            entry.problem = error
            return
        except OSError as error:
            entry.problem = _unreadable(candidate, error)
            return
        if moved:
            notes.append(f"{name}.{namespace}: now drawn by {candidate.shown} instead of {entry.source}")
        entry.content, entry.source, entry.problem = content, candidate.shown, None

    def _uploaded(self, name: str, namespace: str, candidate: Candidate | None, entry: _Entry) -> bool:
        upload = self._uploads.get(name, {}).get(namespace)
        if upload is None:
            return False
        now = None if candidate is None else (candidate.path, look(candidate.path))
        if now is not None and now != upload.over:
            del self._uploads[name][namespace]
            return False
        entry.content, entry.source, entry.problem = upload.content, "the upload", None
        return True

    def _candidate(self, name: str, namespace: str) -> Candidate | None:
        try:
            return self._directories.winner(name, namespace)[0]
        except ViewdefError:
            return None


def _differences(before: dict[str, str], after: dict[str, str]) -> dict[str, str | None]:
    keys = sorted(before.keys() | after.keys())
    return {key: after.get(key) for key in keys if before.get(key) != after.get(key)}


def _check_name(where: str, name: str, namespace: str) -> None:
    for what, text in (("type", name), ("namespace", namespace)):
        if not text or "/" in text or "\0" in text or text.startswith("."):
            advice = 'expected names as in "Contact" and "list-item", not empty and without /'
            raise ViewdefError(where, f"{text!r} is no {what}", advice=advice)
    if "." in namespace:
        raise ViewdefError(
            where,
            f"namespace {namespace!r} holds a dot",
            advice="put what stands before its last dot into the type",
        )


def _template(where: str, text: str) -> str:
    try:
        return only_template(text)
    except NotOneTemplate as error:
        raise ViewdefError(where, error.reason, line=error.line, advice=error.advice) from None


def _decode(where: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ViewdefError(
            where, f"byte 0x{data[error.start]:02x} is not UTF-8", line=line, advice="save the file as UTF-8"
        ) from None


def _unreadable(candidate: Candidate, error: OSError) -> ViewdefError:
    if isinstance(error, FileTooLarge):
        return _too_large(candidate.shown)
    return ViewdefError(candidate.shown, describe(error), advice="make it a file this user can read")


def _too_large(where: str) -> ViewdefError:
    return ViewdefError(
        where, "it is over 4 MiB", advice="a viewdef is one view: move data and images elsewhere"
    )

"""The viewdefs of a session, read when their type first appears."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from pytest_uimcp.core.backdrop import Backdrop
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.regular_file import FileTooLarge
from pytest_uimcp.engine.files.file_state import BeingWritten, Snapshot, os_error_reason, read_file
from pytest_uimcp.engine.files.template import NotOneTemplate, extract_template
from pytest_uimcp.engine.files.viewdef_dirs import ViewdefDirectories, ViewdefError, ViewdefFile

__all__ = ["ViewdefChanges", "ViewdefError", "ViewdefStore"]

_LIMIT = 4 * 2**20
_UPLOAD = "the upload"


@dataclass(frozen=True, slots=True)
class ViewdefChanges:
    """The result of a rescan: new contents by "Type.NS", None for a viewdef that is gone."""

    changed: Mapping[str, str | None]
    problems: tuple[ViewdefError, ...] = ()
    notes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changed or self.notes)


@dataclass(slots=True)
class _Upload:
    """An uploaded viewdef, and the state of the files it took precedence over."""

    content: str
    over: dict[Path, Snapshot | None]

    def is_older_than(self, candidate: ViewdefFile) -> bool:
        snapshot = self.over.get(candidate.path)
        return snapshot is None or snapshot.differs(candidate.path)


@dataclass(slots=True)
class _Entry:
    content: str | None = None
    source: str | None = None
    path: Path | None = None
    snapshot: Snapshot | None = None
    wrong_place: ViewdefError | None = None
    wrong_content: ViewdefError | None = None

    def has_read(self, candidate: ViewdefFile) -> bool:
        return self.snapshot is not None and self.path == candidate.path and not self.snapshot.differs(candidate.path)

    def put(self, content: str | None, source: str | None) -> None:
        self.content = content
        self.source = source
        self.path = self.snapshot = self.wrong_content = None

    @property
    def problems(self) -> list[ViewdefError]:
        return [problem for problem in (self.wrong_place, self.wrong_content) if problem is not None]

    @property
    def is_empty(self) -> bool:
        return self.content is None and self.path is None and not self.problems


class ViewdefStore:
    """A session's viewdefs; precedence: uploaded, `viewdefs/`, `apps/*/viewdefs/`, bundled.

    A file that is not a valid viewdef becomes a problem, and the previous version stays. A dangling link is a problem
    too, but then the next place in order counts, as it would for a new session.
    """

    def __init__(
        self,
        base_dir: str | Path,
        *,
        bundled: str | Path | None = None,
        backdrop: Backdrop | None = None,
        directories: ViewdefDirectories | None = None,
    ) -> None:
        """`directories` are those of the same folders that another store has listed."""
        self._backdrop = backdrop
        if directories is None:
            directories = ViewdefDirectories(Path(base_dir), None if bundled is None else Path(bundled), backdrop)
        self._directories = directories
        # Only the types that were asked for: files of all others are neither read nor reported.
        self._types: dict[str, dict[str, _Entry]] = {}
        self._uploads: dict[tuple[str, str], _Upload] = {}
        self._lock = threading.RLock()

    @property
    def problems(self) -> tuple[ViewdefError, ...]:
        """The present problems of the directories, and of the files of the types asked for."""
        with self._lock:
            entries = [entry for entries in self._types.values() for entry in entries.values()]
            return (*self._directories.problems, *(problem for entry in entries for problem in entry.problems))

    def of_type(self, type: str) -> dict[str, str]:  # noqa: A002 - the contract's word
        """The viewdefs of a type by "Type.NS"; files are read when a type is first asked for."""
        with self._lock:
            if type not in self._types:
                self._directories.refresh()
                self._types[type] = {}
                self._resolve(type)
            return self._contents(type)

    def sources(self, type: str) -> dict[str, str]:  # noqa: A002 - the contract's word
        """Where the viewdefs of a type come from by "Type.NS": a file below the base directory, or the upload."""
        with self._lock:
            entries = self._types.get(type, {}).items()
            return {f"{type}.{ns}": entry.source for ns, entry in entries if entry.source is not None}

    def upload(self, type: str, namespace: str, content: str) -> None:  # noqa: A002 -- what messages call it
        """Use a viewdef instead of the file of its name, until that file changes; raises ViewdefError."""
        display_path = f"upload of {type}.{namespace}"
        _check_name(display_path, type, namespace)
        # A lone surrogate is reported as a part of the text later; here it must not end the measuring.
        if len(content.encode("utf-8", "surrogatepass")) > _LIMIT:
            raise _too_large(display_path)
        template = _template(display_path, content)
        # The upload is compared with the files as they are, so they have to be there.
        if self._backdrop is not None and self._has_files(type, namespace):
            self._backdrop.look()
        with self._lock:
            self._directories.refresh()
            # The upload wins only as long as the files it replaced stay as they were: whoever saves a file wants to see
            # that one.
            over = {candidate.path: _snapshot(candidate) for candidate in self._candidates(type, namespace)}
            self._uploads[type, namespace] = _Upload(template, over)
            if type in self._types:
                self._resolve(type)

    def _has_files(self, type: str, namespace: str) -> bool:  # noqa: A002 -- as above
        with self._lock:
            self._directories.refresh()
            return bool(self._candidates(type, namespace))

    def rescan(self) -> ViewdefChanges:
        """Read the changed files of every type asked for so far."""
        with self._lock:
            self._directories.refresh()
            changed: dict[str, str | None] = {}
            notes: list[str] = []
            for name in self._types:
                contents = self._contents(name)
                notes += self._resolve(name)
                changed.update(_differences(contents, self._contents(name)))
            return ViewdefChanges(changed, self.problems, tuple(notes))

    def changed_paths(self) -> tuple[Path, ...]:
        """The files that a rescan would read: somebody may be writing them."""
        with self._lock:
            self._directories.refresh()
            return tuple(
                candidate.path
                for name, entries in self._types.items()
                for namespace in self._directories.of_type(name)
                for candidate in self._candidates(name, namespace)[:1]
                if not entries.get(namespace, _Entry()).has_read(candidate)
            )

    def _contents(self, name: str) -> dict[str, str]:
        entries = sorted(self._types[name].items())
        return {f"{name}.{ns}": entry.content for ns, entry in entries if entry.content is not None}

    def _resolve(self, name: str) -> list[str]:
        """Bring the viewdefs of a type up to date; returns notes about what moved."""
        entries = self._types[name]
        uploaded = {namespace for name_of_upload, namespace in self._uploads if name_of_upload == name}
        notes: list[str] = []
        # Also the namespaces that had a viewdef before: their files may be gone now, and then tabs are told.
        for namespace in sorted({*self._directories.of_type(name), *uploaded, *entries}):
            entry = entries.setdefault(namespace, _Entry())
            source = entry.source
            self._update(name, namespace, entry)
            if source is not None and source != entry.source:
                notes.append(_moved(f"{name}.{namespace}", source, entry.source))
            if entry.is_empty:
                del entries[namespace]
        return notes

    def _update(self, name: str, namespace: str, entry: _Entry) -> None:
        candidate = None
        two_apps = False
        try:
            candidate, entry.wrong_place = self._directories.winner(name, namespace)
        except ViewdefError as error:
            entry.wrong_place = error
            two_apps = True
        upload = self._uploads.get((name, namespace))
        if upload is not None and candidate is not None and upload.is_older_than(candidate):
            del self._uploads[name, namespace]
            upload = None
        if upload is not None:
            entry.put(upload.content, _UPLOAD)
        elif candidate is not None:
            _read(candidate, entry)
        # Of two apps with different files neither wins: the version that is shown stays, next to the problem.
        elif not two_apps:
            entry.put(None, None)

    def _candidates(self, name: str, namespace: str) -> list[ViewdefFile]:
        return self._directories.of_type(name).get(namespace, [])


def _read(candidate: ViewdefFile, entry: _Entry) -> None:
    if entry.has_read(candidate):
        return
    try:
        snapshot = read_file(candidate.path, _LIMIT)
        # The next look reads it: the watcher reports when the writing ends.
        if snapshot.half_written:
            return
        entry.path = candidate.path
        entry.snapshot = snapshot.without_data()
        entry.content = _template(candidate.display_path, _decode(candidate.display_path, snapshot.data))
        entry.source = candidate.display_path
        entry.wrong_content = None
    except BeingWritten:
        return
    except ViewdefError as error:
        entry.wrong_content = error
    except OSError as error:
        entry.wrong_content = _unreadable(candidate, error)


def _snapshot(candidate: ViewdefFile) -> Snapshot | None:
    try:
        return read_file(candidate.path, _LIMIT).without_data()
    except (OSError, BeingWritten):
        return None


def _differences(old: dict[str, str], new: dict[str, str]) -> dict[str, str | None]:
    keys = sorted(old.keys() | new.keys())
    return {key: new.get(key) for key in keys if old.get(key) != new.get(key)}


def _moved(key: str, old_source: str, new_source: str | None) -> str:
    if new_source is None:
        return f"{key}: {old_source} is gone and nothing takes its place"
    return f"{key}: {new_source} takes the place of {old_source}"


def _check_name(display_path: str, name: str, namespace: str) -> None:
    for part, text in (("type", name), ("namespace", namespace)):
        if not text or "/" in text or "\0" in text or text.startswith("."):
            advice = "expected names as in 'Contact' and 'list-item', not empty and without /"
            raise ViewdefError(display_path, f"{text!r} is not a valid {part}", advice=advice)
    if "." in namespace:
        advice = "move the part before its last dot into the type"
        raise ViewdefError(display_path, f"the namespace {namespace!r} holds a dot", advice=advice)


def _template(display_path: str, text: str) -> str:
    try:
        return extract_template(text)
    except NotOneTemplate as error:
        raise ViewdefError(display_path, error.reason, line=error.line, advice=error.advice) from None


def _decode(display_path: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = f"byte 0x{data[error.start]:02x} is not UTF-8"
        raise ViewdefError(display_path, reason, line=line, advice="save the file as UTF-8") from None


def _unreadable(candidate: ViewdefFile, error: OSError) -> ViewdefError:
    if isinstance(error, FileTooLarge):
        return _too_large(candidate.display_path)
    return ViewdefError(candidate.display_path, os_error_reason(error), advice="make it a file this user can read")


def _too_large(display_path: str) -> ViewdefError:
    return ViewdefError(
        display_path, "it is over 4 MiB", advice="a viewdef is one view: move data and images elsewhere"
    )

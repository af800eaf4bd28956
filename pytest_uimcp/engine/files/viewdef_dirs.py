"""The directories that hold viewdef files, listed again only when they change."""

from __future__ import annotations

from pathlib import Path

from pytest_uimcp.core.backdrop import Backdrop
from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.engine.files.file_state import (
    Signature,
    dangling_target,
    is_directory,
    is_recent,
    os_error_reason,
    printable,
    signature_of,
)

__all__ = ["ViewdefDirectories", "ViewdefError", "ViewdefFile"]


@public
class ViewdefError(UimcpError):
    """A text or file is not a valid viewdef: which one, why, and what to do."""

    def __init__(self, file: str, reason: str, *, line: int | None = None, advice: str = "") -> None:
        self.file = file
        self.reason = reason
        self.line = line
        self.advice = advice
        location = file if line is None else f"{file}:{line}"
        super().__init__(f"{location}: {reason}; {advice}" if advice else f"{location}: {reason}")


@dataclass(frozen=True, slots=True)
class ViewdefFile:
    path: Path
    display_path: str
    app: str | None = None


@dataclass(frozen=True, slots=True)
class _Directory:
    """A directory of viewdefs; `app` is set where two files of one name are a conflict."""

    path: Path
    display_path: str
    app: str | None = None


@dataclass(slots=True)
class _Listing:
    signature: tuple[int, int, int]
    young: bool
    names: list[str]


class ViewdefDirectories:
    """The files in `viewdefs/`, `apps/*/viewdefs/` and the bundled folder, in this order of precedence.

    What is behind `viewdefs/` comes right after it, under the same name.
    """

    def __init__(self, base_dir: Path, bundled: Path | None, backdrop: Backdrop | None = None) -> None:
        self._base = base_dir
        self._backdrop = backdrop
        self._is_bare = False
        self._bundled = bundled
        self._listings: dict[Path, _Listing] = {}
        self._places: list[_Directory] = []
        self._index: dict[str, dict[str, list[ViewdefFile]]] = {}
        self._misnamed: tuple[ViewdefError, ...] = ()
        self._unreadable: dict[Path, ViewdefError] = {}

    @property
    def problems(self) -> tuple[ViewdefError, ...]:
        return (*self._unreadable.values(), *self._misnamed)

    def of_type(self, name: str) -> dict[str, list[ViewdefFile]]:
        """The files of a type by namespace, each list in order of precedence."""
        return self._index.get(name, {})

    def refresh(self) -> None:
        """List the directories that changed since the last time."""
        # Nobody has got to the files of a bare directory: they are as they were.
        if self._is_bare and self._backdrop is not None and not self._backdrop.is_seen:
            return
        self._unreadable = {}
        apps_changed = self._refresh_apps()
        changed = [self._list(place.path, place.display_path) for place in self._places]
        if apps_changed or any(changed):
            self._build_index()

    def winner(self, name: str, namespace: str) -> tuple[ViewdefFile | None, ViewdefError | None]:
        """The file that counts, and the problem of one that should; raises if two apps have different files."""
        problem = None
        standing: list[tuple[ViewdefFile, Signature]] = []
        # A file may have gone since the directory was listed, so each is looked at again; a link that leads nowhere is
        # said.
        for candidate in self.of_type(name).get(namespace, ()):
            signature = signature_of(candidate.path)
            if signature is not None:
                standing.append((candidate, signature))
            elif problem is None:
                problem = _dangling(candidate.path, candidate.display_path)
        if not standing:
            return None, problem
        winner, winning_signature = standing[0]
        for rival, signature in standing[1:]:
            # The same file under two names, by a link, is no conflict.
            if winner.app is not None and rival.app is not None and signature != winning_signature:
                raise ViewdefError(
                    winner.display_path,
                    f"two apps have a viewdef of this name, the other is {rival.display_path}",
                    advice=f"rename one, or link the one you mean into viewdefs/{winner.path.name}",
                )
        return winner, problem

    def _refresh_apps(self) -> bool:
        apps = self._base / "apps"
        was_bare = self._is_bare
        self._is_bare = self._backdrop is not None and not self._backdrop.is_seen
        # The list of apps changed nothing, so the directories are the same; each is looked at by itself.
        if not self._list(apps, "apps") and self._places and was_bare is self._is_bare:
            return False
        app_directories = [
            _Directory(apps / app / "viewdefs", f"apps/{printable(app)}/viewdefs", app) for app in self._names(apps)
        ]
        if self._bundled is None:
            bundled = []
        else:
            bundled = [_Directory(self._bundled, printable(str(self._bundled)))]
        self._places = [*self._own(), *app_directories, *bundled]
        return True

    def _own(self) -> list[_Directory]:
        own = [_Directory(self._base / "viewdefs", "viewdefs")]
        if self._is_bare and self._backdrop is not None:
            own.append(_Directory(self._backdrop.files / "viewdefs", "viewdefs"))
        return own

    def _names(self, path: Path) -> list[str]:
        listing = self._listings.get(path)
        if listing is None:
            return []
        return listing.names

    def _list(self, path: Path, display_path: str) -> bool:
        """Bring the listing of a directory up to date; returns whether it changed."""
        previous = self._listings.get(path)
        try:
            status = path.stat()
            signature = (status.st_dev, status.st_ino, status.st_mtime_ns)
            # A directory that was modified just before it was listed may change again within one tick of its time
            # stamp.
            if previous is not None and previous.signature == signature and not previous.young:
                return False
            names = sorted(entry.name for entry in path.iterdir() if not entry.name.startswith("."))
        except OSError as error:
            return self._cannot_list(path, display_path, error)
        self._listings[path] = _Listing(signature, is_recent(status.st_mtime_ns), names)
        return previous is None or previous.names != names

    def _cannot_list(self, path: Path, display_path: str, error: OSError) -> bool:
        if isinstance(error, FileNotFoundError):
            self._note_dangling(path, display_path)
        elif not isinstance(error, NotADirectoryError) or is_directory(path.parent):
            self._unreadable[path] = ViewdefError(
                display_path,
                f"cannot be listed: {os_error_reason(error)}",
                advice="make it a directory this user can read",
            )
        return self._listings.pop(path, None) is not None

    def _note_dangling(self, path: Path, display_path: str) -> None:
        # A missing apps/x/viewdefs is usual; that apps/x itself leads nowhere is not.
        places = [(path, display_path)]
        if path.parent.parent == self._base / "apps":
            places.append((path.parent, display_path.rpartition("/")[0]))
        for place, name in places:
            if (problem := _dangling(place, name)) is not None:
                self._unreadable[place] = problem

    def _build_index(self) -> None:
        self._index = {}
        misnamed = []
        for place in self._places:
            for file in self._names(place.path):
                stem, dot, extension = file.rpartition(".")
                if not dot or extension != "html":
                    continue
                display_path = f"{place.display_path}/{printable(file)}"
                name, _, namespace = stem.rpartition(".")
                if not name or not namespace:
                    misnamed.append(_misnamed(display_path, stem))
                    continue
                candidate = ViewdefFile(place.path / file, display_path, place.app)
                self._index.setdefault(name, {}).setdefault(namespace, []).append(candidate)
        self._misnamed = tuple(misnamed)


def _misnamed(display_path: str, stem: str) -> ViewdefError:
    plain = printable(stem).strip(".") or "Type"
    return ViewdefError(
        display_path, "the name has no namespace", advice=f"call it {plain}.DEFAULT.html or {plain}.list-item.html"
    )


def _dangling(path: Path, display_path: str) -> ViewdefError | None:
    target = dangling_target(path)
    if target is None:
        return None
    return ViewdefError(
        display_path, f"this link to {printable(target)} leads nowhere", advice="correct or remove the link"
    )

"""The directories that hold viewdef files, listed again only when they change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_uimcp.engine.filestate import describe, is_directory, is_young, leads_nowhere, look, show
from pytest_uimcp.errors import UimcpError

__all__ = ["Candidate", "ViewdefDirectories", "ViewdefError"]


class ViewdefError(UimcpError):
    """A text or file that is no viewdef: which one, why, and what to do."""

    def __init__(self, file: str, reason: str, *, line: int | None = None, advice: str = "") -> None:
        self.file = file
        self.reason = reason
        self.line = line
        self.advice = advice
        where = file if line is None else f"{file}:{line}"
        super().__init__(f"{where}: {reason}; {advice}" if advice else f"{where}: {reason}")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that may draw a type in a namespace."""

    path: Path
    shown: str
    app: str | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """A directory of viewdefs; `app` is set where two of a name are a conflict."""

    path: Path
    shown: str
    app: str | None = None


@dataclass(slots=True)
class _Listing:
    signature: tuple[int, int, int]
    young: bool
    names: list[str]


class ViewdefDirectories:
    """`viewdefs/`, then `apps/*/viewdefs/`, then the bundled ones: who offers what."""

    def __init__(self, base_dir: Path, bundled: Path | None) -> None:
        self._base = base_dir
        self._bundled = bundled
        self._listings: dict[Path, _Listing] = {}
        self._places: list[_Place] = []
        self._index: dict[str, dict[str, list[Candidate]]] = {}
        self._misnamed: tuple[ViewdefError, ...] = ()
        self._unreadable: dict[Path, ViewdefError] = {}

    @property
    def problems(self) -> tuple[ViewdefError, ...]:
        """What is wrong with directories and file names."""
        return (*self._unreadable.values(), *self._misnamed)

    def of_type(self, name: str) -> dict[str, list[Candidate]]:
        """The files of a type by namespace, each list in order of precedence."""
        return self._index.get(name, {})

    def refresh(self) -> None:
        """List again what changed since the last time."""
        self._unreadable = {}
        places = list(self._all_places())
        fresh = [self._list(place.path, place.shown) for place in places]
        if places != self._places or any(fresh):
            self._places = places
            self._build_index()

    def winner(self, name: str, namespace: str) -> tuple[Candidate | None, ViewdefError | None]:
        """The file that draws the type there, and what is wrong on the way to it; two apps' files raise."""
        problem = None
        standing: list[Candidate] = []
        for candidate in self.of_type(name).get(namespace, ()):
            if look(candidate.path) is not None:
                standing.append(candidate)
            elif leads_nowhere(candidate.path):
                problem = problem or _dangling(candidate.path, candidate.shown)
        if not standing:
            return None, problem
        first = standing[0]
        for other in standing[1:]:
            if first.app is not None and other.app is not None and look(first.path) != look(other.path):
                raise ViewdefError(
                    first.shown,
                    f"two apps have a viewdef of this name, the other is {other.shown}",
                    advice=f"rename one, or link the one you mean into viewdefs/{first.path.name}",
                )
        return first, problem

    def _all_places(self) -> Iterator[_Place]:
        yield _Place(self._base / "viewdefs", "viewdefs")
        apps = self._base / "apps"
        self._list(apps, "apps")
        for app in self._names(apps):
            shown = f"apps/{show(app)}"
            path = apps / app
            if is_directory(path):
                yield _Place(path / "viewdefs", f"{shown}/viewdefs", app)
            elif leads_nowhere(path):
                self._unreadable[path] = _dangling(path, shown)
        if self._bundled is not None:
            yield _Place(self._bundled, show(str(self._bundled)))

    def _names(self, path: Path) -> list[str]:
        listing = self._listings.get(path)
        return [] if listing is None else listing.names

    def _list(self, path: Path, shown: str) -> bool:
        """Bring the listing of a directory up to date; whether it changed."""
        before = self._listings.get(path)
        try:
            found = path.stat()
            signature = (found.st_dev, found.st_ino, found.st_mtime_ns)
            if before is not None and before.signature == signature and not before.young:
                return False
            names = sorted(entry.name for entry in path.iterdir() if not entry.name.startswith("."))
        except OSError as error:
            return self._cannot_list(path, shown, error)
        self._listings[path] = _Listing(signature, is_young(found.st_mtime_ns), names)
        return before is None or before.names != names

    def _cannot_list(self, path: Path, shown: str, error: OSError) -> bool:
        if leads_nowhere(path):
            self._unreadable[path] = _dangling(path, shown)
        elif not isinstance(error, FileNotFoundError):
            self._unreadable[path] = ViewdefError(
                shown, f"cannot be listed: {describe(error)}", advice="make it a directory this user can read"
            )
        return self._listings.pop(path, None) is not None

    def _build_index(self) -> None:
        self._index = {}
        misnamed = []
        for place in self._places:
            for file in self._names(place.path):
                stem, dot, extension = file.rpartition(".")
                if not dot or extension != "html":
                    continue
                shown = f"{place.shown}/{show(file)}"
                name, _, namespace = stem.rpartition(".")
                if not name or not namespace:
                    misnamed.append(_misnamed(shown, stem))
                    continue
                candidate = Candidate(place.path / file, shown, place.app)
                self._index.setdefault(name, {}).setdefault(namespace, []).append(candidate)
        self._misnamed = tuple(misnamed)


def _misnamed(shown: str, stem: str) -> ViewdefError:
    plain = show(stem).strip(".") or "Type"
    return ViewdefError(
        shown, "the name holds no namespace", advice=f"call it {plain}.DEFAULT.html or {plain}.list-item.html"
    )


def _dangling(path: Path, shown: str) -> ViewdefError:
    target = show(str(path.readlink()))
    return ViewdefError(
        shown, f"this link leads to {target}, which does not exist", advice="mend or remove the link"
    )

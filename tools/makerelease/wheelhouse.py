"""Downloaded wheels, kept for later runs and shared by all targets."""

from __future__ import annotations

import email
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.tags import Tag
from packaging.utils import NormalizedName, canonicalize_name, parse_wheel_filename
from packaging.version import Version

from .index import Index, NoWheel, PipIndex
from .targets import Python, Target

__all__ = ["Wheelhouse", "requirements_of"]


def requirements_of(wheel: Path) -> list[Requirement]:
    """The requirements of a wheel, with extras and markers."""
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (
            name for name in archive.namelist() if name.count("/") == 1 and name.endswith(".dist-info/METADATA")
        )
        message = email.message_from_bytes(archive.read(metadata))
    return [Requirement(text) for text in message.get_all("Requires-Dist", [])]


class Wheelhouse:
    """A folder of wheels. With `update`, the index is asked for newer ones."""

    def __init__(self, folder: Path, *, index: Index | None = None, update: bool = False) -> None:
        self._folder = folder
        self._index = index or PipIndex()
        self._update = update
        # A target uses one version of a package with every Python, if there are wheels of it.
        self._chosen: dict[tuple[Target, NormalizedName], Version] = {}

    def provide(
        self, requirements: Iterable[Requirement], target: Target, python: Python
    ) -> dict[NormalizedName, Path]:
        """A wheel for each requirement that runs on the target."""
        wanted = {canonicalize_name(requirement.name): requirement for requirement in requirements}
        tags = {tag: rank for rank, tag in enumerate(target.tags(python))}
        found = {name: self._kept(requirement, target, tags) for name, requirement in wanted.items()}
        missing = [requirement for name, requirement in wanted.items() if found[name] is None]
        if missing:
            self._fetch(missing, target, python)
        wheels = {}
        for name, requirement in wanted.items():
            wheel = found[name] or self._newest(name, requirement.specifier, tags)
            if wheel is None:
                raise NoWheel(f"{requirement} was fetched for {target.name} but no wheel of it fits")
            self._chosen[target, name] = parse_wheel_filename(wheel.name)[1]
            wheels[name] = wheel
        return wheels

    def any_wheel(self, requirement: Requirement) -> Path | None:
        """The newest wheel here that satisfies a requirement, for whatever target it was fetched."""
        return self._newest(canonicalize_name(requirement.name), requirement.specifier, None)

    def fetch_ahead(self, requirements: Iterable[Requirement], target: Target, python: Python) -> None:
        """Fetch what will probably be needed in one request; `provide` asks again for what this cannot get."""
        tags = {tag: rank for rank, tag in enumerate(target.tags(python))}
        missing = [one for one in requirements if self._kept(one, target, tags) is None]
        if len(missing) > 1 and not self._update:
            with suppress(NoWheel):
                self._fetch(missing, target, python)

    def _kept(self, requirement: Requirement, target: Target, tags: dict[Tag, int]) -> Path | None:
        """A wheel in the folder: of the version already chosen or, unless updating, of any."""
        pinned = self._pinned(requirement, target)
        if self._update and pinned is requirement:
            return None
        return self._newest(canonicalize_name(requirement.name), pinned.specifier, tags)

    def _pinned(self, requirement: Requirement, target: Target) -> Requirement:
        """The requirement, restricted to the version already chosen if that satisfies it."""
        version = self._chosen.get((target, canonicalize_name(requirement.name)))
        if version is None or not requirement.specifier.contains(version):
            return requirement
        return Requirement(f"{requirement.name}=={version}")

    def _newest(self, name: NormalizedName, specifier: SpecifierSet, tags: dict[Tag, int] | None) -> Path | None:
        """The newest wheel here that fits; of those of one version, the one made closest for the target.

        Without `tags`, a wheel for any target fits.
        """
        fitting: list[tuple[Version, int, Path]] = []
        for wheel in self._folder.glob(f"{name.replace('-', '_')}-*.whl"):
            _, version, _, own = parse_wheel_filename(wheel.name)
            ranks = [0] if tags is None else [tags[tag] for tag in own if tag in tags]
            if ranks and specifier.contains(version):
                fitting.append((version, -min(ranks), wheel))
        return max(fitting)[2] if fitting else None

    def _fetch(self, requirements: Sequence[Requirement], target: Target, python: Python) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        pinned = [self._pinned(requirement, target) for requirement in requirements]
        with tempfile.TemporaryDirectory(dir=self._folder) as scratch:
            try:
                self._index.fetch(pinned, target, python, Path(scratch))
            except NoWheel:
                if pinned == list(requirements):
                    raise
                # There may be no wheels for this Python of the version that the others have.
                self._index.fetch(requirements, target, python, Path(scratch))
            for wheel in Path(scratch).iterdir():
                wheel.replace(self._folder / wheel.name)

"""Wheels made of nothing but metadata, and an index of them that needs no network and no pip."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from tools.makerelease.index import NoWheel
from tools.makerelease.targets import Python, Target

MakeWheel = Callable[..., Path]


class FolderIndex:
    """Gives out the newest wheel in a folder that fits, and remembers how often it was asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked = 0

    def fetch(self, wanted: Sequence[Requirement], target: Target, python: Python, into: Path) -> None:
        self.asked += 1
        tags = set(target.tags(python))
        for requirement in wanted:
            fitting = [
                (version, path)
                for path in self.folder.iterdir()
                for name, version, _, own in [parse_wheel_filename(path.name)]
                if name == canonicalize_name(requirement.name) and own & tags and version in requirement.specifier
            ]
            if not fitting:
                raise NoWheel(f"no wheels for {target.name} with Python {python.version} of: {requirement}")
            newest = max(version for version, _ in fitting)
            for version, path in fitting:
                if version == newest:
                    shutil.copy(path, into)


@pytest.fixture
def index(tmp_path: Path) -> FolderIndex:
    (tmp_path / "index").mkdir()
    return FolderIndex(tmp_path / "index")


@pytest.fixture
def make_wheel(index: FolderIndex) -> MakeWheel:
    """Put a wheel into the index: `make_wheel("lupa", "2.8", "cp311-cp311-win_amd64", requires=["x"])`."""

    def make(
        name: str, version: str, tag: str = "py3-none-any", *, requires: tuple[str, ...] = (), **files: str
    ) -> Path:
        path = index.folder / f"{name.replace('-', '_')}-{version}-{tag}.whl"
        info = f"{name.replace('-', '_')}-{version}.dist-info"
        lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
        lines += [f"Requires-Dist: {requirement}" for requirement in requires]
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(f"{info}/METADATA", "\n".join(lines) + "\n")
            archive.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n")
            archive.writestr(f"{info}/RECORD", "")
            for file, content in files.items():
                archive.writestr(file, content)
        return path

    return make

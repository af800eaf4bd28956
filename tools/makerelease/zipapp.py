"""The archive of one target: the launcher, its data, and the wheels."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.utils import parse_wheel_filename

from .targets import Python, Target

__all__ = ["file_name", "write_zipapp"]

_HERE = Path(__file__).parent
# With real dates, two builds of the same wheels would differ.
_EPOCH = (1980, 1, 1, 0, 0, 0)


def file_name(target: Target) -> str:
    """The name of the target's file."""
    return f"ui-mcp-{target.name}.pyz"


def write_zipapp(folder: Path, target: Target, wheel: Path, needs: Mapping[Python, Sequence[Path]]) -> Path:
    """Write the target's archive: our wheel, and its dependencies for each Python."""
    pythons = {python: [wheel, *wheels] for python, wheels in needs.items()}
    path = folder / file_name(target)
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "w") as archive:
            _add(archive, "__main__.py", (_HERE / "launcher.py").read_bytes(), zipfile.ZIP_DEFLATED)
            _add(archive, "bootstrap.py", (_HERE / "bootstrap.py").read_bytes(), zipfile.ZIP_DEFLATED)
            _add(archive, "release.json", _release(target, wheel, pythons), zipfile.ZIP_DEFLATED)
            for carried in sorted({path for wheels in pythons.values() for path in wheels}):
                # Wheels are compressed already; if stored, they can be read without unpacking.
                _add(archive, f"wheels/{carried.name}", carried.read_bytes(), zipfile.ZIP_STORED)
    partial.chmod(0o755)
    partial.replace(path)
    return path


def _release(target: Target, wheel: Path, pythons: Mapping[Python, Sequence[Path]]) -> bytes:
    data: dict[str, Any] = {
        "version": str(parse_wheel_filename(wheel.name)[1]),
        "target": target.name,
        "system": target.system,
        "machine": target.machine,
        "pythons": {python.version: [path.name for path in wheels] for python, wheels in pythons.items()},
        "digests": {python.tag: _digest(wheels) for python, wheels in pythons.items()},
    }
    return json.dumps(data, indent=1).encode()


def _digest(wheels: Sequence[Path]) -> str:
    """A digest that names the folder for these wheels, and no others."""
    digest = hashlib.sha256()
    for wheel in wheels:
        digest.update(hashlib.sha256(wheel.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _add(archive: zipfile.ZipFile, name: str, content: bytes, compression: int) -> None:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = compression
    info.external_attr = 0o644 << 16
    archive.writestr(info, content)

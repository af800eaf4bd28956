"""The jar of the bridge: compiled with the user's own JDK against his own JavaFX, and kept for the next time.

A release carries a built one, for machines that lack a compiler, or a JavaFX other than the one in the program's jar.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pytest_uimcp.core.caches import cache_dir
from pytest_uimcp.javafx.bridge.jdk import NoJdk, find_javafx, find_tool, run_javac
from pytest_uimcp.javafx.bridge.resources import resources

JAR: Final = "uimcp-stage.jar"
SOURCES: Final = Path(__file__).parent / "java"
# What a release carries; a checkout has none.
BUILT: Final = Path(__file__).parents[2] / "_bridge" / JAR
_PACKAGE: Final = "uimcp/stage"
# The oldest Java whose programs can be served.
RELEASE: Final = "11"
# The same date for all files, so that the same sources make the same jar.
_DATE: Final = (1980, 1, 1, 0, 0, 0)
_MANIFEST: Final = """Manifest-Version: 1.0
Premain-Class: uimcp.stage.StageBridge
Agent-Class: uimcp.stage.StageBridge
Automatic-Module-Name: uimcp.stage

"""


def bridge_jar(javafx: Path | None = None) -> Path:
    """The jar in the cache, built if no run before has; that of the release where none can be built."""
    try:
        jars = find_javafx(javafx)
        find_tool("javac")
    except NoJdk:
        # A folder that was named is to be used: what is wrong with it is said.
        if javafx is None and BUILT.is_file():
            return BUILT
        raise
    files = resources()
    kept = cache_dir() / "bridge" / _fingerprint(jars, files) / JAR
    if not kept.is_file():
        _build(kept, jars, files)
    return kept


def write_bridge(folder: Path, javafx: Path | None = None) -> Path:
    """Put the jar into a folder; returns its path."""
    jar = bridge_jar(javafx)
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / JAR, jar.read_bytes())
    return folder / JAR


def _fingerprint(jars: list[Path], files: Mapping[str, bytes]) -> str:
    """What the jar depends on: other sources, another JavaFX or other schemas make another one."""
    digest = hashlib.sha256()
    for source in _sources():
        digest.update(source.read_bytes())
    for jar in jars:
        digest.update(f"{jar.resolve()} {jar.stat().st_mtime_ns}".encode())
    for content in files.values():
        digest.update(content)
    return digest.hexdigest()[:16]


def _sources() -> list[Path]:
    return sorted(SOURCES.rglob("*.java"))


def _build(target: Path, jars: list[Path], files: Mapping[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        classes = Path(scratch)
        options = ["--release", RELEASE, "-nowarn", "-encoding", "UTF-8", "-g:source,lines"]
        places = ["-d", str(classes), "-cp", os.pathsep.join(map(str, jars))]
        run_javac([*options, *places, *map(str, _sources())], what="the bridge")
        content = {str(file.relative_to(classes)): file.read_bytes() for file in sorted(classes.rglob("*.class"))}
    content |= {f"{_PACKAGE}/{name}": data for name, data in files.items()}
    target.parent.mkdir(parents=True, exist_ok=True)
    _write(target, _packed(content))


def _packed(content: Mapping[str, bytes]) -> bytes:
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as jar:
            # The manifest has to be the first entry.
            for name, data in {"META-INF/MANIFEST.MF": _MANIFEST.encode(), **content}.items():
                jar.writestr(zipfile.ZipInfo(name, _DATE), data, zipfile.ZIP_DEFLATED)
        file.seek(0)
        return file.read()


def _write(target: Path, data: bytes) -> None:
    # Renamed into place: programs of other runs may be starting with it.
    handle, part = tempfile.mkstemp(dir=target.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    Path(part).chmod(0o644)
    Path(part).replace(target)

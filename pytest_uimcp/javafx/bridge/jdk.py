"""The user's JDK and JavaFX: found where they usually are, or an error that says how to get them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pytest_uimcp.core.errors import UimcpError

JDK_LINE: Final = "apt-get update && apt-get install -y --no-install-recommends openjdk-17-jdk-headless"
JAVAFX_LINE: Final = "apt-get update && apt-get install -y --no-install-recommends openjfx"
# As `ui-mcp stage` calls it, and pytest.
OPTION: Final = "--javafx (of pytest --uimcp-javafx)"
# How long a compiler may take on a busy machine.
MAX_SECONDS: Final = 300
# What the bridge is compiled against.
MODULES: Final = ("base", "graphics", "controls")
# Where Debian, and SDKs that are unpacked by hand, have it; builds keep theirs in caches.
_FOLDERS: Final = ("/usr/share/openjfx/lib", "/opt/javafx/lib")
_MAVEN: Final = ".m2/repository/org/openjfx"
_GRADLE: Final = ".gradle/caches/modules-2/files-2.1/org.openjfx"


class NoJdk(UimcpError):
    """There is no Java compiler, or no JavaFX to compile against."""


def find_tool(name: str) -> str:
    """The path of a program of the JDK (`javac`, `java`): that of JAVA_HOME, else of PATH."""
    home = os.environ.get("JAVA_HOME")
    if home and (tool := shutil.which(name, path=str(Path(home) / "bin"))):
        return tool
    if tool := shutil.which(name):
        return tool
    raise NoJdk(f"no `{name}`: set JAVA_HOME to a JDK, or install one; on Debian and Ubuntu, as root: {JDK_LINE}")


def find_javafx(folder: Path | None = None) -> list[Path]:
    """The jars of JavaFX's three basic modules: in a folder, or else where they usually are."""
    if folder is not None:
        jars = _jars_in(folder)
        if jars is None:
            names = ", ".join(f"javafx.{module}.jar" for module in MODULES)
            raise NoJdk(f"{OPTION} {folder}: expected {names} there or in its lib/")
        return jars
    jars = next((jars for place in _places() if (jars := _jars_in(place)) is not None), None)
    if jars is None:
        raise NoJdk(
            "no JavaFX found to compile the bridge against: name its folder with "
            f"{OPTION} DIR, or set PATH_TO_FX to it; on Debian and Ubuntu, as root: {JAVAFX_LINE}"
        )
    return jars


def _places() -> Iterator[Path]:
    if path := os.environ.get("PATH_TO_FX"):
        yield Path(path)
    yield from map(Path, _FOLDERS)
    yield Path.home() / _MAVEN
    yield Path.home() / _GRADLE


def _jars_in(folder: Path) -> list[Path] | None:
    """The jars of a folder, of its `lib`, or the newest of a build tool's cache; None unless all are there."""
    jars = []
    for module in MODULES:
        candidates = [folder / f"javafx.{module}.jar", folder / "lib" / f"javafx.{module}.jar"]
        # A cache has each version, and for each a jar per platform, which has the classes, and one without.
        cached = [jar for jar in folder.glob(f"javafx-{module}/**/*.jar") if _has_classes(jar)]
        candidates += sorted(cached, key=_version)[-1:]
        jar = next((candidate for candidate in candidates if candidate.is_file()), None)
        if jar is None:
            return None
        jars.append(jar)
    return jars


def _has_classes(jar: Path) -> bool:
    return "sources" not in jar.name and jar.stem.rpartition("-")[2] in ("linux", "mac", "win", "aarch64")


def _version(jar: Path) -> list[int]:
    return [int(part) for part in jar.name.split("-")[2].split(".") if part.isdigit()]


def run_javac(arguments: list[str], *, what: str) -> None:
    """Run the compiler; its messages are the error."""
    compiled = subprocess.run(
        [find_tool("javac"), *arguments],
        capture_output=True,
        text=True,
        timeout=MAX_SECONDS,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if compiled.returncode != 0:
        raise UimcpError(f"{what} does not compile:\n{(compiled.stdout + compiled.stderr).strip()[-4000:]}")

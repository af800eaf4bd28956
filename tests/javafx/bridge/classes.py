"""Java programs of tests, compiled once for each content: a compiler takes seconds."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from pytest_uimcp.core.caches import cache_dir
from pytest_uimcp.javafx.bridge.building import bridge_jar
from pytest_uimcp.javafx.bridge.jdk import find_javafx, run_javac

FX_FOLDER = Path("/usr/share/openjfx/lib")
MODULES = "javafx.controls,javafx.fxml"
# Little to compile at run time, no second thread for garbage: these programs live for seconds.
# `Host` lets JavaFX forget texts between documents.
OPENED = "--add-opens javafx.graphics/com.sun.javafx.text=ALL-UNNAMED"
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Dprism.order=sw"


def javafx_folder() -> Path:
    """Where the JavaFX of this machine is; fails with the line that installs it."""
    return find_javafx()[0].parent


def compiled(sources: Iterable[Path]) -> Path:
    """The folder with the classes of some sources, which may use JavaFX and the bridge."""
    files = sorted(sources)
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files) + str(bridge_jar()).encode())
    target = cache_dir() / "test-classes" / digest.hexdigest()[:16]
    if not target.is_dir():
        part = target.with_name(f"{target.name}.{os.getpid()}")
        places = ["-d", str(part), "-cp", os.pathsep.join([str(bridge_jar()), f"{javafx_folder()}/*"])]
        run_javac(["--release", "11", "-nowarn", *places, *map(str, files)], what="a program of the tests")
        try:
            part.rename(target)
        except OSError:
            # Another worker was faster.
            assert target.is_dir()
    return target


def on_module_path(classes: Path, main: str, flags: str = QUICK) -> str:
    """The command of a program whose JavaFX is on the module path."""
    path = f"--module-path {javafx_folder()} --add-modules {MODULES} {OPENED}"
    return f"java {flags} {path} -cp {classes}{os.pathsep}{bridge_jar()} {main}"


def on_class_path(classes: Path, main: str) -> str:
    """The command of a program whose JavaFX is on the class path."""
    return f"java {QUICK} -cp '{classes}{os.pathsep}{bridge_jar()}{os.pathsep}{javafx_folder()}/*' {main}"

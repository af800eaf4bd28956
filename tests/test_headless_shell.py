from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests import headless_shell


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a Chromium and no headless shell."""
    (tmp_path / "bin").mkdir()
    program(tmp_path / "bin" / "chromium")
    monkeypatch.setattr(headless_shell, "PROGRAM", tmp_path / "lib" / "chromium-headless-shell")
    monkeypatch.setattr(headless_shell, "FOLDER", tmp_path / "cache")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}/usr/bin")
    return tmp_path


def program(path: Path) -> None:
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)


def test_without_a_headless_shell_chromium_is_the_systems(machine: Path) -> None:
    headless_shell.prefer_it()
    assert shutil.which("chromium") == str(machine / "bin" / "chromium")


def test_the_headless_shell_takes_the_name_of_chromium_and_leaves_the_systems_reachable(machine: Path) -> None:
    (machine / "lib").mkdir()
    program(headless_shell.PROGRAM)
    for _ in range(2):
        headless_shell.prefer_it()
    first = shutil.which("chromium")
    assert first is not None
    assert Path(first).resolve() == headless_shell.PROGRAM
    assert os.environ["PATH"].split(os.pathsep).count(str(headless_shell.FOLDER)) == 1
    assert shutil.which("chromium", path=headless_shell.path_without_it()) == str(machine / "bin" / "chromium")


def test_a_link_that_leads_nowhere_is_made_anew(machine: Path) -> None:
    (machine / "lib").mkdir()
    program(headless_shell.PROGRAM)
    headless_shell.FOLDER.mkdir()
    (headless_shell.FOLDER / "chromium").symlink_to(machine / "gone")
    headless_shell.prefer_it()
    assert (headless_shell.FOLDER / "chromium").resolve() == headless_shell.PROGRAM

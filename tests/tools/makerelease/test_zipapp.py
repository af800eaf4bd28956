from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

from tools.makerelease.targets import PYTHONS, TARGETS
from tools.makerelease.zipapp import write_zipapp

MakeWheel = Callable[..., Path]
LINUX = TARGETS[0]
OLD, *_, NEW = PYTHONS


def test_an_archive_says_which_of_its_wheels_each_python_takes(make_wheel: MakeWheel, tmp_path: Path) -> None:
    ours, pure = make_wheel("pytest-uimcp", "1.2.3"), make_wheel("pure", "1")
    old = make_wheel("ext", "1", "cp311-cp311-manylinux_2_17_x86_64")
    new = make_wheel("ext", "1", "cp314-cp314-manylinux_2_17_x86_64")

    path = write_zipapp(tmp_path, LINUX, ours, {OLD: [old, pure], NEW: [new, pure]})

    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        release = json.loads(archive.read("release.json"))
        for wheel in (ours, pure, old, new):
            assert archive.read(f"wheels/{wheel.name}") == wheel.read_bytes()
    assert names[:3] == ["__main__.py", "bootstrap.py", "release.json"]
    assert len(names) == 7
    assert release["pythons"] == {
        "3.11": [ours.name, old.name, pure.name],
        "3.14": [ours.name, new.name, pure.name],
    }
    assert (release["version"], release["system"], release["machine"]) == ("1.2.3", "Linux", "x86_64")
    assert release["digests"]["cp311"] != release["digests"]["cp314"]


def test_the_same_wheels_make_the_same_archive(make_wheel: MakeWheel, tmp_path: Path) -> None:
    ours, pure = make_wheel("pytest-uimcp", "1.2.3"), make_wheel("pure", "1")

    first = write_zipapp(tmp_path, LINUX, ours, {OLD: [pure]}).read_bytes()
    again = write_zipapp(tmp_path, LINUX, ours, {OLD: [pure]}).read_bytes()

    assert first == again
    assert [path.name for path in tmp_path.glob("*.p*")] == ["ui-mcp-linux-amd64.pyz"]

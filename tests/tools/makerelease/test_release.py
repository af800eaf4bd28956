"""The files of a release, for this Python only; the one for this machine is run as a user would run it."""

from __future__ import annotations

import json
import os
import platform
import random
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import parse_wheel_filename

from pytest_uimcp.cli import COMMANDS
from pytest_uimcp.javafx.bridge.building import bridge_jar
from tests.rotation import seed
from tools.makerelease.__main__ import main
from tools.makerelease.index import NoWheel, PipIndex
from tools.makerelease.targets import PYTHONS, TARGETS, Python
from tools.makerelease.zipapp import file_name

ROOT = Path(__file__).resolve().parents[3]
HERE = "{}.{}".format(*sys.version_info[:2])

pytestmark = [
    # One worker runs them all (tests/scheduling.py), so that the file is built once.
    pytest.mark.packaging,
    pytest.mark.timeout(600),
    pytest.mark.skipif(
        (platform.system(), platform.machine()) != ("Linux", "x86_64") or HERE not in {p.version for p in PYTHONS},
        reason="the file that is run here is the one for linux-amd64",
    ),
]


CACHE = ROOT / ".cache" / "wheels"


@pytest.fixture(scope="module")
def pyz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("a release")
    arguments = ["--target", "linux-amd64", "--python", HERE, "--wheel-only"]
    assert main([*arguments, "--out", str(out), "--cache", str(CACHE)]) == 0
    return out / "ui-mcp-linux-amd64.pyz"


@pytest.fixture(scope="module")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def environment(cache: Path) -> dict[str, str]:
    """Nothing of this test run: no PYTHONPATH, no plugins, no options."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))},
        "UI_MCP_CACHE": str(cache),
    }


def start(pyz: Path, cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(pyz), *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=240,
        env=environment(cache),
        cwd="/",
        check=False,
    )


def test_the_files_are_named_as_the_contract_names_them() -> None:
    assert [file_name(target) for target in TARGETS] == [
        "ui-mcp-linux-amd64.pyz",
        "ui-mcp-linux-arm64.pyz",
        "ui-mcp-darwin-amd64.pyz",
        "ui-mcp-darwin-arm64.pyz",
        "ui-mcp-windows-amd64.pyz",
    ]
    assert [python.version for python in PYTHONS] == ["3.11", "3.12", "3.13", "3.14"]


def test_every_platform_gets_a_file_that_can_run_there(
    pyz: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Another one with each commit: pip reads tens of thousands of links for it. `make release` builds all.
    here = next(target for target in TARGETS if target.name == "linux-amd64")
    others = [target for target in TARGETS if target is not here]
    targets = [here, random.Random(seed()).choice(others)]

    def built(_out: Path, *, wheel_only: bool, release: str) -> Path:
        assert (wheel_only, release) == (True, "")
        return next(pyz.parent.glob("*.whl"))

    # Our own wheel is the one that was built for this machine's file.
    monkeypatch.setattr("tools.makerelease.__main__.build_distributions", built)
    # For one Python: the wheels for all of them are 200 MB.
    arguments = ["--target", *(target.name for target in targets), "--python", HERE, "--wheel-only"]
    code = main([*arguments, "--out", str(tmp_path), "--cache", str(CACHE)])
    if code != 0 and not index_in_reach(tmp_path):
        pytest.skip("the package index is out of reach, and not all wheels are in .cache/wheels")

    assert code == 0
    for target in targets:
        with zipfile.ZipFile(tmp_path / file_name(target)) as archive:
            wheels = [Path(name).name for name in archive.namelist() if name.startswith("wheels/")]
            release = json.loads(archive.read("release.json"))
        runs = set(target.tags(Python(HERE)))
        assert [wheel for wheel in wheels if not parse_wheel_filename(wheel)[3] & runs] == []
        assert (release["system"], release["machine"]) == (target.system, target.machine)
        names = {parse_wheel_filename(wheel)[0] for wheel in wheels}
        assert {"pytest-uimcp", "lupa", "aiohttp", "justhtml"} <= names
        assert "turbohtml" not in names


def index_in_reach(scratch: Path) -> bool:
    try:
        PipIndex().fetch([Requirement("justhtml")], TARGETS[0], Python(HERE), scratch / "asked")
    except NoWheel:
        return False
    return True


def test_a_release_carries_the_bridge_for_javafx_programs(pyz: Path) -> None:
    with zipfile.ZipFile(next(pyz.parent.glob("*.whl"))) as wheel:
        assert wheel.read("pytest_uimcp/_bridge/uimcp-stage.jar") == bridge_jar().read_bytes()


def test_it_prints_its_release(pyz: Path, shared_cache: Path) -> None:
    done = start(pyz, shared_cache, "version")

    assert done.stderr == ""
    assert done.stdout in ("ui-mcp dev\n", "ui-mcp v1.0.0\n")
    assert start(pyz, shared_cache, "--version").stdout == done.stdout


def test_it_passes_exit_codes_and_usage_on(pyz: Path, shared_cache: Path) -> None:
    done = start(pyz, shared_cache, "nonsense")

    assert done.returncode == 2
    assert done.stderr.startswith("ui-mcp: no such command `nonsense`")


def test_it_is_executable_by_itself(pyz: Path) -> None:
    assert os.access(pyz, os.X_OK)
    assert pyz.read_bytes().startswith(b"#!/usr/bin/env python3\n")


def test_it_unpacks_once(pyz: Path, tmp_path: Path) -> None:
    start(pyz, tmp_path, "version")
    (folder,) = tmp_path.iterdir()
    before = folder.stat().st_mtime_ns, (folder / "pytest_uimcp" / "cli.py").stat().st_ino

    start(pyz, tmp_path, "version")

    assert (folder.stat().st_mtime_ns, (folder / "pytest_uimcp" / "cli.py").stat().st_ino) == before
    assert list(tmp_path.iterdir()) == [folder]


def test_first_starts_at_the_same_time_do_not_disturb_each_other(pyz: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(pyz), "version"]
    starts = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(tmp_path))
        for _ in range(2)
    ]

    answers = [started.communicate(timeout=240) for started in starts]

    assert {error for _, error in answers} == {""}
    assert len({output for output, _ in answers}) == 1
    assert len(list(tmp_path.iterdir())) == 1


def test_it_carries_all_that_the_server_imports(pyz: Path, shared_cache: Path) -> None:
    start(pyz, shared_cache, "version")
    (folder,) = shared_cache.iterdir()
    code = (
        "import site, sys; site.addsitedir(sys.argv[1]); "
        "import aiohttp, anyio, lupa.lua51, lupa.lua52, mcp.server.lowlevel, watchfiles, pytest_uimcp.engine; "
        "from pytest_uimcp.page.dom.parse import template_content; "
        "print(*template_content('<template><td>1<td>2</template>').children); "
        "from pytest_uimcp.core.assets import bundle_dir; print(bundle_dir())"
    )
    # -S: nothing of the environment that runs this test may help out.
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(folder)], capture_output=True, text=True, timeout=240, check=False
    )

    assert (done.stderr, done.stdout) == ("", f"<td> <td>\n{folder}/pytest_uimcp/_bundle\n")


def test_what_only_tests_need_is_not_in_it(pyz: Path) -> None:
    with zipfile.ZipFile(pyz) as archive:
        carried = {name.split("/")[1].split("-")[0] for name in archive.namelist() if name.startswith("wheels/")}
        release = json.loads(archive.read("release.json"))

    assert not carried & {"playwright", "pytest", "syrupy", "respx", "pluggy", "greenlet"}
    assert list(release["pythons"]) == [HERE]


@pytest.mark.skipif("install" not in [command.name for command in COMMANDS], reason="there is no such command yet")
def test_it_installs_the_bundle(pyz: Path, shared_cache: Path, tmp_path: Path) -> None:
    done = start(pyz, shared_cache, "install", "--dir", str(tmp_path / ".claude" / "ui"))

    assert (done.stderr, done.returncode) == ("", 0)
    assert os.access(tmp_path / ".claude" / "ui" / "event", os.X_OK)


@pytest.mark.skipif("mcp" not in [command.name for command in COMMANDS], reason="there is no such command yet")
def test_it_serves(pyz: Path, shared_cache: Path, tmp_path: Path) -> None:
    request = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    done = subprocess.run(
        [sys.executable, str(pyz), "mcp", "--dir", str(tmp_path / ".claude" / "ui")],
        input=json.dumps(request) + "\n",
        capture_output=True,
        text=True,
        timeout=240,
        env=environment(shared_cache),
        check=False,
    )

    answer = json.loads(done.stdout.splitlines()[0])
    assert (answer["id"], done.returncode) == (1, 0)
    assert "serverInfo" in answer["result"]


@pytest.mark.parametrize("version", ["3.7", "3.8", "3.10"])
def test_an_old_python_gets_a_sentence(pyz: Path, version: str, tmp_path: Path) -> None:
    python = shutil.which(f"python{version}")
    # What is found may be a wrapper that knows no such Python.
    if python is None or subprocess.run([python, "-c", ""], capture_output=True, timeout=240, check=False).returncode:
        pytest.skip(f"there is no Python {version} here")
    done = subprocess.run(
        [python, str(pyz), "version"],
        capture_output=True,
        text=True,
        timeout=240,
        env=environment(tmp_path),
        check=False,
    )

    assert done.returncode == 1
    assert f"this needs Python 3.11 or newer and was started with {version}" in done.stderr
    assert "Traceback" not in done.stderr

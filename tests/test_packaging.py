"""The distributions as a user gets them: what they hold, and that they work in an empty environment."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email import message_from_bytes
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import pytest_uimcp
from pytest_uimcp.server.themes.shoelace import ARCHIVE
from tests import tutorial
from tests.headless_shell import path_without_it

ROOT = Path(__file__).resolve().parent.parent

ADDED = {"pytest_uimcp/_release.txt", f"pytest_uimcp/_shoelace/{ARCHIVE}", "pytest_uimcp/_shoelace/LICENSE.md"}
"""What a build adds to the files of the tree."""

# One worker runs them all (tests/scheduling.py), so that everything is built and installed once.
pytestmark = [pytest.mark.packaging, pytest.mark.timeout(600)]


def run(
    command: Sequence[str | Path], cwd: Path = ROOT, seconds: float = 60, environment: Mapping[str, str] | None = None
) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=seconds,
        # The tests of this tree must not leak into the run of another: no PYTHONPATH, no pytest options.
        # And with the browser that users have.
        env={name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
        | {"PATH": path_without_it()}
        | dict(environment or {}),
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def source_files(folder: str) -> set[str]:
    listed = run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", folder])
    # Recordings of other programs are for the tests of this tree.
    return {name for name in listed.splitlines() if (ROOT / name).is_file() and not name.startswith("fixtures/oracle/")}


@dataclass(frozen=True)
class Distributions:
    wheel: Path
    sdist: Path


def build(target: str, source: Path, into: Path, environment: Mapping[str, str] | None = None) -> Path:
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        f"--{target}",
        "--outdir",
        into,
        source,
    ]
    run(command, seconds=120, environment=environment)
    (built,) = into.iterdir()
    return built


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    into = tmp_path_factory.mktemp("dist")
    return Distributions(
        wheel=build("wheel", ROOT, into / "wheel"),
        sdist=build("sdist", ROOT, into / "sdist"),
    )


def needs_of(wheel: Path) -> dict[str, Distribution]:
    """What a wheel requires, and all that requires in turn, as the environment of this tree has it."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(archive.read(name))
    waiting = [(text, "") for text in metadata.get_all("Requires-Dist", [])]
    needs: dict[str, Distribution] = {}
    asked = set()
    while waiting:
        text, extra = waiting.pop()
        need = Requirement(text)
        if (text, extra) in asked or not (need.marker is None or need.marker.evaluate({"extra": extra})):
            continue
        asked.add((text, extra))
        found = needs.setdefault(canonicalize_name(need.name), distribution(need.name))
        waiting += [(text, extra) for text in found.requires or () for extra in ("", *need.extras)]
    return needs


@pytest.fixture(scope="module")
def installed(distributions: Distributions, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an environment with the wheel and what it requires, and nothing else.

    What it requires are links to what this tree's environment has: nothing to download, to unpack and to compile. pip
    says if something is missing or of another version.
    """
    environment = tmp_path_factory.mktemp("an environment") / "venv"
    venv.create(environment, with_pip=False)
    python = environment / "bin" / "python"
    packages = environment / Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    for need in needs_of(distributions.wheel).values():
        folder = Path(str(need.locate_file("")))
        for top in {file.parts[0] for file in need.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(folder / top)
    script = python.with_name("pytest")
    # The folder's name has a space, which the first line of a script may not have.
    script.write_text(f'#!/bin/sh\nexec "{python}" -m pytest "$@"\n')
    script.chmod(0o755)
    # Compiling all of it would take longer than the tests that use some of it.
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-compile"]
    run([*pip, "--no-index", distributions.wheel], seconds=300)
    return python.parent


def test_the_wheel_holds_bundle_and_fixtures_without_recordings_and_nothing_else_of_the_tree(
    distributions: Distributions,
) -> None:
    with zipfile.ZipFile(distributions.wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    expected = source_files("pytest_uimcp") | {
        f"pytest_uimcp/_{name}" for folder in ("bundle", "fixtures") for name in source_files(folder)
    }
    assert held == expected | ADDED


def test_the_source_distribution_holds_the_tree_with_the_recordings(distributions: Distributions) -> None:
    with tarfile.open(distributions.sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    listed = set(run(["git", "ls-files", "--cached", "--others", "--exclude-standard"]).splitlines())
    # hatchling leaves out links to folders; those of app directories are optional.
    expected = {name for name in listed if (ROOT / name).is_file()}
    assert held == expected | ADDED | {"PKG-INFO"}
    assert any(name.startswith("fixtures/oracle/") for name in held)


def test_the_distributions_are_as_small_as_the_documentation_says(distributions: Distributions) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    said = re.search(r"a wheel \(([\d.]+) MB\).*?a source distribution\s+\(([\d.]+) MB\)", text, re.DOTALL)
    assert said is not None
    for path, megabytes in zip((distributions.wheel, distributions.sdist), said.groups(), strict=True):
        assert path.stat().st_size < float(megabytes) * 1_000_000


def test_the_wheel_says_that_it_is_typed(distributions: Distributions) -> None:
    with zipfile.ZipFile(distributions.wheel) as archive:
        assert "pytest_uimcp/py.typed" in archive.namelist()


def test_links_and_pictures_of_the_readme_work_on_the_package_index(distributions: Distributions) -> None:
    with zipfile.ZipFile(distributions.wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = archive.read(name).decode()
    links = re.findall(r"\]\(([^)]+)\)", metadata)
    assert links
    assert [link for link in links if not link.startswith("https://")] == []
    pictures = [link for link in links if link.endswith(".png")]
    assert all(link.startswith("https://raw.githubusercontent.com/") for link in pictures)
    files = [link.rpartition("/main/")[2].partition("#")[0] for link in links]
    assert [name for name in files if not (ROOT / name).exists()] == []


def test_shoelace_travels_packed_with_its_licence(distributions: Distributions) -> None:
    with zipfile.ZipFile(distributions.wheel) as archive:
        packed = archive.getinfo(f"pytest_uimcp/_shoelace/{ARCHIVE}")
        licence = archive.read("pytest_uimcp/_shoelace/LICENSE.md").decode()
    assert packed.file_size <= 1_600_000
    assert "A Beautiful Site" in licence
    assert "Permission is hereby granted" in licence


def test_executable_files_of_the_bundle_stay_executable(distributions: Distributions) -> None:
    executable = {name for name in source_files("bundle") if os.access(ROOT / name, os.X_OK)}
    with zipfile.ZipFile(distributions.wheel) as archive:
        kept = {
            info.filename.removeprefix("pytest_uimcp/_")
            for info in archive.infolist()
            if info.filename.startswith("pytest_uimcp/_bundle/") and info.external_attr >> 16 & 0o111
        }
    assert kept == executable


def test_the_source_distribution_builds_the_same_wheel(distributions: Distributions, tmp_path: Path) -> None:
    with tarfile.open(distributions.sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    again = build("wheel", source, tmp_path / "dist")
    assert contents(again) == contents(distributions.wheel)


def contents(wheel: Path) -> dict[str, tuple[int, bytes]]:
    with zipfile.ZipFile(wheel) as archive:
        return {
            info.filename: (info.external_attr, archive.read(info))
            for info in archive.infolist()
            if not info.filename.endswith("/RECORD")  # the same lines, in the order the files were found
        }


def copy_of_the_tree(folder: Path) -> Path:
    """The tree as git has it, without a cache of its own."""
    tree = folder / "tree"
    for name in run(["git", "ls-files"]).splitlines():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tree / name, follow_symlinks=False)
    return tree


def test_a_tagged_tree_builds_distributions_that_remember_their_release(tmp_path: Path) -> None:
    tree = copy_of_the_tree(tmp_path)
    identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"]
    run(["git", "init", "--quiet"], tree)
    run(["git", "add", "--all"], tree)
    run(["git", *identity, "commit", "--quiet", "--message", "Release"], tree)
    run(["git", "tag", f"v{pytest_uimcp.__version__}"], tree)
    cache = {"UIMCP_CACHE": str(ROOT / ".cache")}
    with tarfile.open(build("sdist", tree, tmp_path / "sdist", cache)) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    with zipfile.ZipFile(build("wheel", source, tmp_path / "wheel")) as archive:
        release = archive.read("pytest_uimcp/_release.txt").decode()
    assert release == f"v{pytest_uimcp.__version__}\n"


def test_the_installed_command_prints_the_release_baked_at_the_build(
    installed: Path, distributions: Distributions, tmp_path: Path
) -> None:
    with zipfile.ZipFile(distributions.wheel) as archive:
        release = archive.read("pytest_uimcp/_release.txt").decode().strip()
    assert run([installed / "ui-mcp", "version"], tmp_path) == f"ui-mcp {release}\n"
    assert run([installed / "ui-mcp", "--version"], tmp_path) == f"ui-mcp {release}\n"
    assert run([installed / "nlui", "--version"], tmp_path) == f"nlui {release}\n"


def test_every_public_name_of_the_installed_package_is_there(installed: Path, tmp_path: Path) -> None:
    code = "import pytest_uimcp; [getattr(pytest_uimcp, name) for name in pytest_uimcp.__all__]"
    run([installed / "python", "-W", "error", "-c", code], tmp_path)


def test_the_installed_package_finds_its_bundle_and_fixtures(installed: Path, tmp_path: Path) -> None:
    code = "import pytest_uimcp; print(pytest_uimcp.bundle_dir()); print(pytest_uimcp.fixtures_dir())"
    bundle, fixtures = map(Path, run([installed / "python", "-c", code], tmp_path).splitlines())
    for folder, home in (("bundle", bundle), ("fixtures", fixtures)):
        assert home.is_relative_to(installed.parent)
        for name in source_files(folder):
            assert (home.parent / f"_{name}").read_bytes() == (ROOT / name).read_bytes()
            assert os.access(home.parent / f"_{name}", os.X_OK) == os.access(ROOT / name, os.X_OK)


def test_a_session_of_the_installed_package_displays_a_sample_app(installed: Path, tmp_path: Path) -> None:
    code = """
import shutil, pytest_uimcp
shutil.copytree(pytest_uimcp.fixtures_dir() / "apps", "apps")
with pytest_uimcp.Session(".") as session:
    session.display("counter")
    session.eval("counter:increment()")
    print(session.state(), session.problems)
"""
    shown = run([installed / "python", "-W", "error", "-c", code], tmp_path)
    assert shown == "{'count': 1, 'type': 'Counter'} ()\n"


def test_pytest_of_that_environment_finds_the_installed_plugin(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "test_something.py").write_text("def test_something(): pass\n")
    shown = run([installed / "python", "-m", "pytest", "--trace-config"], tmp_path)
    (line,) = (line for line in shown.splitlines() if line.split()[:1] == ["uimcp"])
    assert Path(line.split(":", 1)[1].strip()).is_relative_to(installed.parent)
    assert "1 passed" in shown


def test_pytest_of_that_environment_checks_apps_without_more(installed: Path, tmp_path: Path) -> None:
    # In `.ui`; the tutorial has its app in `.claude/ui`.
    shutil.copytree(pytest_uimcp.fixtures_dir() / "apps", tmp_path / ".ui" / "apps")
    told = run([installed / "python", "-m", "pytest", "--uimcp", "-q", "-p", "no:cacheprovider"], tmp_path)
    assert "25 passed" in told


CONTROLS = {
    "pytest.ini": "[pytest]\n",
    ".ui/apps/t/app.lua": (
        'T = session:prototype("T", { name = "", said = "" })\n'
        "function T:greet() self.said = 'Hello ' .. self.name end\n"
        "t = T:new({})\n"
    ),
    ".ui/apps/t/viewdefs/T.DEFAULT.html": (
        '<template><div><sl-input label="Name" ui-value="name"></sl-input><sl-icon name="alarm" label="Bell"></sl-icon>'
        '<sl-button ui-action="greet()">Greet</sl-button><p ui-value="said"></p></div></template>'
    ),
    "test_t.py": (
        "def test_a_greeting(uimcp_page):\n    uimcp_page.fill('Name', 'Ada')\n    uimcp_page.click('Greet')\n"
        "    uimcp_page.see('Hello Ada')\n"
    ),
}
# Runs the rest of its command line where only the loopback interface is.
ALONE = """
import fcntl, os, socket, struct, sys
with socket.socket() as any_socket:
    fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", 0x41))  # SIOCSIFFLAGS: up and running
os.execvp(sys.argv[1], sys.argv[1:])
"""


# For systems that let nobody make a network of one's own: no Python of a command line reaches another machine.
REFUSING = """
import socket
connect = socket.socket.connect

def refuse(self, address):
    if self.family != socket.AF_UNIX and str(address[0]) not in ("127.0.0.1", "::1", "localhost"):
        raise OSError(f"this test has no network: {address}")
    return connect(self, address)

socket.socket.connect = refuse
"""
NETWORKS = (["unshare", "--net"], ["unshare", "--user", "--map-root-user", "--net"])


def without_network(home: Path) -> tuple[list[str], dict[str, str]]:
    """What a command begins with, and its environment, so that it has an empty home and reaches no other machine."""
    nowhere = "http://127.0.0.1:9"
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NPM_CONFIG_REGISTRY"), nowhere)
    own = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "NO_PROXY": "127.0.0.1,localhost", **proxies}
    if shutil.which("unshare"):
        for network in NETWORKS:
            start = [*network, sys.executable, "-c", ALONE]
            if not subprocess.run([*start, "true"], check=False, capture_output=True).returncode:
                return start, own
    (home / "refusing").mkdir()
    (home / "refusing" / "sitecustomize.py").write_text(REFUSING)
    return [], {**own, "PYTHONPATH": str(home / "refusing")}


@pytest.mark.parametrize("kind", ["wheel", "editable"])
def test_an_app_with_controls_passes_in_chromium_with_an_empty_home_and_no_network(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    # The environment of this tree is an editable install of it.
    python = request.getfixturevalue("installed") / "python" if kind == "wheel" else Path(sys.executable)
    for name, text in CONTROLS.items():
        (tmp_path / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / name).write_text(text)
    home = tmp_path / "home"
    home.mkdir()
    start, environment = without_network(home)
    command = [*start, python, "-m", "pytest", "-q", "--uimcp-face=chromium", "-p", "no:cacheprovider"]
    shown = run(command, tmp_path / "project", seconds=120, environment=environment)
    assert "1 passed" in shown


def test_a_build_from_git_without_a_network_names_the_line_that_fetches_shoelace(tmp_path: Path) -> None:
    tree = copy_of_the_tree(tmp_path)
    home = tmp_path / "home"
    home.mkdir()
    start, environment = without_network(home)
    command: list[str | Path] = [
        *start,
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--wheel",
        "--outdir",
        tmp_path / "dist",
        tree,
    ]
    with pytest.raises(AssertionError) as caught:
        run(command, seconds=120, environment=environment)
    cache = tmp_path / "home" / "cache" / "ui-mcp"
    assert f"run `npm pack --pack-destination={cache} @shoelace-style/shoelace@" in str(caught.value)


def test_the_tutorial_can_be_followed_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    """With an empty home and without a network; and `git add .` takes what the reader wrote, and the snapshots."""
    home = tmp_path / "home"
    home.mkdir()
    (project := tmp_path / "groceries").mkdir()
    start, environment = without_network(home)
    tutorial.play(project, installed, start, environment)
    committed = set(run(["git", "ls-files"], project).splitlines())
    written = {name.removeprefix("docs/tutorial/") for name in tutorial.files_shown()}
    assert {name for name in committed if "/__snapshots__/" not in name} == written
    assert len(committed) > len(written)


def test_python_refuses_other_machines_where_no_network_of_ones_own_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    start, environment = without_network(tmp_path)
    code = "import socket; socket.create_connection(('192.0.2.1', 80), 1)"
    with pytest.raises(AssertionError, match="this test has no network"):
        run([*start, sys.executable, "-c", code], tmp_path, environment=environment)

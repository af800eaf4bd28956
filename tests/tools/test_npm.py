from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tools import npm

LOCKS = [project / "package-lock.json" for project in npm.PROJECTS]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of npm packages, nothing of which is in the cache."""
    monkeypatch.setattr(npm, "CACHE", tmp_path / "cache")
    project = tmp_path / "node"
    project.mkdir()
    (project / "package.json").write_text("{}")
    (project / "package-lock.json").write_text('{"lockfileVersion": 3}')
    return project


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on PATH; the environment has no Node of its own."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "bin").mkdir()
    return tmp_path / "bin"


def script(path: Path, text: str) -> None:
    # Through a shell: the interpreter's path may have a space, which "#!" cannot say.
    program = path.with_suffix(".py")
    program.write_text(f"import sys, os, pathlib\n{text}\n")
    path.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{program}' \"$@\"\n")
    path.chmod(0o755)


def node(machine: Path, version: str) -> None:
    script(machine / "node", f"print({version!r})")


@pytest.mark.slow
def test_packages_are_fetched_once_for_each_content_of_the_lock(project: Path, machine: Path) -> None:
    node(machine, "v24.19.0")
    log = machine / "log"
    script(machine / "npm", f"open({str(log)!r}, 'a').write('once\\n'); pathlib.Path('node_modules').mkdir()")
    first = npm.fetch(project)
    assert (npm.fetch(project), npm.packages(project)) == (first, first)
    assert log.read_text() == "once\n"
    (project / "package-lock.json").write_text("{}")
    assert npm.fetch(project) != first


@pytest.mark.slow
def test_npm_installs_what_the_lock_names_and_runs_no_scripts(project: Path, machine: Path) -> None:
    node(machine, "v24.19.0")
    script(
        machine / "npm",
        "pathlib.Path('node_modules').mkdir(); pathlib.Path('node_modules/said').write_text(' '.join(sys.argv[1:]))",
    )
    said = (npm.fetch(project) / "said").read_text()
    assert said == "ci --ignore-scripts --no-audit --no-fund --loglevel=error"


@pytest.mark.slow
def test_an_unreachable_registry_is_reported_and_leaves_nothing_behind(project: Path, machine: Path) -> None:
    node(machine, "v24.19.0")
    script(machine / "npm", "sys.exit('network request failed')")
    with pytest.raises(npm.NpmError, match="is npm's registry within reach") as caught:
        npm.fetch(project)
    assert "network request failed" in str(caught.value)
    assert list(npm.CACHE.iterdir()) == []


def test_packages_that_were_never_fetched_name_the_target_that_does(project: Path) -> None:
    with pytest.raises(npm.NpmError, match="run `make setup`, which fetches them"):
        npm.packages(project)


def test_without_node_the_target_that_installs_it_is_named(machine: Path) -> None:
    with pytest.raises(npm.NpmError, match=r"\(none found\): run `make setup`, which installs one"):
        npm.node()


@pytest.mark.slow
def test_a_node_that_is_too_old_does_not_count(machine: Path) -> None:
    node(machine, "v20.20.2")
    with pytest.raises(npm.NpmError, match=r"no Node\.js 22\.19 or newer \(.*/node is 20\.20\.2\)"):
        npm.node()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.parent.parent.name)
def test_a_lock_names_what_a_package_must_hash_to_and_no_host(lock: Path) -> None:
    _project, *packages = json.loads(lock.read_text())["packages"].values()
    assert [package for package in packages if "integrity" not in package or "resolved" in package] == []

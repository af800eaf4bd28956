from __future__ import annotations

import sys
from collections import namedtuple
from pathlib import Path

import pytest

from tools import setup

VersionInfo = namedtuple("VersionInfo", ["major", "minor", "micro", "releaselevel", "serial"])


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What set-up would have run, as lines; nothing of it is run."""
    lines: list[str] = []

    def record(command: list[str], **_: object) -> int:
        lines.append(" ".join(command))
        return 0

    monkeypatch.setattr(setup, "run", record)
    return lines


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree whose environment looks as set-up leaves it."""
    (tmp_path / "pyproject.toml").write_text("# one\n")
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    monkeypatch.setattr(setup, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(setup, "VENV_PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(setup, "STAMP", tmp_path / ".venv" / "setup-stamp")
    monkeypatch.setattr(setup, "DEMO_STAMP", tmp_path / ".venv" / "demo-stamp")
    setup.VENV_PYTHON.parent.mkdir(parents=True)
    setup.VENV_PYTHON.symlink_to(sys.executable)
    setup.STAMP.write_text(setup.stamp())
    return tmp_path


def test_an_old_python_is_refused_with_the_line_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.version_info", VersionInfo(3, 10, 4, "final", 0))
    assert setup.main([]) == 1
    assert capsys.readouterr().err == (
        "setup: needs Python 3.11 or newer, this is 3.10: make setup PYTHON=python3.11\n"
    )


def test_a_current_environment_is_left_alone(tree: Path, ran: list[str]) -> None:
    assert setup.main(["--if-needed"]) == 0
    assert ran == []


@pytest.mark.slow
def test_the_demo_installs_the_package_alone_and_tests_the_rest_later(
    tree: Path, ran: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "find_chromium", lambda: "/usr/bin/chromium")
    assert setup.main(["--demo"]) == 0
    assert ran == [], "what tests need is enough"
    setup.STAMP.unlink()
    assert setup.main(["--demo"]) == 0
    (line,) = ran
    assert line.endswith("--editable .")
    assert setup.main(["--demo"]) == 0
    assert len(ran) == 1
    assert not setup.is_current(setup.STAMP), "set-up for tests is still to come"


@pytest.mark.slow
def test_a_changed_pyproject_installs_again_into_the_same_environment(tree: Path, ran: list[str]) -> None:
    (tree / "pyproject.toml").write_text("# two\n")
    assert setup.main(["--if-needed"]) == 0
    assert [line for line in ran if "pip install" in line and "--editable .[dev]" in line]
    assert not [line for line in ran if "-m venv" in line]
    assert setup.is_current(setup.STAMP)


@pytest.mark.slow
def test_a_changed_lock_of_npm_packages_fetches_them(tree: Path, ran: list[str]) -> None:
    lock = tree / "tests" / "some" / "node" / "package-lock.json"
    lock.parent.mkdir(parents=True)
    lock.write_text("{}")
    assert setup.main(["--if-needed"]) == 0
    assert [line for line in ran if line.endswith("-m tools.npm")]
    assert setup.is_current(setup.STAMP)


@pytest.mark.slow
def test_without_npm_packages_set_up_goes_on_and_says_what_will_fail(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    setup.STAMP.unlink()
    monkeypatch.setattr(setup, "run", lambda command, **_: 1 if "tools.npm" in command else 0)
    monkeypatch.setattr(setup, "ensure_installed", lambda *_: None)
    assert setup.main([]) == 0
    assert "tests with other makers' clients will fail until `make setup` gets them" in capsys.readouterr().err
    assert setup.is_current(setup.STAMP)


@pytest.mark.slow
def test_neighbouring_plugins_are_fetched_and_missing_ones_are_no_failure(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    setup.STAMP.unlink()
    monkeypatch.setattr(setup, "run", lambda command, **_: 1 if "tools.neighbours" in command else 0)
    monkeypatch.setattr(setup, "ensure_installed", lambda *_: None)
    assert setup.main([]) == 0
    assert "tests beside them will fail until `make setup` gets them" in capsys.readouterr().err


@pytest.mark.slow
def test_a_missing_or_broken_environment_is_created_again(tree: Path, ran: list[str]) -> None:
    setup.VENV_PYTHON.unlink()
    assert setup.main(["--if-needed"]) == 0
    assert f"{sys.executable} -m venv --clear {tree / '.venv'}" in ran


@pytest.mark.slow
def test_a_failed_installation_leaves_no_stamp_and_says_what_to_look_at(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    setup.STAMP.unlink()
    monkeypatch.setattr(setup, "run", lambda command, **_: 1)
    assert setup.main([]) == 1
    assert "is the package index within reach?" in capsys.readouterr().err
    assert not setup.is_current(setup.STAMP)


@pytest.mark.slow
def test_a_python_that_cannot_make_environments_names_the_package_to_install(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    setup.VENV_PYTHON.unlink()
    monkeypatch.setattr(setup, "run", lambda command, **_: 1)
    assert setup.main([]) == 1
    assert f"apt-get install -y python{setup.python_version()}-venv" in capsys.readouterr().err


def test_root_gets_chromium_and_postgresql_from_the_systems_packages(
    monkeypatch: pytest.MonkeyPatch, ran: list[str], tmp_path: Path
) -> None:
    executable(tmp_path / "apt-get")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(setup, "POSTGRES_HOME", tmp_path)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    setup.ensure_chromium()
    setup.ensure_postgres()
    assert ran == [
        "sh -c apt-get update && apt-get install -y chromium",
        "sh -c apt-get update && apt-get install -y postgresql",
    ]


def test_root_gets_the_headless_shell_of_the_chromium_that_is_there(
    monkeypatch: pytest.MonkeyPatch, ran: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("apt-get", "dpkg-query", "chromium"):
        executable(tmp_path / name)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(setup, "SHELL", tmp_path / "lib" / "chromium-headless-shell")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    setup.ensure_headless_shell()
    (line,) = ran
    version = "$(dpkg-query -W -f '${Version}' chromium)"
    assert line.endswith(f"apt-get install -y --no-install-recommends chromium-headless-shell={version}")
    assert "no headless shell of Chromium found; tests in Chromium will take longer" in capsys.readouterr().err
    executable(setup.SHELL)
    setup.ensure_headless_shell()
    assert (ran, capsys.readouterr().err) == ([line], "")


def test_without_root_the_commands_to_run_are_printed(
    monkeypatch: pytest.MonkeyPatch, ran: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    executable(tmp_path / "apt-get")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(setup, "POSTGRES_HOME", tmp_path)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    setup.ensure_chromium()
    setup.ensure_postgres()
    assert ran == []
    told = capsys.readouterr().err
    assert "no Chromium found" in told
    assert "browser tests will fail" in told
    assert "run as root: apt-get update && apt-get install -y chromium" in told
    assert "no PostgreSQL found; tests of conversations in it will fail" in told
    assert "run as root: apt-get update && apt-get install -y postgresql" in told


def test_an_installed_program_is_found_without_a_message(
    monkeypatch: pytest.MonkeyPatch, ran: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    executable(tmp_path / "chromium-browser")
    monkeypatch.setenv("PATH", str(tmp_path))
    setup.ensure_chromium()
    executable(tmp_path / "15" / "bin" / "initdb")
    monkeypatch.setattr(setup, "POSTGRES_HOME", tmp_path)
    setup.ensure_postgres()
    assert (ran, capsys.readouterr().err) == ([], "")


@pytest.mark.slow
def test_a_command_that_takes_too_long_is_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert setup.run([sys.executable, "-c", "import signal; signal.pause()"], minutes=0) == 124
    assert capsys.readouterr().err.startswith("setup: gave up after 0 minutes: ")


def executable(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)

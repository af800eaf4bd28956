from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.testing.faces.chromium.locate import NAMES, NoBrowser, bundled_path, chromium_path


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def program(folder: Path, name: str) -> str:
    file = folder / name
    file.touch(mode=0o755)
    return str(file)


def test_the_configured_one_wins_over_the_systems_and_that_over_playwrights(path: Path) -> None:
    bundled = program(path, "bundled")
    assert chromium_path(None, bundled) == bundled
    system = program(path, NAMES[-1])
    assert chromium_path(None, bundled) == system
    assert chromium_path(program(path, "mine"), bundled) == str(path / "mine")


def test_without_a_chromium_the_error_says_how_to_install_one(path: Path) -> None:
    with pytest.raises(NoBrowser, match=r"looked for chromium, .* install one \(apt-get install -y chromium"):
        chromium_path(None, str(path / "bundled"))
    with pytest.raises(NoBrowser, match="--uimcp-browser-path: expected a Chromium that can be run, found none at x"):
        chromium_path("x", "")


def test_playwrights_own_browsers_are_those_that_it_has_installed(path: Path) -> None:
    bundled = program(path, "firefox")
    assert bundled_path("firefox", None, bundled) == bundled
    assert bundled_path("webkit", bundled, "") == bundled
    with pytest.raises(NoBrowser, match=r"--uimcp-browser=webkit: .* \(python -m playwright install webkit\), or use"):
        bundled_path("webkit", None, str(path / "pw_run.sh"))

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from pytest_uimcp.core.assets import fixtures_dir
from pytest_uimcp.testing.project_copies import ProjectCopies

HOUR_NS = 3600 * 10**9


@pytest.fixture
def original(tmp_path: Path) -> Path:
    """An app that was saved some time ago."""
    app = tmp_path / "counter"
    shutil.copytree(fixtures_dir() / "apps" / "counter", app)
    return app


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProjectCopies:
    # What was saved just now may be saved again within the same tick: such an original is always copied.
    monkeypatch.setattr("pytest_uimcp.checks.tree_state.RECENT_NS", -HOUR_NS)
    return ProjectCopies(_folders(tmp_path))


def _folders(tmp_path: Path) -> Callable[[], Path]:
    numbers: Iterator[int] = count()

    def new() -> Path:
        folder = tmp_path / f"copy{next(numbers)}"
        folder.mkdir()
        return folder

    return new


def test_a_copy_that_nobody_looked_into_serves_the_next_test(copies: ProjectCopies, original: Path) -> None:
    first = copies.take(original)
    copies.give_back(first)
    second = copies.take(original)
    assert second.backdrop.directory == first.backdrop.directory
    assert second.apps == ["counter"]
    assert not second.backdrop.is_seen


def test_two_tests_at_once_have_two_copies(copies: ProjectCopies, original: Path) -> None:
    assert copies.take(original).backdrop.directory != copies.take(original).backdrop.directory


def test_a_copy_that_is_not_given_back_stays_as_it_is(copies: ProjectCopies, original: Path) -> None:
    failed = copies.take(original).backdrop.directory
    copies.give_back(copies.take(original))
    assert copies.take(original).backdrop.directory != failed


@pytest.mark.parametrize("path", ["lua/main.lua", "apps/counter/app.lua", "apps/counter/more.lua", "log/lua.log"])
def test_a_copy_that_was_written_to_serves_nobody(copies: ProjectCopies, original: Path, path: str) -> None:
    project = copies.take(original)
    copies.give_back(project)
    # By a program that was left running, say.
    written = project.backdrop.directory / path
    written.parent.mkdir(parents=True, exist_ok=True)
    written.write_text("more = 1")
    assert copies.take(original).backdrop.directory != project.backdrop.directory


def test_a_copy_that_somebody_looked_into_serves_nobody(copies: ProjectCopies, original: Path) -> None:
    project = copies.take(original)
    assert project.base_dir.is_dir()
    copies.give_back(project)
    assert copies.take(original).backdrop.directory != project.backdrop.directory


def test_a_changed_original_is_copied_anew(copies: ProjectCopies, original: Path) -> None:
    copies.give_back(copies.take(original))
    (original / "app.lua").write_text("counter = { new = true }")
    project = copies.take(original)
    assert (project.base_dir / "apps/counter/app.lua").read_text() == "counter = { new = true }"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_an_original_with_more_than_files_and_folders_is_always_copied(copies: ProjectCopies, original: Path) -> None:
    os.mkfifo(original / "pipe")
    first = copies.take(original)
    copies.give_back(first)
    assert copies.take(original).backdrop.directory != first.backdrop.directory


def test_an_original_that_was_saved_just_now_is_always_copied(tmp_path: Path, original: Path) -> None:
    (original / "app.lua").touch()
    copies = ProjectCopies(_folders(tmp_path))
    first = copies.take(original)
    copies.give_back(first)
    assert copies.take(original).backdrop.directory != first.backdrop.directory

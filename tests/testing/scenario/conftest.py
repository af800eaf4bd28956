from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

# An in-process run unloads the modules that it imported first, but C extensions can only be loaded once.
import pytest_uimcp.page
import pytest_uimcp.testing.snapshots.stored  # noqa: F401 -- loaded before pytester unloads what a run imports
from tests.files import write
from tests.testing.repository import ALONE, app

Story = Callable[..., pytest.RunResult]


@pytest.fixture
def story(pytester: pytest.Pytester) -> Story:
    """Run a scenario in a repository with the app `notes`; `files` are written beside it."""
    write(pytester.path, app())

    def run(text: str, *arguments: str, files: dict[str, str] | None = None) -> pytest.RunResult:
        write(pytester.path, {"tests/story.scenario.yaml": text, **(files or {})})
        return pytester.runpytest_inprocess(*ALONE, "--uimcp", "tests/story.scenario.yaml", *arguments)

    return run


@pytest.fixture
def scenario_file(tmp_path: Path) -> Callable[[str], Path]:
    def made(text: str) -> Path:
        path = tmp_path / "story.scenario.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return made

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

# An in-process run unloads the modules that it imported first, but C extensions can only be loaded once.

ALONE = ("-p", "no:randomly", "-p", "no:hypothesispytest", "-W", "error", "-vv")

Run = Callable[..., pytest.RunResult]


@pytest.fixture(autouse=True)
def _no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run inside this process is not an xdist worker, even if this process is one: syrupy reads the environment."""
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(pytester: pytest.Pytester) -> Run:
    """Run pytest on what is in the directory, with a module `test_it.py` if its code is given."""

    def run(*arguments: str, code: str = "") -> pytest.RunResult:
        if code:
            pytester.makepyfile(test_it=code)
        return pytester.runpytest_inprocess(*ALONE, *arguments)

    return run


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """Where the snapshots of `test_it.py` are."""
    return pytester.path / "__snapshots__" / "test_it"


@pytest.fixture
def names(folder: Path) -> Callable[[], list[str]]:
    """What is there now."""
    return lambda: sorted(path.name for path in folder.glob("*"))

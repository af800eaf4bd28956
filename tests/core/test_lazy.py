from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pytest_uimcp.core.lazy import attach


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("lazy_sample")
    monkeypatch.setitem(sys.modules, "lazy_sample", module)
    homes = {"Path": "pathlib", "cwd": "os:getcwd"}
    module.__getattr__, module.__dir__ = attach("lazy_sample", homes)  # type: ignore[method-assign]
    return module


def test_a_name_comes_from_its_home_and_stays(module: ModuleType) -> None:
    assert "Path" not in vars(module)
    assert module.Path is Path
    assert vars(module)["Path"] is Path


def test_a_home_with_a_function_gives_what_it_returns(module: ModuleType) -> None:
    assert module.cwd == str(Path.cwd())


def test_an_unknown_name_is_an_attribute_error_as_elsewhere(module: ModuleType) -> None:
    with pytest.raises(AttributeError, match="module 'lazy_sample' has no attribute 'nothing'"):
        _ = module.nothing


def test_dir_lists_names_before_they_are_imported(module: ModuleType) -> None:
    assert {"Path", "cwd"} <= set(dir(module))


def test_importing_the_package_imports_none_of_its_rooms() -> None:
    code = "import sys, pytest_uimcp; print(*sorted(n for n in sys.modules if n.startswith('pytest_uimcp.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["pytest_uimcp.core", "pytest_uimcp.core.lazy"]

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules

import pytest

import pytest_uimcp.transport as package
from tests.transport.wires import child_environment

MODULES = sorted(f"{package.__name__}.{found.name}" for found in iter_modules(package.__path__))

HEAVY = ("mcp", "mcp_types", "aiohttp", "anyio", "pydantic", "asyncio")


def loaded_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=child_environment()
    )
    return set(done.stdout.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement",
    [
        "import pytest_uimcp.transport",
        "import pytest_uimcp.transport.claim, pytest_uimcp.transport.errors, pytest_uimcp.transport.lines",
    ],
)
def test_nothing_heavy_is_imported_before_it_is_used(statement: str) -> None:
    assert loaded_after(statement) == set()


@pytest.mark.slow
def test_stdio_does_not_import_the_web_server() -> None:
    assert "aiohttp" not in loaded_after("import pytest_uimcp.transport.stdio, pytest_uimcp.transport.principals")


@pytest.mark.parametrize("module", MODULES)
def test_modules_export_only_names_that_they_define(module: str) -> None:
    loaded = import_module(module)
    for name in loaded.__all__:
        assert hasattr(loaded, name)

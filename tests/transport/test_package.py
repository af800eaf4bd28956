from __future__ import annotations

import subprocess
import sys

import pytest

from tests.transport.wires import child_environment

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

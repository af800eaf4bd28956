from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize("package", ["pytest_uimcp.agent", "pytest_uimcp.chat"])
def test_every_name_of_a_package_is_loaded_on_first_use(package: str) -> None:
    module = import_module(package)
    assert set(vars(module)["_HOMES"]) == set(module.__all__)
    for name in module.__all__:
        assert getattr(module, name) is not None
        assert name in dir(module)
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'no_such_name'"):
        module.no_such_name  # noqa: B018  # the look-up is what is tested


@pytest.mark.slow
def test_the_fixtures_of_all_servers_import_nothing_heavy() -> None:
    code = (
        "import sys; from importlib import import_module; from pytest_uimcp.servers import KINDS;"
        "[import_module(kind.fixtures) for kind in KINDS if kind.fixtures];"
        "heavy = {'aiohttp', 'anyio', 'httpx', 'lupa', 'mcp', 'mcp_types', 'pydantic', 'yaml'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout.strip() == "[]"

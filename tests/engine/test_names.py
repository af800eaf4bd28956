from __future__ import annotations

import subprocess
import sys

import pytest

import pytest_uimcp.engine


@pytest.mark.parametrize("name", pytest_uimcp.engine.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(pytest_uimcp.engine, name).__name__ == name


def test_the_public_names_are_those_that_have_a_home() -> None:
    assert sorted(pytest_uimcp.engine.__all__) == sorted(pytest_uimcp.engine._HOMES)


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Sesion'"):
        _ = pytest_uimcp.engine.Sesion


def test_who_only_speaks_the_protocol_loads_no_lua() -> None:
    code = "import sys, pytest_uimcp.engine.wire; sys.exit('lupa' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0

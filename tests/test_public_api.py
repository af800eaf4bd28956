from __future__ import annotations

import json
import subprocess
import sys

import pytest

import pytest_uimcp

HEAVY = {"aiohttp", "anyio", "lupa", "mcp", "playwright", "pydantic", "respx", "syrupy", "watchfiles"}


def modules_after(statement: str) -> set[str]:
    code = f"import sys, json; {statement}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=True)
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("name", pytest_uimcp.__all__)
def test_every_promised_name_is_there(name: str) -> None:
    assert getattr(pytest_uimcp, name) is not None


def test_the_promises_are_the_names_with_a_home_and_the_version() -> None:
    homes = vars(pytest_uimcp)["_HOMES"]
    assert set(pytest_uimcp.__all__) == {*homes, "__version__"}
    assert list(pytest_uimcp.__all__) == sorted(pytest_uimcp.__all__)


def test_a_public_name_is_the_object_of_its_module() -> None:
    from pytest_uimcp.core.errors import UimcpError

    assert pytest_uimcp.UimcpError is UimcpError


@pytest.mark.slow
def test_dir_lists_what_has_not_been_asked_for_yet() -> None:
    code = "import pytest_uimcp; print('bundle_dir' in dir(pytest_uimcp), 'bundle_dir' in vars(pytest_uimcp))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout.split() == ["True", "False"]


def test_an_unknown_name_is_an_attribute_error_as_of_any_module() -> None:
    with pytest.raises(AttributeError, match="module 'pytest_uimcp' has no attribute 'no_such_name'"):
        pytest_uimcp.no_such_name  # noqa: B018  # the look-up is what is tested


@pytest.mark.slow
@pytest.mark.parametrize("module", ["pytest_uimcp", "pytest_uimcp.plugin", "pytest_uimcp.cli"])
def test_importing_a_front_door_imports_nothing_heavy(module: str) -> None:
    loaded = modules_after(f"import {module}")
    assert module in loaded
    assert not HEAVY & {name.partition(".")[0] for name in loaded}


@pytest.mark.slow
def test_importing_the_package_imports_nothing_else_of_it() -> None:
    assert not [name for name in modules_after("import pytest_uimcp") if name.startswith("pytest_uimcp.")]


def test_messages_call_an_error_as_it_is_imported() -> None:
    things = [getattr(pytest_uimcp, name) for name in pytest_uimcp.__all__]
    errors = [thing for thing in things if isinstance(thing, type) and issubclass(thing, Exception)]
    assert errors
    assert [error for error in errors if error.__module__ != "pytest_uimcp"] == []

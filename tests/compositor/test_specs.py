from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import anyio
import pytest

from pytest_uimcp.compositor.compositor import Compositor
from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.policy.rules import RulePolicy
from pytest_uimcp.compositor.specs import HttpSpec, StdioSpec, spec_from_json
from pytest_uimcp.transport.environment import KEPT
from tests.compositor.mounting import PATIENCE, child_command

pytestmark = pytest.mark.anyio


def test_a_command_is_read_with_its_environment_as_pairs_or_as_an_object() -> None:
    spec = {"type": "stdio", "command": "server", "args": ["-v"], "cwd": "/tmp"}
    expected = StdioSpec("server", ("-v",), {"A": "1"}, "/tmp")
    assert spec_from_json({**spec, "env": [{"key": "A", "value": "1"}]}) == expected
    assert spec_from_json({**spec, "env": {"A": "1"}}) == expected
    assert spec_from_json(expected) is expected


@pytest.mark.slow
async def test_a_mounted_command_sees_a_few_of_our_variables_those_it_inherits_and_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PETSTORE_TOKEN", "secret")
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    monkeypatch.setenv("TMPDIR", "/tmp")
    spec = replace(child_command("environment"), env={"OWN": "yes"}, inherit_env=("GITHUB_TOKEN",))
    with anyio.fail_after(PATIENCE):
        async with Compositor(policy=RulePolicy(default="allow")) as compositor:
            await compositor.mount_server("p", spec)
            result = await compositor.call_tool("p_environment", {}, call_id="1")
    environment = json.loads(result.lines)
    assert environment.keys() <= {*KEPT, "OWN", "GITHUB_TOKEN"}
    assert (environment["OWN"], environment["GITHUB_TOKEN"], environment["TMPDIR"]) == ("yes", "secret", "/tmp")


def test_a_url_is_read_with_its_headers_and_the_type_may_be_left_out() -> None:
    spec = spec_from_json({"url": "http://h/mcp", "headers": {"X": "1"}, "bearer": "secret"})
    assert isinstance(spec, HttpSpec)
    assert spec.all_headers == {"X": "1", "Authorization": "Bearer secret"}


def test_secrets_are_not_shown() -> None:
    specs = [HttpSpec("http://h", {"X": "secret"}, "secret"), StdioSpec("c", env={"TOKEN": "secret"})]
    assert "secret" not in repr(specs)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (7, "expected an object with `command` or `url`, got int"),
        ({"type": "pipe"}, "expected the type stdio or http, got 'pipe'"),
        ({"command": ""}, "command must be a non-empty string, got ''"),
        ({"type": "stdio"}, "command must be a non-empty string, got None"),
        ({"command": "c", "args": "a b"}, "args must be a list of strings"),
        ({"command": "c", "inherit_env": "TOKEN"}, "inherit_env must be a list of strings"),
        ({"command": "c", "url": "http://h"}, "unknown key 'command'; http takes bearer, headers, type, url"),
        ({"url": "ftp://h"}, "url must begin with http:// or https://, got 'ftp://h'"),
        ({"command": "c", "env": [{"key": "A"}]}, 'env must be an object, or a list of {"key", "value"}'),
        ({"command": "c", "env": {"A": 1}}, "env must map strings to strings"),
    ],
)
def test_a_wrong_spec_is_refused_with_what_was_expected(spec: Any, message: str) -> None:
    with pytest.raises(CompositorError) as refused:
        spec_from_json(spec)
    assert (refused.value.code, str(refused.value)) == ("invalid_spec", message)

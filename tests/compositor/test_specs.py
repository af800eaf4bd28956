from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.specs import HttpSpec, StdioSpec, spec_from_json


def test_a_command_is_read_with_its_environment_as_pairs_or_as_an_object() -> None:
    spec = {"type": "stdio", "command": "server", "args": ["-v"], "cwd": "/tmp"}
    expected = StdioSpec("server", ("-v",), {"A": "1"}, "/tmp")
    assert spec_from_json({**spec, "env": [{"key": "A", "value": "1"}]}) == expected
    assert spec_from_json({**spec, "env": {"A": "1"}}) == expected
    assert spec_from_json(expected) is expected


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

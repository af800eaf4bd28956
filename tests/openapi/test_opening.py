from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import respx

from pytest_uimcp.openapi.config import read_config
from pytest_uimcp.openapi.opening import Targets, open_targets, probe
from tests.openapi.api import Api
from tests.openapi.making import config, get, ignore, operation, spec

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def opened(folder: Path, targets: list[dict[str, Any]], told: list[str] | None = None) -> AsyncIterator[Targets]:
    warn = ignore if told is None else told.append
    settings = read_config({"targets": targets}, folder=folder, environment={}, warn=warn)
    async with open_targets(settings, warn=warn) as made:
        yield made


def written(folder: Path, name: str, data: Any) -> str:
    (folder / name).write_text(json.dumps(data))
    return name


async def test_targets_come_in_the_order_of_the_configuration(tmp_path: Path, api: Api) -> None:
    api.answers_json("/openapi.json", get("/b"))
    file = written(tmp_path, "a.json", get("/a"))
    targets = [{"name": "slow", "base_url": api.url}, {"name": "file", "spec": file}]
    async with opened(tmp_path, targets) as made:
        assert list(made.tools) == ["slow__op", "slow__set_auth", "file__op", "file__set_auth"]
        assert [tool.source for tool in made.tools.values()] == ["slow", "slow", "file", "file"]


async def test_a_target_that_fails_is_skipped_and_the_others_go_on(tmp_path: Path, api: Api) -> None:
    good = written(tmp_path, "good.json", get("/a"))
    bad = written(tmp_path, "bad.json", {"detail": "hi"})
    (tmp_path / "broken.json").write_text("{")
    api.answers("/down", status=503)
    told: list[str] = []
    targets = [
        {"name": "none"},
        {"name": "missing", "spec": "nowhere.json"},
        {"name": "bad", "spec": bad},
        {"name": "broken", "spec": "broken.json"},
        {"name": "down", "spec": f"{api.url}/down"},
        {"name": "gone", "spec": "http://127.0.0.1:1/openapi.json"},
        {"name": "toolset", "tools": bad},
        {"name": "good", "spec": good},
    ]
    async with opened(tmp_path, targets, told) as made:
        assert list(made.tools) == ["good__op", "good__set_auth"]
    reasons = dict(line.removeprefix("skip ").split(": ", 1) for line in told)
    assert set(reasons) == {target["name"] for target in targets} - {"good"}
    assert reasons["none"] == "it has neither tools nor spec nor base_url, one of which says what can be called"
    assert reasons["missing"].endswith("nowhere.json cannot be read: No such file or directory")
    assert reasons["bad"].startswith("not an OpenAPI document: it has neither")
    assert "not JSON" in reasons["broken"]
    assert reasons["down"].endswith("/down answered 503, expected 200 with a specification")
    assert "cannot be fetched" in reasons["gone"]
    assert "version" in reasons["toolset"]


async def test_nothing_at_all_is_no_error(tmp_path: Path) -> None:
    async with opened(tmp_path, []) as made:
        assert (made.targets, list(made.tools)) == ((), [])


async def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = written(tmp_path, "a.json", get("/a"))
    async with opened(tmp_path, [{"name": "t", "spec": file}]) as made:
        assert [tool.request for tool in made.tools.values()] == ["GET /a", ""]
    written(tmp_path, "a.json", get("/b"))
    async with opened(tmp_path, [{"name": "t", "spec": file}]) as made:
        assert [tool.request for tool in made.tools.values()] == ["GET /b", ""]


async def test_a_changed_answer_is_read_again(tmp_path: Path, api: Api) -> None:
    for path in ("/a", "/b"):
        api.answers_json("/spec", get(path))
        async with opened(tmp_path, [{"name": "t", "spec": f"{api.url}/spec"}]) as made:
            assert made.targets[0].endpoints[0].path == path


async def test_names_of_further_tools_are_given_by_the_same_hand(tmp_path: Path) -> None:
    file = written(tmp_path, "a.json", get("/a"))
    async with opened(tmp_path, [{"name": "files", "spec": file}]) as made:
        assert made.names.claim("files", "op") == "files__op_2"


async def test_strict_names_are_an_option_of_the_server(tmp_path: Path) -> None:
    file = written(tmp_path, "a.json", spec({"/a": {"get": {"operationId": "a.b"}}}))
    settings = read_config(
        {"targets": [{"name": "t", "spec": file}], "mcp": {"server": {"name_charset": "strict"}}}, folder=tmp_path
    )
    async with open_targets(settings) as made:
        assert list(made.tools) == ["t__a_b", "t__set_auth"]


async def test_the_source_is_the_toolset_then_the_specification_then_a_search(tmp_path: Path, api: Api) -> None:
    api.answers_json("/openapi.json", get("/searched"))
    file = written(tmp_path, "spec.json", get("/named"))
    endpoint = {"name": "t__kept", "path": "/kept", "method": "GET"}
    tools = written(tmp_path, "tools.json", {"version": 1, "target": "t", "endpoints": [endpoint]})
    found = []
    for settings in ({"spec": file, "tools": tools}, {"spec": file}, {}):
        async with opened(tmp_path, [{"name": "t", "base_url": api.url, **settings}]) as made:
            found.append(made.targets[0].endpoints[0].path)
    assert found == ["/kept", "/named", "/searched"]


async def test_calls_go_where_the_specification_was_found(tmp_path: Path, api: Api) -> None:
    api.answers_json("/docs/openapi.json", get("/x", servers=[{"url": "/v1"}]))
    async with opened(tmp_path, [{"name": "t", "spec": f"{api.url}/docs/openapi.json"}]) as made:
        await made.tools.call("t__op", {})
    assert api.last.target == "/v1/x"


async def test_respx_can_stand_in_for_the_api(tmp_path: Path) -> None:
    file = written(tmp_path, "a.json", get("/a"))
    settings = {"name": "t", "spec": file, "base_url": "http://api.example", "auth": {"type": "bearer", "token": "tok"}}
    with respx.mock(base_url="http://api.example") as mock:
        route = mock.get("/a").respond(json={"mocked": True})
        async with opened(tmp_path, [settings]) as made:
            result = await made.tools.call("t__op", {})
    assert json.loads(result.text) == {"mocked": True}
    assert route.calls.last.request.headers["Authorization"] == "Bearer tok"


async def test_a_probe_says_what_is_there(api: Api) -> None:
    scheme: dict[str, Any] = {
        "components": {"securitySchemes": {"k": {"type": "apiKey", "in": "header", "name": "X-Key"}}}
    }
    document = spec({"/a": {"get": operation(summary="Do a")}, "/b": {"get": {}}}, security=[{"k": []}], **scheme)
    api.answers_json("/openapi.json", document)
    found = await probe(config(base_url=api.url), warn=ignore)
    assert (found.found, found.spec_url, found.tools, found.error) == (True, f"{api.url}/openapi.json", 3, "")
    assert found.endpoints == ("t__op: Do a", "t__get_b: GET /b")
    assert (found.auth_type, found.auth_name) == ("header", "X-Key")


async def test_a_probe_of_nothing_says_why(api: Api) -> None:
    api.answers("*", status=404)
    found = await probe(config(base_url=api.url), warn=ignore)
    assert (found.found, found.tools) == (False, 0)
    assert found.error == f"no OpenAPI spec found at {api.url} (tried 36 paths + 7 HTML pages)"

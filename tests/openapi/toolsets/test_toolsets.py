from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp import fixtures_dir
from pytest_uimcp.openapi.documents import parse
from pytest_uimcp.openapi.errors import ToolsetError
from pytest_uimcp.openapi.opening import target_of_toolset
from pytest_uimcp.openapi.target import ApiTarget
from pytest_uimcp.openapi.toolsets import read_toolset, read_toolset_file, save_toolset, toolset_of
from tests.openapi.api import Api
from tests.openapi.making import auth, config, get, ignore, param, post, spec, target
from tests.openapi.spec.test_twins import CALLS

TOKEN = "a-secret-token"


def pets(**settings: Any) -> ApiTarget:
    data = parse((Path(fixtures_dir()) / "specs" / "pets" / "openapi-3.0.yaml").read_bytes())
    return target(data, **{"name": "pets", **settings})


def again(saved: Any, **settings: Any) -> ApiTarget:
    return target_of_toolset(read_toolset(json.loads(json.dumps(saved))), config(**settings), warn=ignore)


def test_tools_that_were_saved_are_the_same_when_loaded() -> None:
    first = pets(base_url="http://h")
    assert again(toolset_of(first), name="pets").tools.listed() == first.tools.listed()


@pytest.mark.anyio
@pytest.mark.parametrize("of_file", [{}, {"auth": auth(token=TOKEN)}])
async def test_and_they_send_the_same_requests(api: Api, monkeypatch: pytest.MonkeyPatch, of_file: Any) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _length: "boundary")
    first = pets(base_url=api.url, **of_file)
    second = again(toolset_of(first), name="pets")
    third = again(toolset_of(first), name="pets", base_url=api.url)
    for made in (first, second, third):
        for name, arguments in CALLS:
            result = await made.tools.call(f"pets__{name}", arguments, token=TOKEN)
            assert not result.is_error, result.text
        await made.aclose()
    count = len(CALLS)
    assert api.seen[:count] == api.seen[count : 2 * count] == api.seen[2 * count :]


def everything() -> dict[str, Any]:
    nullable = {"type": "object", "nullable": True}
    document = post({"multipart/form-data": {"schema": {"properties": {"f": {"type": "string", "format": "binary"}}}}})
    parameters = [
        param("id", "path", style="matrix", explode=True),
        param("id", "query", allowReserved=True),
        param("deep", style="deepObject"),
        {"name": "j", "in": "query", "content": {"application/json": {}}},
        param("X-A", "header", required=True),
        param("c", "cookie"),
    ]
    document["paths"]["/things"]["post"]["x-nlui-confirm"] = True
    document["paths"]["/a/{id}"] = {
        "delete": {"operationId": "two", "parameters": parameters, "security": []},
        "servers": [{"url": "http://elsewhere/v2"}],
    }
    document["paths"]["/n"] = {
        "put": {"operationId": "three", "requestBody": {"content": {"application/json": {"schema": nullable}}}}
    }
    return {**document, "servers": [{"url": "http://h/v1"}]}


def test_all_that_a_call_needs_is_saved() -> None:
    first = target(everything())
    second = again(toolset_of(first))
    for one, other in zip(first.endpoints, second.endpoints, strict=True):
        assert other.plan.params == one.plan.params
        assert other.plan.body == one.plan.body
        assert (other.plan.open, other.plan.scheme) == (one.plan.open, one.plan.scheme)
        assert (other.method, other.path, other.operation) == (one.method, one.path, one.operation)
        assert second.base(other) == first.base(one)
    dangers = [[tool.is_dangerous({}) for tool in made.tools.values()] for made in (first, second)]
    assert dangers[0] == dangers[1] == [True, True, True, False]


def test_a_file_is_its_owners_only_and_holds_no_token(tmp_path: Path) -> None:
    file = tmp_path / "pets.json"
    file.write_text("older")
    file.chmod(0o644)
    save_toolset(pets(auth=auth("header", TOKEN, "X-Key")), file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert TOKEN not in file.read_text()
    assert read_toolset_file(file).auth.header_name == "X-Key"
    assert [each.name for each in tmp_path.iterdir()] == ["pets.json"]


def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ToolsetError, match="cannot be written: No such file or directory"):
        save_toolset(pets(), tmp_path / "nowhere" / "pets.json")


def test_a_token_of_the_configuration_wins_over_the_files() -> None:
    saved = {**toolset_of(pets()), "auth": {"type": "query", "header_name": "k", "token": "of-the-file"}}
    assert again(saved).credentials.token.reveal() == "of-the-file"
    made = again(saved, auth=auth("", TOKEN))
    assert (made.credentials.type, made.credentials.name, made.credentials.token.reveal()) == ("query", "k", TOKEN)


def test_another_name_of_the_target_is_in_the_names_of_its_tools() -> None:
    assert list(again(toolset_of(pets()), name="my shop").tools)[:2] == ["my_shop__listPets", "my_shop__createPet"]


def test_set_auth_finds_a_target_whose_name_had_to_be_changed() -> None:
    assert "my_api__set_auth" in again(toolset_of(target(get("/a"), name="my api")), name="my api").tools


# -- files of others


def preset(**endpoint: Any) -> dict[str, Any]:
    row = {
        "name": "petstore__addPet",
        "description": "Add a pet",
        "method": "POST",
        "path": "/pet",
        "group": "pet",
        "params": [],
        "has_body": True,
        "parameters": {"type": "object", "properties": {"name": {"type": "string"}, "status": {"type": "string"}}},
        **endpoint,
    }
    return {"version": 1, "target": "petstore", "base_url": "", "endpoints": [row]}


WRAPPED = {"type": "object", "properties": {"body": {"type": "object"}}, "required": ["body"]}
BOTH = {"type": "object", "properties": {"id": {}, "body": {}, "title": {}}}
ID = {"name": "id", "in": "path", "type": "integer", "required": True}


@pytest.mark.parametrize(
    ("endpoint", "arguments", "target", "body"),
    [
        ({}, {"name": "Rex", "status": None, "zzz": 1}, "/pet", {"name": "Rex", "status": None}),
        ({"parameters": WRAPPED}, {"body": {"a": 1}}, "/pet", {"a": 1}),
        ({"parameters": WRAPPED, "body_mode": "flat"}, {"body": {"a": 1}}, "/pet", {"body": {"a": 1}}),
        ({"parameters": BOTH, "params": [ID], "path": "/p/{id}"}, {"id": 1, "body": "b"}, "/p/1", {"body": "b"}),
        (
            {"parameters": BOTH, "params": [ID], "path": "/p/{id}", "body_mode": "wrapped"},
            {"id": 1, "body": [1]},
            "/p/1",
            [1],
        ),
    ],
)
@pytest.mark.anyio
async def test_a_body_may_be_an_argument_or_all_the_rest(
    api: Api, endpoint: Any, arguments: Any, target: str, body: Any
) -> None:
    made = again(preset(**endpoint), name="petstore", base_url=api.url)
    result = await made.tools.call("petstore__addPet", arguments)
    await made.aclose()
    assert not result.is_error, result.text
    assert (api.last.target, api.last.json) == (target, body)


@pytest.mark.anyio
async def test_a_flat_body_without_its_required_property_is_an_error(api: Api) -> None:
    schema = {"type": "object", "properties": {"name": {}, "status": {}}, "required": ["name"]}
    made = again(preset(parameters=schema), name="petstore", base_url=api.url)
    result = await made.tools.call("petstore__addPet", {})
    assert result.text == "Error: missing required arguments: at least one of name, status"
    assert api.seen == []


@pytest.mark.anyio
async def test_a_list_in_a_query_is_repeated_where_a_file_does_not_say(api: Api) -> None:
    row = {"method": "GET", "has_body": False, "params": [{"name": "q", "in": "query", "type": "array"}]}
    made = again(preset(**row), name="petstore", base_url=api.url)
    await made.tools.call("petstore__addPet", {"q": ["a", "b"]})
    await made.aclose()
    assert api.last.target == "/pet?q=a&q=b"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ([], "the file: expected a mapping with version, got a list"),
        ({}, "version: expected a value, it is missing"),
        ({"version": True}, "version: expected 1, got true"),
        ({"version": 2}, "version: expected 1, got 2"),
        ({"version": 1, "base_url": "ftp://h"}, "base_url: expected an address"),
        ({"version": 1, "endpoints": {}}, "endpoints: expected a list, got a mapping"),
        (preset(path=5), r"endpoints\[0\].path: expected text in quotes, got a number"),
        (preset(has_body="yes"), r"endpoints\[0\].has_body: expected true or false, got text"),
        (preset(method="PUTT"), r"endpoints\[0\].method: expected one of GET, .* got 'PUTT' \(did you mean PUT\?\)"),
        (preset(body_mode="x"), r"endpoints\[0\].body_mode: expected wrapped or flat, got 'x'"),
        (preset(params=[{"name": "a", "in": "body"}]), r"params\[0\].in: expected one of path, query, header, cookie"),
        (preset(servers=[1]), r"servers\[0\]: expected text in quotes, got a number"),
        ({"version": 1, "auth": {"type": "magic"}}, "auth.type: expected one of bearer, .* got 'magic'"),
        ({"version": 1, "auth": {"token": 1234}}, "auth.token: expected text in quotes, got a number"),
    ],
)
def test_a_mistake_in_a_file_is_reported_with_its_place(data: Any, told: str) -> None:
    with pytest.raises(ToolsetError, match=told):
        read_toolset(data)


def test_a_file_that_is_not_a_toolset_is_reported_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(ToolsetError, match=r"nowhere.json cannot be read: No such file"):
        read_toolset_file(tmp_path / "nowhere.json")
    (tmp_path / "a.json").write_text("a: 1")
    with pytest.raises(ToolsetError, match=r"a.json is not JSON"):
        read_toolset_file(tmp_path / "a.json")
    (tmp_path / "a.json").write_text('{"target": "a",\n "version": 2}')
    with pytest.raises(ToolsetError, match=r"a.json: line 2: version: expected 1, got 2"):
        read_toolset_file(tmp_path / "a.json")


def test_a_key_that_others_have_is_a_warning() -> None:
    warnings: list[str] = []
    toolset = read_toolset(preset(descripton="x", method=None), warn=warnings.append)
    assert warnings == ["unknown key endpoints[0].descripton (did you mean description?)"]
    assert (toolset.rows[0].method, toolset.rows[0].description) == ("GET", "Add a pet")


def test_an_empty_target_can_be_saved() -> None:
    saved = toolset_of(target(spec({}), base_url="http://h"))
    assert (saved["base_url"], saved["endpoints"]) == ("http://h", [])
    assert list(again(saved).tools) == ["t__set_auth"]

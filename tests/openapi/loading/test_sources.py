from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from aiohttp import web

from pytest_uimcp.openapi.errors import SpecError
from pytest_uimcp.openapi.loading import sources
from pytest_uimcp.openapi.loading.sources import load
from tests.openapi.api import Api
from tests.openapi.making import auth, config, get, ignore, target
from tests.transport.packed import nested_bomb

pytestmark = pytest.mark.anyio
BOUND = 240


async def loaded(spec: str, folder: Path = Path(), **settings: Any) -> Any:
    with anyio.fail_after(BOUND):
        return (await load(config(spec=spec, **settings), folder=folder, warn=ignore)).data


async def fails(spec: str, folder: Path = Path()) -> str:
    with pytest.raises(SpecError) as caught:
        await loaded(spec, folder)
    return str(caught.value)


@pytest.mark.parametrize("name", ["a.json", "a.yaml", "a.txt", "a"])
@pytest.mark.parametrize(
    "text", [json.dumps(get("/a")), "\ufeff" + json.dumps(get("/a")), "openapi: 3.0.0\npaths: {/a: {}}"]
)
async def test_a_file_is_what_its_content_says(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert list((await loaded(name, tmp_path))["paths"]) == ["/a"]
    assert list((await loaded(str(tmp_path / name)))["paths"]) == ["/a"]


async def test_an_unreadable_file_is_reported(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in await fails("nowhere", tmp_path)
    assert "cannot be read: it is a directory" in await fails(".", tmp_path)
    (tmp_path / "bad.yaml").write_text("a: [")
    assert "bad.yaml: not YAML (line" in await fails("bad.yaml", tmp_path)


async def test_a_file_of_more_than_twenty_mebibytes_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "huge.json").open("wb") as file:
        file.truncate(20 * 1024 * 1024 + 1)
    assert "cannot be read: it is over 20 MiB" in await fails("huge.json", tmp_path)


async def test_an_address_is_fetched(api: Api) -> None:
    api.answers_json("/spec", get("/a"))
    assert list((await loaded(f"{api.url}/spec"))["paths"]) == ["/a"]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"status": 404}, "answered 404, expected 200"),
        ({"text": "a: ["}, "not YAML"),
        ({"body": b"\xff"}, "not UTF-8 text"),
    ],
)
async def test_an_address_without_a_specification_is_named_without_its_query(api: Api, answer: Any, told: str) -> None:
    api.answers("/spec", **answer)
    text = await fails(f"{api.url}/spec?token=a-secret-token")
    assert told in text
    assert f"{api.url}/spec" in text
    assert "a-secret-token" not in text


async def test_thirty_megabytes_are_too_much(api: Api) -> None:
    async def huge(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(30):
            await response.write(b" " * 1024 * 1024)
        return response

    api.handlers["/spec"] = huge
    assert "is larger than 20 MiB, the most that is read" in await fails(f"{api.url}/spec")


async def test_two_gigabytes_in_a_few_kilobytes_are_too_much(api: Api) -> None:
    api.answers("/spec", body=nested_bomb(2), headers={"Content-Encoding": "deflate, gzip"})
    assert "is larger than 20 MiB, the most that is read" in await fails(f"{api.url}/spec")


async def test_a_server_that_hangs_is_waited_for_ten_seconds(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sources.SECONDS == 10
    monkeypatch.setattr(sources, "SECONDS", 0.2)

    async def handler(_request: web.Request) -> web.Response:
        await anyio.sleep(BOUND * 2)
        raise AssertionError

    api.handlers["/spec"] = handler
    assert "did not answer within 0.2 seconds" in await fails(f"{api.url}/spec")


async def test_a_redirect_loop_is_reported(api: Api) -> None:
    async def circle(_request: web.Request) -> web.Response:
        return web.Response(status=302, headers={"Location": "/spec"})

    api.handlers["/spec"] = circle
    assert "more than 5 redirects" in await fails(f"{api.url}/spec")
    assert len(api.seen) == 6


@pytest.mark.parametrize("wanted", [True, False])
async def test_private_headers_go_to_the_specification_only_on_request(api: Api, wanted: bool) -> None:
    from pytest_uimcp.openapi.secret import Secret

    api.answers_json("/spec", get("/a"))
    settings: Any = {"auth": auth("header", "a-secret-token", "X-Key"), "headers": {"X-Const": Secret("c")}}
    await loaded(f"{api.url}/spec", base_url=api.url, auth_on_discovery=wanted, **settings)
    assert api.last.header("x-key") == ("a-secret-token" if wanted else None)
    assert api.last.header("x-const") == ("c" if wanted else None)


# -- references to other files


@pytest.fixture
def several_files(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    (home / "parts").mkdir(parents=True)
    (tmp_path / "outside.json").write_text('{"type": "integer"}')
    (home / "parts" / "pet.yaml").write_text(
        "Pet:\n  properties:\n    kind: {$ref: '#/Kind'}\n    toy: {$ref: 'toy.json#/Toy'}\n"
        "    owner: {$ref: '../openapi.json#/components/schemas/Owner'}\nKind: {type: string}\n"
    )
    (home / "parts" / "toy.json").write_text('{"Toy": {"properties": {"pet": {"$ref": "pet.yaml#/Pet"}}}}')
    (home / "parts" / "parameter.yaml").write_text("{name: size, in: query, schema: {type: integer}}")
    document = get("/a", {"$ref": "parts/parameter.yaml"}, components={"schemas": {"Owner": {"type": "string"}}})
    document["paths"]["/a"]["get"]["requestBody"] = {
        "content": {
            "application/json": {
                "schema": {
                    "properties": {
                        "pet": {"$ref": "parts/pet.yaml#/Pet"},
                        "kind": {"$ref": "parts/pet.yaml#/Kind"},
                        "outside": {"$ref": "../outside.json"},
                        "web": {"$ref": "http://example.com/a.json"},
                        "gone": {"$ref": "parts/gone.yaml"},
                    }
                }
            }
        }
    }
    (home / "openapi.json").write_text(json.dumps(document))
    return home


async def test_references_to_other_files_are_followed_only_on_request(several_files: Path) -> None:
    told: list[str] = []
    made = target(await loaded("openapi.json", several_files), warn=told.append)
    assert set(made.tools["t__op"].schema["properties"]) == {"body"}
    assert all(value == {} for value in made.tools["t__op"].schema["properties"]["body"]["properties"].values())
    assert len(told) == 6


async def test_references_to_files_below_the_folder_are_followed(several_files: Path) -> None:
    told: list[str] = []
    settings = config(spec="openapi.json", allow_external_refs=True)
    data = (await load(settings, folder=several_files, warn=told.append)).data
    schema = target(data, warn=told.append).tools["t__op"].schema
    assert schema["properties"]["size"] == {"type": "integer"}
    body = schema["properties"]["body"]["properties"]
    assert (body["kind"], body["outside"], body["web"], body["gone"]) == ({"type": "string"}, {}, {}, {})
    pet = schema["$defs"][body["pet"]["$ref"].removeprefix("#/$defs/")]
    assert pet["properties"]["kind"] == {"type": "string"}
    assert pet["properties"]["owner"] == {"type": "string"}
    assert "toy" in pet["properties"]
    assert any("leads out of" in text for text in told)
    assert any("gone.yaml' cannot be read" in text for text in told)


async def test_a_link_out_of_the_folder_is_not_followed(several_files: Path) -> None:
    (several_files / "inside.json").symlink_to(several_files.parent / "outside.json")
    document = get("/a", {"name": "q", "in": "query", "schema": {"$ref": "inside.json"}})
    (several_files / "linked.json").write_text(json.dumps(document))
    settings = config(spec="linked.json", allow_external_refs=True)
    data = (await load(settings, folder=several_files, warn=ignore)).data
    assert target(data).tools["t__op"].schema["properties"]["q"] == {}

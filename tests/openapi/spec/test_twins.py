"""One API, described in each version: what is offered and what is sent has to be equal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp import fixtures_dir
from pytest_uimcp.openapi.documents import parse
from tests.openapi.api import Api
from tests.openapi.making import opened, target

FILES = ("swagger-2.0.yaml", "openapi-3.0.yaml", "openapi-3.1.json")
FILE = {"filename": "a.png", "content_base64": "AAEC", "content_type": "image/png"}
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("listPets", {"limit": 5, "status": ["free", "sold"], "ids": [1, 2], "words": ["a b", "c"], "either": ["x", "y"]}),
    ("listPets", {"X-Trace": "t"}),
    ("createPet", {"body": {"name": "Rex", "tag": None}}),
    ("getPet", {"id": 7}),
    ("deletePet", {"id": 7}),
    ("uploadPhoto", {"id": 7, "body": {"file": FILE, "caption": "a", "labels": ["x", "y"]}}),
    ("login", {"body": {"user": "me", "scopes": ["a", "b"]}}),
]


def document(file: str) -> Any:
    return parse((Path(fixtures_dir()) / "specs" / "pets" / file).read_bytes())


def test_tools_are_equal() -> None:
    first, *others = (target(document(file), name="pets").tools.listed() for file in FILES)
    assert first[0]["name"] == "pets__listPets"
    assert len(first) == 7
    for other in others:
        assert other == first


@pytest.mark.anyio
async def test_requests_are_equal(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _length: "boundary")
    for file in FILES:
        async with opened(document(file), api.url, name="pets") as pets:
            for name, arguments in CALLS:
                result = await pets.tools.call(f"pets__{name}", arguments, token="a-secret-token")
                assert not result.is_error, result.text
    count = len(CALLS)
    first = api.seen[:count]
    assert api.seen[count : 2 * count] == first
    assert api.seen[2 * count :] == first
    assert [seen.target for seen in first] == [
        "/api/pets?limit=5&status=free&status=sold&ids=1,2&words=a%20b%20c&either=x%7Cy",
        "/api/pets",
        "/api/pets",
        "/api/pets/7",
        "/api/pets/7",
        "/api/pets/7/photo",
        "/api/login",
    ]
    assert [seen.header("X-Key") for seen in first] == ["a-secret-token"] * 4 + [None, "a-secret-token", None]
    assert first[-1].body == b"user=me&scopes=a%2Cb"


@pytest.mark.parametrize(
    ("said", "base"),
    [
        ({"host": "a.example", "basePath": "/v1", "schemes": ["http", "https"]}, "https://a.example/v1"),
        ({"host": "a.example", "schemes": ["http"]}, "http://a.example"),
        ({"host": "a.example", "schemes": ["wss"]}, "http://a.example"),
        ({"host": "a.example:81"}, "http://a.example:81"),
        ({"basePath": "v1/"}, "http://b.example/v1"),
        ({}, "http://b.example"),
    ],
)
def test_the_server_of_swagger_2_is_put_together(said: dict[str, Any], base: str) -> None:
    data = {"swagger": "2.0", "paths": {"/a": {"get": {}}}, **said}
    made = target(data, url="http://b.example/docs/swagger.json")
    assert made.base(made.endpoints[0]) == base


@pytest.mark.parametrize(
    ("place", "collection_format", "sent"),
    [
        ("query", "csv", "/a?p=x,y"),
        ("query", "ssv", "/a?p=x%20y"),
        ("query", "tsv", "/a?p=x%09y"),
        ("query", "pipes", "/a?p=x%7Cy"),
        ("query", "multi", "/a?p=x&p=y"),
        ("path", "csv", "/x,y"),
        ("path", "ssv", "/x%20y"),
        ("path", "tsv", "/x%09y"),
        ("path", "pipes", "/x%7Cy"),
        ("header", "csv", "x,y"),
        ("header", "pipes", "x|y"),
    ],
)
@pytest.mark.anyio
async def test_every_collection_format(api: Api, place: str, collection_format: str, sent: str) -> None:
    parameter = {
        "name": "p",
        "in": place,
        "required": True,
        "type": "array",
        "items": {"type": "string"},
        "collectionFormat": collection_format,
    }
    path = "/{p}" if place == "path" else "/a"
    data = {"swagger": "2.0", "paths": {path: {"get": {"operationId": "op", "parameters": [parameter]}}}}
    async with opened(data, api.url) as made:
        await made.tools.call("t__op", {"p": ["x", "y"]})
    assert (api.last.header("p") if place == "header" else api.last.target) == sent


def test_a_body_at_the_path_belongs_to_each_of_its_operations() -> None:
    body = {"name": "b", "in": "body", "schema": {"type": "string"}}
    data = {"swagger": "2.0", "paths": {"/a": {"parameters": [body], "post": {}, "put": {"consumes": ["text/x"]}}}}
    made = target(data)
    assert [endpoint.plan.body and endpoint.plan.body.media_type for endpoint in made.endpoints] == [
        "application/json",
        "text/x",
    ]

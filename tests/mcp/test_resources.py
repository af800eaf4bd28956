from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.mcp.errors import ResourceNotFound
from pytest_uimcp.mcp.resources import (
    Resource,
    ResourceContent,
    ResourceInfo,
    ResourceRequest,
    ResourceTable,
    ResourceTemplate,
)

pytestmark = pytest.mark.anyio

NOTES = {"a": "first", "deep/b": "second"}


async def everything(notes: dict[str, str], _request: ResourceRequest) -> Any:
    return {"names": sorted(notes)}


async def one(notes: dict[str, str], request: ResourceRequest) -> Any:
    name = request.variables["name"]
    if name == "binary":
        return ResourceContent("image/png", b"\x89PNG")
    if name not in notes:
        raise ResourceNotFound(f"no note {name}")
    return notes[name]


ALL: Resource[dict[str, str]] = Resource("notes://all", "all", "The names.", "application/json", everything)
NOTE: ResourceTemplate[dict[str, str]] = ResourceTemplate(
    "notes://{+name}",
    "note",
    "A note.",
    "text/plain",
    one,
    exists=lambda notes, found: found["name"] in notes,
    listing=lambda notes: (ResourceInfo(f"notes://{name}", name, "A note.", "text/plain") for name in notes),
)


@pytest.fixture
def table() -> ResourceTable[dict[str, str]]:
    return ResourceTable([ALL, NOTE])


async def test_a_reader_returns_data_text_or_content_with_a_type_of_its_own(
    table: ResourceTable[dict[str, str]],
) -> None:
    assert (await table.read(NOTES, "notes://all")).content == '{\n  "names": [\n    "a",\n    "deep/b"\n  ]\n}'
    assert await table.read(NOTES, "notes://deep/b") == ResourceContent("text/plain", "second")
    assert await table.read(NOTES, "notes://binary") == ResourceContent("image/png", b"\x89PNG")


@pytest.mark.parametrize(("uri", "message"), [("other://a", ""), ("notes://z", "no note z")])
async def test_what_does_not_exist_is_not_found(table: ResourceTable[dict[str, str]], uri: str, message: str) -> None:
    with pytest.raises(ResourceNotFound) as error:
        await table.read(NOTES, uri)
    assert str(error.value) == message
    assert not table.exists(NOTES, uri)


def test_a_template_lists_and_knows_its_resources(table: ResourceTable[dict[str, str]]) -> None:
    assert [row.uri for row in table.listed(NOTES)] == ["notes://all", "notes://a", "notes://deep/b"]
    assert [row.uri for row in table.templates] == ["notes://{+name}"]
    assert table.exists(NOTES, "notes://a")
    assert table.exists(NOTES, "notes://all")


@pytest.mark.parametrize(
    ("template", "pattern", "uri", "variables"),
    [
        ("notes://{name}", "", "notes://a", {"name": "a"}),
        ("notes://{name}", "", "notes://a/b", None),
        ("notes://{+name}", "", "notes://a/b", {"name": "a/b"}),
        ("notes://{name}/{part}", "", "notes://a/b", {"name": "a", "part": "b"}),
        ("notes.v1://{name}", "", "notes-v1://a", None),
        ("notes://{name}", "notes://(?P<name>[0-9]+)?", "notes://", {"name": ""}),
    ],
)
def test_a_uri_matches_its_template_as_a_whole(
    template: str, pattern: str, uri: str, variables: dict[str, str] | None
) -> None:
    row = ResourceTemplate(template, "n", "", "text/plain", one, pattern=pattern)
    assert row.match(uri) == variables


def test_a_table_announces_its_changes_and_has_each_uri_once() -> None:
    changes: list[int] = []
    table = ResourceTable([ALL], changed=lambda: changes.append(1))
    table.add(NOTE)
    with pytest.raises(ValueError, match="there is a resource 'notes://all' already; remove that one first"):
        table.add(ALL)
    table.remove("notes://all")
    assert ([row.uri for row in table], changes) == (["notes://{+name}"], [1, 1])
    with pytest.raises(KeyError):
        table.remove("notes://all")

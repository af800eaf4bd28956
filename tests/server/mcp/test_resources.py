"""The resources: their list, their contents, and that nothing else can be read."""

from __future__ import annotations

import base64
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import BlobResourceContents, TextResourceContents

from tests.server.rig import Rig, write_app

pytestmark = pytest.mark.anyio

PICTURE = bytes(range(256))
GUIDES = ("reference", "viewdefs", "lua", "mcp")


@pytest.fixture
def documents(rig: Rig) -> Path:
    """A resources directory with files of several kinds in it."""
    root = rig.server.base_dir / "resources"
    (root / "patterns").mkdir()
    (root / "patterns" / "form.md").write_text("# Forms \u2603\n")
    (root / "notes.txt").write_text("plain")
    (root / "data.json").write_text('{"a": 1}')
    (root / "picture.png").write_bytes(PICTURE)
    (root / "logo.svg").write_text("<svg/>")
    (root / "style.css").write_text("b{}")
    (root / "page.html").write_text("<p>")
    (root / "code.js").write_text("1")
    (root / "code.lua").write_text("return 1")
    (root / "odd name \u00e9.md").write_text("odd")
    (root / "100% sure? #1 [a].md").write_text("sure")
    (root / "%41.md").write_text("not A")
    (root / "red\x1b[31m.md").write_text("red")
    Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.md")).write_text("no UTF-8")
    (root / "bad.txt").write_bytes(b"\xff\xfe")
    (root / "blob").write_bytes(PICTURE)
    (root / "LICENSE").write_text("\u2603" * 1000)
    (root / "feed.xml").write_text("<feed/>")
    return root


async def read(rig: Rig, uri: str) -> TextResourceContents | BlobResourceContents:
    (content,) = (await rig.client.read_resource(uri)).contents
    assert str(content.uri) == uri
    return content


async def text(rig: Rig, uri: str) -> str:
    content = await read(rig, uri)
    assert isinstance(content, TextResourceContents)
    return content.text


async def not_there(rig: Rig, uri: str) -> str:
    with pytest.raises(MCPError) as caught:
        await rig.client.read_resource(uri)
    # The error code of 2026-07-28, the version of the client; clients of earlier versions get -32002.
    assert caught.value.error.code == -32602
    return caught.value.error.message


# Lists.


async def test_everything_that_can_be_read_is_listed_and_can_be_read(running: Rig, documents: Path) -> None:
    listed = (await running.client.list_resources()).resources
    uris = [str(resource.uri) for resource in listed]
    assert len(uris) == len(set(uris))
    assert {"ui://state", "ui://variables", *(f"ui://{name}" for name in GUIDES), "ui://patterns/form.md"} <= set(uris)
    for resource in listed:
        assert resource.description
        assert re.fullmatch(r"ui://(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-F]{2})+", str(resource.uri), re.ASCII)
        assert resource.name.isprintable()
        content = await read(running, str(resource.uri))
        assert content.mime_type == resource.mime_type


async def test_templates_are_listed_as_templates(rig: Rig) -> None:
    listed = (await rig.client.list_resource_templates()).resource_templates
    assert [template.uri_template for template in listed] == ["ui://state/{sessionId}", "ui://{path}"]
    assert all(template.description for template in listed)


async def test_guides_are_listed_once_although_they_are_also_documents(rig: Rig) -> None:
    uris = [str(resource.uri) for resource in (await rig.client.list_resources()).resources]
    assert "ui://lua.md" not in uris


# Guides and documents.


@pytest.mark.parametrize("name", GUIDES)
async def test_a_guide_can_be_read_in_every_state_with_and_without_its_suffix(rig: Rig, name: str) -> None:
    content = await read(rig, f"ui://{name}")
    assert content.mime_type == "text/markdown"
    assert await text(rig, f"ui://{name}.md") == await text(rig, f"ui://{name}")
    await rig.start()
    assert (await text(rig, f"ui://{name}")).startswith("# ")


@pytest.mark.parametrize("name", GUIDES)
async def test_a_guide_that_was_not_installed_comes_from_the_bundle(rig: Rig, name: str) -> None:
    (rig.server.base_dir / "resources" / f"{name}.md").unlink()
    assert (await text(rig, f"ui://{name}")).startswith("# ")


async def test_a_guide_edited_by_the_user_is_read_as_edited(rig: Rig) -> None:
    (rig.server.base_dir / "resources" / "lua.md").write_text("mine")
    assert await text(rig, "ui://lua") == "mine"


@pytest.mark.parametrize(
    ("path", "mime_type"),
    [
        ("patterns/form.md", "text/markdown"),
        ("patterns/form", "text/markdown"),
        ("notes.txt", "text/plain"),
        ("data.json", "application/json"),
        ("logo.svg", "image/svg+xml"),
        ("style.css", "text/css"),
        ("page.html", "text/html"),
        ("code.js", "text/javascript"),
        ("code.lua", "text/x-lua"),
        ("LICENSE", "text/plain"),
        ("feed.xml", "text/xml"),
        ("odd%20name%20%C3%A9.md", "text/markdown"),
        ("odd name \u00e9", "text/markdown"),
        ("bad.txt", "text/plain"),
    ],
)
async def test_a_text_document_has_its_mime_type(rig: Rig, documents: Path, path: str, mime_type: str) -> None:
    content = await read(rig, f"ui://{path}")
    assert isinstance(content, TextResourceContents)
    assert content.mime_type == mime_type


@pytest.mark.parametrize(("path", "mime_type"), [("picture.png", "image/png"), ("blob", "application/octet-stream")])
async def test_a_binary_document_is_a_blob(rig: Rig, documents: Path, path: str, mime_type: str) -> None:
    content = await read(rig, f"ui://{path}")
    assert isinstance(content, BlobResourceContents)
    assert (content.mime_type, base64.b64decode(content.blob)) == (mime_type, PICTURE)


@pytest.mark.parametrize(
    "uri",
    [
        "ui://nope",
        "ui://",
        "ui:///",
        "ui://recipes",
        "ui://patterns/nope.md",
        "ui://../README.md",
        "ui://../README",
        "ui://..%2FREADME.md",
        "ui://%2e%2e/README.md",
        "ui://%2E%2E%2FREADME.md",
        "ui://%252e%252e/README.md",
        "ui://patterns/../../README.md",
        "ui://patterns/%2e%2e/%2e%2e/README.md",
        "ui://..\\README.md",
        "ui://..%5cREADME.md",
        "ui:////etc/passwd",
        "ui:///etc/passwd",
        "ui://%2Fetc%2Fpasswd",
        "ui://lua%00.md",
        "ui://out.md",
        "ui://outside/README.md",
        "ui://circle",
        "ui://variables/1",
        "ui://" + "a/" * 5000,
        "ui://" + "x" * 5000,
        "file:///etc/passwd",
        "http://127.0.0.1/",
        "nonsense",
        "UIS://lua",
    ],
)
async def test_nothing_else_can_be_read(running: Rig, documents: Path, uri: str) -> None:
    (documents / "out.md").symlink_to(running.server.base_dir / "README.md")
    (documents / "outside").symlink_to(running.server.base_dir)
    (documents / "circle").symlink_to(documents / "circle")
    assert uri[:40] in await not_there(running, uri)


async def test_the_scheme_of_a_uri_is_compared_without_regard_to_case(rig: Rig) -> None:
    assert await text(rig, "UI://lua") == await text(rig, "ui://lua")


async def test_a_link_that_stays_inside_is_followed(rig: Rig, documents: Path) -> None:
    (documents / "alias.md").symlink_to(documents / "patterns" / "form.md")
    assert await text(rig, "ui://alias") == "# Forms \u2603\n"


async def test_a_file_that_cannot_be_read_is_an_error_and_the_next_one_can(rig: Rig, documents: Path) -> None:
    os.mkfifo(documents / "pipe.md")
    await not_there(rig, "ui://pipe.md")
    assert await text(rig, "ui://notes.txt") == "plain"


# State and variables.


async def test_the_state_is_the_displayed_app_nested_and_the_queued_events(running: Rig, base_dir: Path) -> None:
    assert json.loads(await text(running, "ui://state")) == {"sessionId": "1", "value": {}, "events": []}
    code = "shop = shop or {type = 'Shop', items = {{type = 'Item', n = 1}}, _secret = 1} shop.best = shop.items[1]"
    write_app(base_dir, "shop", code)
    await running.tool("ui_display", name="shop")
    await running.run("mcp.pushState({app = 'shop', event = 'sold'})")
    state = json.loads(await text(running, "ui://state"))
    assert state["events"] == [{"app": "shop", "event": "sold"}]
    assert state["value"]["type"] == "Shop"
    assert {"type": "Item", "n": 1} in (state["value"]["best"], state["value"]["items"][0])
    assert "_secret" not in state["value"]
    assert json.loads(await text(running, "ui://state")) == state  # reading takes nothing


async def test_a_session_has_its_own_state(running: Rig) -> None:
    await running.server.new_session()
    await running.tool("ui_run", code="mcp.value = {type = 'Second'}", sessionId="2")
    assert json.loads(await text(running, "ui://state/2"))["value"] == {"type": "Second"}
    assert json.loads(await text(running, "ui://state/1")) == json.loads(await text(running, "ui://state"))
    assert "there are: 1, 2" in await not_there(running, "ui://state/99")


@pytest.mark.parametrize("uri", ["ui://state", "ui://state/1", "ui://variables"])
async def test_before_the_start_there_is_no_state_and_the_error_says_so(rig: Rig, uri: str) -> None:
    with pytest.raises(MCPError, match="Server not started"):
        await rig.client.read_resource(uri)


async def test_variables_come_parents_first_with_every_member(running: Rig) -> None:
    await running.run("mcp.value = {type = 'T', list = {1, 2}}")
    rows: list[dict[str, Any]] = json.loads(await text(running, "ui://variables"))
    root = rows[0]
    assert {"id", "parentId", "type", "path", "value", "properties", "childIds"} <= root.keys()
    assert (root["id"], root["parentId"], root["type"]) == (1, 0, "MCP")
    assert root["properties"]["type"] == "MCP"
    assert set(root["value"]) == {"obj"}

"""The pages and data of the MCP port: state, variables, documents, READMEs."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from yarl import URL

from tests.server.page import opened
from tests.server.rig import Rig, rigged, text_of, write_app

pytestmark = pytest.mark.anyio

HTML = {"Accept": "text/html,application/xhtml+xml"}


async def data(http: ClientSession, url: str) -> Any:
    async with http.get(url) as response:
        assert response.status == 200, await response.text()
        assert response.content_type == "application/json"
        assert response.headers["Cache-Control"] == "no-store"
        return await response.json()


# State.


async def test_the_state_equals_that_of_the_resource(running: Rig, http: ClientSession) -> None:
    await running.run("mcp.value = {type = 'T', n = 1} mcp.pushState{e = 1}")
    state = await data(http, f"{running.mcp_url}/state")
    assert state == {"sessionId": "1", "value": {"type": "T", "n": 1}, "events": [{"e": 1}]}
    (resource,) = (await running.client.read_resource("ui://state")).contents
    assert json.loads(getattr(resource, "text", "")) == state
    assert (await data(http, f"{running.mcp_url}/state"))["events"] == [{"e": 1}]


async def test_a_session_can_be_selected_and_an_unknown_one_is_404(running: Rig, http: ClientSession) -> None:
    await running.server.new_session()
    assert (await data(http, f"{running.mcp_url}/state?session=2"))["sessionId"] == "2"
    for path in ("state", "variables", "wait"):
        async with http.get(f"{running.mcp_url}/{path}?session=3") as response:
            assert response.status == 404
            assert "there are: 1, 2" in (await response.json())["error"]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
async def test_while_a_script_is_stuck_the_state_is_503_and_says_so(base_dir: Path, http: ClientSession) -> None:
    base_dir.mkdir(parents=True)
    (base_dir / "config.toml").write_text("time-limit = 0.05")
    os.mkfifo(base_dir / "pipe")
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        await rig.start()
        stuck = await rig.refused("ui_run", code=f"io.open('{base_dir / 'pipe'}'):read('*a')")
        assert "0.05" in stuck
        try:
            async with http.get(f"{rig.mcp_url}/state") as response:
                assert response.status == 503
                assert "busy" in (await response.json())["error"]
            assert (await rig.tool("ui_status")).data is not None
        finally:
            (base_dir / "pipe").write_text("go on")
        async with asyncio.timeout(10):
            while (await http.get(f"{rig.mcp_url}/state")).status == 503:
                pass
        assert (await data(http, f"{rig.mcp_url}/state"))["sessionId"] == "1"


# Variables.


@pytest.mark.slow
async def test_programs_get_the_variables_and_browsers_the_page_that_shows_them(
    running: Rig, http: ClientSession
) -> None:
    await running.run("mcp.value = {type = 'Tee', n = 1}")
    async with opened(http, running.ui_url, running.session_id) as page:
        await page.watch_root()
        top = await page.create("value")
        await page.create("n", parent=top)
        rows = await data(http, f"{running.mcp_url}/variables")
        assert [(row["id"], row["parentId"], row["path"]) for row in rows] == [(1, 0, ""), (2, 1, "value"), (3, 2, "n")]
    localhost = running.ui_url.replace("127.0.0.1", "localhost")
    for query, path in (("", "variables"), ("?session=1", f"{running.session_id}/variables")):
        address = f"{running.mcp_url}/variables{query}"
        async with http.get(address, headers=HTML, allow_redirects=False) as response:
            assert (response.status, response.headers["Location"]) == (307, f"{localhost}/{path}")


# Documents.


@pytest.fixture
async def documented(running: Rig) -> Rig:
    root = running.server.base_dir / "resources"
    (root / "patterns").mkdir()
    (root / "patterns" / "form.md").write_text(
        "# Forms\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<script>alert(1)</script>\n"
    )
    (root / "picture.png").write_bytes(b"\x89PNG")
    (root / ".hidden").write_text("")
    (root / "page.html").write_text("<script>alert(1)</script>")
    return running


async def test_a_folder_is_listed(documented: Rig, http: ClientSession) -> None:
    for path in ("", "/"):
        listed = await data(http, f"{documented.mcp_url}/api/resource{path}")
        assert listed["path"] == "."
        names = {entry["name"]: entry for entry in listed["entries"]}
        assert {"lua.md", "mcp.md", "patterns", "picture.png"} <= set(names)
        assert ".hidden" not in names
        assert names["patterns"] == {"name": "patterns", "is_dir": True}
        assert names["picture.png"] == {"name": "picture.png", "is_dir": False, "size": 4}
    for path in ("patterns", "patterns/"):
        listed = await data(http, f"{documented.mcp_url}/api/resource/{path}")
        assert (listed["path"], [entry["name"] for entry in listed["entries"]]) == ("patterns", ["form.md"])


async def test_a_folder_is_a_page_of_links_for_browsers(documented: Rig, http: ClientSession) -> None:
    page = await text_of(await http.get(f"{documented.mcp_url}/api/resource/", headers=HTML))
    assert '<a href="/api/resource/patterns">patterns</a>/' in page
    page = await text_of(await http.get(f"{documented.mcp_url}/api/resource/patterns", headers=HTML))
    assert '<a href="/api/resource/patterns/form.md">form.md</a>' in page


async def test_markdown_is_rendered_for_browsers_and_sent_as_it_is_to_programs(
    documented: Rig, http: ClientSession
) -> None:
    url = f"{documented.mcp_url}/api/resource/patterns/form"
    for suffix in ("", ".md"):
        async with http.get(url + suffix) as response:
            assert response.content_type == "text/markdown"
            assert (await response.text()).startswith("# Forms")
        async with http.get(url + suffix, headers=HTML) as response:
            assert response.content_type == "text/html"
            page = await response.text()
            assert "<h1>Forms</h1>" in page
            assert "<td>1</td>" in page
            assert "<script>" not in page
            assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_other_files_are_sent_as_they_are(documented: Rig, http: ClientSession) -> None:
    async with http.get(f"{documented.mcp_url}/api/resource/picture.png", headers=HTML) as response:
        assert (response.content_type, await response.read()) == ("image/png", b"\x89PNG")
    async with http.get(f"{documented.mcp_url}/api/resource/page.html", headers=HTML) as response:
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]


async def test_a_missing_resources_folder_is_listed_as_empty(documented: Rig, http: ClientSession) -> None:
    (documented.server.base_dir / "resources").rename(documented.server.base_dir / "elsewhere")
    assert await data(http, f"{documented.mcp_url}/api/resource") == {"path": ".", "entries": []}


async def test_a_readme_is_a_page(running: Rig, http: ClientSession, base_dir: Path) -> None:
    for app, name in (("shop", "README.md"), ("stall", "Readme.MD")):
        (write_app(base_dir, app, "") / name).write_text("# The Shop\n\n<b>bold</b>")
        async with http.get(f"{running.mcp_url}/app/{app}/readme") as response:
            assert response.content_type == "text/html"
            page = await response.text()
        assert "<h1>The Shop</h1>" in page
        assert "<b>bold</b>" not in page


OUTSIDE = ["..", "%2e%2e", "..%2f..%2f..%2fetc", "%252e%252e", "..%5c", "a%00b", "%2Fetc", "x" * 300]


@pytest.mark.parametrize("name", OUTSIDE)
async def test_nothing_outside_can_be_read(documented: Rig, http: ClientSession, name: str) -> None:
    for path in (
        f"/api/resource/{name}/README.md",
        f"/api/resource/{name}",
        f"/app/{name}/readme",
        f"/api/resource/patterns/{name}/{name}/README.md",
        f"/shoelace/{name}/x",
    ):
        async with http.get(URL(documented.mcp_url + path, encoded=True), headers=HTML) as response:
            body = await response.text()
            assert response.status in (400, 404), (path, response.status, body[:100])
            assert "**Version" not in body


async def test_links_that_lead_outside_are_not_followed(documented: Rig, http: ClientSession, base_dir: Path) -> None:
    (base_dir / "resources" / "out.md").symlink_to(base_dir / "README.md")
    (base_dir / "resources" / "folder").symlink_to(base_dir)
    write_app(base_dir, "shop", "").joinpath("README.md").symlink_to(base_dir / "README.md")
    for path in ("/api/resource/out.md", "/api/resource/folder", "/api/resource/folder/README.md", "/app/shop/readme"):
        async with http.get(documented.mcp_url + path) as response:
            assert response.status == 404


async def test_a_missing_document_is_404_and_named(documented: Rig, http: ClientSession) -> None:
    async with http.get(f"{documented.mcp_url}/api/resource/nope.md") as response:
        assert (response.status, await response.json()) == (404, {"error": "no resource 'nope.md'"})


@pytest.mark.parametrize("path", ["/app/bare", "/app/bare/", "/app/bare/app.lua", "/app/"])
async def test_other_addresses_of_an_app_are_400_and_name_its_readme(
    running: Rig, http: ClientSession, base_dir: Path, path: str
) -> None:
    write_app(base_dir, "bare", "")
    async with http.get(running.mcp_url + path) as response:
        assert (response.status, await response.json()) == (400, {"error": "expected /app/{app}/readme"})


@pytest.mark.parametrize(
    ("app", "status", "error"),
    [
        ("nope", 404, "app not found: nope"),
        ("bare", 404, "readme.md not found in bare"),
        ("a%2Fb", 400, "expected /app/{app}/readme"),
    ],
)
async def test_a_readme_that_is_not_there_is_an_error_that_says_what_is_missing(
    running: Rig, http: ClientSession, base_dir: Path, app: str, status: int, error: str
) -> None:
    write_app(base_dir, "bare", "")
    async with http.get(URL(f"{running.mcp_url}/app/{app}/readme", encoded=True)) as response:
        assert (response.status, await response.json()) == (status, {"error": error})


# Scripts of another directory.


async def test_a_script_of_another_directory_is_refused_before_it_takes_events(
    running: Rig, http: ClientSession, base_dir: Path
) -> None:
    await running.run("mcp.pushState{n = 1}")
    async with http.get(f"{running.mcp_url}/wait", headers={"X-Ui-Base-Dir": "/somewhere/else"}) as response:
        assert response.status == 421
        assert str(base_dir) in (await response.json())["error"]
    async with http.get(f"{running.mcp_url}/wait", headers={"X-Ui-Base-Dir": os.path.realpath(base_dir)}) as response:
        assert await response.json() == [{"n": 1}]

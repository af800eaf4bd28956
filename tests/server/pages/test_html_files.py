"""Files of `html/` and of the folders that apps link there, on both ports."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import ClientSession
from yarl import URL

from tests.server.rig import Rig, text_of

pytestmark = pytest.mark.anyio


@pytest.fixture
def app(running: Rig, base_dir: Path) -> Path:
    """The folder of an app with styles and data, linked into `html/` after the start."""
    folder = base_dir / "apps" / "shell"
    (folder / "css").mkdir(parents=True)
    (folder / "css" / "shell.css").write_text("b{}")
    (folder / "checkpoint.fossil").write_text("versions")
    (folder / ".fslckout").write_text("checkout")
    data = base_dir / "storage" / "shell"
    data.mkdir(parents=True)
    (data / "evil.html").write_text("<script>1</script>")
    (data / "a.md").write_text("# A note")
    (data / "data.bin").write_bytes(bytes(range(100)))
    (base_dir / "html" / "shell").symlink_to("../apps/shell")
    (base_dir / "html" / "shell-storage").symlink_to("../storage/shell")
    return folder


def ports(rig: Rig) -> tuple[str, str]:
    return rig.ui_url, rig.mcp_url


async def test_files_come_through_a_link_made_after_the_start(app: Path, running: Rig, http: ClientSession) -> None:
    for base in ports(running):
        async with http.get(f"{base}/shell/css/shell.css?v=3") as response:
            assert (response.status, response.content_type, await response.text()) == (200, "text/css", "b{}")


async def test_a_link_to_outside_leads_nowhere(app: Path, running: Rig, http: ClientSession, base_dir: Path) -> None:
    (base_dir / "html" / "etc").symlink_to("/etc")
    (base_dir / "html" / "round").symlink_to("round")
    (app / "passwd").symlink_to("/etc/passwd")
    for base in ports(running):
        for path in ("etc/passwd", "etc", "round", "shell/passwd"):
            async with http.get(f"{base}/{path}") as response:
                assert (response.status, "root:" in await response.text()) == (404, False), path


async def test_a_folder_is_its_index_and_never_a_list(app: Path, running: Rig, http: ClientSession) -> None:
    for base in ports(running):
        assert (await http.get(f"{base}/shell/css/")).status == 404
        assert (await http.get(f"{base}/shell/css")).status == 404
    (app / "css" / "index.html").write_text("<p>styles</p>")
    for base in ports(running):
        assert await text_of(await http.get(f"{base}/shell/css/")) == "<p>styles</p>"


async def test_hidden_files_and_databases_of_versions_are_not_served(
    app: Path, running: Rig, http: ClientSession, base_dir: Path
) -> None:
    (app / "open.txt").symlink_to(".fslckout")
    (base_dir / "html" / ".hidden").mkdir()
    (base_dir / "html" / ".hidden" / "x.txt").write_text("x")
    for base in ports(running):
        for path in ("shell/checkpoint.fossil", "shell/.fslckout", "shell/open.txt", ".hidden/x.txt"):
            assert (await http.get(f"{base}/{path}")).status == 404, path


@pytest.mark.parametrize(
    "path", ["/../config.toml", "/shell/../x", "/%2e%2e/config.toml", "/shell/..%2f..%2fx", "/..%5cx"]
)
async def test_parent_steps_are_400_on_the_mcp_port(app: Path, running: Rig, http: ClientSession, path: str) -> None:
    async with http.get(URL(running.mcp_url + path, encoded=True)) as response:
        assert (response.status, "'..'" in await response.text()) == (400, True)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "HEAD"])
async def test_files_of_the_mcp_port_are_for_get_only(
    app: Path, running: Rig, http: ClientSession, method: str
) -> None:
    async with http.request(method, f"{running.mcp_url}/shell/css/shell.css") as response:
        assert response.status == 405


async def test_markdown_is_a_page_except_for_curl(app: Path, running: Rig, http: ClientSession) -> None:
    url = f"{running.mcp_url}/shell-storage/a.md?1234"
    async with http.get(url) as response:
        assert (response.content_type, "<h1>A note</h1>" in await response.text()) == ("text/html", True)
        assert "script-src" not in response.headers["Content-Security-Policy"]
    async with http.get(url, headers={"User-Agent": "curl/8.5"}) as response:
        assert (response.content_type, await response.text()) == ("text/markdown", "# A note")


async def test_parts_and_unchanged_files(app: Path, running: Rig, http: ClientSession) -> None:
    url = f"{running.mcp_url}/shell-storage/data.bin"
    async with http.get(url, headers={"Range": "bytes=10-19"}) as response:
        assert (response.status, await response.read()) == (206, bytes(range(10, 20)))
        modified = response.headers["Last-Modified"]
    async with http.get(url, headers={"If-Modified-Since": modified}) as response:
        assert response.status == 304


async def test_files_of_the_mcp_port_are_in_a_sandbox(app: Path, running: Rig, http: ClientSession) -> None:
    for path in ("shell-storage/evil.html", "shell/css/shell.css", "shell-storage/data.bin", "shell-storage/a.md"):
        async with http.get(f"{running.mcp_url}/{path}") as response:
            assert response.headers["Content-Security-Policy"].split(";")[0].split()[0] == "sandbox", path
            assert response.headers["X-Content-Type-Options"] == "nosniff"
    # On the UI port, data is in one, too; what belongs to an app is not.
    async with http.get(f"{running.ui_url}/shell-storage/evil.html") as response:
        assert response.headers["Content-Security-Policy"].startswith("sandbox;")
    async with http.get(f"{running.ui_url}/shell/css/shell.css") as response:
        assert "sandbox" not in response.headers["Content-Security-Policy"]


async def test_pictures_are_for_our_own_pages(app: Path, running: Rig, http: ClientSession) -> None:
    url = f"{running.mcp_url}/shell-storage/data.bin"
    seen = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
    port = running.ui_url.rpartition(":")[2]
    asked = [
        (f"http://127.0.0.1:{port}/", 200),
        (f"http://localhost:{port}/", 200),
        ("http://evil.example/", 403),
        (f"http://evil.example:{port}/", 403),
        (f"https://127.0.0.1:{port}/", 403),
        (f"http://127.0.0.1:{port}@evil.example/", 403),
        (None, 403),
    ]
    for referrer, status in asked:
        headers = seen | ({"Referer": referrer} if referrer else {})
        assert (await http.get(url, headers=headers)).status == status, referrer
        assert (await http.get(f"{running.mcp_url}/state", headers=headers)).status == 403

"""The UI port: pages of sessions, their cookie, debug data, static files."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSServerHandshakeError
from yarl import URL

from pytest_uimcp.testing.recording.masking import Secrets
from pytest_uimcp.testing.recording.recorder import ScenarioRecorder
from tests.server.page import opened
from tests.server.rig import STRICT, Rig, rigged, text_of

pytestmark = pytest.mark.anyio

UNKNOWN = "0" * 32
INDEX = "<!doctype html><title>mine</title><div ui-app></div>"


@pytest.fixture
async def ui(running: Rig, base_dir: Path) -> Rig:
    """A running server with its own front end."""
    html = base_dir / "html"
    html.mkdir(exist_ok=True)
    (html / "index.html").unlink(missing_ok=True)  # a link, as long as it is what was installed
    (html / "index.html").write_text(INDEX)
    (html / "app.js").write_text("1")
    (html / "app.css").write_text("b{}")
    (html / "deep").mkdir()
    (html / "deep" / "data.json").write_text("{}")
    return running


async def test_the_root_serves_the_first_session_and_its_cookie(ui: Rig, http: ClientSession) -> None:
    async with http.get(ui.ui_url + "/") as response:
        assert response.status == 200
        assert response.headers["Set-Cookie"] == f"ui-session={ui.session_id}; Path=/; SameSite=Lax"
        assert await response.text() == INDEX
        assert response.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("page", ["", "/", "/any", "/any/page", "/any/page?conserve=true", "/app.js"])
async def test_the_address_of_a_session_serves_the_app_and_its_cookie(ui: Rig, http: ClientSession, page: str) -> None:
    second = await ui.server.new_session()
    for session_id in (ui.session_id, second.session.id):
        async with http.get(f"{ui.ui_url}/{session_id}{page}") as response:
            assert (response.status, await response.text()) == (200, INDEX)
            assert f"ui-session={session_id};" in response.headers["Set-Cookie"]


async def test_a_page_in_the_cache_of_the_browser_gets_the_cookie_of_the_new_session(
    ui: Rig, http: ClientSession
) -> None:
    async with http.get(ui.ui_url + "/") as response:
        tag = response.headers["ETag"]
    await ui.server.stop()
    await ui.start()
    async with http.get(ui.ui_url + "/", headers={"If-None-Match": tag}) as response:
        assert response.status == 304
        assert f"ui-session={ui.session_id};" in response.headers["Set-Cookie"]


@pytest.mark.parametrize("path", [f"/{UNKNOWN}", f"/{UNKNOWN}/page", f"/{UNKNOWN}/variables"])
async def test_an_unknown_session_is_a_404_page_that_says_so(ui: Rig, http: ClientSession, path: str) -> None:
    async with http.get(ui.ui_url + path) as response:
        assert response.status == 404
        assert "Unknown session" in await response.text()
        assert "Set-Cookie" not in response.headers


async def test_the_vended_id_is_not_an_address(ui: Rig, http: ClientSession) -> None:
    async with http.get(f"{ui.ui_url}/1") as response:
        assert response.status == 404


async def test_the_debug_page_and_its_data(ui: Rig, http: ClientSession) -> None:
    async with opened(http, ui.ui_url, ui.session_id) as page:
        await page.watch_root()
        await page.create("value")
        async with http.get(f"{ui.ui_url}/{ui.session_id}/variables.json") as response:
            rows = await response.json()
            assert response.headers["X-Change-Count"].isdigit()
        members = {"id", "parentId", "type", "path", "value", "properties", "childIds", "access", "active", "error"}
        assert members | {"changeCount", "depth", "computeTime"} <= rows[0].keys()
        async with http.get(f"{ui.ui_url}/{ui.session_id}/variables") as response:
            assert (response.status, response.content_type) == (200, "text/html")
    async with http.get(f"{ui.ui_url}/{UNKNOWN}/variables.json") as response:
        assert response.status == 404


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("app.js", "text/javascript"),
        ("app.css", "text/css"),
        ("deep/data.json", "application/json"),
        ("index.html", "text/html"),
    ],
)
async def test_everything_else_is_a_file_of_html(ui: Rig, http: ClientSession, path: str, kind: str) -> None:
    async with http.get(f"{ui.ui_url}/{path}") as response:
        assert (response.status, response.content_type) == (200, kind)
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize(
    "path",
    [
        "/nope.js",
        "/deep",
        "/deep/",
        "/../README.md",
        "/%2e%2e/README.md",
        "/..%2fREADME.md",
        "/%2e%2e%2fREADME.md",
        "/deep/..%2f..%2fREADME.md",
        "/..%5cREADME.md",
        "/%2fetc%2fpasswd",
        "//etc/passwd",
        "/app.js%00",
        "/out.md",
        "/folder/README.md",
        "/" + "x" * 400,
        "/shoelace/..%2f..%2fREADME.md",
        "/shoelace/nope.js",
    ],
)
async def test_nothing_outside_the_base_directory_is_served(
    ui: Rig, http: ClientSession, base_dir: Path, path: str
) -> None:
    outside = base_dir.parent / "README.md"
    outside.write_text("not for pages")
    (base_dir / "html" / "out.md").symlink_to(outside)
    (base_dir / "html" / "folder").symlink_to(base_dir.parent)
    async with http.get(URL(ui.ui_url + path, encoded=True)) as response:
        assert response.status in (400, 404)
        assert "**Version" not in await response.text()


async def test_a_page_of_variables_of_its_own_may_run_scripts_as_the_app_may(
    ui: Rig, http: ClientSession, base_dir: Path
) -> None:
    (base_dir / "html" / "variables.html").write_text("<script>document.cookie</script>")
    for path in ("/variables", f"/{ui.session_id}/variables"):
        async with http.get(ui.ui_url + path) as response:
            assert await response.text() == "<script>document.cookie</script>"
            assert "'unsafe-inline'" in response.headers["Content-Security-Policy"].partition(";")[0]


async def test_pages_of_the_server_name_no_other_machine_in_their_policy(ui: Rig, http: ClientSession) -> None:
    for path in ("/nothing", f"/{UNKNOWN}"):
        async with http.get(ui.ui_url + path) as response:
            assert "https:" not in response.headers["Content-Security-Policy"]


async def test_a_file_of_shoelace_has_its_type_and_is_sent_once(ui: Rig, http: ClientSession) -> None:
    kinds = {
        "shoelace-autoloader.js": "text/javascript",
        "themes/light.css": "text/css",
        "assets/icons/alarm.svg": "image/svg+xml",
    }
    for path, kind in kinds.items():
        async with http.get(f"{ui.ui_url}/shoelace/{path}") as response:
            assert (response.status, response.content_type) == (200, kind)
            known = {"If-None-Match": response.headers["ETag"]}
        async with http.get(f"{ui.ui_url}/shoelace/{path}", headers=known) as response:
            assert (response.status, await response.read()) == (304, b"")
        async with http.head(f"{ui.ui_url}/shoelace/{path}") as response:
            assert (response.status, response.content_type) == (200, kind)


async def test_a_directory_without_its_own_front_end_uses_the_bundled_one(
    running: Rig, http: ClientSession, base_dir: Path
) -> None:
    shutil.rmtree(base_dir / "html", ignore_errors=True)
    page = await text_of(await http.get(running.ui_url + "/"))
    assert "ui-app" in page


async def test_a_strict_server_without_an_app_serves_its_page_too(base_dir: Path, http: ClientSession) -> None:
    (base_dir / "html").mkdir(parents=True)
    (base_dir / "html" / "index.html").write_text(INDEX)
    async with rigged(base_dir, STRICT) as rig:
        await rig.server.configure()
        await rig.start()
        assert await text_of(await http.get(rig.ui_url + "/")) == INDEX


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
async def test_only_reading_methods_are_allowed(ui: Rig, http: ClientSession, method: str) -> None:
    for path in ("/", f"/{ui.session_id}", "/app.js"):
        async with http.request(method, ui.ui_url + path) as response:
            assert response.status == 405


async def test_a_mistyped_address_is_told_what_was_meant_and_never_what_is_private(
    ui: Rig, http: ClientSession, base_dir: Path
) -> None:
    (base_dir / "html" / "deep" / ".data.json").write_text("{}")
    (base_dir / "html" / "app.fossil").write_text("")

    async def similar(path: str, accept: str = "text/html") -> list[str]:
        async with http.get(f"{ui.ui_url}/{path}", headers={"Accept": accept}) as response:
            assert response.status == 404
            text = await response.text()
        meant, _, _ = text.partition("Or go on to:")
        return re.findall(r'<a href="([^"]+)">', meant) if "Did you mean" in meant else []

    assert await similar("variable") == ["/variables"]
    assert await similar("deep/datas.json") == ["/deep/data.json"]
    assert await similar("app.fossi") == []
    assert await similar("ap.js") == ["/app.js"]
    assert await similar("x/../../secre") == []
    assert await similar("variable", accept="*/*") == []


async def test_a_websocket_of_an_unknown_session_is_404(ui: Rig, http: ClientSession) -> None:
    for session_id in (UNKNOWN, "1", "x"):
        with pytest.raises(WSServerHandshakeError) as caught:
            async with opened(http, ui.ui_url, session_id):
                pass
        assert caught.value.status == 404


async def test_a_plain_request_to_the_address_of_the_websocket_is_refused(ui: Rig, http: ClientSession) -> None:
    async with http.get(f"{ui.ui_url}/ws/{ui.session_id}") as response:
        assert response.status == 400


async def test_pages_report_only_to_a_server_that_records(base_dir: Path, http: ClientSession) -> None:
    recorder = ScenarioRecorder(Secrets(), lambda recorder: None)
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        for attach in (lambda server: None, recorder.attach):
            attach(rig.server)
            await rig.start()
            page = await text_of(await http.get(rig.ui_url + "/"))
            async with http.get(rig.ui_url + "/recording/probe.js") as probe:
                records = rig.server.recorder is not None
                assert ('name="ui-recording"' in page, "/recording/probe.js" in page) == (records, records)
                assert probe.status == (200 if records else 404)
            await rig.server.stop()

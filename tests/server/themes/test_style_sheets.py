"""Themes in the page that the UI port serves."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from aiohttp import ClientSession

from pytest_uimcp.core.assets import bundle_dir
from tests.server.rig import Rig, text_of

pytestmark = pytest.mark.anyio

THEMES = bundle_dir() / "html" / "themes"
NAMES = sorted(path.stem for path in THEMES.glob("*.css") if path.stem != "base")
BEGIN, END = "<!-- #frictionless -->", "<!-- /frictionless -->"


async def page(rig: Rig, http: ClientSession) -> str:
    return await text_of(await http.get(rig.ui_url + "/"))


def block_of(text: str) -> str:
    """The theme block of a page; it is there once, first in the head."""
    found = re.findall(rf"<head>\s*{BEGIN}(.*?){END}", text, re.S)
    assert len(found) == 1 == text.count(BEGIN) == text.count('id="app-favicon"')
    return str(found[0])


def choose(base_dir: Path, theme: object) -> None:
    (base_dir / "storage").mkdir(exist_ok=True)
    (base_dir / "storage" / "settings.json").write_text(json.dumps({"theme": theme}))


def worn(text: str) -> str:
    """The theme that the page wears without a choice in the browser."""
    (chosen,) = re.findall(r"chosen \|\| (.*?)\) }\)", block_of(text))
    return str(json.loads(chosen))


async def test_the_block_is_first_in_the_head_and_not_in_the_file(
    running: Rig, http: ClientSession, base_dir: Path
) -> None:
    index = base_dir / "html" / "index.html"
    before = index.read_bytes()
    links = re.findall(r'href="(/themes/[^"]+)"', block_of(await page(running, http)))
    assert [link.split("?")[0] for link in links] == [f"/themes/{name}.css" for name in ("base", *NAMES)]
    for link in links:
        async with http.get(running.ui_url + link) as response:
            assert (response.status, response.content_type) == (200, "text/css")
    assert index.read_bytes() == before


async def test_a_block_that_is_in_the_file_is_replaced(running: Rig, http: ClientSession, base_dir: Path) -> None:
    old = f"<head>\n{BEGIN}\n<link href='/themes/gone.css'>\n{END}\n<title>mine</title>"
    (base_dir / "html" / "index.html").write_text(f"<!doctype html>{old}<div ui-app></div>")
    text = await page(running, http)
    assert "gone.css" not in block_of(text)
    assert "<title>mine</title>" in text


async def test_a_new_theme_is_linked_at_the_next_load_and_a_deleted_one_is_not(
    running: Rig, http: ClientSession, base_dir: Path
) -> None:
    theme = base_dir / "html" / "themes" / "zebra.css"
    theme.write_text(".theme-zebra {}")
    os.utime(theme, (1_700_000_000, 1_700_000_000))
    assert block_of(await page(running, http)).count("/themes/zebra.css?v=1700000000") == 1
    theme.unlink()
    assert "zebra" not in await page(running, http)


async def test_the_page_wears_the_theme_of_the_settings(running: Rig, http: ClientSession, base_dir: Path) -> None:
    assert worn(await page(running, http)) == "base"
    (base_dir / "html" / "themes" / "lcars.css").write_text(".theme-lcars {}")
    assert worn(await page(running, http)) == "lcars"
    choose(base_dir, NAMES[0])
    assert worn(await page(running, http)) == NAMES[0]


@pytest.mark.parametrize("theme", ["x';alert(1)//", '"</script><script>', "", "a b", "é", 5, None, ["paper"]], ids=repr)
async def test_an_invalid_name_of_a_theme_is_not_in_the_page(
    running: Rig, http: ClientSession, base_dir: Path, theme: object
) -> None:
    choose(base_dir, theme)
    text = await page(running, http)
    assert worn(text) == "base"
    assert "alert(1)" not in text


async def test_settings_that_cannot_be_read_do_no_harm(running: Rig, http: ClientSession, base_dir: Path) -> None:
    choose(base_dir, "paper")
    for broken in (b"{", b"[1]", b"\xff", b"[" * 100_000):
        (base_dir / "storage" / "settings.json").write_bytes(broken)
        assert worn(await page(running, http)) == "base"


async def test_files_with_other_names_are_not_linked(running: Rig, http: ClientSession, base_dir: Path) -> None:
    outside = base_dir.parent / "secret.css"
    outside.write_text("secret")
    folder = base_dir / "html" / "themes"
    (folder / "a b.css").write_text("")
    (folder / '"x.css').write_text("")
    (folder / "linked.css").symlink_to(outside)
    text = block_of(await page(running, http))
    assert "a b" not in text
    assert "linked" not in text
    assert "x.css" not in text


async def test_a_page_in_the_cache_is_fetched_again_when_themes_change(
    running: Rig, http: ClientSession, base_dir: Path
) -> None:
    async with http.get(running.ui_url + "/") as response:
        known = {"If-None-Match": response.headers["ETag"]}
    async with http.get(running.ui_url + "/", headers=known) as response:
        assert response.status == 304
    choose(base_dir, "paper")
    async with http.get(running.ui_url + "/", headers=known) as response:
        assert (response.status, worn(await response.text())) == (200, "paper")


async def test_reinject_themes_is_true_or_says_what_is_missing(running: Rig, base_dir: Path) -> None:
    code = "local ok, problem = mcp:reinjectThemes() return {ok == true, tostring(problem)}"
    assert await running.run(code) == [True, "nil"]
    index = base_dir / "html" / "index.html"
    index.write_text("<div ui-app></div>")
    assert await running.run(code) == [False, f"{index} has no <head>"]
    index.unlink()
    problem = (await running.run(code))[1]
    assert problem == f"{index} is missing: run `ui-mcp install` in the project"


@pytest.mark.parametrize("name", NAMES)
def test_a_theme_says_what_it_is_where_apps_look_for_it(name: str) -> None:
    beginning = (THEMES / f"{name}.css").read_bytes()[:2048].decode()
    assert re.search(rf"^@theme {name}$", beginning, re.M)
    assert re.search(r"^@description \S.*$", beginning, re.M)
    assert re.search(r"--term-accent: #[0-9a-f]{6};", beginning)
    assert re.search(r"^@class \S+\n  @description .+\n  @usage .+\n  @elements \w+(, \w+)*$", beginning, re.M)


@pytest.mark.parametrize("name", NAMES)
def test_a_theme_has_every_variable_of_the_base(name: str) -> None:
    base, theme = ((THEMES / f"{one}.css").read_text() for one in ("base", name))
    wanted = set(re.findall(r"^  (--term-[a-z-]+):", base, re.M))
    assert wanted <= set(re.findall(r"^  (--term-[a-z-]+):", theme, re.M))


def test_no_theme_of_ours_asks_another_server_for_anything() -> None:
    for path in THEMES.glob("*.css"):
        text = path.read_text().replace('@import url("/tokens.css");', "")
        assert not re.search(r"@import|url\(|https?:", text), path.name

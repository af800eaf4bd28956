"""What results of tools say of what is broken now."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import anyio
import pytest
from aiohttp import ClientSession

from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.page import Page
from tests.server.rig import Rig, reach, write_app

pytestmark = pytest.mark.anyio

LUA = """\
Shop = session:prototype("Shop", { name = "Corner", price = 2, count = 0, item = EMPTY })
function Shop:total() self.calls = (self.calls or 0) + 1 return self.price end
function Shop:broken() return self.missing.field end
shop = session:create(Shop, {})
"""
SOUND = "<template><div><b ui-value='name'></b><i ui-value='total()'></i></div></template>"


@pytest.fixture
async def shop(rig: Rig, base_dir: Path) -> Rig:
    write_app(base_dir, "shop", LUA)
    await rig.start()
    return rig


def write_view(base_dir: Path, content: str, key: str = "Shop.DEFAULT") -> None:
    folder = base_dir / "apps" / "shop" / "viewdefs"
    folder.mkdir(exist_ok=True)
    (folder / f"{key}.html").write_text(content)


async def broken(rig: Rig, tool: str = "ui_status", **arguments: Any) -> list[str]:
    data = (await rig.tool(tool, **arguments)).data
    assert data is not None
    sentences = data.get("broken", [])
    assert isinstance(sentences, list)
    return sentences


async def open_page(rig: Rig) -> Page:
    page = Page(rig.server.ui_session().session)
    await anyio.to_thread.run_sync(page.open)
    await anyio.to_thread.run_sync(page.settle)
    return page


async def test_a_sound_app_has_nothing_broken(shop: Rig, base_dir: Path) -> None:
    write_view(base_dir, SOUND)
    said = await shop.tool("ui_display", name="shop")
    assert said.data == {"displayed": "shop"}
    assert said.text == "Displayed app: shop"
    page = await open_page(shop)
    assert "broken" not in ((await shop.tool("ui_status")).data or {})
    assert (await shop.tool("ui_run", code="return 1")).data == {"value": 1}
    page.close()


@pytest.mark.parametrize(
    ("binding", "sentence"),
    [
        (
            'ui-value="totla()"',
            (
                'ui-value="totla()": Shop has no method totla(); near it: total(); '
                "write function Shop:totla() or correct the path"
            ),
        ),
        (
            'ui-value="nmae"',
            (
                'ui-value="nmae": no Shop has a property nmae; near it: name; '
                "declare it in the prototype, or correct the path"
            ),
        ),
        ('ui-value="total"', 'ui-value="total": total is a method of Shop; write ui-value="total()"'),
        (
            'ui-event-click="totl()"',
            (
                'ui-event-click="totl()": Shop has no method totl(); near it: total(); '
                "write function Shop:totl() or correct the path"
            ),
        ),
    ],
)
async def test_a_path_that_leads_nowhere_is_told_without_a_page(
    shop: Rig, base_dir: Path, binding: str, sentence: str
) -> None:
    write_view(base_dir, f"<template>\n  <b {binding}></b>\n</template>")
    said = await shop.tool("ui_display", name="shop")
    expected = f"apps/shop/viewdefs/Shop.DEFAULT.html:2: {sentence}"
    assert said.data == {"displayed": "shop", "broken": [expected]}
    assert said.text == f"Displayed app: shop\nBroken now:\n- {expected}"
    assert await broken(shop) == [expected]


async def test_a_method_misspelt_behind_others_is_told_with_its_type(shop: Rig, base_dir: Path) -> None:
    write_view(base_dir, "<template><b ui-value='front.rows.0.totla()'></b></template>")
    await shop.tool("ui_display", name="shop")
    [sentence] = await broken(
        shop, "ui_run", code="shop.front = Shop:new() shop.front.rows = {Shop:new()} mcp:display('shop') return 1"
    ) or await broken(shop)
    assert 'ui-value="front.rows.0.totla()": Shop has no method totla(); near it: total()' in sentence


async def test_names_that_may_be_set_later_are_not_told(shop: Rig, base_dir: Path) -> None:
    write_view(base_dir, '<template><b ui-value="chosen.name"></b><i ui-value="item"></i></template>')
    assert await broken(shop, "ui_display", name="shop") == []


async def test_an_upload_tells_its_lines(shop: Rig, base_dir: Path) -> None:
    write_view(base_dir, SOUND)
    await shop.tool("ui_display", name="shop")
    content = '<template>\n<b ui-value="totla()"></b></template>'
    (sentence,) = await broken(shop, "ui_upload_viewdef", type="Shop", namespace="DEFAULT", content=content)
    assert sentence.startswith('the upload of Shop.DEFAULT:2: ui-value="totla()": Shop has no method totla()')
    assert await broken(shop, "ui_upload_viewdef", type="Shop", namespace="DEFAULT", content=SOUND) == []


async def test_the_error_of_a_getter_is_told_while_a_page_watches_it(shop: Rig, base_dir: Path) -> None:
    write_view(base_dir, "<template>\n<b ui-value='broken()'></b></template>")
    assert await broken(shop, "ui_display", name="shop") == []
    page = await open_page(shop)
    for tool, arguments in (("ui_status", {}), ("ui_run", {"code": "return 1"}), ("ui_display", {"name": "shop"})):
        (sentence,) = await broken(shop, tool, **arguments)
        assert sentence.startswith('apps/shop/viewdefs/Shop.DEFAULT.html:2: ui-value="broken()": ')
        assert "apps/shop/app.lua:3" in sentence
    assert await broken(shop, "ui_run", code="shop.missing = { field = 1 }") == []
    await anyio.to_thread.run_sync(page.close)


async def test_a_missing_viewdef_is_told_with_those_there_are(shop: Rig, base_dir: Path) -> None:
    write_view(base_dir, SOUND, "Shop.card")
    await shop.tool("ui_display", name="shop")
    page = await open_page(shop)
    (sentence,) = await broken(shop)
    assert sentence.endswith("no viewdef for Shop: looked for Shop.DEFAULT; near it: Shop.card")
    write_view(base_dir, SOUND)
    await anyio.to_thread.run_sync(shop.server.ui_session().session.reload)
    assert await broken(shop) == []
    await anyio.to_thread.run_sync(page.close)


async def test_a_row_without_a_viewdef_is_told_once(shop: Rig, base_dir: Path) -> None:
    write_view(base_dir, "<template><div ui-viewlist='item'></div></template>")
    await shop.tool("ui_display", name="shop")
    page = await open_page(shop)
    assert await broken(shop) == []
    await shop.run("Row = session:prototype('Row', {}) shop.item = { session:create(Row), session:create(Row) }")
    await anyio.to_thread.run_sync(page.settle)
    (sentence,) = await broken(shop, "ui_run", code="return 1")
    assert "no viewdef for Row: looked for Row." in sentence
    await anyio.to_thread.run_sync(page.close)


async def test_a_run_that_breaks_what_was_sound_tells_it(shop: Rig, base_dir: Path) -> None:
    write_view(base_dir, SOUND)
    await shop.tool("ui_display", name="shop")
    page = await open_page(shop)
    assert await broken(shop, "ui_run", code="return 1") == []
    assert await broken(shop, "ui_run", code="return 1") == []
    (sentence,) = await broken(shop, "ui_run", code="function Shop:total() error('sold out') end")
    assert "sold out" in sentence
    assert await broken(shop, "ui_run", code="function Shop:total() return 3 end") == []
    await anyio.to_thread.run_sync(page.close)


async def test_looking_calls_nothing_of_the_app(shop: Rig, base_dir: Path) -> None:
    write_view(base_dir, SOUND)
    await shop.tool("ui_display", name="shop")
    await broken(shop)
    assert await shop.run("return shop.calls") is None


async def test_many_are_counted(shop: Rig, base_dir: Path) -> None:
    rows = "".join(f"<b ui-value='none{number}()'></b>\n" for number in range(50))
    write_view(base_dir, f"<template><div>{rows}</div></template>")
    sentences = await broken(shop, "ui_display", name="shop")
    assert len(sentences) == 31
    assert sentences[-1] == "and 20 more"


async def test_status_does_not_wait_for_a_busy_session(shop: Rig, base_dir: Path) -> None:
    write_view(base_dir, "<template><b ui-value='totla()'></b></template>")
    await shop.tool("ui_display", name="shop")
    session = shop.server.ui_session().session
    stop = threading.Event()
    future = session.submit_eval("while true do end", stop=stop)
    await reach(lambda: session.busy)
    try:
        assert await broken(shop) == []
        assert session.busy
    finally:
        session.stop_eval(stop)
    with pytest.raises(LuaError):
        await anyio.to_thread.run_sync(future.result)
    assert len(await broken(shop)) == 1


async def test_programs_get_it_beside_the_result(shop: Rig, base_dir: Path, http: ClientSession) -> None:
    write_view(base_dir, "<template><b ui-value='totla()'></b></template>")
    async with http.post(f"{shop.mcp_url}/api/ui_display", json={"name": "shop"}) as response:
        answer = json.loads(await response.text())
    assert answer["result"] == "Displayed app: shop"
    assert len(answer["broken"]) == 1

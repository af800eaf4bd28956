"""`ui_upload_viewdef`: kept before the start, sent to every page after it, refused if invalid."""

from __future__ import annotations

import pytest
from aiohttp import ClientSession

from tests.server.page import opened
from tests.server.rig import Rig

pytestmark = pytest.mark.anyio

FIRST = "<template><b>first</b></template>"
SECOND = "<template><i>second</i></template>"


async def upload(rig: Rig, content: str, type_name: str = "Card", namespace: str = "DEFAULT") -> None:
    said = await rig.tool("ui_upload_viewdef", type=type_name, namespace=namespace, content=content)
    assert said.text == f"Viewdef {type_name}.{namespace} uploaded"
    assert said.data == {"viewdef": f"{type_name}.{namespace}"}


async def test_a_page_is_pushed_the_new_viewdef_and_an_empty_update_of_each_variable_of_the_type(
    running: Rig, http: ClientSession
) -> None:
    await running.run("mcp.value = {type = 'Card', n = 1} other = {type = 'Other'} mcp.rest = {mcp.value, other}")
    async with opened(http, running.ui_url, running.session_id) as page:
        await page.watch_root()
        card = await page.create("value")
        again = await page.create("rest.0")
        other = await page.create("rest.1")
        count = len(page.messages)
        await upload(running, FIRST)
        await page.until(lambda: page.viewdefs().get("Card.DEFAULT") == FIRST)
        empty = [m["data"] for m in page.messages[count:] if m["type"] == "update" and m["data"]["varId"] != 1]
        if not empty:
            await page.until(
                lambda: any(m["data"]["varId"] == again for m in page.messages[count:] if m["type"] == "update")
            )
            empty = [m["data"] for m in page.messages[count:] if m["type"] == "update" and m["data"]["varId"] != 1]
        assert {data["varId"] for data in empty} == {card, again}
        assert other not in {data["varId"] for data in empty}
        assert all(set(data) <= {"varId", "properties"} and not data.get("properties") for data in empty)
        await upload(running, SECOND)
        await page.until(lambda: page.viewdefs().get("Card.DEFAULT") == SECOND)


async def test_every_page_of_every_session_gets_the_viewdef(running: Rig, http: ClientSession) -> None:
    second = await running.server.new_session()
    async with (
        opened(http, running.ui_url, running.session_id) as one,
        opened(http, running.ui_url, running.session_id) as two,
        opened(http, running.ui_url, second.session.id) as three,
    ):
        for page in (one, two, three):
            await page.watch_root()
        await upload(running, FIRST)
        for page in (one, two, three):
            await page.until(lambda page=page: "Card.DEFAULT" in page.viewdefs())


async def test_a_viewdef_uploaded_before_the_start_is_there_afterwards(rig: Rig, http: ClientSession) -> None:
    await upload(rig, FIRST)
    await upload(rig, SECOND)
    await rig.start()
    await rig.run("mcp.value = {type = 'Card'}")
    second = await rig.server.new_session()
    for session_id in (rig.session_id, second.session.id):
        async with opened(http, rig.ui_url, session_id) as page:
            await page.watch_root()
            await rig.tool("ui_run", code="mcp.value = {type = 'Card'}", sessionId=session_id)
            await page.create("value")
            await page.until(lambda page=page: page.viewdefs().get("Card.DEFAULT") == SECOND)


async def test_reconfiguring_drops_uploaded_viewdefs(rig: Rig, http: ClientSession) -> None:
    await upload(rig, FIRST)
    await rig.server.configure()
    await rig.start()
    await rig.run("mcp.value = {type = 'Card'}")
    async with opened(http, rig.ui_url, rig.session_id) as page:
        await page.watch_root()
        await page.create("value")
        assert "Card.DEFAULT" not in page.viewdefs()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "exactly one element"),
        ("no template", "outside the template"),
        ("<div></div>", "<template>"),
        (FIRST + FIRST, "template"),
    ],
)
@pytest.mark.parametrize("started", [False, True], ids=["before the start", "running"])
async def test_an_invalid_viewdef_is_refused_with_the_reason(rig: Rig, started: bool, content: str, says: str) -> None:
    if started:
        await rig.start()
    refusal = await rig.refused("ui_upload_viewdef", type="Card", namespace="DEFAULT", content=content)
    assert "Card.DEFAULT" in refusal
    assert says in refusal


@pytest.mark.parametrize("name", ["../Card", "a/b", "a\0b", ".."])
async def test_a_name_that_is_a_path_is_refused(running: Rig, name: str) -> None:
    assert "inside the server" not in await running.refused(
        "ui_upload_viewdef", type=name, namespace="DEFAULT", content=FIRST
    )
    assert "inside the server" not in await running.refused(
        "ui_upload_viewdef", type="Card", namespace=name, content=FIRST
    )

"""`/variables` and `variables.json` of the UI port: what a browser of variables reads."""

from __future__ import annotations

import re
from typing import Any

import pytest
from aiohttp import ClientSession

from tests.server.page import BrowserPage, opened
from tests.server.rig import Rig

pytestmark = pytest.mark.anyio

APP = """
Job = session:prototype('Job', {title = 'Cook', steps = EMPTY})
Presenter = session:prototype('Presenter', {})
function Presenter:new(variable) return session:create(Presenter, {of = variable:getValue()}) end
function Job:label() return self.title .. '!' end
function Job:slow() local n = 0 for i = 1, 200000 do n = n + i end return n end
function Job:broken() error('no label') end
function Job:used() self.calls = (self.calls or 0) + 1 return 'once' end
mcp.value = session:create(Job, {steps = {session:create(Job, {title = 'Cut'})}})
"""
ALWAYS = {
    "id", "parentId", "type", "path", "value", "properties", "childIds", "access", "active", "error", "diags",
    "changeCount", "depth", "computeTime", "maxComputeTime", "elementId",
}  # fmt: skip


@pytest.fixture
async def job(running: Rig) -> Rig:
    await running.run(APP)
    return running


async def listed(job: Rig, http: ClientSession, query: str = "") -> tuple[list[dict[str, object]], int]:
    async with http.get(f"{job.ui_url}/{job.session_id}/variables.json{query}") as response:
        assert response.status == 200
        return await response.json(), int(response.headers["X-Change-Count"])


def row_of(rows: list[dict[str, Any]], path: str) -> dict[str, Any]:
    return next(row for row in rows if row["path"] == path)


async def drawn(page: BrowserPage) -> int:
    """The job, with the variables of its drawing."""
    await page.watch_root()
    job = await page.create("value", elementId="ui-2")
    await page.send({"type": "update", "data": {"varId": job, "properties": {"viewdef": "Job.DEFAULT"}}})
    await page.create("label()", parent=job, elementId="ui-3", access="r")
    return job


async def test_each_row_has_what_a_browser_of_variables_shows(job: Rig, http: ClientSession) -> None:
    async with opened(http, job.ui_url, job.session_id) as page:
        await drawn(page)
        rows, _ = await listed(job, http)
    assert all(row.keys() >= ALWAYS for row in rows)
    view = row_of(rows, "value")
    assert (view["elementId"], view["properties"]["viewdef"]) == ("ui-2", "Job.DEFAULT")
    assert (view["type"], view["depth"], view["parentId"]) == ("Job", 1, 1)
    assert row_of(rows, "label()")["value"] == "Cook!"


async def test_rows_are_breadth_first(job: Rig, http: ClientSession) -> None:
    async with opened(http, job.ui_url, job.session_id) as page:
        shown = await drawn(page)
        await page.create("value.title")
        await page.create("title", parent=shown)
        rows, _ = await listed(job, http)
    assert [row["path"] for row in rows] == ["", "value", "value.title", "label()", "title"]
    assert [row["depth"] for row in rows] == [0, 1, 1, 2, 2]


async def test_times_are_texts_with_units(job: Rig, http: ClientSession) -> None:
    async with opened(http, job.ui_url, job.session_id) as page:
        shown = await drawn(page)
        await listed(job, http)
        await page.create("slow()", parent=shown, access="r")
        rows, _ = await listed(job, http)
    times = [row[name] for row in rows for name in ("computeTime", "maxComputeTime")]
    assert all(re.fullmatch(r"\d+ns|[\d.]+(us|ms|s)", str(time)) for time in times), times
    assert row_of(rows, "slow()")["computeTime"] != "0ns"


async def test_the_change_count_grows_only_with_changes(job: Rig, http: ClientSession) -> None:
    async with opened(http, job.ui_url, job.session_id) as page:
        await drawn(page)
        _, before = await listed(job, http)
        await job.run("return mcp.value.title")
        assert (await listed(job, http, "?diag=2"))[1] == before
        await job.run("mcp.value.title = 'Bake'")
        assert (await listed(job, http))[1] == before + 1


async def test_the_bare_value_is_listed_beside_its_wrapper(job: Rig, http: ClientSession) -> None:
    async with opened(http, job.ui_url, job.session_id) as page:
        await page.watch_root()
        await page.create("value", wrapper="Presenter")
        await page.create("value.title", access="r")
        rows, _ = await listed(job, http)
    wrapped = row_of(rows, "value")
    assert wrapped["type"] == "Presenter"
    assert wrapped["value"] != wrapped["baseValue"]
    assert "baseValue" not in row_of(rows, "value.title")


async def test_an_error_is_a_text(job: Rig, http: ClientSession) -> None:
    async with opened(http, job.ui_url, job.session_id) as page:
        await page.watch_root()
        await page.create("value.title")
        broken = {"id": 30, "parentId": 1, "properties": {"path": "value.broken()", "access": "r"}}
        await page.send({"type": "create", "data": broken})
        await page.until(lambda: page.of_type("error"))
        rows, _ = await listed(job, http)
    assert re.match(r"lua-error: .*no label", str(row_of(rows, "value.broken()")["error"]))
    assert row_of(rows, "value.title")["error"] is None


async def test_looking_calls_no_getter(job: Rig, http: ClientSession) -> None:
    async with opened(http, job.ui_url, job.session_id) as page:
        await page.watch_root()
        await page.create("value.used()", access="r")
        before = await job.run("return mcp.value.calls")
        for _ in range(3):
            await listed(job, http)
        # Code that is run is followed by one detection, which calls it once.
        assert await job.run("return mcp.value.calls") == before + 1


async def test_the_page_of_the_first_session_sets_its_cookie(job: Rig, http: ClientSession) -> None:
    await job.server.new_session()
    async with http.get(f"{job.ui_url}/variables") as response:
        assert (response.status, response.content_type) == (200, "text/html")
        assert response.headers["Set-Cookie"] == f"ui-session={job.session_id}; Path=/; SameSite=Lax"
        assert "/variables.js" in await response.text()


async def test_a_project_may_have_its_own_page_of_variables(job: Rig, http: ClientSession) -> None:
    folder = job.server.base_dir / "html"
    folder.mkdir(exist_ok=True)
    (folder / "variables.html").write_text("<!doctype html><title>ours</title>")
    async with http.get(f"{job.ui_url}/variables") as response:
        assert "<title>ours</title>" in await response.text()

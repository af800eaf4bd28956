"""`ui-mcp stories`: what the gallery of an app directory has, draws and opens."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, expect

from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.cli import main
from pytest_uimcp.server.commands.check import session_extensions
from pytest_uimcp.testing.gallery.gallery import MAX_CANVASES, Gallery
from pytest_uimcp.testing.gallery.port import GalleryPort
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.transport.site import HttpSite
from tests.files import write
from tests.html.conftest import chromium, loop, playwright  # noqa: F401 -- fixtures

LUA = """
local Line = session:prototype("Line", {text = "", times = 0})
function Line:again() self.times = self.times + 1 end
Notes = session:prototype("Notes", {title = "Notes"})
if not session.reloading then notes = Notes:new() end
"""
FILES = {
    "apps/notes/app.lua": LUA,
    "apps/notes/viewdefs/Notes.DEFAULT.html": '<template><h1 ui-value="title"></h1></template>',
    "apps/notes/viewdefs/Line.row.html": (
        '<template><p><span ui-value="text"></span> <b ui-value="times"></b>'
        '<button ui-action="again()">Again</button></p></template>'
    ),
    "apps/notes/viewdefs/Line.row.examples.yaml": (
        "short: {text: milk}\nvery long: \"local Line = ... return Line:new({text = string.rep('milk ', 3)})\"\n"
    ),
    "apps/notes/__snapshots__/Line.row.short.aria.yaml": '- paragraph:\n  - text: milk 0\n  - button "Again"\n',
    "tests/notes.scenario.yaml": "scenario: Somebody reads\napp: notes\nsteps:\n  - see: Notes\n",
    "tests/other.scenario.yaml": "scenario: Somebody else\napp: other\nsteps:\n  - see: Notes\n",
}


@pytest.fixture
def gallery(tmp_path: Path) -> Iterator[Gallery]:
    write(tmp_path, FILES)
    gallery = Gallery(AppDirectory(tmp_path), session_extensions)
    yield gallery
    gallery.close()


@pytest.fixture
def url(gallery: Gallery, loop: LoopThread) -> Iterator[str]:  # noqa: F811 -- a fixture takes the place of its name
    site = HttpSite()

    async def start() -> None:
        site.bind("gallery", GalleryPort(gallery).application(site.guard))
        await site.start()

    loop.run(start())
    yield site.url("gallery")
    loop.run(site.close())


def test_the_tree_has_apps_views_and_examples(gallery: Gallery) -> None:
    (app,) = gallery.tree()["apps"]
    assert app["name"] == "notes"
    assert [(view["key"], view["examples"]) for view in app["views"]] == [
        ("Line.row", ["short", "very long"]),
        ("Notes.DEFAULT", []),
    ]


@pytest.mark.parametrize(
    ("address", "tree"),
    [
        ("notes", '- heading "Notes" [level=1]'),
        ("notes/Notes.DEFAULT", '- heading "Notes" [level=1]'),
        ("notes/Line.row/very long", '- paragraph:\n  - text: milk milk milk 0\n  - button "Again"'),
    ],
)
def test_each_entry_is_drawn(gallery: Gallery, address: str, tree: str) -> None:
    assert gallery.drawn(gallery.entry(address))["aria"] == tree


def test_an_entry_has_its_files_snapshot_and_stories(gallery: Gallery) -> None:
    short = gallery.entry("notes/Line.row/short")
    assert gallery.snapshot(short)["text"].strip() == gallery.drawn(short)["aria"]
    assert gallery.snapshot(gallery.entry("notes/Line.row/very long")) == {}
    sources = [file["path"].rpartition("/")[2] for file in gallery.sources(short)]
    assert sources == ["Line.row.html", "Line.row.examples.yaml"]
    assert [story["title"] for story in gallery.stories(short)] == ["Somebody reads"]
    assert gallery.findings("notes") == []


def test_a_saved_file_is_drawn_anew_and_a_broken_one_says_why(gallery: Gallery, tmp_path: Path) -> None:
    entry = gallery.entry("notes/Line.row/short")
    before = gallery.tree()["version"]
    examples = tmp_path / FILES_EXAMPLES
    save(examples, "short: {text: bread}\n")
    assert gallery.tree()["version"] != before
    assert "bread" in gallery.drawn(entry)["aria"]
    save(examples, "short: 5\n")
    (view, _) = gallery.tree()["apps"][0]["views"]
    assert view["problem"] == "short: expected a mapping of fields, or Lua that returns the object"
    save(tmp_path / "apps/notes/app.lua", "error('no luck')")
    assert "no luck" in gallery.drawn(gallery.entry("notes"))["problem"]


FILES_EXAMPLES = "apps/notes/viewdefs/Line.row.examples.yaml"


def save(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    # As an editor a second later; file systems may know no smaller times.
    later = path.stat().st_mtime_ns + 1_000_000_000
    os.utime(path, ns=(later, later))


def test_nothing_reaches_the_directory_and_old_sessions_are_closed(gallery: Gallery, tmp_path: Path) -> None:
    files = sorted(tmp_path.rglob("*"))
    first = gallery.open(gallery.entry("notes"))
    first.eval("notes.title = 'changed' io.open('written', 'w'):close()")
    for _ in range(MAX_CANVASES):
        gallery.open(gallery.entry("notes"))
    assert first.closed
    assert sorted(tmp_path.rglob("*")) == files


@pytest.mark.parametrize(
    ("examples", "problem"),
    [
        ("short: {text: milk}", ""),
        ("- short", "expected a mapping of names to states"),
        ("a/b: {text: x}", "'a/b' is no name"),
        ("wrong: \"error('no luck')\"", "wrong: Line.row.examples.yaml: wrong:1: no luck"),
        ('none: "return 5"', "none: the Lua returns no object"),
        ('other: "return notes"', "drawn with another viewdef than Line.row: is it a Line?"),
    ],
)
def test_pytest_draws_every_example(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], examples: str, problem: str
) -> None:
    write(tmp_path, {**FILES, FILES_EXAMPLES: examples + "\n"})
    assert main(["check", str(tmp_path)]) == int(bool(problem))
    assert problem in capsys.readouterr().out


def test_an_example_is_an_item_of_pytest_and_has_a_snapshot(pytester: pytest.Pytester) -> None:
    write(pytester.path, FILES)
    result = pytester.runpytest_inprocess("--uimcp", "-p", "no:randomly", "-v", "-k", "examples")
    result.stdout.fnmatch_lines(["*examples[[]Line.row] PASSED*"])
    (pytester.path / "apps/notes/__snapshots__/Line.row.short.aria.yaml").write_text("- paragraph: bread\n")
    result = pytester.runpytest_inprocess("--uimcp", "-p", "no:randomly", "-k", "examples")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*- paragraph: bread*"])


def test_only_pages_of_this_machine_are_answered(url: str) -> None:
    def status(**headers: str) -> int:
        return httpx.get(f"{url}/gallery/tree.json", headers=headers).status_code

    assert status() == 200
    assert status(Host="gallery.example") == 403
    assert status(Origin="http://gallery.example") == 403
    assert status(**{"Sec-Fetch-Site": "cross-site"}) == 403


def test_what_is_not_there_is_said(url: str) -> None:
    def answer(address: str) -> dict[str, Any]:
        data: dict[str, Any] = httpx.get(f"{url}/gallery/drawn.json", params={"entry": address}).json()
        return data

    assert answer("nots") == {"problem": "there is no app nots (did you mean notes?)"}
    assert answer("notes/Line") == {"problem": "notes has no view Line"}
    assert answer("notes/Line.row/long") == {"problem": "Line.row has no example 'long'"}
    assert answer("notes/Line.row/short")["aria"].startswith("- paragraph")


@pytest.mark.slow
def test_a_designer_opens_an_example_clicks_in_it_and_saves(url: str, chromium: Browser, tmp_path: Path) -> None:  # noqa: F811 -- as above
    page = chromium.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url.split("/")[2]))
    page.goto(url)
    # Of five entries the app and the view that it begins with are one picture.
    expect(page.locator(".card")).to_have_count(4)
    expect(page.locator(".card >> nth=0")).to_contain_text("The whole app Notes.DEFAULT")
    expect(page.get_by_role("link", name="Line.row: short as its snapshot")).to_be_visible()
    page.get_by_role("button", name="Run the checks").click()
    expect(page.locator(".overview")).to_contain_text("✓ 5")
    expect(page.frame_locator(".card >> nth=0 >> iframe").get_by_role("heading", name="Notes")).to_be_visible()
    # What is small is enlarged.
    expect(page.locator(".card >> nth=0 >> iframe")).to_have_attribute("style", re.compile(r"--scale: (1|0\.8)"))
    page.get_by_role("searchbox").fill("long")
    page.get_by_role("link", name="very long").first.focus()
    page.keyboard.press("Enter")
    canvas = page.frame_locator(".canvas iframe")
    expect(canvas.get_by_text("milk milk milk")).to_be_visible()
    assert page.url.endswith("#/notes/Line.row/very%20long")
    canvas.get_by_role("button", name="Again").click()
    expect(canvas.locator("b")).to_have_text("1")
    page.get_by_role("button", name="Actions").click()
    log = page.get_by_role("log", name="Actions")
    expect(log.get_by_role("listitem").first).to_contain_text('again() button "Again"')
    expect(log.get_by_role("listitem").first).to_contain_text(re.compile("times: 0 . 1"))
    page.get_by_role("button", name="Checks").click()
    expect(page.get_by_text("Nothing is wrong with it")).to_be_visible()
    save(tmp_path / FILES_EXAMPLES, "very long: {text: bread}\n")
    expect(canvas.get_by_text("bread")).to_be_visible()
    assert errors == []
    assert len(asked) == 1
    page.close()


# The entries whose cards are on the screen, or so near to it that they are drawn before they come.
NEAR = """() => [...document.querySelectorAll(".card")]
  .filter((card) => card.querySelector(".preview").getBoundingClientRect().top < innerHeight + 200)
  .map((card) => decodeURIComponent(card.hash.slice(2)))"""


@pytest.mark.slow
def test_only_what_is_on_the_screen_is_drawn_until_it_is_scrolled_to(
    url: str,
    chromium: Browser,  # noqa: F811 -- as above
    tmp_path: Path,
) -> None:
    states = "".join(f"state {number}: {{text: milk}}\n" for number in range(50))
    save(tmp_path / FILES_EXAMPLES, states)
    page = chromium.new_page(viewport={"width": 800, "height": 500})
    asked: list[str] = []
    page.on(
        "request",
        lambda request: asked.extend(parse_qs(urlsplit(request.url).query).get("entry", ())),
    )
    page.goto(url)
    expect(page.locator(".card")).to_have_count(52)
    near = page.evaluate(NEAR)
    assert 3 <= len(near) < 20
    expect(page.locator(".preview > *")).to_have_count(len(near))
    assert sorted(asked) == sorted(near)
    page.locator(".card").last.scroll_into_view_if_needed()
    expect(page.locator(".card").last.locator("iframe")).to_be_attached()
    assert len(asked) < 50, "what was jumped over is not drawn"
    page.close()


def test_marks_say_what_is_known_without_work(gallery: Gallery, tmp_path: Path) -> None:
    def words(address: str) -> list[str]:
        marks = gallery.marks()[address]
        return [f"{mark['state']}: {mark['words']}" for mark in (*marks["drawing"], *marks["tests"])]

    assert words("notes") == words("notes/Line.row/short") == []
    cache = tmp_path / ".pytest_cache" / "v" / "cache"
    story = "tests/notes.scenario.yaml::Somebody reads"
    check = "apps/notes/app.lua::examples[Line.row]"
    write(cache, {"nodeids": json.dumps([story, check]), "lastfailed": json.dumps({check: True})})
    assert words("notes") == ["good: stories passed"]
    assert words("notes/Line.row") == ["bad: a check failed in pytest's last run"]
    write(cache, {"lastfailed": json.dumps({story: True})})
    assert words("notes") == ["bad: story fails: Somebody reads"]
    write(cache, {"lastfailed": "{"})
    gallery.drawn(gallery.entry("notes/Line.row/short"))
    gallery.findings("notes")
    assert words("notes/Line.row/short") == ["good: as its snapshot", "good: checks pass"]


def test_the_files_are_looked_at_once_for_the_marks_of_all_entries(
    gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Path] = []

    def version(base: Path) -> str:
        looks.append(base)
        return "1"

    monkeypatch.setattr("pytest_uimcp.testing.gallery.gallery._version", version)
    assert len(gallery.marks()) == 5
    assert len(looks) == 1


def test_marks_name_a_changed_snapshot_faults_and_missing_examples(gallery: Gallery, tmp_path: Path) -> None:
    needy = "local Needy = session:prototype('Needy', {})\nfunction Needy:new() error('needs a file') end\n"
    save(tmp_path / "apps/notes/app.lua", needy + LUA)
    view = tmp_path / "apps/notes/viewdefs"
    save_new(view / "Needy.DEFAULT.html", "<template><p>x</p></template>")
    save_new(view / "Notes.DEFAULT.html", '<template><h1 ui-value="titel"></h1></template>')
    save(tmp_path / "apps/notes/__snapshots__/Line.row.short.aria.yaml", "- paragraph: bread\n")
    short, needy_view = gallery.entry("notes/Line.row/short"), gallery.entry("notes/Needy.DEFAULT")
    assert gallery.drawn(short)["marks"] == [{"state": "bad", "words": "snapshot differs"}]
    assert gallery.drawn(needy_view)["marks"] == [{"state": "open", "words": "needs an example state"}]
    gallery.findings("notes")
    (mark,) = gallery.marks()["notes/Notes.DEFAULT"]["tests"]
    assert mark == {"state": "bad", "words": "1 fault found by checks"}


def save_new(path: Path, text: str) -> None:
    path.touch()
    save(path, text)


def test_a_directory_without_an_app_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stories", str(tmp_path)]) == 2
    assert "ui-mcp stories: there is no app in" in capsys.readouterr().err


def test_several_may_ask_at_once(gallery: Gallery) -> None:
    entries = [gallery.entry(address) for address in ("notes", "notes/Notes.DEFAULT", "notes/Line.row/short")]
    with ThreadPoolExecutor(6) as people:
        assert all("html" in drawn for drawn in people.map(gallery.drawn, entries * 3))


@pytest.mark.slow
def test_a_designer_types_into_fields_and_sends_the_address(
    url: str,
    chromium: Browser,  # noqa: F811 -- as above
) -> None:
    page = chromium.new_page()
    page.goto(f"{url}/#/notes/Line.row/short?width=phone&scheme=dark")
    canvas = page.frame_locator(".canvas iframe")
    expect(canvas.get_by_text("milk")).to_be_visible()
    assert page.locator(".canvas iframe").evaluate("frame => frame.style.width") == "390px"
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("text").fill("bread")
    expect(canvas.get_by_text("bread")).to_be_visible()
    page.get_by_label("times").fill("3")
    expect(canvas.locator("b")).to_have_text("3")
    canvas.get_by_role("button", name="Again").click()
    page.get_by_label("text").focus()
    expect(page.get_by_label("times")).to_have_value("4")
    page.get_by_role("button", name="Light").press("Enter")
    assert page.url.endswith("?width=phone&scheme=light")
    page.get_by_role("combobox", name="Theme").select_option("harbor")
    assert page.url.endswith("&theme=harbor")
    expect(canvas.locator("html.theme-harbor")).to_be_attached()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_role("heading", name="Line.row / very long")).to_be_visible()
    assert page.url.endswith("very%20long?width=phone&scheme=light&theme=harbor"), "what is chosen stays"
    page.locator("body").press("/")
    page.keyboard.type("notes.default")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="notes / Notes.DEFAULT")).to_be_visible()
    page.close()


def test_a_field_of_a_canvas_is_set_as_the_app_could(gallery: Gallery, url: str) -> None:
    session = gallery.open(gallery.entry("notes/Line.row/short")).id

    def answer(**query: str) -> Any:
        return httpx.get(f"{url}/gallery/fields.json", params={"session": session, **query}).json()

    assert answer() == {"fields": [["text", "milk"], ["times", 0]]}
    assert answer(set='{"name": "text", "value": "jam"}') == {"fields": [["text", "jam"], ["times", 0]]}
    assert "expected" in answer(set='{"name": "text", "value": []}')["problem"]
    assert "problem" in answer(set="{")
    assert "closed this view" in answer(session="nobody")["problem"]

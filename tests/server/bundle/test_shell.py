"""The shell of the bundle, as the example `workbench` has it."""

from __future__ import annotations

import io
from base64 import b64encode
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Page as PlaywrightPage

from pytest_uimcp import Browser, LuaError, Page, Project, Server

WORKBENCH = Path(__file__).resolve().parents[3] / "examples" / "workbench" / ".ui"
pytestmark = pytest.mark.uimcp(dir=str(WORKBENCH), app="mcp")
_BYTES = io.BytesIO()
Image.new("RGB", (3, 2), "blue").save(_BYTES, "PNG")
PICTURE = _BYTES.getvalue()
UNHEARD = "The agent has not taken your message yet"


def say(page: Page, text: str) -> None:
    page.fill("Message", text)
    page.click("Send")


def pending(uimcp: Server) -> int:
    return int(uimcp.run("return mcp:pendingEventCount()"))


@pytest.mark.uimcp(time="virtual")
def test_a_notice_comes_once_when_nobody_takes_the_messages_for_five_seconds(uimcp: Server, uimcp_page: Page) -> None:
    assert pending(uimcp) == 0
    say(uimcp_page, "Hello")
    say(uimcp_page, "Are you there?")
    assert pending(uimcp) == 2
    uimcp.clock.advance(4.9)
    uimcp_page.not_see(UNHEARD)
    uimcp.clock.advance(0.2)
    uimcp_page.see(UNHEARD)
    assert uimcp.run("return #mcp.shell.notices") == 1
    assert [event["text"] for event in uimcp.events()] == ["Hello", "Are you there?"]
    assert pending(uimcp) == 0


@pytest.mark.uimcp(time="virtual")
def test_no_notice_comes_when_the_agent_has_taken_the_message(uimcp: Server, uimcp_page: Page) -> None:
    say(uimcp_page, "Hello")
    uimcp.events()
    uimcp.clock.advance(6)
    uimcp_page.not_see(UNHEARD)


def test_an_edited_shell_keeps_what_it_shows_and_sends_each_message_once(
    uimcp_project: Project, uimcp: Server, uimcp_page: Page
) -> None:
    say(uimcp_page, "Before")
    source = uimcp_project.base_dir / "apps/mcp/app.lua"
    uimcp_project.write("apps/mcp/app.lua", source.read_text() + "\n-- edited\n")
    uimcp_page.see("Before")
    say(uimcp_page, "After")
    assert [(event["event"], event["text"]) for event in uimcp.events()] == [("chat", "Before"), ("chat", "After")]


def test_a_shell_that_displays_itself_is_drawn_once_and_recovers(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.display("mcp")
    assert uimcp_page.aria().count("- banner:") == 1
    uimcp.run("mcp.value = nil")
    uimcp_page.see("No app is shown")
    uimcp_page.click("drafts")
    uimcp_page.see("New note")


def test_a_first_start_with_an_empty_home_needs_nothing_and_leaves_nothing_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    uimcp, page = request.getfixturevalue("uimcp"), request.getfixturevalue("uimcp_page")
    page.see("No app is shown")
    page.not_see("There are no apps yet")
    page.click("drafts")
    page.click("New note")
    assert uimcp.run("return #mcp.shell.notices") == 0
    assert list(home.iterdir()) == []


def test_an_app_that_does_not_load_gives_a_notice_that_can_be_dismissed(
    uimcp_project: Project, uimcp: Server, uimcp_page: Page
) -> None:
    uimcp_project.write("apps/broken/app.lua", "syntax error here")
    uimcp.run("mcp:scanAvailableApps()")
    uimcp_page.click("broken")
    uimcp_page.see("failed to load app broken")
    uimcp_page.click("Dismiss")
    uimcp_page.not_see("failed to load app broken")


def test_only_the_latest_notices_stay(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.run("for number = 1, 6 do mcp:notify('Notice ' .. number) end")
    uimcp_page.not_see("Notice 2")
    uimcp_page.see("Notice 3")


def test_the_console_says_what_lua_gives_and_what_is_wrong(uimcp_page: Page) -> None:
    uimcp_page.click("Console")
    for code, result in (("1 + 1", "2"), ("x = 57 return x", "57"), ("nil + 1", "Error: ")):
        uimcp_page.fill("Lua", code)
        uimcp_page.press("Enter", "Lua")
        uimcp_page.see(result, css=".shell-console dl")


def test_settings_of_others_stay_when_a_theme_is_chosen(uimcp_project: Project, uimcp_page: Page) -> None:
    uimcp_project.write("storage/settings.json", '{"checkUpdate": false, "theme": "base"}')
    uimcp_page.choose("Theme", "paper")
    settings = (uimcp_project.base_dir / "storage/settings.json").read_text()
    assert settings == '{"checkUpdate": false, "theme": "paper"}'


def test_the_agent_shows_what_it_means_to_do_and_how_far_it_is(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.run('mcp:createTodos({"Read", {content = "Improve"}, "Show"}, "drafts")')
    uimcp.run("mcp:startTodoStep(2)")
    assert [row.text() for row in uimcp_page.rows(css=".todos ol")] == ["Read done", "Improve doing", "Show to do"]
    uimcp_page.see("1 of 3 done")
    uimcp_page.see("drafts: Improve")
    uimcp.run("mcp:completeTodos()")
    uimcp_page.see("3 of 3 done")
    uimcp_page.not_see("drafts: Improve")
    uimcp.run("mcp:clearTodos()")
    uimcp_page.not_see("Show to do")


def test_todos_of_an_agent_that_keeps_its_own_list_are_shown_as_they_are(uimcp: Server, uimcp_page: Page) -> None:
    uimcp.run(
        'mcp:setTodos({{content = "Read", status = "completed"}, '
        '{content = "Improve", activeForm = "Improving", status = "in_progress"}, {content = "Show", status = "?"}})'
    )
    rows = uimcp_page.rows(css=".todos ol")
    assert [row.text() for row in rows] == ["Read done", "Improving doing", "Show to do"]
    with pytest.raises(LuaError, match="there is no step 4: the list has 3"):
        uimcp.run("mcp:startTodoStep(4)")


def test_a_message_says_which_app_is_shown(uimcp: Server, uimcp_page: Page) -> None:
    say(uimcp_page, "Hello")
    uimcp_page.click("drafts")
    say(uimcp_page, "And here?")
    port = uimcp.run("return mcp:status().mcp_port")
    assert uimcp.events() == [
        {"app": app, "event": "chat", "text": text, "mcp_port": port, "note": note}
        for app, text, note in (
            ("mcp", "Hello", "No app is shown."),
            ("drafts", "And here?", "The app drafts is shown."),
        )
    ]


def test_an_image_goes_with_the_message_as_a_file(uimcp: Server, uimcp_page: Page, uimcp_project: Project) -> None:
    address = f"data:image/png;base64,{b64encode(PICTURE).decode()}"
    for _ in range(2):
        uimcp.run(f"mcp.shell.picked = '{address}\\n{address}' mcp.shell:attach()")
    uimcp_page.click("Remove chat-1.png")
    say(uimcp_page, "Look")
    assert uimcp_page.aria().count('img "chat-2.png"') == 1
    (event,) = uimcp.events()
    assert [Path(path).name for path in event["images"]] == ["chat-2.png"]
    uploads = uimcp_project.base_dir / "storage/uploads"
    assert {path.name: path.read_bytes() for path in uploads.iterdir()} == {"chat-2.png": PICTURE}


@pytest.mark.parametrize(
    ("picked", "problem"),
    [
        ("unreadable", "only PNG, JPEG, GIF and WebP images can be sent"),
        ("data:image/png;base64,AA==\\ndata:image/svg;base64,AA==", "only PNG, JPEG, GIF and WebP images can be sent"),
        ("data:image/png;base64,AA==\\ndata:image/png;base64,' .. ('A'):rep(4000004) .. '", "the image is too large"),
    ],
)
def test_what_is_no_image_is_refused_in_words(uimcp: Server, uimcp_page: Page, picked: str, problem: str) -> None:
    uimcp.run(f"mcp.shell.picked = '{picked}' mcp.shell:attach()")
    uimcp_page.see(f"Not attached: {problem}")
    assert uimcp.run("return #mcp.shell.images") == 0


@pytest.mark.slow
def test_in_a_browser_images_are_made_small_icons_are_drawn_and_variables_looked_at(
    uimcp: Server, uimcp_browser: Browser, tmp_path: Path
) -> None:
    picture = tmp_path / "big.png"
    Image.new("RGB", (3200, 100), "red").save(picture)

    async def attached(page: PlaywrightPage) -> None:
        # A script of the page makes it small first.
        await page.get_by_role("button", name="Remove chat-1.png").wait_for()

    async def heading_of_variables(page: PlaywrightPage) -> str:
        return await page.frame_locator(".variables iframe").locator("h1").inner_text()

    uimcp_browser.upload("Image", picture)
    uimcp_browser.playwright(attached)
    uimcp_browser.click("Send")
    (event,) = uimcp.events()
    with Image.open(event["images"][0]) as image:
        assert image.size == (1600, 50)
    uimcp_browser.find(css=".shell-menu sl-icon[name=briefcase]")
    uimcp_browser.click("Variables")
    assert uimcp_browser.playwright(heading_of_variables) == "Variables"
    assert uimcp_browser.errors == []

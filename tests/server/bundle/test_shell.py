"""The shell of the bundle, as the example `workbench` has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp import Page, Project, Server

WORKBENCH = Path(__file__).resolve().parents[3] / "examples" / "workbench" / ".ui"
pytestmark = pytest.mark.uimcp(dir=str(WORKBENCH), app="mcp")
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

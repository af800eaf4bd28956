"""The page of a server that starts by itself and shows nothing: apps to choose from, and a button for the shell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from aiohttp import ClientSession

from pytest_uimcp import Page, Project, Server, bundle_dir
from pytest_uimcp.cli import main
from pytest_uimcp.server.errors import ConfigError
from pytest_uimcp.server.lua.welcome import FRAME, welcome_frame
from pytest_uimcp.server.options import ServerOptions
from tests.files import write
from tests.server.rig import Rig, rigged, write_app

CHOOSING = Path(__file__).parent / "choosing"
ITSELF = ServerOptions(auto_start=True)


@pytest.mark.uimcp(dir=str(CHOOSING))
def test_an_app_is_chosen_from_a_list(uimcp: Server, uimcp_page: Page) -> None:
    uimcp_page.see("Choose an app")
    uimcp_page.click("tea")
    uimcp_page.see("Tea is served")
    uimcp_page.not_see("Choose an app")
    uimcp.run("mcp.value = nil")
    uimcp_page.click("milk")
    uimcp_page.see("Milk is served")


@pytest.mark.uimcp(dir=str(CHOOSING))
def test_an_app_that_fails_is_reported_and_another_can_be_chosen(
    uimcp_project: Project, uimcp: Server, uimcp_page: Page
) -> None:
    uimcp_project.write("apps/cake/app.lua", "syntax error here")
    uimcp.run("return 1")
    uimcp_page.click("cake")
    uimcp_page.see("failed to load app cake")
    uimcp_page.click("tea")
    uimcp_page.see("Tea is served")


EMPTY = Path(__file__).parent / "nothing"


@pytest.mark.uimcp(dir=str(EMPTY))
def test_the_first_app_is_made_shown_and_sound(uimcp: Server, uimcp_page: Page) -> None:
    uimcp_page.see("Make your first app")
    uimcp_page.see("tutorial")
    configuration = json.loads(uimcp.run("return mcp:welcome().agentConfiguration()"))
    assert configuration["mcpServers"]["ui"] == {"command": "ui-mcp", "args": ["mcp", "--dir", str(uimcp.base_dir)]}
    uimcp_page.see('"command": "ui-mcp"')
    uimcp_page.click("Make my first app")
    uimcp_page.see("Hello! Who are you?")
    uimcp_page.fill("Your name", "Ada")
    uimcp_page.see("Hello, Ada!")
    uimcp_page.click("Forget me")
    assert main(["check", str(uimcp.base_dir), "--app", "hello"]) == 0


@pytest.mark.uimcp(dir=str(EMPTY))
def test_a_folder_of_that_name_stays_as_it_is(uimcp: Server, uimcp_page: Page) -> None:
    (uimcp.base_dir / "apps" / "hello").mkdir(parents=True)
    uimcp_page.click("Make my first app")
    uimcp_page.see("File exists")
    assert list((uimcp.base_dir / "apps" / "hello").iterdir()) == []


@pytest.mark.slow
@pytest.mark.uimcp(dir=str(CHOOSING), face="chromium")
def test_the_button_installs_the_shell_and_the_page_shows_it_without_a_restart(uimcp: Server, uimcp_page: Page) -> None:
    uimcp_page.see("ui-mcp install --shell")
    uimcp_page.click("Copy the configuration")
    uimcp_page.see("Copied")
    assert json.loads(uimcp_page.clipboard)["mcpServers"]["ui"]["command"] == "ui-mcp"
    uimcp_page.click("Install the shell")
    uimcp_page.see("No app is shown")
    uimcp_page.click("tea")
    uimcp_page.see("Tea is served")
    assert (uimcp.base_dir / "lua" / "mcp.lua").is_symlink()


@pytest.mark.uimcp(dir=str(CHOOSING))
def test_another_shell_stays_and_the_page_says_so(uimcp_project: Project, uimcp: Server, uimcp_page: Page) -> None:
    uimcp_project.write("apps/mcp/app.lua", "-- theirs")
    uimcp_page.click("Install the shell")
    uimcp_page.see("apps/mcp is another shell")
    assert (uimcp.base_dir / "apps/mcp/app.lua").read_text() == "-- theirs"


def test_a_frame_that_somebody_has_edited_is_used_as_it_is(tmp_path: Path) -> None:
    assert welcome_frame(tmp_path, bundle_dir()) == FRAME
    write(tmp_path, {"viewdefs/MCP.DEFAULT.html": (bundle_dir() / "viewdefs/MCP.DEFAULT.html").read_text()})
    assert welcome_frame(tmp_path, bundle_dir()) == FRAME
    write(tmp_path, {"viewdefs/MCP.DEFAULT.html": "<template><p>mine</p></template>"})
    assert welcome_frame(tmp_path, bundle_dir()) is None


@pytest.mark.anyio
async def test_a_server_that_waits_for_its_agent_says_nothing(running: Rig) -> None:
    assert await running.run("return mcp:welcome() == nil and mcp.value == nil") is True


@pytest.mark.anyio
async def test_the_app_of_the_options_is_shown_at_once(base_dir: Path) -> None:
    write_app(base_dir, "shop", "shop = {type = 'Shop'}")
    write(base_dir, {"config.toml": "app = 'shop'"})
    async with rigged(base_dir, ITSELF) as rig:
        await rig.server.configure()
        await rig.server.start_itself()
        assert await rig.run("return mcp.value == shop and mcp:welcome() == nil") is True


@pytest.mark.anyio
async def test_an_app_of_the_options_that_is_not_there_ends_the_start_with_the_names_of_those_that_are(
    base_dir: Path,
) -> None:
    write_app(base_dir, "shop", "shop = {type = 'Shop'}")
    async with rigged(base_dir, ServerOptions(auto_start=True, app="ship")) as rig:
        await rig.server.configure()
        with pytest.raises(ConfigError, match=r"there is no app 'ship' .* the apps are shop"):
            await rig.server.start_itself()


@pytest.mark.anyio
async def test_an_app_of_the_options_that_fails_leaves_the_server_running(base_dir: Path) -> None:
    write_app(base_dir, "shop", "error('closed')")
    async with rigged(base_dir, ServerOptions(auto_start=True, app="shop")) as rig:
        await rig.server.configure()
        await rig.server.start_itself()
        assert await rig.run("return mcp.value == nil and #mcp:welcome().choices()") == 1


@pytest.mark.anyio
async def test_ui_install_puts_the_shell_into_a_running_session(running: Rig) -> None:
    said = await running.tool("ui_install", shell=True)
    assert said.data is not None
    assert {"apps/mcp/app.lua", "lua/mcp.lua"} <= set(said.data["installed"])
    assert await running.run("return mcp.shell.type") == "MCP.Shell"
    again = await running.tool("ui_install", shell=True)
    assert again.data is not None
    assert again.data["installed"] == []


@pytest.mark.anyio
async def test_the_root_of_the_mcp_port_and_addresses_that_are_not_there_say_where_to_go(
    running: Rig, http: ClientSession
) -> None:
    url = running.server.url
    async with http.get(f"{running.mcp_url}/") as response:
        text = await response.text()
        assert response.status == 200
        for wanted in (f'href="{url}/"', f'href="{url}/variables"', "POST /api/ui_run", 'href="/api/resource/mcp.md"'):
            assert wanted in text
    async with http.get(f"{running.mcp_url}/nothing.html") as response:
        assert (response.status, 'href="/"' in await response.text()) == (404, True)
    async with http.get(f"{url}/nothing.html") as response:
        text = await response.text()
        assert (response.status, 'href="/"' in text, 'href="/variables"' in text) == (404, True, True)

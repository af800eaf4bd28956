"""Records a session of an MCP client and a person as a scenario: `python record_session.py FILE`.

The client is the official one, and starts the server as its subprocess. The person uses the page in Chromium.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

import httpx
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from playwright.async_api import Page, async_playwright, expect

from pytest_uimcp.core.assets import fixtures_dir
from pytest_uimcp.testing.faces.chromium.locate import chromium_path

NAME = "A person and an agent keep a list of contacts"


async def call(client: Client, tool: str, **arguments: str) -> dict[str, object]:
    """Call a tool and return its data."""
    result = await client.call_tool(tool, arguments)
    return dict(result.structured_content or {})


async def session(client: Client, person: Page) -> None:
    """What the two do."""
    started = await call(client, "ui_start")
    await call(client, "ui_display", name="contacts")
    await person.goto(str(started["url"]))
    await expect(person.get_by_role("status")).to_have_text("No contacts yet")

    await call(client, "ui_run", code='contacts:add({name = "Grace Hopper"})\nreturn #contacts.contacts')
    await person.get_by_role("button", name="New contact").click()
    await person.get_by_role("textbox", name="Name").press_sequentially("Ada Lovelace")
    await person.get_by_role("textbox", name="Email").press_sequentially("ada@example.com")
    await person.get_by_role("button", name="Save").click()
    await expect(person.get_by_role("status")).to_have_text("2 contacts")
    await person.get_by_role("button", name="Favourite").nth(1).click()
    await expect(person.get_by_role("button", name="Favourite", pressed=True)).to_have_count(1)

    await person.get_by_role("textbox", name="Message").press_sequentially("Please remove Grace")
    await person.keyboard.press("Enter")
    await expect(person.get_by_text("Please remove Grace")).to_be_visible()
    async with httpx.AsyncClient() as http:
        events = (await http.get(f"http://127.0.0.1:{started['mcpPort']}/wait")).json()
    assert events[0]["text"] == "Please remove Grace", events
    await call(client, "ui_run", code="contacts:remove(contacts.contacts[1])\nreturn contacts:summary()")
    await expect(person.get_by_role("status")).to_have_text("1 contact")


async def record(file: Path) -> None:
    """Start the server, with a copy of the sample app in a project of its own, and record."""
    with tempfile.TemporaryDirectory() as project:
        ui = Path(project, ".claude", "ui")
        shutil.copytree(fixtures_dir() / "apps" / "contacts", ui / "apps" / "contacts")
        words = [
            "record",
            "--overwrite",
            "--name",
            NAME,
            "--replay-dir",
            "contacts",
            str(file),
            "mcp",
            "--dir",
            str(ui),
        ]
        server = StdioServerParameters(command=str(Path(sys.executable).with_name("ui-mcp")), args=words)
        async with async_playwright() as playwright, Client(stdio_client(server)) as client:
            kind = playwright.chromium
            browser = await kind.launch(executable_path=chromium_path(None, kind.executable_path))
            await session(client, await browser.new_page())
            await browser.close()


if __name__ == "__main__":
    asyncio.run(record(Path(sys.argv[1])))

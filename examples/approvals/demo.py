"""Somebody talks to a running agent in Chromium and approves what it asks for. A script plays its model: no key.

It is what `ui-mcp agent` runs in this folder, with `agent.yaml`. Then a story runs as a test. Pictures of the page
and the report of the test are in `report/`.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import Final

from playwright.async_api import Page, async_playwright

from pytest_uimcp.agent import run_agent
from pytest_uimcp.agent.config import load_agent_config, policy_of
from pytest_uimcp.agent.opening import mount_spec, open_model
from pytest_uimcp.testing.faces.chromium.locate import NAMES

HERE: Final = Path(__file__).parent
PICTURES: Final = HERE / "report" / "agent"
ARGUMENTS: Final = ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
SECONDS: Final = 60
DISPLAY: Final = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
WATCHED_MS: Final = 900
REPORT: Final = HERE / "report" / "report.html"
STORY: Final = "tests/duplicates.scenario.yaml"


def main() -> int:
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    print("\n5. An agent that people talk to, with a script in place of a model\n")
    if chromium is None:
        print("  no Chromium found; install it as root: apt-get update && apt-get install -y chromium")
        return 1
    shutil.rmtree(PICTURES, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="demo-", ignore_cleanup_errors=True) as scratch:
        # In a copy: ui-mcp installs what belongs to it beside the app.
        folder = Path(scratch) / "approvals"
        shutil.copytree(HERE, folder, ignore=shutil.ignore_patterns("report", ".ui-mcp-agent", "__pycache__"))
        asyncio.run(asyncio.wait_for(play(chromium, folder), SECONDS))
    print(f"\n  {os.path.relpath(PICTURES)}/\n      the page after each step")
    print(f"  cd {os.path.relpath(HERE)} && {ui_mcp()} agent\n      talk to it yourself")
    passed = as_a_test()
    print(f"\n  {os.path.relpath(REPORT)}\n      who said what, what was approved, and the page after each step")
    if DISPLAY and REPORT.is_file():
        webbrowser.open(REPORT.as_uri())
    return 0 if passed else 1


def as_a_test() -> bool:
    """Run a story with the same agent app as a test, which leaves a report."""
    print("\n6. Such a story as a test: no browser, no model, no key\n", flush=True)
    options = ["-q", "-p", "no:randomly", "-p", "no:cacheprovider", f"--uimcp-report={REPORT.parent}"]
    return subprocess.run([sys.executable, "-m", "pytest", STORY, *options], cwd=HERE, check=False).returncode == 0


async def play(chromium: str, folder: Path) -> None:
    """The conversation; each step is printed and leaves a picture."""
    config = load_agent_config(folder / "agent.yaml")
    running = run_agent(
        open_model(config.model, folder),
        data=folder / config.data,
        mounts={prefix: mount_spec(mount, folder) for prefix, mount in config.mounts.items()},
        policy=policy_of(config, folder),
        instructions=config.instructions,
    )
    async with async_playwright() as playwright, running as agent:
        # With a display, at the speed of somebody who watches.
        browser = await playwright.chromium.launch(
            executable_path=chromium, args=ARGUMENTS, headless=not DISPLAY, slow_mo=WATCHED_MS if DISPLAY else 0
        )
        page = await browser.new_page(viewport={"width": 760, "height": 620})
        await page.goto(agent.page_address())
        await converse(page)
        await browser.close()


async def converse(page: Page) -> None:
    await says(page, "Please add Ada twice.")
    await page.get_by_text("Shall I remove").first.wait_for()
    await rests(page)
    await picture(page, "agent", "adds her, and asks whether to remove one")
    await says(page, "Yes, please.")
    approve = page.get_by_role("button", name="Approve: app_ui_run")
    await approve.wait_for()
    await picture(page, "agent", "has to ask: the policy says so")
    await approve.click()
    await page.get_by_text("It is gone").first.wait_for()
    await rests(page)
    await picture(page, "human", "approves")


async def says(page: Page, text: str) -> None:
    await page.get_by_label("Message").fill(text)
    await page.get_by_label("Message").press("Enter")
    await page.locator("#activity").wait_for(state="visible")
    await picture(page, "human", text)


async def rests(page: Page) -> None:
    """Wait until the page shows that the agent waits for the human."""
    await page.locator("#activity").wait_for(state="hidden")


async def picture(page: Page, who: str, what: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    number = len(list(PICTURES.iterdir())) + 1
    await page.screenshot(path=PICTURES / f"{number:02}-{who}.png")
    print(f"  {who:6} {what}", flush=True)


def ui_mcp() -> str:
    """As it can be typed in this folder."""
    beside = Path(sys.executable).with_name("ui-mcp")
    return "ui-mcp" if shutil.which("ui-mcp") == str(beside) else os.path.relpath(beside, HERE)


if __name__ == "__main__":
    raise SystemExit(main())

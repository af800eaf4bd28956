"""Take the pictures of a running agent: `python -m tests.agent.pictures` (or `make pictures`).

It is `run_agent` with a model at a service of this process, which answers late, says that it is busy, breaks down.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import web
from playwright.async_api import Browser, Page, async_playwright, expect

from pytest_uimcp.agent import OpenAIModel, Retries, RunningAgent, run_agent
from pytest_uimcp.compositor.policy import Rule, RulePolicy
from pytest_uimcp.mcp.arguments import STRING, Parameter
from pytest_uimcp.mcp.calls import ToolCall
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool
from tests.agent.service import Answer, FakeService, calls, fails, fake_service, says
from tests.browser import ARGUMENTS, chromium_path

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
DRAFT = (
    '{"mime": "text/markdown", "content": "Forty-one tests pass on staging. The three that fail are all about the rate'
)


class Shop:
    """Tools that take as long as the pictures need."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()

    @property
    def mcp(self) -> McpServer[Shop]:
        pytest_tool = Tool("test", "Run the tests", "Run tests.", _run, (Parameter("path", STRING, "Which."),))
        return McpServer("shop", self, (pytest_tool,))


async def _run(shop: Shop, _call: ToolCall) -> dict[str, Any]:
    await shop.go_on.wait()
    return {"failed": 3, "passed": 41}


def after(event: asyncio.Event, answer: Answer) -> Answer:
    async def wait(request: web.Request) -> Any:
        await event.wait()
        return await answer(request)

    return wait


def writing(event: asyncio.Event) -> Answer:
    """A stream that rests in the middle of a sentence."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        piece = {"index": 0, "id": "a", "function": {"name": "chat_assistant_post", "arguments": DRAFT}}
        await response.write(f"data: {json.dumps({'choices': [{'delta': {'tool_calls': [piece]}}]})}\n\n".encode())
        await event.wait()
        return response

    return answer


class Studio:
    def __init__(self, page: Page, running: RunningAgent, service: FakeService) -> None:
        self.page = page
        self.running = running
        self.service = service

    async def say(self, text: str, *answers: Answer) -> None:
        self.service.answers[:] = answers
        await self.page.get_by_label("Message").fill(text)
        await self.page.get_by_label("Message").press("Enter")

    async def shoot(self, name: str, words: str) -> None:
        await expect(self.page.locator("#activity")).to_contain_text(words)
        await self.page.get_by_label("Message").focus()
        await self.page.screenshot(path=IMAGES / f"agent-{name}.png", animations="disabled", caret="hide")
        sys.stdout.write(f"docs/images/agent-{name}.png\n")


@asynccontextmanager
async def studio(browser: Browser, shop: Shop) -> AsyncIterator[Studio]:
    async with fake_service() as service:
        model = OpenAIModel(
            "m", base_url=service.url, network=True, retries=Retries(attempts=6, first_seconds=0.0, max_seconds=90.0)
        )
        policy = RulePolicy([Rule("shop_*", "allow")])
        async with model, run_agent(model, mounts={"shop": shop.mcp}, policy=policy) as running:
            page = await browser.new_page(viewport={"width": 760, "height": 400}, color_scheme="light")
            await page.goto(running.page_address())
            yield Studio(page, running, service)


async def main() -> None:
    """Write them all."""
    never = asyncio.Event()
    shop = Shop()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        async with studio(browser, shop) as at:
            test = calls(("shop_test", {"path": "tests/shop"}))
            await at.say("Is staging green?", test, after(never, test))
            await at.shoot("working", "Working: shop_test")
            shop.go_on.set()
            await at.shoot("waiting", "Waiting for the model… 3 s")
            await at.page.get_by_role("button", name="Stop").click()
            await at.shoot("stopped", "Stopped.")
            at.service.answers[:] = [writing(never)]
            await at.page.get_by_role("button", name="Go on").click()
            await at.shoot("writing", "Writing…")
            await at.page.get_by_role("button", name="Stop").click()
            await expect(at.page.locator("#activity")).to_contain_text("Stopped.")
            limited = fails(429, "Rate limit reached for requests", Retry_After="42")
            await at.say("And now?", limited, says("Yes."))
            await at.shoot("retrying", "Next attempt (2 of 6)")
            await at.page.get_by_role("button", name="Stop").click()
            await expect(at.page.locator("#activity")).to_contain_text("Stopped.")
            await at.say("Please try again.", fails(401, "Incorrect API key provided"))
            await at.shoot("failed", "The run failed")
            at.service.answers[:] = [says("It is green now: all **44** pass.")]
            await at.page.get_by_role("button", name="Try again").click()
            await expect(at.page.get_by_text("It is green now")).to_be_visible()
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())

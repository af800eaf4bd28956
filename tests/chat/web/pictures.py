"""Take the pictures of the chat's page: `python -m tests.chat.web.pictures` (or `make pictures`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from pytest_uimcp.agent.events import (
    ApprovalPending,
    FunctionCall,
    FunctionCallOutput,
    RunStatusChanged,
    UiEndTurn,
    UiMessage,
    UserText,
)
from pytest_uimcp.chat import Poster
from pytest_uimcp.chat.updates import INBOX
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.testing.harness.loop import LoopThread
from tests.browser import ARGUMENTS, chromium_path
from tests.chat.web.desk import Desk, desk

IMAGES = Path(__file__).resolve().parents[3] / "docs" / "images"
ANSWER = """\
Three tests **fail** on staging, all in `checkout`:

| test | why |
|---|---|
| `test_discount` | the rate is read as text |
| `test_refund` | needs the rate, too |
| `test_receipt` | prints `NaN` |

I can fix the rate in `prices.py` and deploy again.
"""
ADA = "human:ada"
DEPLOY = {"cmd": ["deploy", "--target", "staging", "--ref", "fix-rate"], "timeout_ms": 60000}


def play(at: Desk) -> None:
    """A conversation that waits for its human."""
    result = ToolResult(data={"exit": {"kind": "exited", "exit_code": 1}, "stdout": "3 failed, 41 passed\n"})
    at.emits(
        said(at, "Is staging green?\nI would like to show the shop at ten."),
        FunctionCall("runtime_exec", '{"cmd": ["pytest", "-q", "tests/shop"]}', "1"),
        FunctionCallOutput("1", result),
        UiMessage({"mime": "text/markdown", "content": ANSWER}),
        UiEndTurn(),
        said(at, "Yes please, go ahead."),
        RunStatusChanged("1", "starting"),
        FunctionCall("files_replace", '{"path": "shop/prices.py", "old": "rate", "new": "float(rate)"}', "2"),
        FunctionCallOutput("2", ToolResult(data={"replaced": 1})),
        FunctionCall("runtime_exec", '{"cmd": ["deploy", "--target", "staging", "--ref", "fix-rate"]}', "runtime_exec"),
    )
    at.asks("runtime_exec", DEPLOY, "deploying needs a person's word")
    while not (pending := at.on_loop(lambda: at.approvals and at.approvals.pending())):
        pass
    at.emits(ApprovalPending(pending[0].to_json()))


def said(at: Desk, text: str) -> UserText:
    """What the one who looks at the pictures has written."""
    posted = at.conversation.post("user", {"content": text}, Poster(principal=ADA))
    return UserText(text, {"uri": INBOX, "id": posted["id"]})


def shoot(browser: Browser, at: Desk, name: str, **options: Any) -> None:
    context = browser.new_context(**options)
    page = context.new_page()
    page.goto(at.site.page_address(ADA))
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Message").focus()
    page.get_by_role("button", name="Approve: runtime_exec").wait_for()
    page.screenshot(path=IMAGES / f"{name}.png", animations="disabled")
    sys.stdout.write(f"docs/images/{name}.png\n")
    context.close()


def main() -> None:
    """Write them all."""
    loop = LoopThread()
    with sync_playwright() as playwright, desk(loop, agent=True) as at:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        play(at)
        wide, narrow = {"width": 900, "height": 860}, {"width": 390, "height": 760}
        shoot(browser, at, "chat", viewport=wide, color_scheme="light")
        shoot(browser, at, "chat-dark", viewport=wide, color_scheme="dark")
        shoot(browser, at, "chat-phone", viewport=narrow, color_scheme="light", device_scale_factor=2)
        browser.close()
    loop.close()


if __name__ == "__main__":
    main()

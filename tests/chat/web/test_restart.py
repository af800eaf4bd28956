"""What a human keeps when the server is started again: `ui-mcp chat` in a process, its page in Chromium."""

from __future__ import annotations

import signal
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pytest_uimcp.chat import open_store
from tests import patience
from tests.chat.served import Served, served
from tests.ports import unused_port
from tests.transport.wires import PATIENCE

pytestmark = pytest.mark.warm

WAIT = patience.SECONDS


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context()
    context.set_default_timeout(WAIT * 1000)
    expect.set_options(timeout=WAIT * 1000)
    yield context
    expect.set_options(timeout=None)
    context.close()


def connected(page: Page) -> Page:
    expect(page.locator("#connection")).to_have_text("Connected")
    return page


def opened(context: BrowserContext, at: Served) -> Page:
    page = context.new_page()
    page.goto(at.page)
    return connected(page)


def ended(at: Served, how: signal.Signals) -> None:
    at.process.send_signal(how)
    at.process.wait(PATIENCE)


def shows(page: Page, *texts: str) -> None:
    """The log has these messages; a page that is "Connected" may have them still to come."""
    expect(page.get_by_role("log").locator(".text")).to_have_text(list(texts))


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_page_goes_on_after_a_restart_with_its_session_and_what_was_typed(
    context: BrowserContext, tmp_path: Path, how: signal.Signals
) -> None:
    database = str(tmp_path / "talk.db")
    # The next start has the port of the last.
    with served(tmp_path, database, "--port", str(unused_port())) as first:
        page = opened(context, first)
        page.get_by_label("Message").fill("before")
        page.get_by_label("Message").press("Enter")
        expect(page.get_by_role("log")).to_contain_text("before")
        page.get_by_label("Message").fill("half a sentence")
        ended(first, how)
    expect(page.locator("#connection")).to_contain_text("lost")
    with served(tmp_path, database) as second:
        assert second.url == first.url
        connected(page)
        expect(page.get_by_label("Message")).to_have_value("half a sentence")
        page.reload()
        connected(page)
        expect(page.get_by_label("Message")).to_have_value("half a sentence")
        expect(page.get_by_role("listitem").filter(has_text="before")).to_contain_text("You")
        page.get_by_label("Message").press("Enter")
        expect(page.get_by_label("Message")).to_have_value("")
        page.reload()
        connected(page)
        expect(page.get_by_label("Message")).to_have_value("")
        shows(page, "before", "half a sentence")
        assert second.stop() == 0
    kept = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert kept == dict.fromkeys(["talk.db", "talk.db.sessions", "talk.db.tokens.json"], 0o600)


def test_a_message_whose_answer_was_lost_with_the_server_is_stored_once(
    context: BrowserContext, tmp_path: Path
) -> None:
    database = str(tmp_path / "talk.db")
    with served(tmp_path, database, "--port", str(unused_port())) as first:
        page = opened(context, first)
        # The server stores it, and is killed before the page hears of it.
        page.evaluate(
            """() => {
                const send = WebSocket.prototype.send;
                WebSocket.prototype.send = function (frame) { this.onmessage = null; send.call(this, frame); };
            }"""
        )
        page.get_by_label("Message").fill("only once")
        page.get_by_label("Message").press("Enter")
        store = open_store(database)
        stored = threading.Semaphore(0)
        stop = store.listen(lambda *_: stored.release())
        assert store.since(0) or stored.acquire(timeout=PATIENCE)
        stop()
        store.close()
        ended(first, signal.SIGKILL)
    with served(tmp_path, database) as second:
        page.reload()
        connected(page)
        expect(page.get_by_label("Message")).to_have_value("only once")
        page.get_by_label("Message").press("Enter")
        expect(page.get_by_label("Message")).to_have_value("")
        shows(page, "only once")
        assert second.stop() == 0
    store = open_store(database)
    assert [message.content for message in store.since(0)] == ["only once"]
    store.close()


def test_a_tab_that_is_closed_leaves_its_draft_to_the_next_and_each_tab_keeps_its_own(
    context: BrowserContext, tmp_path: Path
) -> None:
    with served(tmp_path, ":memory:") as at:
        page = opened(context, at)
        page.get_by_label("Message").fill("from the first tab")
        page.close()
        again = context.new_page()
        again.goto(at.url)
        expect(again.get_by_label("Message")).to_have_value("from the first tab")
        expect(again.get_by_label("Message")).to_be_focused()
        other = context.new_page()
        other.goto(at.url)
        connected(other).get_by_label("Message").fill("from the other tab")
        connected(again).reload()
        expect(again.get_by_label("Message")).to_have_value("from the first tab")
        connected(again).get_by_label("Message").press("Enter")
        expect(again.get_by_label("Message")).to_have_value("")
        expect(other.get_by_label("Message")).to_have_value("from the other tab")
        other.reload()
        expect(other.get_by_label("Message")).to_have_value("from the other tab")
        assert at.stop() == 0
    assert [path.name for path in tmp_path.iterdir()] == ["ui-mcp-chat.tokens.json"]


def test_the_session_of_a_conversation_in_memory_ends_with_it_and_what_was_typed_stays(
    context: BrowserContext, tmp_path: Path
) -> None:
    port = str(unused_port())
    with served(tmp_path, ":memory:", "--port", port) as first:
        page = opened(context, first)
        page.get_by_label("Message").fill("half a sentence")
    with served(tmp_path, ":memory:", "--port", port) as second:
        expect(page.locator("#connection")).to_contain_text("This session is over")
        expect(page.get_by_label("Message")).to_have_value("half a sentence")
        page.goto(second.page)
        expect(connected(page).get_by_label("Message")).to_have_value("half a sentence")
        assert second.stop() == 0

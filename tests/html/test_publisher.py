"""The publisher's pages in a real browser: a bookmarklet sends a page to the sessions that listen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import web
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from pytest_uimcp.server.harness.server import Server
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.transport.ports import HttpPort, bind

ARTICLE = "<!doctype html><title>An article</title><h1>Words</h1><p>more words</p>"
# A page that closes a second and a half after it has said something is gone before a busy machine has read it.
CLOSES_LATER = "window.closes = close.bind(window); window.mayClose = new Promise(now => { window.close = now })"
TAKES = "pages = {} mcp:subscribe('page', function(page) pages[#pages + 1] = page end)"


@pytest.fixture
def server(loop: LoopThread, tmp_path: Path) -> Iterator[Server]:
    server = Server(loop, tmp_path / "project" / ".ui")
    server.configure()
    server.start()
    server.run(TAKES)
    yield server
    server.close()


@pytest.fixture
def site(loop: LoopThread) -> Iterator[str]:
    """A page on the web, of another origin."""

    async def article(_request: web.Request) -> web.Response:
        return web.Response(text=ARTICLE, content_type="text/html")

    async def start() -> HttpPort:
        app = web.Application()
        app.router.add_get("/article", article)
        listener = HttpPort(app, bind())
        await listener.start()
        return listener

    listener = loop.run(start())
    yield f"{listener.url}/article"
    loop.run(listener.stop())


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context()
    yield context
    context.close()


def bookmarklet(context: BrowserContext, server: Server) -> str:
    """The script of the button that people drag to their bookmarks."""
    tab = context.new_page()
    tab.goto(server.publisher_url)
    button = tab.get_by_role("link", name="Send to page")
    expect(button).to_be_visible()
    script = button.get_attribute("href")
    tab.close()
    assert script is not None
    assert script.startswith("javascript:")
    return script.removeprefix("javascript:")


def opened(tab: Page, script: str) -> Page:
    """The tab that a script opens."""
    with tab.expect_popup() as popup:
        tab.evaluate(script)
    return popup.value


def received(server: Server) -> object:
    return server.run("return pages")


def test_a_bookmarklet_sends_the_page(context: BrowserContext, server: Server, site: str) -> None:
    script = bookmarklet(context, server)
    tab = context.new_page()
    tab.goto(site)
    context.add_init_script(CLOSES_LATER)
    relay = opened(tab, f"() => {{ {script} }}")
    expect(relay.get_by_role("status")).to_have_text("Sent to 1 session(s).")
    origin = site.removesuffix("/article")
    expect(relay.locator("#from")).to_have_text(f"From {origin}: An article")
    with relay.expect_event("close"):
        relay.evaluate("void mayClose.then(() => setTimeout(closes))")
    assert received(server) == [{"url": site, "title": "An article", "text": "Words\n\nmore words"}]


def test_the_relay_passes_on_three_strings_once(context: BrowserContext, server: Server, site: str) -> None:
    tab = context.new_page()
    tab.goto(site)
    relay = opened(
        tab,
        f"""() => {{
        const relay = open('{server.publisher_url}/relay/page', '_blank');
        addEventListener('message', () => {{
          relay.postMessage('text', '*');
          relay.postMessage({{ url: '' }}, '*');
          relay.postMessage({{ url: 'u', title: ['<b>'], text: 5, code: 'x', constructor: 1 }}, '*');
          relay.postMessage({{ url: 'second' }}, '*');
        }}, {{ once: true }});
        }}""",
    )
    expect(relay.get_by_role("status")).to_have_text("Sent to 1 session(s).")
    assert received(server) == [{"url": "u", "title": "", "text": ""}]


def test_the_relay_takes_nothing_from_other_windows(context: BrowserContext, server: Server, site: str) -> None:
    tab = context.new_page()
    tab.goto(site)
    relay = opened(tab, f"() => {{ window.relay = open('{server.publisher_url}/relay/page', '_blank') }}")
    expect(relay.get_by_role("status")).to_have_text("Waiting for the page …")
    tab.evaluate(
        """() => new Promise(done => {
        const frame = document.createElement('iframe');
        document.body.append(frame);
        const script = frame.contentDocument.createElement('script');
        script.textContent = "parent.relay.postMessage({ url: 'a stranger' }, '*')";
        frame.contentDocument.body.append(script);
        relay.postMessage({ url: 'the opener' }, '*');
        done();
        })"""
    )
    expect(relay.get_by_role("status")).to_have_text("Sent to 1 session(s).")
    assert received(server) == [{"url": "the opener", "title": "", "text": ""}]


def test_without_a_page_that_opened_it_the_relay_says_so(context: BrowserContext, server: Server) -> None:
    tab = context.new_page()
    tab.goto(f"{server.publisher_url}/relay/page")
    expect(tab.get_by_role("status")).to_contain_text("No page has opened this one")


def test_a_page_that_sends_nothing_is_given_up(context: BrowserContext, server: Server, site: str) -> None:
    context.clock.install()
    tab = context.new_page()
    tab.goto(site)
    relay = opened(tab, f"() => {{ open('{server.publisher_url}/relay/page', '_blank') }}")
    expect(relay.get_by_role("status")).to_have_text("Waiting for the page …")
    relay.clock.fast_forward(10_000)
    expect(relay.get_by_role("status")).to_contain_text("sent nothing for 10 seconds")


def test_a_page_of_another_origin_can_neither_publish_nor_listen(
    context: BrowserContext, server: Server, site: str
) -> None:
    tab = context.new_page()
    tab.goto(site)
    url = server.publisher_url
    outcomes = tab.evaluate(
        """async url => {
        const attempt = (path, options) => fetch(url + path, options).then(answer => answer.type, () => 'refused');
        const picture = new Image();
        const drawn = new Promise(done => {
          picture.onload = () => done('drawn');
          picture.onerror = () => done('refused');
        });
        picture.src = url + '/subscribe/page';
        return [
          await attempt('/publish/page', { method: 'POST', body: '{"url": "x"}' }),
          await attempt('/publish/page', { method: 'POST', body: '{"url": "x"}', mode: 'no-cors' }),
          await attempt('/subscribe/page'),
          navigator.sendBeacon(url + '/publish/page', '{"url": "x"}'),
          await drawn,
        ];
        }""",
        url,
    )
    # What a page sends blindly reaches the publisher, which refuses it.
    assert outcomes == ["refused", "opaque", "refused", True, "refused"]
    assert server.run("return #pages") == 0


def test_the_pages_ask_nobody_else_for_anything(context: BrowserContext, server: Server) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    tab = context.new_page()
    tab.on("request", note)
    tab.goto(server.publisher_url)
    tab.goto(f"{server.publisher_url}/relay/page")
    tab.goto(server.url)
    expect(tab.locator("[ui-empty]")).to_be_attached()
    port = server.url.rpartition(":")[2]
    ours = (server.publisher_url, f"http://127.0.0.1:{port}", f"ws://127.0.0.1:{port}", "data:", "blob:")
    assert [url for url in asked if not url.startswith(ours)] == []

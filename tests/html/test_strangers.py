"""What a page of another origin can reach from a real browser: every route of both ports, by every means."""

from __future__ import annotations

import itertools
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from aiohttp import web
from playwright.sync_api import Browser, BrowserContext, Page

from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.http_server import HttpUiServer
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.transport.guard import Guard
from pytest_uimcp.transport.ports import HttpPort, bind
from tests import patience

PATIENCE = patience.SECONDS
EVENTS = [{"n": 1}, {"n": 2}, {"n": 3}]

DATA = ("/state", "/variables", "/wait", "/wait?timeout=1", "/sse", "/message?sessionId=x", "/mcp", "/api/none")
PAGES = ("/api/resource", "/api/resource/lua.md", "/app/counter/readme", "/shoelace/x.js")
UI_DATA = ("/ws/{session}", "/{session}/variables.json")
UI_PAGES = ("/", "/{session}", "/{session}/page", "/{session}/variables", "/icon.svg", "/main-v1.js")

# Each resolves when the browser has an answer or reports a failure.
MEANS = """
const over = (element, change) => new Promise(done => {
  for (const event of ['load', 'error', 'loadstart', 'abort']) element.addEventListener(event, () => done(event));
  change(element);
  document.body.append(element);
});
const frame = change => over(document.createElement('iframe'), change);
const submit = (url, method) => new Promise(done => {
  const element = Object.assign(document.createElement('iframe'), { name: 'f' + Math.random() });
  const form = Object.assign(document.createElement('form'), { method, action: url, target: element.name });
  document.body.append(element, form);
  element.addEventListener('load', () => done('load'));
  form.submit();
});
const MEANS = {
  img: url => over(new Image(), e => { e.src = url; }),
  script: url => over(document.createElement('script'), e => { e.src = url; }),
  style: url => over(document.createElement('link'), e => { e.rel = 'stylesheet'; e.href = url; }),
  object: url => over(document.createElement('object'), e => { e.data = url; }),
  'no-cors': url => fetch(url, { mode: 'no-cors', credentials: 'include' }).then(r => r.type, e => e.name),
  'no-cors POST': url => fetch(url, { mode: 'no-cors', method: 'POST', body: '{}' }).then(r => r.type, e => e.name),
  'no-cors HEAD': url => fetch(url, { mode: 'no-cors', method: 'HEAD' }).then(r => r.type, e => e.name),
  cors: url => fetch(url).then(r => r.type, e => e.name),
  preflighted: url => fetch(url, { method: 'DELETE', headers: { 'X-A': 'b' } }).then(r => r.type, e => e.name),
  beacon: async url => navigator.sendBeacon(url, 'x'),
  iframe: url => frame(e => { e.src = url; }),
  form: url => submit(url, 'POST'),
  'form GET': url => submit(url, 'GET'),
  WebSocket: url => new Promise(done => {
    const socket = new WebSocket(url.replace('http', 'ws'));
    socket.onopen = () => done('open');
    socket.onclose = () => done('close');
  }),
  EventSource: url => new Promise(done => {
    const source = new EventSource(url);
    source.onopen = () => done('open');
    source.onerror = () => { source.close(); done('error'); };
  }),
  ahead: async url => {
    const rules = Object.assign(document.createElement('script'), { type: 'speculationrules' });
    rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [url] }] });
    document.head.append(rules);
  },
};
"""


class Asked(NamedTuple):
    """A request that reached the guard, and whether it was allowed."""

    method: str
    path: str
    mode: str
    by: str
    let_in: bool


class Target:
    """A server with three waiting events, and the requests that it received."""

    def __init__(self, loop: LoopThread, base_dir: Path, asked: list[Asked]) -> None:
        self._loop = loop
        self.served = HttpUiServer(base_dir, options=ServerOptions())
        self.asked = asked
        loop.run(self.served.open())
        for event in EVENTS:
            self.push(event)

    def push(self, event: dict[str, Any]) -> None:
        self._loop.run(self.served.server.run(f"mcp.pushState(ui.json_decode('{json.dumps(event)}'))"))

    def close(self) -> None:
        self._loop.run(self.served.close())

    @property
    def events(self) -> list[dict[str, Any]]:
        return self.served.server.ui_session().events.peek()

    def asked_for(self, url: str) -> list[Asked]:
        path = "/" + url.split("/", 3)[3].split("?")[0]
        return [asked for asked in list(self.asked) if asked.path == path]

    def until(self, tab: Page, url: str, by: set[str]) -> None:
        """Wait until the address was requested by all of these means, while the browser keeps running."""
        end = time.monotonic() + PATIENCE
        while missing := by - {asked.by for asked in self.asked_for(url)}:
            assert time.monotonic() < end, f"nobody asked for {url} by {missing}"
            tab.wait_for_timeout(5)

    def address(self, name: str, path: str) -> str:
        """An address of the UI port or the MCP port."""
        assert self.served.listener is not None
        ours = path in UI_DATA or path in UI_PAGES
        port = self.served.server.url.split(":")[2] if ours else self.served.listener.port
        return f"http://{name}:{port}{path.format(session=self.served.server.ui_session().session.id)}"


@pytest.fixture
def target(loop: LoopThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Target]:
    asked: list[Asked] = []
    judge = Guard._objection_to  # noqa: SLF001 -- every request is judged there

    def noted(guard: Guard, request: web.Request) -> str | None:
        objection = judge(guard, request)
        mode = request.headers.get("Sec-Fetch-Mode", request.headers.get("Upgrade", ""))
        by = request.query.get("by", "")
        asked.append(Asked(request.method, request.path, mode, by, objection is None))
        return objection

    monkeypatch.setattr(Guard, "_objection_to", noted)
    target = Target(loop, tmp_path / "ui", asked)
    yield target
    target.close()


@pytest.fixture(scope="module")
def stranger(loop: LoopThread) -> Iterator[int]:
    """The port of a foreign site; `/to?…` redirects to the address in its query."""

    async def page(_request: web.Request) -> web.Response:
        return web.Response(text=f"<!doctype html><body><script>{MEANS}</script>", content_type="text/html")

    async def lead(request: web.Request) -> web.Response:
        raise web.HTTPFound(request.query["to"])

    async def start() -> HttpPort:
        app = web.Application()
        app.router.add_get("/", page)
        app.router.add_get("/to", lead)
        listener = HttpPort(app, bind())
        await listener.start()
        return listener

    listener = loop.run(start())
    yield listener.port
    loop.run(listener.stop())


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context()
    yield context
    context.close()


@pytest.fixture
def tab(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.mark.parametrize(
    ("page", "name"), [("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1"), ("127.0.0.1", "localhost")]
)
def test_a_page_on_another_address_takes_no_event_and_reaches_no_data(
    target: Target, tab: Page, stranger: int, page: str, name: str
) -> None:
    tab.goto(f"http://{page}:{stranger}/")
    means = tab.evaluate("Object.keys(MEANS)")
    urls = {path: target.address(name, path) for path in (*DATA, *UI_DATA, *PAGES, *UI_PAGES)}
    outcomes = tab.evaluate(
        """urls => Promise.all(urls.flatMap(url => Object.entries(MEANS).map(([name, reach]) =>
             reach(url + (url.includes('?') ? '&' : '?') + 'by=' + encodeURIComponent(name)))))""",
        list(urls.values()),
    )
    assert not {"open", "cors", "basic"} & {outcome for outcome in outcomes if isinstance(outcome, str)}
    for path, url in urls.items():
        # A form with GET has a query of its own.
        target.until(tab, url, {*means} - {"form GET"} | {""})
        closed = path in DATA or path in UI_DATA
        for asked in target.asked_for(url):
            assert asked.let_in == (not closed and (asked.method, asked.mode) == ("GET", "navigate")), asked
    assert target.events == EVENTS
    assert target.served.server.browsers == 0
    assert not target.served.server.ui_session().events.polling


@pytest.mark.parametrize("path", ["/", "/{session}", "/{session}/variables", "/api/resource/lua.md"])
def test_a_page_on_another_address_cannot_frame_ours(target: Target, tab: Page, stranger: int, path: str) -> None:
    tab.goto(f"http://127.0.0.1:{stranger}/")
    tab.evaluate("url => MEANS.iframe(url)", target.address("127.0.0.1", path))
    (frame,) = tab.main_frame.child_frames
    frame.wait_for_url(re.compile("^chrome-error://"), wait_until="commit", timeout=PATIENCE * 1000)


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_pages_of_our_ports_may_frame_each_other_s_pages(target: Target, tab: Page, name: str) -> None:
    assert target.served.listener is not None
    tab.goto(target.address("127.0.0.1", "/icon.svg"))  # a file of the UI port that has no policy of its own
    tab.goto(target.address("127.0.0.1", "/state"))  # and an answer of the MCP port that has none
    tab.evaluate(MEANS.replace("const MEANS", "window.MEANS"))
    tab.evaluate("url => window.MEANS.iframe(url)", target.address(name, "/{session}"))
    (frame,) = tab.main_frame.child_frames
    frame.wait_for_url(target.address(name, "/{session}"), timeout=PATIENCE * 1000)


def test_links_and_popups_of_another_page_do_not_lead_to_data(
    target: Target, context: BrowserContext, stranger: int
) -> None:
    ways = ("url => { location = url; }", "url => { open(url); }", "url => { open(url, '', 'noopener'); }")
    for (number, way), path in itertools.product(enumerate(ways), DATA):
        # The first way leaves the page, the others open one more.
        # A tab that is being led away cannot be led elsewhere.
        if path == DATA[0] or number == 0:
            tab = context.new_page()
            tab.goto(f"http://127.0.0.1:{stranger}/")
        url = target.address("127.0.0.1", path) + ("&" if "?" in path else "?") + f"by={number}"
        tab.evaluate(way, url)
        target.until(tab, url, {str(number)})
        assert not any(asked.let_in for asked in target.asked_for(url))
    assert target.events == EVENTS


def test_a_link_of_another_page_leads_to_the_app(target: Target, tab: Page, stranger: int) -> None:
    tab.goto(f"http://localhost:{stranger}/")
    with tab.expect_navigation(url=target.address("127.0.0.1", "/{session}")) as arrived:
        tab.evaluate("url => { location = url; }", target.address("127.0.0.1", "/{session}"))
    assert arrived.value.ok
    target.until(tab, target.address("127.0.0.1", "/ws/{session}"), {""})  # and its page works


def test_the_address_bar_shows_data_but_takes_no_events(target: Target, tab: Page, stranger: int) -> None:
    for path in ("/state", "/variables", "/wait"):
        response = tab.goto(target.address("127.0.0.1", path), wait_until="networkidle")
        assert response is not None
        assert response.ok
        if path == "/variables":
            assert tab.title() == "Variables"
    # When a visited site redirects, the browser marks the request as initiated by the user.
    response = tab.goto(f"http://127.0.0.1:{stranger}/to?to={target.address('127.0.0.1', '/wait')}")
    assert response is not None
    assert response.json() == EVENTS
    assert target.events == EVENTS

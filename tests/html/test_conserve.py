from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, expect

from tests.browser import whole_chromium
from tests.html.devserver import DevServer
from tests.html.screen import Screen

LUA = 't = session:prototype("App", { text = "hello" }):new()'
VIEWDEFS = {"App.DEFAULT": '<p ui-value="text"></p>'}

# Records a page's notifications, which are still shown.
NOTE = """
  const Real = Notification;
  window.Notification = class extends Real {
    constructor(title, options) {
      super(title, options);
      this.addEventListener('show', () => noteNotification({ title, body: options.body }));
      noteNotification({ title, body: options.body, made: true });
    }
  };
"""

Open = Callable[..., Screen]


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context()
    yield context
    context.close()


@pytest.fixture
def notifying(playwright: Playwright) -> Iterator[BrowserContext]:
    """A context of the browser that users have: the headless shell shows no notifications."""
    with whole_chromium(playwright) as browser:
        yield browser.new_context()


@pytest.fixture
def spare() -> None:
    """Each test has a context of its own, and no tab outlives it."""


@pytest.fixture
def start(screens: Callable[..., Screen]) -> Open:
    """Make a session without a tab."""

    def start() -> Screen:
        screen = screens()
        screen.write(LUA, VIEWDEFS)
        screen.session.open()
        screen.session.display("t")
        return screen

    return start


def notifications(context: BrowserContext, server: DevServer) -> list[dict[str, object]]:
    seen: list[dict[str, object]] = []
    context.grant_permissions(["notifications"], origin=server.url)
    context.expose_binding("noteNotification", lambda _, what: seen.append(what))
    context.add_init_script(NOTE)
    return seen


def gives_way(page: Page) -> None:
    expect(page.get_by_role("heading", name="Session is already open")).to_be_visible()
    expect(page.get_by_role("link", name="Close this page")).to_be_visible()


def loads(page: Page) -> None:
    expect(page.locator("[ui-app] p")).to_have_text("hello")


def test_the_first_tab_loads_with_conserve(start: Open) -> None:
    screen = start()
    loads(screen.tab("?conserve=true"))
    screen.becomes(lambda: screen.server.connected, 1)  # entries of closed tabs are removed after a while


def test_a_second_tab_gives_way_and_says_so(start: Open, notifying: BrowserContext, ui_server: DevServer) -> None:
    seen = notifications(notifying, ui_server)
    screen = start()
    screen.context = notifying
    loads(screen.tab("?conserve=true"))
    second = screen.tab("?conserve=true", shows=False)
    gives_way(second)
    words = f"Session {screen.session.vended_id} is already active in another tab."
    expect(second.get_by_text(words)).to_be_visible()
    screen.becomes(lambda: {"title": "Session is already open", "body": words, "made": True} in seen, True)
    screen.becomes(lambda: ui_server.connected, 1)
    assert len(screen.session.connections) == 1


def test_a_tab_that_gives_way_starts_nothing(start: Open) -> None:
    screen = start()
    loads(screen.tab("?conserve=true"))
    second = screen.context.new_page()
    screen.tabs.append(second)
    sockets: list[str] = []
    second.on("websocket", lambda socket: sockets.append(socket.url))
    second.goto(screen.url + "?conserve=true")
    gives_way(second)
    assert second.evaluate("typeof uiApp") == "undefined"
    assert sockets == []


def test_every_tab_registers_and_only_one_with_conserve_gives_way(start: Open) -> None:
    screen = start()
    loads(screen.tab())
    loads(screen.tab())
    gives_way(screen.tab("?conserve=true", shows=False))
    screen.becomes(lambda: screen.server.connected, 2)


def test_without_the_parameter_a_second_tab_works_beside_the_first(start: Open) -> None:
    screen = start()
    first, second = screen.tab(), screen.tab()
    screen.session.eval("t.text = 'both'")
    for page in (first, second):
        expect(page.locator("[ui-app] p")).to_have_text("both")


def test_the_tab_that_gave_way_loads_when_the_first_is_closed(start: Open) -> None:
    screen = start()
    first = screen.tab("?conserve=true")
    second = screen.tab("/a/page?conserve=true&x=1#y", shows=False)
    gives_way(second)
    first.close()
    screen.tabs.remove(first)
    loads(second)
    assert second.url == screen.url + "/a/page?conserve=true&x=1#y"


def test_of_three_tabs_one_loads_at_a_time(start: Open) -> None:
    screen = start()
    first = screen.tab("?conserve=true")
    second = screen.tab("?conserve=true", shows=False)
    third = screen.tab("?conserve=true", shows=False)
    gives_way(second)
    gives_way(third)
    first.close()
    screen.tabs.remove(first)
    loads(second)
    gives_way(third)
    second.close()
    screen.tabs.remove(second)
    loads(third)


def test_a_tab_that_navigates_away_lets_the_next_one_load(start: Open) -> None:
    screen = start()
    first = screen.tab("?conserve=true")
    first.reload()
    loads(first)
    second = screen.tab("?conserve=true", shows=False)
    gives_way(second)
    first.goto("about:blank")
    loads(second)


def test_a_tab_that_is_reloaded_keeps_its_place(start: Open) -> None:
    screen = start()
    first = screen.tab("?conserve=true")
    second = screen.tab("?conserve=true", shows=False)
    gives_way(second)
    visited: list[str] = []
    first.on("framenavigated", lambda frame: visited.append(frame.url))
    for _ in range(3):
        first.reload()
        loads(first)
    gives_way(second)
    assert not [url for url in visited if "already-open" in url]


def test_a_crashed_tab_lets_the_next_one_load(start: Open, context: BrowserContext) -> None:
    screen = start()
    first = screen.tab("?conserve=true")
    second = screen.tab("?conserve=true", shows=False)
    gives_way(second)
    with first.expect_event("crash"):
        crash(context, first)
    loads(second)


def crash(context: BrowserContext, page: Page) -> None:
    session = context.new_cdp_session(page)
    with suppress(Error):  # the target is gone before it can answer
        session.send("Page.crash", timeout=2000)


def test_sessions_do_not_block_each_other(start: Open) -> None:
    one, two = start(), start()
    loads(one.tab("?conserve=true"))
    loads(two.tab("?conserve=true"))
    gives_way(two.tab("?conserve=true", shows=False))


def test_the_first_click_in_a_loaded_tab_asks_whether_it_may_notify(start: Open) -> None:
    screen = start()
    screen.context.add_init_script(
        "window.asked = 0; Notification.requestPermission = async () => { asked += 1; return 'denied' };"
        "Object.defineProperty(Notification, 'permission', { get: () => 'default' })"
    )
    page = screen.tab()
    assert page.evaluate("asked") == 0
    page.locator("[ui-app] p").click()
    page.locator("[ui-app] p").click()
    screen.js_is("asked", 1)


def test_without_permission_to_notify_the_page_shows_the_notice(start: Open) -> None:
    screen = start()
    screen.context.add_init_script(
        "window.made = 0; Notification = class { static permission = 'denied'; constructor() { made += 1 } }"
    )
    loads(screen.tab("?conserve=true"))
    second = screen.tab("?conserve=true", shows=False)
    expect(second.get_by_text("Session 1 is already active in another tab.")).to_be_visible()
    assert second.evaluate("made") == 0


def test_if_the_tab_cannot_be_closed_the_page_says_so(start: Open) -> None:
    screen = start()
    screen.context.add_init_script("window.close = () => {}")
    loads(screen.tab("?conserve=true"))
    second = screen.tab("?conserve=true", shows=False)
    second.get_by_role("link", name="Close this page").click()
    expect(second.get_by_role("status")).to_have_text(
        "The browser does not let this page close itself. Close the tab by hand."
    )


def test_the_link_closes_the_page_where_that_is_allowed(start: Open) -> None:
    screen = start()
    first = screen.tab("?conserve=true")
    with first.expect_popup() as popup:
        first.evaluate(f"void window.open({screen.url + '?conserve=true'!r})")
    second = popup.value
    gives_way(second)
    with second.expect_event("close"):
        # The page may be gone before a click of Playwright's has been answered.
        second.evaluate("void setTimeout(() => document.getElementById('close').click())")


def test_without_shared_workers_a_page_loads_normally(start: Open) -> None:
    screen = start()
    screen.context.add_init_script("delete globalThis.SharedWorker")
    loads(screen.tab("?conserve=true"))
    loads(screen.tab("?conserve=true"))


def test_a_waiting_page_loads_only_addresses_of_its_own_server(start: Open) -> None:
    screen = start()
    page = screen.context.new_page()
    screen.tabs.append(page)
    page.goto(f"{screen.server.url}/already-open.html?session={screen.session.id}&page=https://example.invalid/")
    gives_way(page)
    assert page.url.startswith(screen.server.url)

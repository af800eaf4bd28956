"""The face in Firefox: the stories of the page and of Chromium, word for word; sample apps; rows of the matrix.

`make firefox` runs this.
"""

# What is written here once more replaces what the stars bring.
# mypy: disable-error-code="no-redef"

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_uimcp import PageError
from pytest_uimcp.server.harness.server import Server
from pytest_uimcp.testing.faces.firefox import FirefoxTab, NoFirefox
from pytest_uimcp.testing.faces.firefox.firefox import Firefox, firefox_path
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.run import open_server
from tests import patience
from tests.files import write
from tests.page.conftest import Show
from tests.page.matrix import records
from tests.page.matrix.stage import APP, PAUSE, play
from tests.page.matrix.tables import case_of
from tests.testing.faces.chromium.test_actions import *  # noqa: F403 -- the same tests, on the other face
from tests.testing.faces.chromium.test_browser import *  # noqa: F403 -- the same tests, on the other face
from tests.testing.faces.chromium.test_browser import COUNTED, Both
from tests.testing.faces.chromium.test_fixtures import NOTES_VIEW
from tests.testing.faces.firefox.conftest import OneTab
from tests.testing.repository import app, run

# What is Firefox's own

INTERNAL = """<x-own></x-own><p ui-value="log"></p><script>
customElements.define("x-own", class extends HTMLElement {
  constructor() {
    super();
    Object.assign(this.attachInternals(), { role: "button", ariaLabel: "From inside" });
    this.textContent = "shown";
  }
});
</script>"""


def test_names_are_those_of_firefox(show: Show) -> None:
    page = show(INTERNAL)
    page.click(role="button", name="From inside")
    assert page.find(role="button", name="From inside") == page.find("shown") == page.find(css="x-own")


def test_the_second_of_two_clicks_comes_when_what_follows_from_the_first_is_shown(show: Show) -> None:
    # Here both come in one command: Firefox counts only clicks that follow each other quickly.
    page = show('<button ui-event-click="say(_)" ui-event-click-value="once">B</button><p ui-value="log"></p>')
    page.dblclick("B")
    page.see("[once][once]")


def test_a_right_click_asks_for_a_context_menu_and_does_not_click(show: Show) -> None:
    # The menu would be Firefox's own, and get what comes next.
    page = show("<button>B</button>")
    with pytest.raises(PageError, match="Firefox opens its own menu"):
        page.right_click("B")


def test_counters_are_drawn_and_not_read_aloud(both: Both) -> None:
    # Firefox takes no counter in the text that stands for another one.
    page = both(COUNTED)
    lines = ["Step 1: A", "Step 2: C", "xZ-xxvi", "Q", "1 A", "2 B", "2.1 C", "2.2 D", "5) E", "9) F"]
    assert page.text().split("\n") == lines
    assert "Step" not in page.aria()


def test_a_card_is_dragged_to_a_list(show: Show) -> None:
    page = show('<p draggable="true">Card</p><p>Elsewhere</p>')
    with pytest.raises(PageError, match=r"drag\(\): Firefox begins to drag, but sends no page what follows"):
        page.drag("Card", to="Elsewhere")


def test_autofocus_counts_once(show: Show) -> None:
    lua = "Inner = session:prototype('Inner', {v = ''}) t.inner = Inner:new()"
    page = show(
        '<input aria-label="A"><input aria-label="B" autofocus ui-value="a"><div ui-view="b"></div>',
        lua=lua, Inner__DEFAULT='<input aria-label="C" autofocus ui-value="v">',
    )  # fmt: skip
    # Firefox gives the focus with one of its next pictures.
    end = time.monotonic() + patience.SECONDS
    while not page.find("B").state("focused"):
        assert time.monotonic() < end, "the field with autofocus never got the focus"
        page.settle()
    page.press("x")
    page.run("t.b = t.inner")
    page.press("y")
    assert page.find("B").value == "xy"


def test_without_a_firefox_the_error_says_how_to_install_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoFirefox, match=r"looked for firefox-esr and firefox .* \(apt-get install -y firefox-esr\) or"):
        firefox_path(None)
    with pytest.raises(NoFirefox, match="--uimcp-firefox-path: expected a Firefox that can be run, found none at x"):
        firefox_path("x")
    (tmp_path / "firefox").touch(0o755)
    assert firefox_path(None) == str(tmp_path / "firefox")


STORY = """
    import pytest
    from pytest_uimcp import Browser, PageError, ScriptError

    @pytest.mark.uimcp(face="firefox")
    def test_all_of_it(uimcp, uimcp_page, tmp_path):
        assert isinstance(uimcp_page, Browser)
        uimcp_page.click("Notify")
        assert [(one.title, one.body) for one in uimcp_page.notifications] == [("Hello", "there")]
        with uimcp.expects_error("thrown") as error:
            uimcp_page.click("Fail")
        assert isinstance(error.value.error, ScriptError)
        assert [(one.kind, one.text) for one in uimcp_page.console] == [("warning", "careful")]
        assert uimcp_page.errors[0].startswith("Error: thrown")
        assert uimcp_page.screenshot(tmp_path / "picture.png")[:4] == b"\\x89PNG"
        uimcp_page.click("Early")
        uimcp_page.see("Late")
        with pytest.raises(PageError, match='click: button "Under" is there, but it is covered by <i>'):
            uimcp_page.click("Under")
        with pytest.raises(PageError, match="Playwright does not drive the system's Firefox; run this test with face="):
            uimcp_page.playwright(lambda page: page.title())
        with pytest.raises(PageError, match="Firefox begins to drag, but .*; run this test with face=chromium"):
            uimcp_page.drag("Notify", to="Clear")
        other = uimcp_page.new_tab()
        other.fill("Note", "elsewhere")
        uimcp_page.see("elsewhere")

    def test_failing(uimcp_page):
        uimcp_page.patience = 0
        uimcp_page.see("nowhere")

    @pytest.mark.uimcp(time="virtual")
    def test_virtual(uimcp_page): pass
"""


def test_a_test_that_asks_for_firefox_runs_there(pytester: pytest.Pytester) -> None:
    write(pytester.path, {**app(), ".claude/ui/apps/notes/viewdefs/Notes.DEFAULT.html": NOTES_VIEW})
    result = run(pytester, STORY, "--uimcp-face=firefox")
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "E *face=firefox has no virtual time: what Firefox shows runs on its own clock; run this test with face=*",
            "screenshot: *uimcp-report/*test_failing*/screenshot.png",
        ]
    )


# Sample apps


@pytest.fixture
def sample(request: pytest.FixtureRequest, firefox: Firefox, window: OneTab) -> Iterator[tuple[Server, FirefoxTab]]:
    with open_server(request.param) as server:
        tab = FirefoxTab(firefox, server, window).open()
        yield server, tab
        window.run(window.rest())


@pytest.mark.parametrize("sample", ["counter"], indirect=True)
def test_the_counter_counts(sample: tuple[Server, FirefoxTab]) -> None:
    server, page = sample
    page.click("+")
    page.click("+")
    page.see("2")
    assert server.run("return counter.count") == 2
    server.run("counter.count = 7")
    page.see("7")


@pytest.mark.parametrize("sample", ["contacts"], indirect=True)
def test_contacts_are_typed_in_and_kept(sample: tuple[Server, FirefoxTab]) -> None:
    server, page = sample
    before = page.aria()
    page.click("New contact")
    page.fill("Name", "Grace Hopper")
    page.fill("Email", "grace@example.com")
    page.click("Save")
    assert "Grace Hopper" in page.aria() != before
    assert "Grace Hopper" in str(server.state())


# Rows of the matrix

MATRIX_ROWS = (
    "input/plain/fill", "input/own/keypress type", "textarea/plain/fill", "checkbox/plain/click", "radio/plain/click",
    "select/plain/ends", "details/plain/click", "form/own/required button filled", "css/own/rule layers",
    "hidden/own/div flex",
)  # fmt: skip


def test_rows_of_the_matrix(firefox: Firefox, window: OneTab, tmp_path: Path) -> None:
    APP.write(tmp_path)
    loop = LoopThread("firefox-server")
    server = Server(loop, tmp_path)
    try:
        server.configure()
        server.start()
        server.display("matrix")
        page = FirefoxTab(firefox, server, window).open()
        different = list(differences(page, server))
        window.run(window.rest())
    finally:
        server.close()
        loop.close()
    assert not different, "\n".join(different)


def differences(page: FirefoxTab, server: Server) -> Iterator[str]:
    def clear() -> None:
        page.settle()
        server.session.eval(PAUSE)

    stage: Any = SimpleNamespace(
        page=page, session=server.session, look=lambda: (page.aria(css="[ui-app]"), ""), clear=clear
    )
    for name in MATRIX_ROWS:
        case = case_of(name)
        _, recorded = records.read(case.family)[name]
        for number, (theirs, ours) in enumerate(zip(recorded, play(stage, case), strict=True)):
            for part in ("aria", "values", "error"):
                if theirs.get(part) != ours.get(part):
                    yield f"{name}, step {number}, {part}: {theirs.get(part)!r} != {ours.get(part)!r}"

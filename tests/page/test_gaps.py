"""What the page does not know is refused by name, at the step that needs it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp import NotModelled, PageError
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from pytest_uimcp.page import Page
from pytest_uimcp.page.gaps import GAPS, noted_refusals
from tests.page.parity.app import App

Show = Callable[..., Any]
CASES = [
    ("<style>@container style(--a: b) { p { display: none } }</style><p>Text</p>", "aria", "@container style(--a: b)"),
    ("<style>@media (width < 9cm) { p { display: none } }</style><p>Text</p>", "aria", "media query"),
    ("<style>p:autofill { display: none }</style><p>Text</p>", "aria", "the selector :autofill"),
    ("<style>sl-input[data-invalid] { display: none }</style><sl-input></sl-input>", "aria", "selector [data-invalid]"),
    ("<style>p::before { content: leader(dotted) }</style><p>Text</p>", "aria", "content: leader(dotted)"),
    ("<style>p { display: revert-layer }</style><p>Text</p>", "aria", "revert-layer"),
    ('<div contenteditable role="textbox" aria-label="F"></div>', "press", "typing into contenteditable elements"),
    ('<input type="date" min="2026-01-01" max="2026-12-31" aria-label="F">', "press", "which parts of an input of the"),
    ('<input type="time" step="7200" aria-label="F">', "press", "which parts of an input of the type time"),
    ('<input type="date" aria-label="F">', "space", "the picker of an input of the type date; fill() it"),
    (
        '<style>@keyframes k {} p { animation: k 1s paused }</style><p ui-event-animationend="hit()">Text</p>',
        "aria",
        "when the event of the animation k, which is paused, takes no time or has a time of its own, comes",
    ),
    (
        "<style>@keyframes k { to { visibility: hidden } } p { animation: k 1s infinite }</style><p>Text</p>",
        "aria",
        "the CSS value of visibility while the animation k runs",
    ),
    ('<input dir="rtl" value="ab" aria-label="F">', "arrow", "where ArrowLeft leads in a text from right to left"),
    ('<div contenteditable role="textbox" aria-label="F"></div>', "paste", "typing into contenteditable elements"),
    ('<select aria-label="F"><option>a</select>', "space", "the key ' ' in a select; choose() from it"),
    (
        '<sl-relative-time date="Feb 3, 2026"></sl-relative-time>',
        "aria",
        "which moment 'Feb 3, 2026' is; write it like",
    ),
    ('<sl-relative-time date="2026-02-30"></sl-relative-time>', "aria", "which moment '2026-02-30' is; write it like"),
    ('<sl-format-date day="numeric" year="numeric"></sl-format-date>', "aria", "writes year day together"),
    ('<sl-format-date time-zone="Mars"></sl-format-date>', "aria", "the time-zone 'Mars' of <sl-format-date>"),
    ('<sl-format-date month="large"></sl-format-date>', "aria", "how <sl-format-date> fails with month='large'"),
    (
        "<sl-popup active><button>F</button></sl-popup>",
        "click",
        'where in the window the open <sl-popup> shows button "F"',
    ),
    (
        '<div ui-event-sl-reposition="hit()"><sl-popup active>F</sl-popup></div>',
        "aria",
        "when the event sl-reposition comes",
    ),
]
USES: dict[str, Callable[[Page], object]] = {
    "aria": lambda page: page.aria(),
    "arrow": lambda page: page.press("ArrowLeft", "F"),
    "click": lambda page: page.click("F"),
    "paste": lambda page: page.press("Control+v", "F"),
    "press": lambda page: page.press("1", "F"),
    "space": lambda page: page.press(" ", "F"),
}


@pytest.mark.parametrize(("body", "use", "said"), CASES, ids=[said for *_, said in CASES])
def test_what_is_not_known_is_refused_by_name(show: Show, body: str, use: str, said: str) -> None:
    with noted_refusals() as noted, pytest.raises(NotModelled) as refused:
        USES[use](show(body))
    assert said in str(refused.value)
    assert str(refused.value).startswith("the page does not know ")
    assert str(refused.value).endswith("; run this test with face=chromium")
    assert not isinstance(refused.value, AssertionError)
    assert refused.value in noted


@pytest.mark.parametrize(
    ("body", "key", "refusal"),
    [
        ('<input aria-label="F" ui-value="text">', "x", "where in a long text a click puts the caret"),
        (
            '<textarea aria-label="F" ui-value="text"></textarea>',
            "ArrowUp",
            "where in a long text a click puts the caret",
        ),
        ('<sl-input label="F" ui-value="text"></sl-input>', "Backspace", "where in a long text a click puts the caret"),
    ],
)
def test_where_only_layout_tells_the_place_of_the_caret_a_key_is_refused(
    show: Show, body: str, key: str, refusal: str
) -> None:
    page = show(body)
    page.run("t.text = 'a text that may reach the middle of its field'")
    page.click("F")
    with pytest.raises(NotModelled, match=refusal):
        page.press(key)
    page.press("Control+Home")
    page.press("x")
    assert page.find("F").value == "xa text that may reach the middle of its field"


def test_where_an_arrow_leads_in_a_textarea_is_refused_unless_all_fonts_agree(show: Show) -> None:
    page = show('<textarea aria-label="F" ui-value="text"></textarea>')
    page.run("t.text = 'wide\\nwide ones\\nand narrow ones'")
    page.focus("F")
    page.press("Control+Home")
    page.press("ArrowRight")
    page.press("ArrowDown")
    page.press("x")
    assert page.find("F").value == "wide\nwxide ones\nand narrow ones"
    with pytest.raises(NotModelled, match="where ArrowDown leads in a textarea"):
        page.press("ArrowDown")
    with pytest.raises(NotModelled, match="where PageDown leads in a textarea"):
        page.press("PageDown")


def test_what_does_not_matter_is_not_refused(show: Show) -> None:
    page = show(
        "<style>@container (width > 1px) { b { display: none } p { color: red } } p:fullscreen { color: red }</style>"
        "<p>Text</p>"
    )
    page.see("Text")


EXACT = [
    ('<button onclick="go()">Go</button>', "onclick"), ("<a href='/other'>Go</a>", "leave the page for /other"),
    ("<form action='/x'><button>Go</button></form>", "send a form to /x"), ('<p ui-code="a"></p>', "ui-code"),
    ("<script>1</script>", "a script element"), ("<link rel=stylesheet href=/my.css>", "the style sheet /my.css"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "said"), EXACT, ids=[said for _, said in EXACT])
@pytest.mark.parametrize("exact", [False, True])
def test_an_exact_page_refuses_what_others_record_or_ignore(tmp_path: Path, body: str, said: str, exact: bool) -> None:
    lua = 'T = session:prototype("T", {a = "1"}) t = T:new()'
    App("t", lua, {"T.DEFAULT": body if "Go" in body else f"{body}<button>Go</button>"}).write(tmp_path)
    with Session(tmp_path, output=MemoryOutput()) as session:
        session.display("t")
        refused = None
        try:
            with Page(session, exact=exact) as page:
                page.click("Go")
                page.aria()
        except NotModelled as error:
            refused = error
    assert (refused is not None) == exact
    assert refused is None or said in str(refused)


def test_every_gap_is_documented() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "page.md"
    text = page.read_text(encoding="utf-8")
    assert all(gap.step in text for gap in GAPS.values())


def test_a_class_that_parts_of_a_component_have_is_refused_where_it_may_mean_them(show: Show) -> None:
    page = show(
        '<sl-card><b>In it</b></sl-card><div class="card" id="mine" ui-action="hit()">Mine</div><span>Plain</span>'
    )
    for css in (".card", "div.card", "sl-card .card", ".card__body", ".wide, .card", "body .card", "div", "body div"):
        with pytest.raises(NotModelled, match="which may mean a part of the <sl-card>; name a class or an id"):
            page.click(css=css)
    page.click(css="#mine.card")
    page.click(css="#mine")
    assert page.find(css="span").text() == "Plain"
    with pytest.raises(PageError, match="expected"):
        page.click(css=".card.mine")

"""The report in Chromium: what a reader does with it, and what a hostile app cannot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pytest_uimcp.testing.report.bounds import of_run
from pytest_uimcp.testing.report.document import document
from pytest_uimcp.testing.report.story import delta
from tests.html.conftest import chromium, playwright  # noqa: F401 -- fixtures

HOSTILE = "</script><img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>{{SCRIPT}}<!--"
FIRST, SECOND = '- button "Add 😀"\n- text: none', '- button "Add 😀"\n- text: milk'
RUN = {"title": HOSTILE, "began": "2026-01-02T03:04:05+00:00", "counts": {"failed": 1, "passed": 1}}


def story(name: str, outcome: str, message: str = "") -> dict[str, Any]:
    steps = [
        {"at": 0, "actor": "human", "verb": "says", "call": f"says({HOSTILE!r})", "result": "",
         "arguments": {"text": f"Please add milk {HOSTILE}"}},
        {"at": 7, "actor": "agent", "verb": "call", "call": "call('add', text='mi…')", "result": HOSTILE,
         "arguments": {"name": "add", "arguments": {"text": "milk " * 200 + HOSTILE}},
         "outcome": {"is_error": False, "text": HOSTILE}},
    ]  # fmt: skip
    page = f"<button>Add</button><p>none</p>{HOSTILE}"
    moments = [
        [-1, "html", 1, delta("", page)],
        [-1, "aria", 1, delta("", FIRST)],
        [1, "log", 0, f"printed {HOSTILE}"],
        [1, "html", 1, delta(page, page.replace("none", "milk"))],
        [1, "aria", 1, delta(FIRST, SECOND)],
    ]
    return {
        "id": f"test_a.py::{name}[{HOSTILE}]", "outcome": outcome, "phase": "call", "seconds": 1.5, "message": message,
        "again": HOSTILE, "steps": steps, "moments": moments, "sections": [["Conversation", HOSTILE]],
        "files": [{"name": HOSTILE, "path": HOSTILE}],
    }  # fmt: skip


@pytest.fixture(scope="module")
def browser(chromium: Browser) -> Browser:  # noqa: F811 -- a fixture takes the place of another's name
    return chromium


@contextmanager
def opened(browser: Browser, path: Path, address: str = "") -> Iterator[Page]:
    """The report in a tab without a network, closed without having complained."""
    stories = [
        story("test_bad", "failed", f"    def test():\nE   NotFound: expected milk {HOSTILE}"),
        story("test_good", "passed"),
    ]
    path.write_text(document(HOSTILE, RUN, map(json.dumps, stories)), encoding="utf-8")
    page = browser.new_page(offline=True)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{path.as_uri()}{address}")
    yield page
    assert page.title() == HOSTILE
    assert errors == []
    page.close()


@pytest.mark.slow
def test_a_reader_finds_the_failure_and_moves_through_it(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path / "report.html") as page:
        expect(page.locator("main h2")).to_contain_text("test_bad")
        expect(page.locator(".message")).to_contain_text("NotFound: expected milk </script>")
        expect(page.locator(".message")).not_to_contain_text("def test")
        expect(page.get_by_text("Please add milk </script>")).to_be_visible()
        expect(page.frame_locator(".frame iframe").get_by_text("milk", exact=True)).to_be_visible()
        page.get_by_role("button", name="Accessibility tree").click()
        expect(page.locator(".diff .added")).to_have_text("+ - text: milk\n")
        expect(page.locator(".diff .removed")).to_have_text("- - text: none\n")
        page.get_by_role("slider", name="Step").fill("0")
        expect(page.locator(".diff")).to_contain_text("text: none")
        expect(page.locator(".diff .added")).to_have_count(0)
        assert "step=1" in page.url
        page.get_by_role("button", name="Log").click()
        page.get_by_role("button", name="call('add'").click()
        expect(page.locator(".diff .added")).to_contain_text("printed </script>")
        page.get_by_text("Arguments").click()
        expect(page.locator(".timeline pre", has_text="milk milk")).to_contain_text("</script>")


CONVERSATION = [
    {"at": 0, "actor": "agent", "verb": "is_asked", "call": "is_asked('Delete it.')", "result": "",
     "arguments": {"text": "Delete it."}},
    {"at": 1, "actor": "agent", "verb": "call", "call": "call('delete')", "result": "error: policy_denied_continue: no",
     "arguments": {"name": "delete", "arguments": {}},
     "outcome": {"is_error": True, "text": "policy_denied_continue: no"}},
    {"at": 2, "actor": "policy", "verb": "deny", "call": "deny('delete')", "result": "no", "outcome": "no",
     "arguments": {"name": "delete", "arguments": {}}},
    {"at": 3, "actor": "agent", "verb": "call", "call": "call('read')", "result": "error: gone",
     "arguments": {"name": "read", "arguments": {}}, "outcome": {"is_error": True, "text": "gone"}},
    {"at": 4, "actor": "agent", "verb": "say", "call": "say('I may not.')", "result": "",
     "arguments": {"text": "I may not."}},
]  # fmt: skip


@pytest.mark.slow
def test_a_conversation_of_somebody_elses_agent_is_read_from_top_to_bottom(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    conversation = story("test_talk", "passed") | {"steps": CONVERSATION, "moments": []}
    path.write_text(document("A", RUN, [json.dumps(conversation)]), encoding="utf-8")
    page = browser.new_page(offline=True)
    page.goto(path.as_uri())
    expect(page.locator("main h2")).to_contain_text("test_talk")
    expect(page.locator(".pane")).to_have_count(0)  # there was no page, no state, no log
    assert page.locator(".timeline li").evaluate_all("all => all.map(row => row.innerText.replace(/\\s+/g, ' '))") == [
        "prompt Delete it. 0 ms",
        "agent call('delete') 1 ms Refused policy_denied_continue: no",
        "policy deny('delete') no 2 ms",
        "agent call('read') 3 ms Error gone",
        "agent I may not. 4 ms",
    ]
    expect(page.locator(".refused")).to_have_count(1)
    # Of a server without a page, its state is shown.
    conversation["moments"] = [[1, "state", 0, delta("", "count: 1")]]
    path.write_text(document("A", RUN, [json.dumps(conversation)]), encoding="utf-8")
    page.reload()
    expect(page.locator(".tabs > button")).to_have_text(["State"])
    expect(page.locator(".view")).to_contain_text("count: 1")
    page.close()


@pytest.mark.slow
def test_a_packed_report_shows_and_prints_the_same(browser: Browser, tmp_path: Path) -> None:
    stories = of_run([story("test_bad", "failed"), story("test_good", "passed")], above=0)
    path = tmp_path / "report.html"
    path.write_text(document("Stories", RUN, stories), encoding="utf-8")
    page = browser.new_page(offline=True)
    page.goto(path.as_uri())
    expect(page.frame_locator(".frame iframe").get_by_text("milk", exact=True)).to_be_visible()
    # The others are unpacked one after the other.
    page.wait_for_function(
        "() => dispatchEvent(new Event('beforeprint')) && document.querySelectorAll('main .frame').length === 2"
    )
    page.close()


# What `first story` in the marks of the page was when something was unpacked.
UNPACKED = """
window.streams = [];
window.DecompressionStream = class extends DecompressionStream {
  constructor(format) {
    super(format);
    streams.push(performance.getEntriesByName("first story").length);
  }
};
"""


@pytest.mark.slow
def test_a_large_report_opens_with_its_first_story_and_does_the_rest_later(browser: Browser, tmp_path: Path) -> None:
    stories = [story("test_bad", "failed"), *(story(f"test_{number}", "passed") for number in range(60))]
    path = tmp_path / "report.html"
    path.write_text(document("Stories", RUN, of_run(stories, above=0)), encoding="utf-8")
    page = browser.new_page(offline=True)
    page.add_init_script(UNPACKED)
    page.goto(path.as_uri())
    expect(page.locator("main h2")).to_contain_text("test_bad")
    expect(page.locator("nav li")).to_have_count(1)  # what is folded is not drawn
    page.get_by_text("60 passed", exact=True).click()
    expect(page.locator("nav li")).to_have_count(61)
    page.wait_for_function("() => streams.length === 60")
    assert page.evaluate("streams.every((marks) => marks === 1)")
    page.close()


@pytest.mark.slow
def test_stories_are_searched_and_filtered(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path / "report.html") as page:
        links = page.locator("nav a:visible")
        expect(links).to_have_count(1)  # what passed is folded
        page.get_by_role("searchbox").fill("good")
        expect(links).to_have_count(1)
        links.click()
        expect(page.locator("main h2")).to_contain_text("test_good")
        page.get_by_role("searchbox").fill("nothing like it")
        expect(page.get_by_text("No story matches.")).to_be_visible()
        page.get_by_role("searchbox").fill("")
        page.get_by_label("Filter").select_option("failed")
        expect(links).to_have_count(1)


@pytest.mark.slow
def test_a_link_leads_to_a_step(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path / "report.html") as page:
        page.get_by_text("1 passed", exact=True).click()
        page.locator("nav a.passed").click()
        # The address is followed after the click.
        expect(page.locator("main h2")).to_contain_text("test_good")
        page.get_by_role("slider", name="Step").fill("0")
        address = page.url
    with opened(browser, tmp_path / "report.html", address[address.index("#") :]) as page:
        expect(page.locator("main h2")).to_contain_text("test_good")
        expect(page.locator(".timeline .chosen")).to_contain_text("Please add milk")


@pytest.mark.slow
def test_an_apps_markup_runs_nothing(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path / "report.html") as page:
        for sandbox in page.locator("iframe").evaluate_all("all => all.map(frame => frame.getAttribute('sandbox'))"):
            assert sandbox in ("", "allow-same-origin"), "no scripts, forms, windows"
        expect(page.locator("main img")).to_have_count(0)
        assert page.locator("script:not([type])").count() == 1
        policy = page.locator('meta[http-equiv="Content-Security-Policy"]').get_attribute("content") or ""
        assert policy.startswith("default-src 'none'; script-src 'sha256-")
        page.emulate_media(media="print")
        expect(page.locator("nav")).to_be_hidden()
        expect(page.locator(".timeline")).to_be_visible()


def test_a_link_to_a_story_of_another_run_says_so(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path / "report.html", "#story=test_a.py%3A%3Agone") as page:
        expect(page.locator("main")).to_have_text(
            "This report has no story test_a.py::gone: it may be of another run. Its own stories are in the list."
        )
        page.get_by_role("link").first.click()
        expect(page.locator("main h2")).to_contain_text("test_bad")


def test_paper_has_every_story_of_the_list_whole(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path / "report.html") as page:
        expect(page.locator("main h2")).to_have_count(1)
        unfolded = page.locator("main details[open]").count()
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        expect(page.locator("main h2")).to_have_count(2)
        expect(page.locator("main details:not([open])")).to_have_count(0)
        cut = "all => all.filter(one => one.scrollHeight > one.clientHeight + 1).length"
        assert page.locator("main pre").evaluate_all(cut) == 0
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(page.locator("main h2")).to_have_count(1)
        assert page.locator("main details[open]").count() == unfolded


def test_the_keyboard_goes_through_the_steps_and_to_the_search(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path / "report.html") as page:
        chosen = page.locator(".timeline .chosen")
        expect(chosen).to_contain_text("call('add'")
        page.locator("body").press("Alt+ArrowUp")
        expect(chosen).to_contain_text("Please add milk")
        page.locator("body").press("Alt+ArrowDown")
        expect(chosen).to_contain_text("call('add'")
        page.get_by_role("button", name="Large").press("Enter")
        expect(page.get_by_role("button", name="Large")).to_be_focused()
        below = "() => document.querySelector('.timeline').getBoundingClientRect().top"
        assert page.evaluate(below) > page.locator(".pane").evaluate("pane => pane.getBoundingClientRect().bottom") - 1
        page.locator("body").press("/")
        expect(page.get_by_role("searchbox")).to_be_focused()


def test_the_failing_step_of_a_long_story_is_wholly_in_the_window(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    long = story("test_long", "failed", "E   NotSeen: no milk")
    see = {"actor": "human", "verb": "see", "call": "see('milk')", "result": ""}
    long["steps"] += [{**see, "at": number} for number in range(2, 60)] + [
        {**see, "at": 60, "error": "NotSeen: no milk"}
    ]
    path.write_text(document("Stories", RUN, [json.dumps(long)]), encoding="utf-8")
    page = browser.new_page(offline=True, viewport={"width": 1180, "height": 900})
    page.goto(path.as_uri())
    chosen = page.locator(".timeline .chosen.wrong")
    expect(chosen).to_be_in_viewport(ratio=1)
    for _ in range(20):
        page.locator("body").press("Alt+ArrowUp")
    expect(page.locator(".timeline .chosen")).to_be_in_viewport(ratio=1)
    expect(chosen).to_have_count(0)
    page.close()


def test_the_directions_of_an_agents_words_do_not_change_the_order(browser: Browser, tmp_path: Path) -> None:
    hidden = story("test_bidi", "passed")
    hidden["steps"][0]["arguments"]["text"] = "delete \u202etxt.seton\u202c"
    path = tmp_path / "report.html"
    path.write_text(document("Stories", RUN, [json.dumps(hidden)]), encoding="utf-8")
    page = browser.new_page(offline=True)
    page.goto(path.as_uri())
    expect(page.locator(".timeline .what").first).to_have_text(r"delete \u202etxt.seton\u202c")
    page.close()


def test_without_javascript_the_stories_are_text(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    stories = [story("test_bad", "failed", f"E   NotFound: {HOSTILE}"), story("test_good", "passed")]
    path.write_text(document(HOSTILE, RUN, map(json.dumps, stories)), encoding="utf-8")
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto(path.as_uri())
    text = page.locator("body").inner_text()
    assert "this page has the stories as text" in text
    assert "NotFound: </script>" in text
    assert "test_good" in text
    assert "No test of this run" not in text
    context.close()

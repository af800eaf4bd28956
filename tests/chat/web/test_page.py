"""The page in Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pytest_uimcp.agent.events import (
    ApprovalPending,
    FunctionCall,
    FunctionCallOutput,
    ModelRetry,
    RunStatusChanged,
    UiEndTurn,
    UiMessage,
    UserText,
)
from pytest_uimcp.agent.models.progress import AnswerDraft
from pytest_uimcp.chat.updates import INBOX
from pytest_uimcp.chat.web.live import LivePage
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.testing.harness.loop import LoopThread
from tests import patience
from tests.chat.web.desk import Desk, desk
from tests.ports import unused_port

pytestmark = pytest.mark.filterwarnings("error")
WAIT = patience.SECONDS


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 390, "height": 760})
    context.set_default_timeout(WAIT * 1000)
    expect.set_options(timeout=WAIT * 1000)
    yield context
    expect.set_options(timeout=None)
    context.close()


def opened(context: BrowserContext, at: Desk) -> Page:
    page = context.new_page()
    page.goto(at.address())
    expect(page.get_by_role("status").first).to_have_text("Connected")
    return page


def writes(page: Page, text: str) -> None:
    page.get_by_label("Message").fill(text)
    page.get_by_label("Message").press("Enter")


def test_the_address_opens_the_page_once_and_the_browser_keeps_its_session(
    chromium: Browser, context: BrowserContext, at: Desk
) -> None:
    page = context.new_page()
    address = at.address()
    page.goto(address)
    assert page.url == f"{at.url}/"
    expect(page.get_by_text("Nothing has been said yet")).to_be_visible()
    page.goto(address)
    assert page.url == f"{at.url}/"
    (cookie,) = context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    stranger = chromium.new_context()
    for where in (address, at.url):
        other = stranger.new_page()
        answer = other.goto(where)
        assert answer is not None
        assert answer.status == 401
        expect(other.get_by_role("heading")).to_have_text("This browser has no session here")
    stranger.close()


def test_a_human_writes_and_reads_what_the_assistant_answers(context: BrowserContext, at: Desk) -> None:
    page = opened(context, at)
    writes(page, "Is __init__.py <b>there</b>?\nI cannot see it.")
    log = page.get_by_role("log")
    mine = log.get_by_role("listitem").filter(has_text="You")
    expect(mine.locator(".text")).to_have_text("Is __init__.py <b>there</b>?\nI cannot see it.", use_inner_text=True)
    expect(page.get_by_label("Message")).to_have_value("")
    (message,) = at.store.since(0)
    assert (message.author, message.content) == ("user", "Is __init__.py <b>there</b>?\nI cannot see it.")
    at.conversation.post("assistant", {"content": "Yes, **it is**:\n\n- here"})
    expect(log.locator("strong")).to_have_text("it is")
    expect(log.get_by_role("listitem").filter(has_text="here").last).to_be_visible()
    at.conversation.post("assistant", {"content": "**as it is**", "mime": "text/plain"})
    expect(log).to_contain_text("**as it is**")


def test_the_focus_is_in_the_box_on_load_and_after_sending_however_it_is_sent(
    context: BrowserContext, at: Desk
) -> None:
    page = opened(context, at)
    box = page.get_by_label("Message")
    expect(box).to_be_focused()
    page.keyboard.type("typed at once")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("typed at once")
    expect(box).to_be_focused()
    page.keyboard.type("with the button")
    page.get_by_role("button", name="Send").click()
    expect(box).to_have_value("")
    expect(box).to_be_focused()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Your name").press("Enter")
    expect(box).to_be_focused()
    expect(box).to_have_value("")


def test_plain_text_of_the_assistant_keeps_its_form_wraps_and_has_links(context: BrowserContext, at: Desk) -> None:
    page = opened(context, at)
    text = "    def f():\n\n      return **1**  # https://example.org/a_b\n" + "wide " * 200
    at.conversation.post("assistant", {"content": text, "mime": "text/plain"})
    shown = page.get_by_role("listitem").filter(has_text="Assistant").locator(".text")
    expect(shown).to_contain_text("return **1**")
    assert shown.text_content() == text
    assert page.get_by_role("log").locator("pre, code, strong").count() == 0
    expect(shown.get_by_role("link")).to_have_attribute("href", "https://example.org/a_b")
    style = shown.evaluate("one => [getComputedStyle(one).whiteSpaceCollapse, one.scrollWidth <= one.clientWidth]")
    assert style == ["preserve", True]


def test_a_link_opens_in_another_tab_that_knows_nothing_of_this_one(context: BrowserContext, at: Desk) -> None:
    context.route("https://example.org/**", lambda route: route.fulfill(body="there", content_type="text/html"))
    page = opened(context, at)
    writes(page, "see https://example.org/mine.")
    at.conversation.post("assistant", {"content": "and https://example.org/theirs"})
    for name in ("mine", "theirs"):
        link = page.get_by_role("link", name=f"https://example.org/{name}")
        with context.expect_page() as opening:
            link.click()
        other = opening.value
        expect(other).to_have_url(link.get_attribute("href") or "")
        other.wait_for_load_state()
        assert other.evaluate("[opener, document.referrer]") == [None, ""]


def test_ones_own_message_is_scrolled_to_and_those_of_others_move_nobody(
    chromium: Browser, context: BrowserContext, at: Desk
) -> None:
    for number in range(40):
        at.conversation.post("assistant", {"content": f"{number} " + "words " * 40})
    page = opened(context, at)
    other_context = chromium.new_context()
    other = opened(other_context, at)
    log = page.get_by_role("log")
    log.evaluate("log => log.scrollTop = 500")
    writes(other, "from elsewhere")
    more = page.get_by_role("button", name="New messages below")
    expect(more).to_be_visible()
    assert log.evaluate("log => log.scrollTop") == 500
    writes(page, "from here")
    expect(page.get_by_text("from here")).to_be_in_viewport()
    expect(more).to_be_hidden()
    writes(other, "again")
    expect(page.get_by_text("again", exact=True)).to_be_in_viewport()  # who is at the end stays there
    other_context.close()


def test_several_humans_are_told_apart_and_by_name_if_they_give_one(
    chromium: Browser, context: BrowserContext, at: Desk
) -> None:
    page = opened(context, at)
    writes(page, "mine")
    other_context = chromium.new_context()
    other = opened(other_context, at)
    writes(other, "theirs")
    other.get_by_label("Your name").fill("Grace")
    other.get_by_label("Your name").press("Enter")
    other.reload()
    expect(other.get_by_label("Your name")).to_have_value("Grace")
    writes(other, "with a name")
    item = page.get_by_role("listitem")
    for shown, whose in (
        (page, ["You", "Somebody else", "Grace"]),
        (other, ["Somebody else", "You", "You"]),
    ):
        expect(shown.get_by_role("listitem").locator("b")).to_have_text(whose)
    page.reload()
    expect(item.locator("b")).to_have_text(["You", "Somebody else", "Grace"])
    other.get_by_label("Your name").fill("Assistant")
    other.get_by_label("Your name").press("Enter")
    expect(other.get_by_role("alert").first).to_contain_text("choose another name")
    other_context.close()


def test_a_message_has_its_time_today_its_day_this_year_and_its_year_before(
    chromium: Browser, loop: LoopThread
) -> None:
    moments = iter(["2023-11-18T08:05", "2025-03-02T08:05", "2025-11-18T08:05"])
    now = "2025-11-18T20:00:00"
    context = chromium.new_context(locale="en-GB", timezone_id="UTC")
    with desk(loop, now=lambda: int(datetime.fromisoformat(f"{next(moments)}+00:00").timestamp() * 1e9)) as at:
        for _ in range(3):
            at.store.append("user", "text/plain", "hi")
        page = context.new_page()
        page.clock.install(time=f"{now}Z")
        page.goto(at.address())
        times = page.locator("time")
        expect(times).to_have_text(["18 Nov 2023, 08:05", "2 Mar, 08:05", "08:05"])
        expect(times.first).to_have_attribute("datetime", "2023-11-18T08:05:00.000000Z")
        expect(times.first).to_have_attribute("title", re.compile("Saturday.* 18 November 2023.* 08:05:00 UTC"))
        page.clock.fast_forward("05:00:00")
        expect(times).to_have_text(["18 Nov 2023, 08:05", "2 Mar, 08:05", "18 Nov, 08:05"])
    context.close()


def test_five_posts_on_a_long_log_send_a_page_little(context: BrowserContext, at: Desk) -> None:
    for number in range(20):
        at.conversation.post("assistant", {"content": f"{number} " + "x" * 200_000})
    page = context.new_page()
    received: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))))
    page.goto(at.address())
    expect(page.get_by_role("log")).to_contain_text("19 xxx")
    before = sum(received)
    for number in range(5):
        writes(page, f"news {number}")
        expect(page.get_by_role("log")).to_contain_text(f"news {number}")
    assert before > 4_000_000
    assert sum(received) - before < 10_000


def test_the_page_says_that_older_messages_are_not_shown(context: BrowserContext, at: Desk) -> None:
    page = opened(context, at)
    writes(page, "first")
    note = page.get_by_text("Only the newest messages are shown here.")
    expect(page.get_by_role("log")).to_contain_text("first")
    expect(note).to_be_hidden()
    for number in range(20):
        at.conversation.post("assistant", {"content": f"{number} " + "x" * 250_000})
    expect(page.get_by_role("log")).not_to_contain_text("first")
    expect(note).to_be_attached()
    expect(note).not_to_have_attribute("hidden", "")


def test_what_a_message_contains_does_nothing(context: BrowserContext, at: Desk) -> None:
    page = opened(context, at)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    at.conversation.post(
        "assistant",
        {
            "content": "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>\n\n"
            "[a](javascript:document.title='taken') ![picture](http://127.0.0.1:9/x.png) [fine](https://example.org/)"
        },
    )
    log = page.get_by_role("log")
    expect(log).to_contain_text("<script>")
    expect(log.get_by_role("link")).to_have_text(["picture", "fine"])
    expect(log.get_by_role("link").last).to_have_attribute("rel", "noopener noreferrer")
    assert log.locator("img, script").count() == 0
    assert (page.title(), asked) == ("Chat", [])


def test_a_human_approves_and_denies_with_the_keyboard(context: BrowserContext, attended: Desk) -> None:
    page = opened(context, attended)
    first = attended.asks("runtime_exec", {"cmd": ["ls", "-la"], "note": "<b>bold</b>"}, "default: ask")
    second = attended.asks("files_remove", {"path": "/"})
    section = page.get_by_role("region", name="2 calls wait for you")
    expect(section).to_contain_text('cmd: ["ls","-la"]')
    expect(section).to_contain_text("<b>bold</b>")
    expect(page).to_have_title("(2) Chat")
    page.get_by_role("button", name="Approve: runtime_exec").focus()
    page.keyboard.press("Enter")
    assert first.result(WAIT).decision == "approve"
    expect(page.get_by_role("listitem", name="files_remove")).to_be_focused()
    page.get_by_label("Reason").fill("not that one")
    page.get_by_role("button", name="Deny: files_remove").press("Space")
    denied = second.result(WAIT)
    assert (denied.decision, denied.reason, denied.decided_by) == ("deny_continue", "not that one", "human")
    expect(page.get_by_label("Message")).to_be_focused()
    expect(page.locator("#approvals")).to_be_hidden()
    stopped = attended.asks("runtime_exec", {})
    page.get_by_role("button", name="Deny and stop: runtime_exec").click()
    assert stopped.result(WAIT).decision == "deny_abort"


def test_an_approval_stands_below_its_step(context: BrowserContext, attended: Desk) -> None:
    page = opened(context, attended)
    decision = attended.asks("files_remove", {"path": "/"}, "removing needs a word")
    expect(page.get_by_role("region", name="1 call waits for you")).to_contain_text("removing needs a word")
    page.get_by_label("Reason").fill("not that")
    page.get_by_label("Reason").focus()
    attended.emits(
        UserText("go"),
        FunctionCall("files_remove", '{"path": "/"}', "files_remove"),
        ApprovalPending({"call_id": "files_remove"}),
    )
    card = page.locator(".tool + .approval")
    expect(card).to_contain_text("removing needs a word")
    expect(page.locator("#approvals")).to_be_hidden()
    # What has been typed and the focus come along.
    expect(page.get_by_label("Reason")).to_be_focused()
    expect(page.get_by_label("Reason")).to_have_value("not that")
    # Who reads further above is told, and gets there by a button.
    attended.emits(UserText("line\n" * 100))
    reveal = page.get_by_role("button", name="Show", exact=True)
    reveal.click()
    expect(reveal).to_be_hidden()
    expect(card).to_be_in_viewport()
    page.get_by_role("button", name="Deny: files_remove").click()
    assert decision.result(WAIT).reason == "not that"
    expect(card).to_have_count(0)
    expect(page.get_by_label("Message")).to_be_focused()


def test_an_approval_that_somebody_else_answers_goes_away(context: BrowserContext, attended: Desk) -> None:
    page = opened(context, attended)
    asked = attended.asks("runtime_exec", {})
    expect(page.get_by_role("button", name="Approve: runtime_exec")).to_be_visible()
    approvals = attended.approvals
    assert approvals is not None
    attended.on_loop(lambda: approvals.decide(approvals.pending()[0].id, "approve"))
    asked.result(WAIT)
    expect(page.get_by_role("button", name="Approve: runtime_exec")).to_have_count(0)


def test_the_timeline_of_an_agent_is_shown_and_changes_in_place(context: BrowserContext, attended: Desk) -> None:
    page = opened(context, attended)
    attended.emits(
        UserText("go"), FunctionCall("runtime_exec", '{"cmd": ["ls", "-la"]}', "1"), FunctionCall("echo", "{}", "2")
    )
    log = page.get_by_role("log")
    command = log.get_by_role("listitem").filter(has_text="ls -la")
    expect(command).to_contain_text("Running")
    command.locator("summary").click()
    attended.emits(ApprovalPending({"call_id": "1"}))
    expect(command).to_contain_text("Waits for approval")
    result = ToolResult(data={"exit": {"kind": "exited", "exit_code": 2}, "stdout": "total 0", "stderr": "oh"})
    attended.emits(FunctionCallOutput("1", result), FunctionCallOutput("2", ToolResult(data={"said": "<i>"})))
    expect(command).to_contain_text("Exit code 2")
    expect(command.get_by_text("total 0")).to_be_visible()  # what was opened stays open
    attended.emits(UiMessage({"mime": "text/markdown", "content": "done"}), UiEndTurn())
    expect(log).to_contain_text("End of turn")
    kinds = ["said user", "tool", "tool", "said assistant", "end"]
    expect(log.locator("li")).to_have_class(kinds)
    attended.emits(FunctionCall("files_read", '{"path": "shop/prices.py", "from": 1}', "3"))
    expect(log.locator("summary").last).to_have_text("files_read shop/prices.pyRunning")


def test_beside_an_agent_ones_own_messages_are_known_and_plain_text_is_shown_as_such(
    context: BrowserContext, attended: Desk
) -> None:
    page = opened(context, attended)
    writes(page, "mine")
    expect(page.get_by_label("Message")).to_have_value("")
    (message,) = attended.store.since(0)
    attended.emits(
        UserText("mine", {"uri": INBOX, "id": message.id}),
        UserText("from elsewhere"),
        UiMessage({"mime": "text/plain", "content": "    **plain**"}),
    )
    expect(page.get_by_role("listitem").locator("b")).to_have_text(["You", "Human", "Assistant"])
    expect(page.get_by_role("listitem").last.locator(".text")).to_have_text("    **plain**", use_inner_text=True)
    assert page.get_by_role("log").locator("code, strong").count() == 0


def test_people_see_what_the_agent_does_and_stop_it_and_let_it_go_on(context: BrowserContext, attended: Desk) -> None:
    page = opened(context, attended)
    assert attended.activity is not None
    doing = page.get_by_role("region", name="What the agent does")
    expect(doing).to_be_hidden()
    attended.emits(RunStatusChanged("r", "starting"))
    expect(doing).to_contain_text("Waiting for the model…")
    attended.emits(ModelRetry(2, 6, 60.0, "the service answered 429: slow down"))
    expect(doing).to_contain_text("answer now: the service answered 429: slow down. Next attempt (2 of 6)")
    expect(doing).to_contain_text(re.compile(r"in \d\d s"))
    said = FunctionCall("chat_assistant_post", '{"content": "Half a sen', "p")
    attended.on_loop(lambda: attended.activity and attended.activity.write(AnswerDraft(calls=(said,))))
    expect(doing).to_contain_text("Writing…")
    expect(page.get_by_text("Half a sen")).to_be_visible()
    attended.emits(UiMessage({"mime": "text/markdown", "content": "Half a sentence, **whole**."}))
    expect(page.get_by_text("Half a sen", exact=True)).to_be_hidden()
    attended.emits(FunctionCall("runtime_exec", '{"cmd": ["ls"]}', "1"), FunctionCall("files_read", None, "2"))
    expect(doing).to_contain_text("Working: runtime_exec, files_read")
    page.get_by_role("button", name="Stop", exact=True).click()
    assert attended.press() == "stop"
    attended.emits(RunStatusChanged("r", "aborted", reason="aborted"))
    expect(doing).to_contain_text("Stopped.")
    page.get_by_role("button", name="Go on").click()
    assert attended.press() == "again"
    attended.emits(RunStatusChanged("s", "error", reason="ModelError: the key is wrong"))
    expect(doing).to_contain_text("The run failed: the key is wrong.")
    page.get_by_role("button", name="Try again").click()
    assert attended.press() == "again"
    attended.emits(RunStatusChanged("t", "starting"), RunStatusChanged("t", "finished", reason="yielded"))
    expect(doing).to_be_hidden()
    assert attended.pressed.empty()


def test_a_lost_connection_is_opened_again_and_what_was_said_meanwhile_is_shown(
    context: BrowserContext, at: Desk
) -> None:
    page = opened(context, at)
    at.conversation.post("assistant", {"content": "**before**"})
    expect(page.get_by_role("log").locator("strong")).to_have_text("before")
    live: set[LivePage] = at.site.page._live  # noqa: SLF001 -- a network that fails
    at.on_loop(lambda: [one.socket._req.transport.abort() for one in live])  # noqa: SLF001 -- a network that fails
    at.conversation.post("assistant", {"content": "**after**"})
    expect(page.get_by_role("log").locator("strong")).to_have_text(["before", "after"])
    expect(page.get_by_role("status").first).to_have_text("Connected")


def test_a_server_that_has_gone_keeps_what_was_written_and_a_new_one_asks_for_its_address(
    context: BrowserContext, loop: LoopThread
) -> None:
    port = unused_port()
    with desk(loop, port=port, agent=True) as first:
        page = opened(context, first)
        first.emits(RunStatusChanged("r", "starting"))
        expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.get_by_role("status").first).to_contain_text("connection is lost")
    # Nobody would hear it.
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    writes(page, "are you there?")
    expect(page.get_by_role("alert").first).to_contain_text("cannot be reached now")
    expect(page.get_by_label("Message")).to_have_value("are you there?")
    with desk(loop, port=port):
        expect(page.get_by_role("status").first).to_contain_text("This session is over")


def test_a_message_that_is_refused_stays_and_says_why(context: BrowserContext, at: Desk) -> None:
    page = opened(context, at)
    page.get_by_label("Message").fill("x" * 262_145)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert").first).to_contain_text("at most 262144 are allowed")
    page.get_by_label("Message").fill("short")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log")).to_contain_text("short")
    expect(page.get_by_role("alert").first).to_be_empty()


def test_nothing_is_wider_than_a_phone_and_the_newest_is_in_view(context: BrowserContext, attended: Desk) -> None:
    page = opened(context, attended)
    wide = "| " + " | ".join(f"column {n}" for n in range(12)) + " |\n" + "|---" * 12 + "|\n"
    for number in range(30):
        attended.emits(UserText(f"{number} " + "w" * 300), UiMessage({"mime": "text/markdown", "content": wide}))
    attended.emits(FunctionCall("runtime_exec", '{"cmd": ["' + "x" * 500 + '"]}', "1"), UserText("the last one"))
    attended.asks("a_very_long_name_of_a_tool_" * 3, {"text": "y" * 2000})
    expect(page.get_by_role("button", name="Approve")).to_be_visible()
    expect(page.get_by_text("the last one")).to_be_in_viewport()
    sizes = page.evaluate("[document.documentElement.scrollWidth, innerWidth, document.documentElement.scrollHeight]")
    assert sizes == [390, 390, 760]
    page.get_by_role("log").evaluate("log => log.scrollTop = 0")
    attended.emits(UiMessage({"mime": "text/markdown", "content": "news"}))
    page.get_by_role("button", name="New messages below").click()
    expect(page.get_by_text("news")).to_be_in_viewport()


def test_the_page_has_names_and_roles_for_everything(context: BrowserContext, attended: Desk) -> None:
    page = opened(context, attended)
    attended.emits(UserText("hello"))
    attended.asks("runtime_exec", {"cmd": ["ls"]})
    page.get_by_role("button", name="Approve: runtime_exec").wait_for()
    expect(page.locator("body")).to_match_aria_snapshot("""
      - link "Skip to the message box":
        - /url: "#message"
      - banner:
        - heading "Chat" [level=1]
        - paragraph
        - textbox "Your name"
        - status: Connected
      - main:
        - log "Conversation":
          - list:
            - listitem:
              - paragraph:
                - text: Human
                - time
              - paragraph: hello
      - region "1 call waits for you":
        - heading "1 call waits for you" [level=2]
        - list:
          - listitem "runtime_exec":
            - heading "runtime_exec" [level=3]
            - paragraph: "default: ask"
            - text: /cmd.*Reason/
            - textbox "Reason (optional)"
            - 'button "Approve: runtime_exec"'
            - 'button "Deny: runtime_exec"'
            - 'button "Deny and stop: runtime_exec"'
      - status: 1 call waits for you
      - form "Write":
        - text: Message
        - textbox "Message"
        - button "Send"
    """)
    expect(page.get_by_role("log")).to_have_attribute("aria-live", "polite")

"""The page in Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pytest_uimcp.agent.events import ApprovalPending, FunctionCall, FunctionCallOutput, UiEndTurn, UiMessage, UserText
from pytest_uimcp.chat.web.live import LivePage
from pytest_uimcp.compositor.results import ToolResult
from pytest_uimcp.testing.harness.loop import LoopThread
from tests.chat.web.desk import Desk, desk

pytestmark = pytest.mark.filterwarnings("error")
WAIT = 30


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
    assert page.title() == "(2) Chat"
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
    result = ToolResult(structured={"exit": {"kind": "exited", "exit_code": 2}, "stdout": "total 0", "stderr": "oh"})
    attended.emits(FunctionCallOutput("1", result), FunctionCallOutput("2", ToolResult(structured={"said": "<i>"})))
    expect(command).to_contain_text("Exit code 2")
    expect(command.get_by_text("total 0")).to_be_visible()  # what was opened stays open
    attended.emits(UiMessage({"mime": "text/markdown", "content": "done"}), UiEndTurn())
    expect(log).to_contain_text("End of turn")
    kinds = ["said user", "tool", "tool", "said assistant", "end"]
    assert log.locator("li").evaluate_all("items => items.map((item) => item.className)") == kinds


def test_a_lost_connection_is_opened_again_and_what_was_said_meanwhile_is_shown(
    context: BrowserContext, at: Desk
) -> None:
    page = opened(context, at)
    at.conversation.post("assistant", {"content": "**before**"})
    expect(page.get_by_role("log").locator("strong")).to_have_text("before")
    live: set[LivePage] = at.site.page._live
    at.on_loop(lambda: [one.socket._req.transport.abort() for one in live])  # type: ignore[union-attr]
    at.conversation.post("assistant", {"content": "**after**"})
    expect(page.get_by_role("log").locator("strong")).to_have_text(["before", "after"])
    expect(page.get_by_role("status").first).to_have_text("Connected")


def test_a_server_that_has_gone_keeps_what_was_written_and_a_new_one_asks_for_its_address(
    context: BrowserContext, loop: LoopThread
) -> None:
    with desk(loop) as first:
        page = opened(context, first)
        port = int(first.url.rpartition(":")[2])
    expect(page.get_by_role("status").first).to_contain_text("connection is lost")
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
        - status: Connected
      - main:
        - log "Conversation":
          - list:
            - listitem:
              - paragraph:
                - text: You
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
      - text: Message
      - textbox "Message"
      - button "Send"
    """)
    expect(page.get_by_role("log")).to_have_attribute("aria-live", "polite")

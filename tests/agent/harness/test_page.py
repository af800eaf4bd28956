"""The page for people, with the agent and the gate of a test behind it, in Chromium."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from pytest_uimcp import AgentHarness, call, end, say
from tests.agent.harness.notes import Notes
from tests.html.conftest import chromium, playwright

__all__ = ["chromium", "playwright"]

WAIT = 240_000


def test_a_person_asks_denies_approves_and_reads_the_answer(
    chromium: Browser, notes: Notes, uimcp_agent: AgentHarness
) -> None:
    uimcp_agent.plays([[call("notes_delete", id=1)], [call("notes_delete", id=2)], [say("**Bread** is gone."), end()]])
    context = chromium.new_context(viewport={"width": 390, "height": 760})
    try:
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.goto(uimcp_agent.page_address())
        page.get_by_label("Message").fill("Delete a note")
        page.get_by_label("Message").press("Enter")

        waiting = page.get_by_role("listitem", name="notes_delete")
        expect(waiting).to_contain_text("1", timeout=WAIT)
        waiting.get_by_role("button", name="Deny: notes_delete").click()
        expect(waiting).to_contain_text("2", timeout=WAIT)
        assert notes.deleted == []
        waiting.get_by_role("button", name="Approve: notes_delete").click()
        expect(page.get_by_text("Bread is gone.")).to_be_visible(timeout=WAIT)
    finally:
        context.close()

    uimcp_agent.settle()
    assert notes.deleted == [2]
    assert [one.decision for one in uimcp_agent.called("notes_delete")] == ["deny_continue", "approve"]
    uimcp_agent.has_said("Bread")

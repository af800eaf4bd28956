"""The sample apps, step by step, on both faces."""

from __future__ import annotations

from collections.abc import Callable

from tests.page.parity.app import App
from tests.page.parity.pair import Pair

Show = Callable[[App], Pair]


def test_a_counter_counts(pair: Show) -> None:
    story = pair(App("counter"))
    story.click("+")
    story.click("+")
    story.click("\N{MINUS SIGN}")
    story.run("counter.count = 41")
    story.click("+")


def test_a_contact_is_added_edited_and_deleted(pair: Show) -> None:
    story = pair(App("contacts"))
    story.click("New contact")
    story.fill("Name", "Ada Lovelace")
    story.fill("Email", "ada@example.org")
    story.press("Tab")
    story.click("Save")
    story.click("Favourite")
    story.click("New contact")
    story.click("Save")
    story.fill("Name", "Bob")
    story.click("Save")
    story.fill("Search", "ada")
    story.fill("Search", "")
    story.click("Edit", nth=1)
    story.fill("Name", "Robert")
    story.press("Enter")
    story.click("Cancel")
    story.click("Delete", nth=0)
    story.run('contacts:add({name = "Cleo"}); contacts:add({name = "Dan"})')
    story.run("table.insert(contacts.contacts, 1, table.remove(contacts.contacts))")
    story.run("contacts.contacts = {}")


def test_a_chat_line_is_sent_with_enter(pair: Show) -> None:
    story = pair(App("contacts"))
    story.fill("Message", "hello")
    story.press("Enter")
    story.press("x")
    story.press("y")
    story.press("Backspace")
    story.press("Shift+Enter")
    story.click("Send")
    story.run('contacts:say("Agent", "<b>done</b>")')


def test_tasks_with_components(pair: Show) -> None:
    story = pair(App("tasks"))
    story.fill("New project", "House")
    story.click("Add project")
    story.fill("New task", "Roof")
    story.press("Enter")
    story.fill("New task", "Door")
    story.click("Add task")
    story.check("Roof")
    story.check("Door")
    story.uncheck("Roof")
    story.click("Remove", nth=0)
    story.run('tasks:addProject("Garden"):add("Tree")')
    story.run("table.insert(tasks.projects, 1, table.remove(tasks.projects))")

from __future__ import annotations

from tab import Tab

from pytest_uimcp import Session


def test_a_new_contact_is_in_the_list_when_it_is_saved(session: Session) -> None:
    human = Tab(session)
    human.click("create()")
    human.fill("form.name", "Ada")
    human.fill("form.email", "ada@example.com")
    assert human.see("summary()") == "No contacts yet"

    human.click("save()")

    assert human.see("found().0.email") == "ada@example.com"
    assert human.see("formClosed()") is True


def test_a_contact_without_a_name_is_not_saved(session: Session) -> None:
    human = Tab(session)
    human.click("create()")
    human.click("save()")
    assert human.see("problem") == "A contact needs a name"
    assert human.see("formClosed()") is False


def test_cancelling_an_edit_leaves_the_contact_as_it_was(session: Session) -> None:
    session.eval('contacts:add({name = "Ada"})')
    human = Tab(session)
    human.click("found().0.edit()")
    human.fill("form.name", "Somebody else")
    human.click("cancel()")
    assert human.see("found().0.name") == "Ada"


def test_deleting_the_contact_in_the_form_closes_the_form(session: Session) -> None:
    session.eval('contacts:add({name = "Ada"})')
    human = Tab(session)
    human.click("found().0.edit()")
    human.click("found().0.remove()")
    assert human.see("summary()") == "No contacts yet"
    assert human.see("formClosed()") is True


def test_two_tabs_show_the_same(session: Session) -> None:
    one, other = Tab(session), Tab(session)
    one.see("search")
    other.fill("search", "a")
    assert one.see("search") == "a"


def test_a_chat_line_becomes_an_event_for_the_agent(session: Session) -> None:
    session.eval("pushed = {} mcp.pushState = function(event) table.insert(pushed, event) end")
    human = Tab(session)
    human.fill("draft", "Please add Ada")
    human.click("send()")
    assert human.see("messages.0.text") == "Please add Ada"
    assert human.see("draft") == ""
    assert session.eval("return pushed").data == [{"app": "contacts", "event": "chat", "text": "Please add Ada"}]

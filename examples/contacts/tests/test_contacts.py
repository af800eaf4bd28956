"""The contacts app, tested without a browser and without a server."""

from tab import Tab

from pytest_uimcp import Session


def test_what_the_agent_adds_the_human_sees(session: Session) -> None:
    human = Tab(session)
    assert human.see("summary()") == "No contacts yet"

    session.eval('contacts:add({name = "Ada"}) contacts:add({name = "Grace"})')

    assert human.see("summary()") == "2 contacts"


def test_searching_narrows_the_list(session: Session) -> None:
    session.eval('contacts:add({name = "Ada"}) contacts:add({name = "Grace"})')
    human = Tab(session)

    human.fill("search", "gra")

    assert human.see("summary()") == "1 of 2 contacts"
    assert human.see("found().0.name") == "Grace"

"""The example app of the skill `ui-builder` meets its requirements."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.engine.files.viewdefs import ViewdefStore
from pytest_uimcp.engine.session import Session
from tests.server.bundle.blocks import bindings_of

EXAMPLE = bundle_dir() / "skills/ui-builder/examples"
VIEWDEFS = sorted((EXAMPLE / "viewdefs").iterdir())


@pytest.fixture
def base_dir(tmp_path: Path) -> Path:
    app = tmp_path / "apps" / "contacts"
    shutil.copytree(EXAMPLE / "viewdefs", app / "viewdefs")
    shutil.copy(EXAMPLE / "app.lua", app / "app.lua")
    shutil.copytree(bundle_dir() / "lua", tmp_path / "lua")
    return tmp_path


@pytest.fixture
def session(base_dir: Path) -> Iterator[Session]:
    with Session(base_dir) as session:
        session.eval("""
            events, listening = {}, false
            mcp.pushState = function(event) table.insert(events, event) end
            mcp.pollingEvents = function() return listening end
        """)
        session.display("contacts")
        session.eval("""
            contacts:add({ firstName = "Grace", lastName = "Hopper", email = "grace@example.com" })
            contacts:add({ firstName = "Ada", lastName = "Lovelace", phone = "1815" })
        """)
        yield session
        assert session.problems == ()


def run(session: Session, code: str) -> Any:
    return session.eval(code).data


NAMES = "local names = {} for i, c in ipairs(contacts:found()) do names[i] = c:fullName() end return names"


def test_it_is_displayed_and_every_viewdef_is_valid(session: Session, base_dir: Path) -> None:
    assert run(session, "return mcp.value == contacts") is True
    store = ViewdefStore(base_dir)
    for viewdef in VIEWDEFS:
        name = viewdef.name.removesuffix(".html")
        assert name in store.of_type(name.rpartition(".")[0])
    assert store.problems == ()


def test_every_binding_leads_to_a_method_or_a_declared_field(session: Session) -> None:
    source = (EXAMPLE / "app.lua").read_text()
    for viewdef in VIEWDEFS:
        for binding in bindings_of(viewdef.name, viewdef.read_text()):
            call = re.fullmatch(r"(\w+)\(\)", binding.first)
            if call:
                assert run(session, f"return type({binding.type}.{call[1]})") == "function", binding
            else:
                assert re.search(rf"^\s*(instance\.)?{binding.first} = ", source, re.MULTILINE), binding


def test_the_list_is_sorted_and_narrowed_by_the_search(session: Session) -> None:
    assert run(session, NAMES) == ["Ada Lovelace", "Grace Hopper"]
    assert run(session, "return contacts:summary()") == "2 contacts"

    run(session, "contacts.search = 'GRACE'")

    assert run(session, NAMES) == ["Grace Hopper"]
    assert run(session, "return contacts:summary()") == "1 of 2"


def test_a_contact_is_chosen_edited_and_deleted(session: Session) -> None:
    run(session, "contacts:found()[1]:choose() contacts.current.firstName = 'Augusta Ada'")
    assert run(session, NAMES) == ["Augusta Ada Lovelace", "Grace Hopper"]

    run(session, "contacts:deleteCurrent()")

    assert run(session, NAMES) == ["Grace Hopper"]
    assert run(session, "return contacts:nothingChosen()") is True


def test_a_new_contact_is_chosen_and_the_search_cleared(session: Session) -> None:
    run(session, "contacts.search = 'zzz' contacts:addNew()")

    assert run(session, "return {contacts.current:fullName(), contacts.search}") == ["New", ""]
    assert run(session, "return contacts:summary()") == "3 contacts"


def test_a_chat_line_is_shown_and_reaches_the_agent_with_its_context(session: Session) -> None:
    run(session, "contacts.draft = '  ' contacts:send()")
    assert run(session, "return #events") == 0

    run(session, "contacts.draft = 'hello' contacts:send() contacts:found()[2]:choose()")
    run(session, "contacts.draft = 'call her' contacts:send()")

    assert run(session, "return events") == [
        {"app": "contacts", "event": "chat", "text": "hello"},
        {"app": "contacts", "event": "chat", "text": "call her", "about": "Grace Hopper"},
    ]
    assert run(session, "return contacts.draft") == ""


def test_the_agents_answer_is_distinguished_from_the_users_line(session: Session) -> None:
    run(session, "contacts:say('You', 'hello') contacts:reply('Done.')")

    messages = run(session, "return contacts.messages")
    assert [(message["author"], message["text"]) for message in messages] == [("You", "hello"), ("Agent", "Done.")]
    assert run(session, "return contacts.messages[1]:isFromUser()") is True
    assert run(session, "return contacts.messages[2]:isFromUser()") is False


def test_it_shows_whether_the_agent_is_polling(session: Session) -> None:
    assert run(session, "return contacts:agentStatus()") == "The agent is busy or away"
    assert run(session, "listening = true return contacts:agentStatus()") == "The agent is listening"


def test_loading_the_code_again_keeps_the_contacts(session: Session, base_dir: Path) -> None:
    with (base_dir / "apps/contacts/app.lua").open("a") as file:
        file.write("\nranAgain = true\n")

    session.reload()

    assert run(session, "return ranAgain") is True
    assert run(session, NAMES) == ["Ada Lovelace", "Grace Hopper"]

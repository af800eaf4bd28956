from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.engine.connection import Connection
from pytest_uimcp.engine.files.viewdef_dirs import ViewdefError
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests import patience
from tests.engine.peer import Peer
from tests.files import CONTACTS, write

BOUND = patience.SECONDS
WATCH_ROOT = {"type": "watch", "data": {"varId": 1}}


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def contacts(tmp_path: Path, clock: VirtualClock) -> Iterator[Session]:
    with Session(write(tmp_path, CONTACTS), clock=clock) as session:
        session.display("contacts")
        yield session


def frame(*messages: Any, user_event: bool = False) -> str:
    return json.dumps({"userEvent": user_event, "messages": messages})


def create(var_id: int, parent: int, path: str, **properties: str) -> dict[str, Any]:
    return {"type": "create", "data": {"id": var_id, "parentId": parent, "properties": {"path": path, **properties}}}


class Frames:
    """What one connection was sent, frame by frame."""

    def __init__(self) -> None:
        self.got: list[list[dict[str, Any]]] = []

    def __call__(self, text: str) -> None:
        self.got.append(json.loads(text))

    def take(self) -> list[list[dict[str, Any]]]:
        got, self.got = self.got, []
        return got


def do(connection: Connection, *messages: Any, user_event: bool = False) -> None:
    connection.receive(frame(*messages, user_event=user_event)).result(BOUND)


# -- when frames go out


def test_a_user_event_is_answered_at_once_in_one_frame(contacts: Session) -> None:
    frames = Frames()
    connection = contacts.connect(frames)
    do(connection, WATCH_ROOT, create(2, 1, "value"), user_event=True)
    (answer,) = frames.take()
    assert [message["data"].get("varId") for message in answer] == [1, 1, 2]


def test_anything_else_is_collected_for_ten_milliseconds(contacts: Session, clock: VirtualClock) -> None:
    frames = Frames()
    connection = contacts.connect(frames)
    do(connection, create(2, 1, "value"), create(3, 2, "title"))
    assert frames.take() == []
    contacts.eval("contacts.title = 'one'")
    clock.advance(0.009)
    contacts.eval("contacts.title = 'two'")
    assert frames.take() == []
    clock.advance(0.001)
    contacts.eval("return 1")
    (answer,) = frames.take()
    assert [message["data"]["value"] for message in answer if message["data"]["varId"] == 3] == ["two"]


def test_a_user_event_takes_along_what_was_collected(contacts: Session) -> None:
    frames = Frames()
    connection = contacts.connect(frames)
    do(connection, create(2, 1, "value"))
    assert frames.take() == []
    do(connection, create(3, 2, "title"), user_event=True)
    (answer,) = frames.take()
    assert {message["data"]["varId"] for message in answer} == {1, 2, 3}


def test_nothing_is_sent_when_nothing_changed(contacts: Session, clock: VirtualClock) -> None:
    peer = Peer(contacts)
    peer.create("value.title")
    peer.news()
    contacts.eval("return contacts.title")
    clock.advance(1)
    contacts.settle()
    assert peer.news() == []


def test_work_marked_as_a_user_event_is_sent_at_once(contacts: Session) -> None:
    frames = Frames()
    connection = contacts.connect(frames)
    do(connection, create(2, 1, "value.title"), user_event=True)
    frames.take()
    contacts.submit(lambda: contacts.host.call("eval", "contacts.title = 'x'", "=t"), user_event=True).result(BOUND)
    assert frames.take() == [[{"type": "update", "data": {"varId": 2, "value": "x"}}]]


# -- viewdefs


def test_a_connection_that_watches_the_root_gets_the_needed_viewdefs_first(contacts: Session) -> None:
    frames = Frames()
    connection = contacts.connect(frames)
    do(connection, WATCH_ROOT, user_event=True)
    ((first, second),) = frames.take()
    assert json.loads(first["data"]["properties"]["viewdefs"]).keys() == {"MCP.DEFAULT"}
    assert second["data"]["properties"]["type"] == "MCP"


def test_the_viewdefs_of_a_new_type_go_before_everything_in_one_message(contacts: Session) -> None:
    frames = Frames()
    connection = contacts.connect(frames)
    do(connection, WATCH_ROOT, create(2, 1, "value"), create(3, 2, "list.0"), user_event=True)
    ((first, *rest),) = frames.take()
    assert json.loads(first["data"]["properties"]["viewdefs"]).keys() == {
        "MCP.DEFAULT",
        "Contacts.DEFAULT",
        "Contact.DEFAULT",
        "Contact.list-item",
    }
    assert not any("viewdefs" in message["data"].get("properties", {}) for message in rest)


MARKED = """
    Marked = {type = "Marked"}
    Marked.__index = Marked
    function Marked:new(variable)
        variable:setProperty("late:low", "3")
        variable:setProperty("twice:med:high", "1")
        variable:setProperty("plain", "2")
        return setmetatable({}, Marked)
    end
    session:createAppVariable(mcp, {["ofRoot:high"] = "1"})
    session:createVariable(1, {}, {["shared:med"] = "2"})
"""


def test_no_frame_carries_a_priority_and_priorities_are_sent_in_their_order(contacts: Session) -> None:
    contacts.eval(MARKED)
    frames = Frames()
    connection = contacts.connect(frames, "page")
    asked = {"path": "value.list?wrapper=Marked&asked:low=0", "namespace:low": "row"}
    do(connection, WATCH_ROOT, {"type": "watch", "data": {"varId": -1}}, user_event=True)
    do(connection, {"type": "create", "data": {"id": 2, "parentId": 1, "properties": asked}}, user_event=True)
    do(connection, create(3, 1, "value.list", wrapper="lua.ViewList"), create(4, 3, "items.0"), user_event=True)
    do(connection, {"type": "update", "data": {"varId": 2, "properties": {"more:high": "1"}}}, user_event=True)
    contacts.upload_viewdef("Contact", "row", "<template><p></p></template>")
    contacts.settle()
    connection.close()
    contacts.connect(frames, "page")
    contacts.settle()

    got = frames.take()
    updates = [message["data"] for frame in got for message in frame if message["type"] == "update"]
    names = [list(update.get("properties", {})) for update in updates]
    assert not [name for group in names for name in group if ":" in name]
    told = {name for group in names for name in group}
    assert told >= {"viewdefs", "fallbackNamespace", "ofRoot", "shared", "asked", "late", "twice", "plain"}
    of_marked = [name for group, update in zip(names, updates, strict=True) if update["varId"] == 2 for name in group]
    assert of_marked.index("twice") < of_marked.index("plain") < of_marked.index("late")


def test_a_viewdef_is_delivered_once_per_connection(contacts: Session) -> None:
    one, two = Peer(contacts), Peer(contacts)
    one.create("value.list.0")
    assert one.viewdefs.keys() == {"Contact.DEFAULT", "Contact.list-item"}
    one.viewdefs.clear()
    one.create("value.list.1")
    assert one.viewdefs == {}
    two.create("value.list.1")
    assert two.viewdefs.keys() == {"Contact.DEFAULT", "Contact.list-item"}


def test_lists_and_their_items_are_types_like_any_other(contacts: Session) -> None:
    peer = Peer(contacts)
    listed = peer.create("value.list?wrapper=lua.ViewList")
    peer.create("items.0", listed)
    assert {"lua.ViewList.DEFAULT", "lua.ViewListItem.list-item"} <= peer.viewdefs.keys()


def test_an_uploaded_viewdef_reaches_everybody_and_views_of_its_type_are_drawn_again(contacts: Session) -> None:
    drawn, other = Peer(contacts), Peer(contacts)
    variable = drawn.create("value")
    drawn.news()
    contacts.upload_viewdef("Contacts", "DEFAULT", "<template><b></b></template>")
    contacts.settle()
    assert drawn.viewdefs["Contacts.DEFAULT"] == other.viewdefs["Contacts.DEFAULT"] == "<template><b></b></template>"
    assert drawn.news()[-1] == {"type": "update", "data": {"varId": variable}}
    late = Peer(contacts)
    late.create("value")
    assert late.viewdefs["Contacts.DEFAULT"] == "<template><b></b></template>"


def test_an_upload_that_is_not_a_viewdef_is_refused_and_changes_nothing(contacts: Session) -> None:
    peer = Peer(contacts)
    peer.create("value")
    peer.news()
    with pytest.raises(ViewdefError, match=r"Contacts\.DEFAULT"):
        contacts.upload_viewdef("Contacts", "DEFAULT", "<p>no template</p>")
    contacts.settle()
    assert peer.news() == []


def test_a_broken_viewdef_is_reported_to_the_browser_and_is_a_problem(tmp_path: Path) -> None:
    with Session(write(tmp_path, {**CONTACTS, "viewdefs/Contact.DEFAULT.html": "<p></p>"})) as session:
        session.display("contacts")
        peer = Peer(session)
        peer.create("value.list.0")
        code, description = peer.errors[0]
        assert code == "viewdef"
        assert "viewdefs/Contact.DEFAULT.html" in description
        assert [problem.place for problem in session.problems] == ["viewdefs/Contact.DEFAULT.html"]


def test_tabs_are_told_which_problems_are_open_when_one_is_mended(tmp_path: Path) -> None:
    broken = {"viewdefs/Contact.DEFAULT.html": "<p></p>", "viewdefs/Contacts.DEFAULT.html": "<p></p>"}
    with Session(write(tmp_path, {**CONTACTS, **broken})) as session:
        session.display("contacts")
        frames: list[str] = []
        connection = session.connect(frames.append)
        for number, path in ((2, "value"), (3, "value.list.0")):
            data = {"id": number, "parentId": 1, "properties": {"path": path}}
            connection.receive(json.dumps({"type": "create", "data": data}))
        session.settle()
        told = {problem.place: problem.id for problem in session.problems}
        (tmp_path / "viewdefs" / "Contact.DEFAULT.html").write_text("<template><p>fine</p></template>")
        session.reload()
        session.settle()
        messages = [message for frame in frames for message in json.loads(frame)]
        errors = [message["data"] for message in messages if message["type"] == "error"]
        opened = [message["data"]["open"] for message in messages if message["type"] == "problems"]
        assert {error["problem"] for error in errors} == set(told.values())
        assert opened == [[told["viewdefs/Contacts.DEFAULT.html"]]]


# -- several at once


def test_each_connection_chooses_its_own_ids(contacts: Session) -> None:
    one, two = Peer(contacts), Peer(contacts)
    one.create("value.title", var_id=2)
    two.create("value.list.0.name", var_id=2)
    assert (one.values[2], two.values[2]) == ("Friends", "Ann")
    one.tell("destroy", 2)
    contacts.eval("contacts.title = 'x' contacts.list[1].name = 'y'")
    contacts.settle()
    assert (one.values, two.values[2]) == ({}, "y")


def test_a_change_reaches_every_connection_that_watches(contacts: Session) -> None:
    one, two = Peer(contacts), Peer(contacts)
    for peer in (one, two):
        peer.create("value.title", var_id=5)
    one.update(5, "changed")
    assert two.values[5] == "changed"


def test_an_error_in_a_frame_is_sent_only_to_its_sender(contacts: Session) -> None:
    one, two = Peer(contacts), Peer(contacts)
    one.connection.receive("this is no JSON")
    one.connection.receive(frame({"type": "dance"}, create(2, 1, "value.title")))
    contacts.settle()
    assert one.errors[0][0] == "unknown-type"
    assert one.values[2] == "Friends"
    assert two.frames == []


def test_a_frame_above_the_limit_is_refused(tmp_path: Path) -> None:
    with Session(tmp_path, options=SessionOptions(max_frame=100)) as session:
        peer = Peer(session)
        peer.connection.receive(frame(create(2, 1, "x" * 100)))
        session.settle()
        assert peer.errors[0][0] == "malformed"
        assert "100 bytes" in peer.errors[0][1]


@pytest.mark.parametrize("text", ["", "[", "7", b"\xff", "[[[[" * 10_000, '{"messages":{}}', '[{"type":"watch"}]'])
def test_after_a_malformed_frame_the_connection_lives_on(contacts: Session, text: str | bytes) -> None:
    peer = Peer(contacts)
    peer.connection.receive(text)
    contacts.settle()
    assert peer.errors[0][0] == "malformed"
    assert peer.values[peer.create("value.title")] == "Friends"


def test_what_a_browser_reports_is_logged(contacts: Session, caplog: pytest.LogCaptureFixture) -> None:
    peer = Peer(contacts)
    with caplog.at_level(logging.WARNING):
        peer.send({"type": "error", "data": {"varId": 3, "code": "bad-view", "description": "it looks odd"}})
    assert "a browser reports bad-view (variable 3): it looks odd" in caplog.text


def test_get_is_answered_by_updates_and_get_objects_by_objects(contacts: Session) -> None:
    frames = Frames()
    connection = contacts.connect(frames)
    do(
        connection,
        {"type": "create", "data": {"id": 2, "parentId": 1, "properties": {"path": "value"}, "nowatch": True}},
    )
    do(connection, {"type": "get", "data": {"varIds": [2]}}, user_event=True)
    (answer,) = frames.take()
    value = answer[-1]["data"]["value"]
    do(connection, {"type": "getObjects", "data": {"objIds": [value["obj"]]}}, user_event=True)
    ((objects,),) = frames.take()
    assert objects["type"] == "getObjects"
    assert objects["data"]["objects"].keys() == {str(value["obj"])}


# -- leaving and coming back


def ids(session: Session) -> list[int]:
    return [row["id"] for row in session.variables()]


def test_a_page_that_comes_back_finds_its_variables_and_gets_all_values_again(
    contacts: Session, clock: VirtualClock
) -> None:
    before = Peer(contacts, page="p")
    before.create("value", var_id=2)
    before.create("title", 2, var_id=3)
    before.connection.close()
    clock.advance(29)
    contacts.eval("contacts.title = 'meanwhile'")
    after = Peer(contacts, page="p")
    contacts.settle()
    assert after.connection.resumed
    assert after.connection.number == before.connection.number
    assert after.values[3] == "meanwhile"
    assert after.viewdefs.keys() == {"Contacts.DEFAULT"}
    clock.advance(60)
    contacts.settle()
    assert ids(contacts) == [1, 2, 3]


def test_a_page_that_stays_away_for_thirty_seconds_is_forgotten(contacts: Session, clock: VirtualClock) -> None:
    before = Peer(contacts, page="p")
    before.create("value", var_id=2)
    before.connection.close()
    clock.advance(29.9)
    contacts.settle()
    assert ids(contacts) == [1, 2]
    clock.advance(0.1)
    contacts.settle()
    assert ids(contacts) == [1]
    after = Peer(contacts, page="p")
    assert not after.connection.resumed
    assert after.connection.number != before.connection.number


def test_a_connection_without_a_page_takes_its_variables_along(contacts: Session) -> None:
    peer = Peer(contacts)
    peer.create("value", var_id=2)
    peer.connection.close()
    contacts.settle()
    assert ids(contacts) == [1]


def test_a_page_that_comes_back_before_it_left_takes_over(contacts: Session, clock: VirtualClock) -> None:
    old = Peer(contacts, page="p")
    old.create("value.title", var_id=2)
    old.news()
    new = Peer(contacts, page="p")
    contacts.settle()
    assert new.values == {2: "Friends"}
    assert not old.connection.is_open
    old.connection.close()  # the server notices the old socket's end only now
    clock.advance(60)
    contacts.eval("contacts.title = 'x'")
    contacts.settle()
    assert new.values == {2: "x"}
    assert old.news() == []


def test_what_a_page_sent_before_it_lost_its_connection_is_done(contacts: Session) -> None:
    old = Peer(contacts, page="p")
    old.connection.receive(frame(create(2, 1, "value.title")))
    old.connection.close()
    new = Peer(contacts, page="p")
    contacts.settle()
    assert new.values == {2: "Friends"}


def test_nothing_is_delivered_to_a_closed_connection(contacts: Session) -> None:
    peer = Peer(contacts)
    peer.create("value.title")
    peer.news()
    peer.connection.close()
    peer.connection.close()
    contacts.eval("contacts.title = 'x'")
    contacts.settle()
    assert peer.news() == []
    assert contacts.connections == ()


def test_a_connection_that_cannot_be_delivered_to_is_closed_without_affecting_others(contacts: Session) -> None:
    def broken(text: str) -> None:
        raise OSError("the socket is gone")

    bad, good = contacts.connect(broken), Peer(contacts)
    do(bad, create(2, 1, "value.title"), user_event=True)
    assert not bad.is_open
    assert good.values[good.create("value.title")] == "Friends"
    assert contacts.connections == (good.connection,)


def test_a_connection_may_answer_while_it_is_delivered_to(contacts: Session) -> None:
    asked: list[str] = []

    def deliver(text: str) -> None:
        if not asked:
            asked.append(text)
            connection.receive(frame(create(3, 1, "value.list.0.name"), user_event=True))
        else:
            asked.append(text)

    connection = contacts.connect(deliver)
    connection.receive(frame(create(2, 1, "value.title"), user_event=True))
    contacts.settle()
    assert len(asked) == 2
    assert '"Ann"' in asked[1]


def test_frames_come_one_at_a_time(contacts: Session) -> None:
    inside = threading.Lock()
    overlaps: list[bool] = []

    def deliver(text: str) -> None:
        overlaps.append(not inside.acquire(blocking=False))
        inside.release()

    connection = contacts.connect(deliver)
    for number in range(2, 50):
        connection.receive(frame(create(number, 1, "value.title"), user_event=True))
    contacts.settle()
    assert len(overlaps) == 48
    assert not any(overlaps)


# -- many


@pytest.mark.slow
def test_ten_thousand_updates_of_one_variable_are_one_message(contacts: Session) -> None:
    peer = Peer(contacts)
    variable = peer.create("value.title")
    peer.news()

    def change(number: int) -> Callable[[], object]:
        return lambda: contacts.host.call("eval", f"contacts.title = {number}", "=t")

    for number in range(10_000):
        contacts.submit(change(number))
    contacts.settle(60)
    assert peer.news() == [{"type": "update", "data": {"varId": variable, "value": 9_999}}]

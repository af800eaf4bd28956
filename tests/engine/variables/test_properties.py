"""Updates that bring properties and no value."""

from __future__ import annotations

import pytest

from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer


@pytest.fixture
def peer(session: Session) -> Peer:
    session.eval(
        "app = {type = 'App', title = 'one', calls = 0} function app:set(v) self.calls = self.calls + 1 end "
        "session:createAppVariable(app)"
    )
    peer = Peer(session)
    peer.tell("watch", 1)
    return peer


def properties_of(peer: Peer, var_id: int) -> dict[str, str]:
    return next(row["properties"] for row in peer.session.variables() if row["id"] == var_id)


@pytest.mark.parametrize(("path", "access"), [("title", "rw"), ("set(_)", "w"), ("set(_)", "action"), ("title", "r")])
def test_without_a_value_nothing_is_written_called_or_echoed(peer: Peer, path: str, access: str) -> None:
    var_id = peer.create(path, access=access)
    peer.news()
    peer.update(var_id, viewdef="App.DEFAULT")
    assert peer.news() == []
    assert peer.session.eval("return {app.title, app.calls}").data == ["one", 0]
    assert properties_of(peer, var_id)["viewdef"] == "App.DEFAULT"


def test_a_page_says_what_shows_the_root(peer: Peer) -> None:
    peer.news()
    peer.update(1, viewdef="App.DEFAULT", elementId="ui-1")
    assert peer.news() == []
    assert properties_of(peer, 1) == {"elementId": "ui-1", "type": "App", "viewdef": "App.DEFAULT"}
    peer.update(1, viewdef="")
    assert "viewdef" not in properties_of(peer, 1)


def test_an_update_with_an_empty_property_removes_it(peer: Peer) -> None:
    var_id = peer.create("title", viewdef="App.DEFAULT", own="")
    assert properties_of(peer, var_id) == {"path": "title", "viewdef": "App.DEFAULT", "own": ""}
    peer.update(var_id, viewdef="")
    assert properties_of(peer, var_id) == {"path": "title", "own": ""}


def test_members_of_a_message_that_nobody_knows_are_ignored(peer: Peer) -> None:
    create = {"id": 9, "parentId": 1, "properties": {"path": "title"}, "widget": {"elementId": "ui-4", "x": [1]}}
    peer.send({"type": "create", "data": create, "extra": 1})
    assert (peer.values[9], peer.errors) == ("one", {})


@pytest.mark.parametrize("kind", ["unwatch", "destroy"])
def test_unwatching_a_missing_variable_is_no_error(peer: Peer, kind: str) -> None:
    unwatched = peer.create("title", nowatch=True)
    peer.news()
    peer.tell(kind, 99)
    peer.tell("unwatch", unwatched)
    assert peer.news() == []


def test_destroys_of_one_frame_are_confirmed_in_one_children_first(peer: Peer) -> None:
    parents = [peer.create("..") for _ in range(2)]
    children = [peer.create("title", parent) for parent in parents]
    peer.news()
    peer.frames.clear()
    peer.send(*({"type": "destroy", "data": {"varId": parent}} for parent in parents))
    assert [[message["data"]["varId"] for message in frame] for frame in peer.frames] == [
        [children[0], parents[0], children[1], parents[1]]
    ]


def test_each_value_of_such_a_variable_is_sent(peer: Peer) -> None:
    """A getter that gives a script once, and nothing the next time: no value may overtake another."""
    each, last = peer.create("title", each="true"), peer.create("title")
    peer.news()
    peer.session.eval("session:setImmediate(function() app.title = 'three' end) app.title = 'two'")
    peer.session.settle()
    values = {var_id: [m["data"]["value"] for m in peer.news_of(var_id)] for var_id in (each, last)}
    assert values == {each: ["two", "three"], last: ["three"]}

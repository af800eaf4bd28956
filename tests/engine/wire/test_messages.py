"""Whatever a browser sends, the session lives on, and a new browser sees what an old one has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from tests import patience
from tests.engine.peer import Peer
from tests.files import CONTACTS, write

BOUND = patience.SECONDS
IDS = st.integers(-2, 8)
PLAIN = ["value", "title", "list", "list.0", "list.0.name", "name", "items", "0", "1", "", "x" * 300, "€"]
ODD = ["list.9", "nope.deeper", "..", "..title..", "@nobody", "add()", "add(_)", "fail()", "fail(_)", "?", "a?b=c&d"]
QUERIES = [
    "list?wrapper=lua.ViewList",
    "value?wrapper=Nobody",
    "title?create=Contact",
    "title?priority=high",
    "title?a:low=b",
]
PATHS = st.sampled_from(PLAIN + ODD + QUERIES)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
PROPERTIES = st.fixed_dictionaries(
    {},
    optional={
        "path": PATHS,
        "access": st.sampled_from(["r", "w", "rw", "action", "x", ""]),
        "wrapper": st.sampled_from(["lua.ViewList", "Contact", "nope", "string"]),
        "itemWrapper": st.sampled_from(["Contact", "nope"]),
        "inactive": st.sampled_from(["true", "false", None]),
        "priority": st.sampled_from(["high", "low", "odd"]),
        "type": st.text(max_size=4),
        "path:high": PATHS,
        "namespace:low": st.text(max_size=4),
        "odd:med:high": st.text(max_size=4),
    },
)
SHAPES = st.fixed_dictionaries(
    {"properties": PROPERTIES, "varying": st.sampled_from([["path"], ["path:high"], ["elementId"]])},
    optional={"nowatch": st.booleans(), "unbound": st.booleans()},
)
DATA = st.fixed_dictionaries(
    {"parentId": IDS},
    optional={
        "id": IDS,
        "varId": IDS,
        "value": VALUES,
        "properties": PROPERTIES | VALUES,
        "nowatch": st.booleans(),
        "unbound": st.booleans(),
        "varIds": st.lists(IDS, max_size=3) | VALUES,
        "shapes": st.lists(SHAPES, max_size=2) | VALUES,
        "variables": st.lists(st.tuples(st.integers(0, 1), IDS, IDS, PATHS), max_size=3) | VALUES,
        "objIds": st.lists(IDS, max_size=3) | VALUES,
        "code": st.text(max_size=4),
        "description": st.text(max_size=4),
    },
)
KINDS = st.sampled_from(
    ["create", "create", "create", "destroy", "update", "update", "watch", "unwatch", "get", "getObjects", "error", "?"]
)
MESSAGES = st.builds(lambda kind, data: {"type": kind, "data": data}, KINDS, DATA) | VALUES
FRAMES = st.builds(
    lambda messages, user: {"userEvent": user, "messages": messages}, st.lists(MESSAGES, max_size=5), st.booleans()
)
APP = {
    **CONTACTS,
    "apps/contacts/init.lua": """
        mcp:display("contacts")
        function Contacts:add(name) self.list[#self.list + 1] = Contact:new({name = name}) end
        function Contacts:fail() error("it fails") end
    """,
}


WATCHED = ["value", "value.title", "value.list", "value.list.0.name", "value.fail()", "value.list.1"]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("app"), APP)


def seen(peer: Peer) -> dict[str, object]:
    """What a peer was told of the watched paths: values and errors, and the types of objects."""
    return {
        path: (
            value := peer.values.get(at),
            peer.properties.get(at, {}).get("type") if isinstance(value, dict) else None,
            peer.errors.get(at),
        )
        for at, path in enumerate(WATCHED, 2)
    }


def watch_all(session: Session) -> Peer:
    peer = Peer(session)
    for path in WATCHED:
        peer.create(path, access="r")
    return peer


def ids_in(data: dict[str, Any]) -> list[Any]:
    ids = data.get("varIds")
    return ids if isinstance(ids, list) else []


def updates_root(frame: dict[str, Any]) -> bool:
    return any(
        message["type"] == "update" and 1 in (message["data"].get("varId"), *ids_in(message["data"]))
        for message in frame["messages"]
        if isinstance(message, dict) and message.keys() == {"type", "data"}
    )


def is_unmarked(frame: str) -> bool:
    """Whether no property in a frame carries a priority, which is a mark of the sender's queue."""
    names = (name for message in json.loads(frame) for name in message["data"].get("properties", {}))
    return not any(name.endswith((":high", ":med", ":medium", ":low")) for name in names)


@pytest.mark.slow
@given(st.lists(FRAMES, max_size=8))
@settings(max_examples=60, deadline=None)
def test_after_any_messages_the_session_lives_and_a_new_watcher_sees_what_an_old_one_has(
    base: Path, frames: list[dict[str, Any]]
) -> None:
    with Session(base, output=MemoryOutput()) as session:
        old = watch_all(session)
        sent: list[str] = []
        connection = session.connect(sent.append)
        for frame in frames:
            connection.receive(json.dumps(frame)).result(BOUND)
        session.settle()
        assert connection.is_open
        assert all(map(is_unmarked, sent))
        assert session.eval("return 6 * 7").data == 42
        assert session.variables()
        if not any(map(updates_root, frames)):  # which can make it inactive: then nothing is sent any more
            assert seen(watch_all(session)) == seen(old)


@given(st.lists(st.binary(max_size=60) | st.text(max_size=60), max_size=6))
@settings(max_examples=40, deadline=None)
def test_no_bytes_break_a_connection(base: Path, frames: list[str | bytes]) -> None:
    with Session(base, output=MemoryOutput()) as session:
        peer = Peer(session)
        for frame in frames:
            peer.connection.receive(frame).result(BOUND)
        assert peer.values[peer.create("value.title", var_id=77)] == "Friends"

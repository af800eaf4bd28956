"""Whatever a browser sends, the session lives on, and a new browser sees what an old one has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_uimcp.engine import MemoryOutput, Session
from tests.engine.apps import CONTACTS, write
from tests.engine.variables.peer import Peer

IDS = st.integers(-2, 8)
PLAIN = ["value", "title", "list", "list.0", "list.0.name", "name", "items", "0", "1", "", "x" * 300, "€"]
ODD = ["list.9", "nope.deeper", "..", "..title..", "@nobody", "add()", "add(_)", "fail()", "fail(_)", "?", "a?b=c&d"]
QUERIES = ["list?wrapper=lua.ViewList", "value?wrapper=Nobody", "title?create=Contact", "title?priority=high"]
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
    },
)
DATA = st.fixed_dictionaries(
    {"id": IDS, "varId": IDS, "parentId": IDS},
    optional={
        "value": VALUES,
        "properties": PROPERTIES | VALUES,
        "nowatch": st.booleans(),
        "unbound": st.booleans(),
        "varIds": st.lists(IDS, max_size=3) | VALUES,
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


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with Session(write(tmp_path_factory.mktemp("app"), APP), output=MemoryOutput()) as session:
        yield session


@given(st.lists(FRAMES, max_size=8))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_sequence_of_messages_breaks_a_session(session: Session, frames: list[dict[str, Any]]) -> None:
    connection = session.connect(json.loads)
    for frame in frames:
        connection.receive(json.dumps(frame)).result(10)
    session.settle()
    assert connection.is_open
    assert session.eval("return 6 * 7").data == 42
    session.variables()
    connection.close()
    peer = Peer(session)
    session.eval("probe = {n = 1}")
    session.eval("mcp.probe = probe")
    variable = peer.create("probe.n")
    session.eval("probe.n = probe.n + 1")
    session.settle()
    assert peer.values[variable] == 2
    peer.connection.close()


@given(st.lists(st.binary(max_size=60) | st.text(max_size=60), max_size=6))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_break_a_connection(session: Session, frames: list[str | bytes]) -> None:
    peer = Peer(session)
    for frame in frames:
        peer.connection.receive(frame).result(10)
    assert peer.values[peer.create("value.title", var_id=77)] is not None
    peer.connection.close()

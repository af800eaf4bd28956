"""Rows that name their object: the session keeps their paths up to date, and the client sends nothing."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_uimcp.engine.session import Session
from tests.engine.peer import Peer

APP = """
    Row = {type = "Row"} Row.__index = Row
    function row(name) return setmetatable({name = name}, Row) end
    app = {type = "App", a = row("a"), b = row("b"), c = row("c"), d = row("d")}
    app.rows = {app.a, app.b, app.c}
    function app:first() self.clicked = "app" end
    function Row:click() app.clicked = self.name end
    session:createAppVariable(app)
"""

NAMES = "local names = {} for i, r in ipairs(app.rows) do names[i] = r.name end return names"


class Rows:
    """A client's list: one variable for the array, and for each row one for the object and one for its name."""

    def __init__(self, session: Session) -> None:
        self.peer = Peer(session)
        self.list = self.peer.create("rows", access="r")
        self.rows: dict[int, tuple[int, int]] = {}
        self.objects: dict[int, int] = {}
        for index, element in enumerate(self.array):
            self.add(index, element["obj"])
        self.peer.news()

    @property
    def array(self) -> list[dict[str, int]]:
        array: list[dict[str, int]] = self.peer.values[self.list]
        return array

    def add(self, index: int, number: int, name: str = "name") -> int:
        row = self.peer.create(str(index), self.list, access="r", rowObject=str(number))
        self.rows[row] = (self.peer.create(name, row), number)
        return row

    def name(self, row: int) -> Any:
        return self.peer.values[self.rows[row][0]]

    def places(self) -> dict[int, str]:
        return {row["id"]: row["path"] for row in self.peer.session.variables() if row["id"] in self.rows}

    def run(self, lua: str) -> list[int]:
        """Which variables the session tells something about."""
        return [message["data"]["varId"] for message in self.peer.run(lua)]


@pytest.fixture
def rows(session: Session) -> Rows:
    session.eval(APP)
    return Rows(session)


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ("table.insert(app.rows, 1, app.d)", "123"),
        ("table.sort(app.rows, function(a, b) return a.name > b.name end)", "210"),
        ("app.rows = {app.b, app.a, app.d, app.c}", "103"),
        ("app.rows[1], app.rows[3] = app.rows[3], app.rows[1]", "210"),
    ],
)
def test_rows_that_only_move_are_told_nothing_and_sent_nothing(rows: Rows, change: str, places: str) -> None:
    assert rows.run(change) == [rows.list]
    assert list(rows.places().values()) == list(places)
    row = next(iter(rows.rows))
    rows.peer.run("app.a.name = 'new'")
    assert rows.name(row) == "new"


def test_rows_of_a_list_with_items_only_move_too(session: Session) -> None:
    session.eval(APP)
    peer = Peer(session)
    items = peer.create("items", peer.create("rows", access="r", wrapper="lua.ViewList"), access="r")
    for index, item in enumerate(peer.values[items]):
        row = peer.create(str(index), items, access="r", rowObject=str(item["obj"]))
        peer.create("name", peer.create("item", row, access="r"), access="r")
    assert [news["data"]["varId"] for news in peer.run("table.insert(app.rows, 1, app.d)")] == [items]


def test_a_row_whose_object_has_left_is_silent_with_everything_below_it(rows: Rows) -> None:
    first, second, _ = rows.rows
    assert rows.run("table.remove(app.rows, 1)") == [rows.list]
    assert rows.run("app.a.name = 'unseen'") == []
    assert rows.run("app.b.name = 'seen'") == [rows.rows[second][0]]
    rows.peer.tell("destroy", first)
    assert rows.peer.destroyed == [rows.rows[first][0], first]


def test_a_list_that_is_emptied_is_one_message(rows: Rows) -> None:
    assert rows.run("app.rows = {}") == [rows.list]
    assert rows.run("app.rows = nil") == [rows.list]


def test_an_object_that_comes_back_goes_on_in_its_row(rows: Rows) -> None:
    first = next(iter(rows.rows))
    rows.run("table.remove(app.rows, 1) app.a.name = 'renamed'")
    assert rows.run("table.insert(app.rows, app.a)") == [rows.list, rows.rows[first][0]]
    assert (rows.name(first), rows.places()[first]) == ("renamed", "2")


def test_a_click_that_comes_late_reaches_the_object_and_not_its_neighbour(rows: Rows) -> None:
    first, second, _ = rows.rows
    actions = [rows.peer.create("click()", row, access="action") for row in (first, second)]
    # Within one frame: the array changes, and the click is on its way already.
    removal = rows.peer.create("remove()", access="action")
    rows.run("function app:remove() table.remove(self.rows, 1) end")
    for action in actions:
        rows.peer.send(
            {"type": "update", "data": {"varId": removal, "value": None}},
            {"type": "update", "data": {"varId": action, "value": None}},
        )
        name = "a" if action == actions[0] else "b"
        assert rows.peer.session.eval("return app.clicked").data == name


def test_an_index_that_is_out_of_date_is_corrected_by_the_object(rows: Rows) -> None:
    number = rows.array[2]["obj"]
    row = rows.add(0, number)
    assert (rows.peer.values[row], rows.name(row)) == ({"obj": number}, "c")
    assert rows.places()[row] == "2"


def test_a_row_of_an_object_that_is_not_in_the_array_is_answered_with_null(rows: Rows) -> None:
    row = rows.add(0, 10**6)
    assert (rows.peer.values[row], rows.name(row)) == (None, None)
    assert rows.run("table.insert(app.rows, 1, app.d)") == [rows.list]


def test_an_object_that_stands_there_twice_has_two_rows_in_their_order(rows: Rows) -> None:
    first = next(iter(rows.rows))
    rows.run("app.rows = {app.a, app.b, app.a}")
    again = rows.add(2, rows.array[2]["obj"])
    rows.run("table.insert(app.rows, 1, app.d)")
    assert (rows.places()[first], rows.places()[again]) == ("1", "3")
    rows.run("table.remove(app.rows, 2)")
    assert rows.places()[first] == "2"
    assert rows.rows[first][0] in rows.run("app.a.name = 'once'")


def test_a_row_with_an_object_has_an_index_as_its_path(rows: Rows) -> None:
    row = next(iter(rows.rows))
    for path in ("name", "0.name"):
        rows.peer.update(row, path=path)
        assert rows.peer.errors.pop(row) == (
            "invalid",
            f'the path of a row with rowObject is an index: create another variable for "{path}"',
        )
    rows.peer.run("table.insert(app.rows, 1, app.d)")
    assert rows.places()[row] == "1"


def test_rows_with_and_without_objects_stand_side_by_side(rows: Rows) -> None:
    """A client that moves its rows itself, by their paths."""
    others = [rows.peer.create(str(index), rows.list, access="r") for index in range(3)]
    rows.run("app.rows = {app.c, app.a, app.b}")
    for other, place in zip(others, "120", strict=True):
        rows.peer.update(other, path=place)
    assert [rows.peer.values[other] for other in others] == [rows.peer.values[row] for row in rows.rows]
    assert list(rows.places().values()) == list("120")


def test_a_row_and_its_list_may_be_made_in_one_frame(rows: Rows) -> None:
    peer, number = rows.peer, rows.array[1]["obj"]
    ids = [peer.new_id() for _ in range(2)]
    listed = {"id": ids[0], "parentId": 1, "properties": {"path": "rows", "access": "r"}}
    row = {"id": ids[1], "parentId": ids[0], "properties": {"path": "0", "access": "r", "rowObject": str(number)}}
    peer.send({"type": "create", "data": listed}, {"type": "create", "data": row})
    assert peer.values[ids[1]] == {"obj": number}


@pytest.mark.parametrize("other", ["nil", "app.b"])
def test_a_page_that_outlives_its_server_finds_its_rows_again(tmp_path: Path, other: str) -> None:
    def displayed(name: str) -> Peer:
        (tmp_path / name).mkdir()
        session = sessions.enter_context(Session(tmp_path / name))
        session.eval(f"{APP} app.other = {other}")
        peer = Peer(session)
        peer.tell("watch", 1)
        return peer

    with ExitStack() as sessions:
        first, second = displayed("first"), displayed("second")
        for path in ("other", "rows"):
            first.create(path, access="r")
        requests = [
            {"id": 2, "parentId": 1, "properties": {"path": "other", "access": "r"}},
            {"id": 3, "parentId": 1, "properties": {"path": "rows", "access": "r"}},
        ]
        for index, element in enumerate(first.values[3]):
            row, number = 10 * (index + 1), str(element["obj"])
            requests += [
                {"id": row, "parentId": 3, "properties": {"path": str(index), "access": "r", "rowObject": number}},
                {"id": row + 1, "parentId": row, "properties": {"path": "name"}},
                {"id": row + 2, "parentId": row, "properties": {"path": "rename(_)", "access": "w"}},
            ]
        # All at once, as by a page that finds none of its variables.
        second.send(*({"type": "create", "data": data} for data in requests))
        assert second.values[3] == first.values[3]
        assert [second.values[name] for name in (11, 21, 31)] == ["a", "b", "c"]


def test_rows_of_a_list_that_fails_are_silent_until_it_works_again(session: Session) -> None:
    session.eval(APP + "function app:all() if self.broken then error('no luck') end return self.rows end")
    peer = Peer(session)
    listed = peer.create("all()", access="r")
    row = peer.create("0", listed, access="r", rowObject=str(peer.values[listed][0]["obj"]))
    name = peer.create("name", row)
    peer.run("app.broken = true app.a.name = 'later'")
    assert peer.values[name] == "a"
    peer.run("app.broken = false")
    assert peer.values[name] == "later"


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(program=st.lists(st.lists(st.sampled_from("abcd"), max_size=6), max_size=8))
def test_whatever_becomes_of_a_list_its_rows_show_what_stands_there(session: Session, program: list[list[str]]) -> None:
    session.eval(APP)  # what earlier examples watch goes on beside it
    rows = Rows(session)
    for step, names in enumerate(program):
        elements = ", ".join(f"app.{name}" for name in names)
        rows.peer.run(f"app.rows = {{{elements}}} for _, r in ipairs(app.rows) do r.name = r.name .. {step % 2} end")
        rest = dict(rows.rows)
        expected: Any = rows.peer.session.eval(NAMES).data
        for index, element in enumerate(rows.array):
            row = next((row for row, (_, number) in rest.items() if number == element["obj"]), None)
            if row is None:
                row = rows.add(index, element["obj"])
            else:
                del rest[row]
            assert rows.name(row) == expected[index]
        for row in rest:
            rows.peer.tell("destroy", row)
            del rows.rows[row]
        assert sorted(map(int, rows.places().values())) == list(range(len(names)))

"""What drawing a list costs, counted: what is read of a template, what is made, and what is said for a change."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pytest_uimcp.engine.connection import Connection
from pytest_uimcp.engine.worker import Worker
from pytest_uimcp.page import plans
from pytest_uimcp.page.dom import nodes
from tests.page.conftest import Show, Shown

LIST = '<div ui-viewlist="v"></div>'
ITEM = '<p><b ui-value="name"></b><i ui-class-on="on">done</i><button ui-action="toggle()">x</button></p>'
FILL = "t.v = {} for i = 1, 50 do t.v[i] = Item:new({name = 'item ' .. i}) end"
ON_TOP = "table.insert(t.v, 1, Item:new({name = 'new'}))"


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What pages send."""
    frames: list[dict[str, Any]] = []
    receive = Connection.receive

    def record(self: Connection, frame: str) -> Any:
        frames.append(json.loads(frame))
        return receive(self, frame)

    monkeypatch.setattr(Connection, "receive", record)
    return frames


@contextmanager
def calls(monkeypatch: pytest.MonkeyPatch, holder: Any, name: str) -> Iterator[list[None]]:
    """One entry for each call of a function."""
    made: list[None] = []
    function: Callable[..., Any] = getattr(holder, name)

    def count(*arguments: Any, **named: Any) -> Any:
        made.append(None)
        return function(*arguments, **named)

    with monkeypatch.context() as patch:
        patch.setattr(holder, name, count)
        yield made


def filled(show: Show) -> Shown:
    page = show(LIST, Item__DEFAULT=ITEM)
    page.run(FILL)
    return page


def test_a_template_is_read_once_for_all_its_rows(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    plans.template.cache_clear()
    with calls(monkeypatch, plans, "parse_path") as paths:
        page = filled(show)
        page.run("t.v[51] = Item:new({name = 'one more'})")
    # The view of the app, the list, and the three bindings of its rows.
    assert len(paths) == 2 + 3


def test_rows_ask_for_their_variables_with_one_message_a_frame(show: Show, frames: list[dict[str, Any]]) -> None:
    filled(show)
    assert max(len(frame["messages"]) for frame in frames) <= 3
    creations = [message["data"] for frame in frames for message in frame["messages"] if message["type"] == "create"]
    assert sum(len(creation["variables"]) for creation in creations) == 2 + 50 * 4
    assert max(len(creation["shapes"]) for creation in creations) == 3


def test_a_new_row_on_top_of_fifty_makes_and_says_as_much_as_a_row_alone(
    show: Show, frames: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = filled(show)
    frames.clear()
    with calls(monkeypatch, nodes.Element, "__init__") as elements:
        page.run(ON_TOP)
    assert page.rows()[0].text().startswith("new")
    # What the row had before its template came, and what the template has.
    assert len(elements) == 1 + 4
    variables = [
        variable
        for frame in frames
        for message in frame["messages"]
        for variable in message["data"].get("variables", message["data"].get("varIds"))
    ]
    # Those of the row, and the one that is described when it is drawn.
    assert len(variables) == 4 + 1


def test_a_changed_field_makes_nothing_and_says_nothing(
    show: Show, frames: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = filled(show)
    frames.clear()
    with calls(monkeypatch, nodes.Element, "__init__") as elements:
        page.run("t.v[25].name = 'changed'")
    assert "changed" in page.text()
    assert not elements
    assert not frames


def test_settling_asks_the_session_only_when_something_has_come(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    page = filled(show)
    page.settle()
    with calls(monkeypatch, Worker, "submit") as jobs:
        page.see("item 1")
        page.see("item 2")
    assert not jobs

"""After a change only the components are drawn that it concerns; drawing all of them would change nothing more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.page import driver
from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.nodes import Document, Element, Parent, Text
from pytest_uimcp.page.drawing import draw_changed, draw_components
from pytest_uimcp.page.shoelace import base
from tests.page.conftest import Show
from tests.page.matrix.stage import pages, play
from tests.page.matrix.tables import cases_of, families

EVERY = 8
"""Of the matrix, every eighth case."""
ROWS = '<div ui-viewlist="v"></div><sl-input label="Note" ui-value="a"></sl-input><p ui-value="n"></p>'
ITEM = '<sl-checkbox ui-value="on">On</sl-checkbox><sl-badge ui-value="name"></sl-badge>'
FILL = "t.v = {} for i = 1, 50 do t.v[i] = Item:new({name = 'item ' .. i, on = false}) end"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tags of all components that are drawn."""
    tags: list[str] = []

    def draw(self: base.ShoelaceComponent) -> Any:
        tags.append(self.element.tag)
        return render(self)

    render = base.ShoelaceComponent.render
    monkeypatch.setattr(base.ShoelaceComponent, "render", draw)
    return tags


@pytest.mark.parametrize(
    ("lua", "expected"),
    [
        ("t.n = 7", []),
        ("t.a = 'Hello'", ["sl-input"]),
        ("t.v[3].on = true", ["sl-checkbox"]),
        ("t.v[3].name = 'other'", ["sl-badge"]),
        ("t.v[51] = Item:new({name = 'new'})", ["sl-checkbox", "sl-badge"]),
        ("table.remove(t.v, 1)", []),
    ],
)
def test_after_a_change_nothing_else_is_drawn(show: Show, drawn: list[str], lua: str, expected: list[str]) -> None:
    page = show(ROWS, Item__DEFAULT=ITEM)
    page.run(FILL)
    drawn.clear()
    page.session.eval(lua)
    page.settle()
    assert sorted(set(drawn)) == sorted(expected)
    assert len(drawn) <= 2 * len(expected)


def test_a_change_within_a_component_concerns_it_and_what_is_around_it(show: Show, drawn: list[str]) -> None:
    page = show(
        '<sl-card><sl-select label="Size"><sl-option value="s" ui-attr-disabled="on">Small</sl-option></sl-select>'
        "</sl-card><sl-badge>1</sl-badge>"
    )
    drawn.clear()
    page.session.eval("t.on = true")
    page.settle()
    assert set(drawn) == {"sl-card", "sl-select", "sl-option"}


def test_what_could_not_be_drawn_is_tried_again(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    page = show('<sl-badge ui-value="a"></sl-badge><p>there</p>')

    def fail(self: Component) -> None:
        raise ValueError("not today")

    with monkeypatch.context() as patch:
        patch.setattr(base.ShoelaceComponent, "render", fail)
        page.session.eval("t.a = 'new'")
        for _ in range(2):
            with pytest.raises(ValueError, match="not today"):
                page.see("there")
    page.see("there")
    assert "new" in page.aria()


@pytest.mark.slow
def test_drawing_everything_would_change_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[str] = []
    case_id = ""

    def checked(document: Document) -> None:
        draw_changed(document)
        before = [*shape(document)]
        draw_components(document)
        if before != [*shape(document)]:
            left.append(case_id)

    for module in (driver, base):
        monkeypatch.setattr(module, "draw_changed", checked)
    for name in families():
        (tmp_path / name).mkdir()
        with pages(tmp_path / name) as stage:
            for case in cases_of(name)[::EVERY]:
                case_id = case.id
                for _ in play(stage, case):
                    pass
    assert left == []


def shape(root: Parent) -> Iterator[object]:
    """All that is in a document, shadow trees included, and what its components have put off."""
    for node in root.children:
        if isinstance(node, Text):
            yield node.data
        elif isinstance(node, Element):
            yield id(node), [*node.attributes.items()], len(node.children)
            if node.shadow is not None:
                yield from shape(node.shadow)
            yield from shape(node)
    if isinstance(root, Document):
        yield root.tasks.pending

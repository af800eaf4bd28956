"""After a change only the components are drawn that it concerns; that this is enough: matrix/redrawing.py."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.shoelace import base
from tests.page.conftest import Show

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

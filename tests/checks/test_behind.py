"""Names behind others: `order.customer.nmae`, `lines.0.totla()`, asked of the types that stand there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.checking import findings_in, write_app

LUA = """\
Line = session:prototype("Line", { price = 2, text = "milk" })
function Line:total() return self.price end
Order = session:prototype("Order", { note = "" })
function Order:customerName() return "Ada" end
function Order:first() return self.lines[1] end
Notes = session:prototype("Notes", { tatle = "", anything = EMPTY })
function Notes:totla() return "of notes" end
function Notes:show(thing) self.anything = thing end
if not session.reloading then
    notes = Notes:new()
    notes.order = Order:new()
    notes.order.lines = { Line:new() }
end
"""
LATER = LUA.replace("    notes.order = Order:new()\n    notes.order.lines = { Line:new() }\n", "") + (
    "function Notes:open() self.order = Order:new() end\n"
)


def said(tmp_path: Path, path: str, lua: str = LUA, attribute: str = "ui-value") -> list[str]:
    base = write_app(tmp_path, lua, f'<template><p {attribute}="{path}"></p></template>')
    return [f"{finding.message}: {', '.join(finding.similar)}" for finding in findings_in(base)]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("order.lines.0.totla()", "Line has no method totla(): total()"),
        ("order.customerNmae()", "Order has no method customerNmae(): customerName()"),
        ("order.lines.0.tatle()", "Line has no method tatle(): total()"),
        ("order.lines.0.total", "total is a method of Line: "),
    ],
)
def test_a_name_behind_others_is_asked_of_what_stands_there(tmp_path: Path, path: str, message: str) -> None:
    assert said(tmp_path, path) == [f'ui-value="{path}": {message}']


def test_what_the_lua_makes_later_is_known_by_its_text(tmp_path: Path) -> None:
    assert said(tmp_path, "order.totla()", LATER) == ['ui-value="order.totla()": Order has no method totla(): ']


@pytest.mark.parametrize("path", ["order.lines.0.total()", "order.first().totla()", "anything.totla()", "order.note"])
def test_what_may_be_right_is_not_reported(tmp_path: Path, path: str) -> None:
    assert said(tmp_path, path) == []

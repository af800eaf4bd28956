from __future__ import annotations

from collections.abc import Callable

from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_rows_keep_their_elements_when_others_come_and_go(show: Show) -> None:
    page = show('<div ui-viewlist="v"></div>', Item__DEFAULT='<p ui-value="name"></p>')
    page.run("for _, n in ipairs{'A', 'B', 'C'} do _G['i' .. n] = Item:new({name = n}) end; t.v = {iA, iB, iC}")
    before = {row.text(): row for row in page.rows()}
    page.run("t.v = {iC, Item:new({name = 'new'}), iA}")
    after = {row.text(): row for row in page.rows()}
    assert list(after) == ["C", "new", "A"]
    assert after["C"] == before["C"]
    assert after["A"] == before["A"]
    assert not before["B"].is_there

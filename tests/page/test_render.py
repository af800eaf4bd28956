from __future__ import annotations

from collections.abc import Callable

from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_an_object_without_a_viewdef_says_what_was_looked_for(show: Show) -> None:
    page = show('<div ui-view="v" ui-namespace="small"></div>')
    page.run("t.v = Item:new()")
    host = page.find(css="[ui-view]")
    assert host.attribute("ui-error-code") == "no-viewdef"
    assert host.attribute("ui-error-description") == "no viewdef for Item: looked for Item.small, Item.DEFAULT"


def test_a_changed_viewdef_is_drawn_at_once(show: Show) -> None:
    page = show('<p ui-value="a"></p>')
    page.run("t.a = 'value'")
    page.session.upload_viewdef("T", "DEFAULT", '<template><h1 ui-value="a"></h1></template>')
    assert page.aria() == '- heading "value" [level=1]'

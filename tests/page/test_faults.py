from __future__ import annotations

from collections.abc import Callable

from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_an_error_shows_at_its_element_and_goes_with_the_next_success(show: Show) -> None:
    page = show('<p ui-value="broken()"></p><p ui-value="a">fine</p>')
    broken = page.find(css="[ui-error-code]")
    assert broken.classes == ["ui-error"]
    assert broken.attribute("ui-error-code") == "lua-error"
    assert "no such luck" in (broken.attribute("ui-error-description") or "")
    page.run("function T:broken() return 'mended' end")
    page.see("mended")
    assert broken.attribute("ui-error-code") is None

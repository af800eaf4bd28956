from __future__ import annotations

from collections.abc import Callable

from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_form_values_are_not_text(show: Show) -> None:
    page = show('<input value="typed"><textarea>area</textarea><select><option>opt</select><p>text</p>')
    for value in ("typed", "area", "opt"):
        page.not_see(value)
    assert page.text() == "text"

from __future__ import annotations

from collections.abc import Callable

from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_form_values_are_not_text(show: Show) -> None:
    page = show('<input value="typed"><textarea>area</textarea><select><option>opt</select><p>text</p>')
    for value in ("typed", "area", "opt"):
        page.not_see(value)
    assert page.text() == "text"


def test_what_style_sheets_add_to_a_flexible_box_stands_apart(show: Show) -> None:
    page = show('<style>p { display: flex } p::after { content: "▸" }</style><p>Light</p>')
    assert page.text() == "Light ▸"


def test_a_mark_without_a_text_adds_no_space(show: Show) -> None:
    page = show('<style>b::before { content: ""; display: inline-block }</style><p><b>early</b><b>late</b></p>')
    assert page.text() == "earlylate"

from __future__ import annotations

import pytest

from pytest_uimcp.page.dom.parse import parse_document
from pytest_uimcp.page.dom.selectors import select
from pytest_uimcp.page.dom.styles import Styles


def look(css: str, body: str, selector: str = "#x") -> tuple[str, str, bool]:
    document = parse_document(f"<!DOCTYPE html><style>{css}</style><body>{body}")
    styles = Styles(document)
    element = next(select(document, selector))
    return styles.display(element), styles.visibility(element), styles.is_visible(element)


@pytest.mark.parametrize(
    ("css", "body", "display", "visible"),
    [
        ("", "<p id=x>", "block", True),
        ("", "<p id=x hidden>", "none", False),
        ("p { display: block !important }", "<p id=x hidden>", "block", True),
        (".hidden { display: none }", "<div class=hidden><p id=x></div>", "block", False),
        (".a .b { display: none } p { display: block }", "<div class=a><p id=x class=b></div>", "none", False),
        ("#x { display: none } p.c.d { display: block }", "<p id=x class='c d'>", "none", False),
        ("p { display: none }", "<p id=x style='display: inline'>", "inline", True),
        ("p { display: none !important }", "<p id=x style='display: inline'>", "none", False),
        ("p { display: none } p { display: grid }", "<p id=x>", "grid", True),
        ("@media (max-width: 100px) { p { display: none } }", "<p id=x>", "block", True),
        ("@media (min-width: 100px) { p { display: none } }", "<p id=x>", "none", False),
        ("@media print { p { display: none } }", "<p id=x>", "block", True),
        ("@layer l { p { display: none } } p { display: block }", "<p id=x>", "block", True),
        (".o { & p { display: none } }", "<div class=o><p id=x></div>", "none", False),
        ("/* p { display: none } */ q:what { } p { } ", "<p id=x>", "block", True),
        (".f { display: flex }", "<div class=f><span id=x>", "block", True),
        ("", "<details><p id=x></details>", "block", False),
        ("", "<details open><p id=x></details>", "block", True),
        ("", "<input type=hidden id=x>", "none", False),
        ("", "<dialog id=x>", "none", False),
        ("", "<dialog open id=x>", "block", True),
    ],
)
def test_what_is_drawn_follows_the_cascade(css: str, body: str, display: str, visible: bool) -> None:
    assert look(css, body)[::2] == (display, visible)


def test_visibility_is_inherited_and_can_be_taken_back() -> None:
    css = ".h { visibility: hidden } .s { visibility: visible }"
    assert look(css, "<div class=h><p id=x>")[1:] == ("hidden", False)
    assert look(css, "<div class=h><p class=s id=x>")[1:] == ("visible", True)

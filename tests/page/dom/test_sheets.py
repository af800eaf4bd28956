from __future__ import annotations

import re

import pytest

from pytest_uimcp.core.assets import bundle_dir, fixtures_dir
from pytest_uimcp.page.dom.sheets import lays_out, sheet_of


@pytest.mark.parametrize(
    "declared",
    [
        "position: absolute", "position:fixed", "transform: none", "translate: 1px", "scale: 0", "clip: auto",
        "clip-path: none", "width: 0", "max-height: 0px", "--panel-height: 0", "height: 0.0", "margin-left: -1px",
        "margin: 0 -.5rem", "grid-template-rows: 0fr", "font-size: 0", "FONT-SIZE:0px",
    ],
)  # fmt: skip
def test_what_moves_cuts_off_or_covers_lays_out(declared: str) -> None:
    assert lays_out(f"p {{ {declared} }}")


@pytest.mark.parametrize(
    "declared",
    [
        "position: relative", "min-width: 0", "border-width: 0", "line-height: 0", "width: 0.5rem", "max-height: 05px",
        "font-size: 0.9rem", "font-size: .9rem", "margin: 0", "margin: 0 auto",
    ],
)  # fmt: skip
def test_what_leaves_everything_in_its_place_does_not(declared: str) -> None:
    assert not lays_out(f"p {{ {declared} }}")


def test_steps_on_a_page_without_layout_pay_for_none() -> None:
    # The story of the benchmarks; where a sheet lays out, each step looks for what could cover its element.
    viewdefs = fixtures_dir() / "apps" / "contacts" / "viewdefs"
    assert not any(lays_out(file.read_text(encoding="utf-8")) for file in viewdefs.glob("*.html"))


def test_no_style_of_every_page_moves_or_hides_anything() -> None:
    # One margin below zero in them tripled what a click costs in every app.
    page = bundle_dir() / "html" / "index.html"
    sheets = {
        name: (page.parent / name).read_text(encoding="utf-8")
        for name in re.findall(r'<link rel="stylesheet" href="/([^"]+)"', page.read_text(encoding="utf-8"))
    }
    assert "base.css" in sheets
    assert [name for name, text in sheets.items() if lays_out(text)] == []
    # Else each key asks whether what has the focus is still seen, for which all components are drawn.
    assert [name for name, text in sheets.items() if any(rule.may_hide for rule in sheet_of(text).rules)] == []

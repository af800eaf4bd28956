"""The page reads the style sheets that the server would deliver with it."""

from __future__ import annotations

from pathlib import Path

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.page.site import linked_sheets
from tests.files import write


def test_the_sheets_of_the_package() -> None:
    html = bundle_dir() / "html"
    sheets = (html / "tokens.css", html / "base.css", html / "charts.css")
    assert linked_sheets(None) == tuple(sheet.read_text(encoding="utf-8") for sheet in sheets)


def test_a_front_end_of_the_project_comes_first_and_cannot_lead_outside(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "ui/html/index.html": '<link rel="stylesheet" href="/own.css"><link rel=stylesheet href=base.css>'
            '<link rel="stylesheet" href="/../../secret.css"><link rel="stylesheet" href="https://x.example/y.css">'
            '<link rel="icon" href="/icon.css">',
            "ui/html/own.css": "p {display: none}",
            "secret.css": "b {display: none}",
        },
    )
    own, base = linked_sheets(tmp_path / "ui" / "html")
    assert own == "p {display: none}"
    assert "[hidden]" in base
    (tmp_path / "ui/html/own.css").write_text("p {display: inline}")
    assert linked_sheets(tmp_path / "ui" / "html")[0] == "p {display: inline}"

"""What a target is says the browser: on the face of Chromium our own reading of names counts for nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_uimcp.page import NotFound
from pytest_uimcp.page.accessible import page_view
from pytest_uimcp.page.dom.selectors import CssSelectorError

NAMED = """<label>Outer <input id=a></label><label for=a>other</label><label for=b>Plain</label>
<input id=b placeholder=Hint><input placeholder=Only><button id=c title=Tip></button><div id=d aria-label=Box>x</div>
<button>Part (1/2)</button><button>Save</button><button>Save as</button>"""
DRAWN = """<style>
.a::before { content: "one \\"two\\" \\\\ three\\A four " } .b::before { content: url(/x.png) " beside" }
.c::before { content: "url(words)" / "said" }
</style><p class=a>A</p><p class=b></p><p class=c></p>"""


def test_names_are_those_that_playwright_computes(
    chromium_show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = chromium_show(NAMED)

    def wrong(*_: object) -> str:
        return "wrong"

    with monkeypatch.context() as patched:
        patched.setattr(page_view, "name_of", wrong)
        page.fill("Outer other", "x")
        page.fill("Outer", "y")
        page.click("Tip")
        page.click("Save")
        page.click(css="button", name="Save as")
        assert page.find(role="button", nth=-1).text() == "Save as"
        with pytest.raises(NotFound):
            page.fill("other Outer", "z")
        page.click("(1/2")
    assert page.find(css="#a").value == "y"
    assert page.find(name="Box").attribute("id") == "d"


def test_a_field_is_found_by_its_placeholder_behind_all_labels(chromium_show: Callable[..., Any]) -> None:
    page = chromium_show(NAMED)
    page.fill("Only", "1")
    page.fill("Hint", "2")
    page.fill("Plain", "3")
    assert (page.find(css="[placeholder=Only]").value, page.find(css="#b").value) == ("1", "3")


def test_selectors_are_those_that_the_browser_reads(chromium_show: Callable[..., Any]) -> None:
    page = chromium_show(NAMED)
    assert page.find(css="input:is(#a, :autofill)").attribute("id") == "a"
    with pytest.raises(CssSelectorError):
        page.find(css="input:nothing-like-this")


def test_text_of_style_sheets_is_what_is_drawn(both: Callable[..., Any]) -> None:
    page = both(DRAWN)
    assert page.text().split("\n") == ['one "two" \\ three four A', "beside", "said"]

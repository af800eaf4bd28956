from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_uimcp import PageError
from tests.page.conftest import BUTTONS, Shown

Show = Callable[..., Shown]


FOUND: list[tuple[dict[str, Any], str]] = [
    ({"target": "Save"}, "[hit]"),
    ({"target": "Save all"}, "[all]"),
    ({"target": "all"}, "[all]"),
    ({"target": "Plain text"}, "[true]"),
    ({"target": "Plain"}, "[true]"),
    ({"target": "Close"}, "[hit]"),
    ({"target": "Link"}, "[true]"),
    ({"css": "button:nth-of-type(2)"}, "[all]"),
    ({"role": "button", "name": "Save all"}, "[all]"),
    ({"role": "button", "nth": 0}, "[hit]"),
    ({"role": "button", "nth": -2}, "[all]"),
    ({"name": "Close"}, "[hit]"),
    ({"target": "Save", "css": "button"}, "[hit]"),
]


@pytest.mark.parametrize(("target", "log"), FOUND)
def test_elements_are_found_by_name_label_and_text(show: Show, target: dict[str, Any], log: str) -> None:
    page = show(BUTTONS)
    page.click(**target)
    page.see(log)


def test_a_label_comes_before_a_placeholder(show: Show) -> None:
    page = show('<input placeholder="Name" id=p><label>Name <input id=l></label><input placeholder="Other" id=o>')
    page.fill("Name", "x")
    page.fill("Other", "y")
    assert [page.find(css=f"#{name}").value for name in "plo"] == ["", "x", "y"]


def test_fill_takes_its_target_by_selector_too(show: Show) -> None:
    file = '<input type=file multiple aria-label="F" ui-event-change="say(_)">'
    page = show(f'<input id=i>{file}<input type=file aria-label="One"><p ui-value="log"></p>')
    page.fill("x", css="#i")
    assert page.find(css="#i").value == "x"
    page.clear(css="#i")
    assert page.find(css="#i").value == ""
    page.upload("one.txt", "/tmp/two.txt", css="[multiple]")
    page.see("one.txt")
    with pytest.raises(PageError, match=r'upload: button "One" takes one file, got 2'):
        page.upload("One", "one.txt", "two.txt")
    with pytest.raises(PageError, match=r"upload: .* takes no files"):
        page.upload("one.txt", css="#i")


def test_a_class_of_components_that_are_not_there_is_a_class_like_any_other(show: Show) -> None:
    page = show('<sl-button>Go</sl-button><div class="card" ui-action="hit()">Mine</div><p ui-value="log"></p>')
    page.click(css=".card")
    page.see("[hit]")

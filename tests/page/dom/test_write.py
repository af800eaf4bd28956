from __future__ import annotations

from collections.abc import Callable

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.parse import parse_fragment
from pytest_uimcp.page.dom.write import to_filled_html
from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_html_reads_well_and_is_the_same_every_time(show: Show) -> None:
    page = show('<p class="b  a" ui-value="a"></p><img src="x">')
    page.run("t.a = 'x < y'")
    assert page.html() == "\n".join(
        [
            "<div ui-app>",
            '  <p id="ui-1" class="b a" ui-value="a" ui-viewdef="T.DEFAULT">x &lt; y</p>',
            '  <img id="ui-2" src="x">',
            "</div>",
        ]
    )


def test_filled_html_shows_what_stands_in_the_fields_but_no_password() -> None:
    nodes = parse_fragment(
        "<input><input type=password><input type=checkbox checked><input type=radio name=r>"
        "<select><option>a<option>b</select><textarea>x</textarea>"
    )
    text, password, box, radio, select, area = (node for node in nodes if isinstance(node, Element))
    for field, value in ((text, 'Ada "L"'), (password, "secret"), (select, "b"), (area, "two\nlines <b>")):
        controls.set_value(field, value)
    controls.set_checked(box, False)
    controls.set_checked(radio, True)
    assert to_filled_html(nodes).splitlines() == [
        '<input value="Ada &quot;L&quot;">',
        '<input type="password">',
        '<input type="checkbox">',
        '<input checked name="r" type="radio">',
        "<select>",
        "  <option>a</option>",
        "  <option selected>b</option>",
        "</select>",
        "<textarea>two",
        "lines &lt;b&gt;</textarea>",
    ]

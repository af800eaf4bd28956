from __future__ import annotations

from collections.abc import Callable

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

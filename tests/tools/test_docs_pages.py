from __future__ import annotations

import pytest

from tools import docs
from tools.docs.tables import table


@pytest.mark.parametrize("name", docs.PAGES)
def test_a_generated_page_is_current(name: str) -> None:
    written = (docs.REFERENCE / name).read_text(encoding="utf-8")
    assert written == docs.PAGES[name](), "run `make docs`"


def test_a_bar_in_a_cell_does_not_end_it() -> None:
    assert table("a", rows=[["x | y"]]) == "| a |\n| --- |\n| x \\| y |\n"

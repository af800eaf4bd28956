from __future__ import annotations

import pytest

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.values import computed_value, generated_text, substitute_variables

VARIABLES = {"--a": "none", "--b": "var(--a)", "--loop": "var(--loop)", "--empty": ""}


@pytest.mark.parametrize(
    ("value", "expected"),
    [("none", "none"), ("nonsense", None), ("inline  flow-root", "inline-block"), ("var(--x)", "var(--x)"),
     ("inherit", "inherit"), ("flow", "block")],
)  # fmt: skip
def test_a_browser_takes_a_display(value: str, expected: str | None) -> None:
    assert computed_value("display", value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("var(--a)", "none"), ("var(--b)", "none"), ("var(--x, flex)", "flex"), ("var(--x, var(--a))", "none"),
     ("var(--x)", None), ("var(--loop)", None), ("var( --empty )", "")],
)  # fmt: skip
def test_variables(value: str, expected: str | None) -> None:
    assert substitute_variables(value, VARIABLES.get) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("'a' \"b\"", "ab"), (r"'\2022 x'", "\u2022x"), ("attr(title)", "T"), ("attr(data-x, 'd')", "d"), ("none", None),
     ("'icon' / 'name'", "name"), ("'icon' / ''", ""), ("url(a.png) 'x'", "x"), (r"'it\'s'", "it's")],
)  # fmt: skip
def test_generated_text(value: str, expected: str | None) -> None:
    assert generated_text(value, Element("p", {"title": "T"})) == expected

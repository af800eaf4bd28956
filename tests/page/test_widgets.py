from __future__ import annotations

import pytest

from pytest_uimcp.page.widgets import to_number


@pytest.mark.parametrize(
    ("value", "number"),
    [("7", 7), (" 1.5 ", 1.5), (".5", 0.5), ("1e3", 1000), ("1_000", 0), ("inf", 0), ("nan", 0), (None, 0), (True, 0)],
)
def test_a_string_is_converted_to_a_number_as_by_javascript(value: object, number: float) -> None:
    assert to_number(value) == (1 if value is True else number)


def test_an_infinite_number_is_not_an_error() -> None:
    assert to_number("Infinity") == float("inf")

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.checks.spelling import misspelt

KNOWN = ["text", "colour", "length", "notes", "selection", "item1", "on", "selectionIndex"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("txet", "text"),
        ("tex", "text"),
        ("colur", "colour"),
        ("lenght", "length"),
        ("notse", "notes"),
        ("selectoin", "selection"),
        ("selecttionn", "selection"),
    ],
)
def test_a_misspelling_gives_the_likely_name(name: str, meant: str) -> None:
    assert misspelt(name, KNOWN) == (meant,)


@pytest.mark.parametrize(
    "name", ["note", "item2", "no", "n", "remark", "context", "colouring", "selected", "selections"]
)
def test_a_different_name_is_not_a_misspelling(name: str) -> None:
    assert misspelt(name, KNOWN) == ()


@given(st.text("abcd", min_size=3, max_size=12), st.data())
def test_two_neighbours_swapped_are_always_found(name: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(name) - 2))
    slip = name[:place] + name[place + 1] + name[place] + name[place + 2 :]
    assert slip == name or misspelt(slip, [name]) == (name,)

from __future__ import annotations

from pytest_uimcp.core.yaml import lines_of


def test_lines_are_of_the_keys_that_lead_to_a_place() -> None:
    text = "a:\n  - x\n  - b: 1\n    c:\n      d: 2\n'e': {f: [1,\n 2]}\n"
    places = [("a",), ("a", "0"), ("a", "1"), ("a", "1", "c"), ("a", "1", "c", "d"), ("e", "f", "1"), ("gone",)]
    assert lines_of(text, places) == dict(zip(places, [1, 2, 3, 4, 5, 7], strict=False))


def test_lines_of_what_cannot_be_read_are_those_before_it() -> None:
    assert lines_of("a: 1\nb: [", [("a",), ("b",)]) == {("a",): 1, ("b",): 2}
    assert lines_of("a: 1", []) == {}

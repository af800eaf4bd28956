from __future__ import annotations

import pytest

from pytest_uimcp.testing.snapshots.names import file_stem, owns


@pytest.mark.parametrize(
    ("name", "index", "stem"),
    [("test_it", 0, "test_it"), ("test_it", 2, "test_it.2"), ("test_it[a/b]", "x:y", "test_it[a-b].x-y")],
)
def test_a_file_is_named_for_its_test_with_what_file_systems_allow(name: str, index: int | str, stem: str) -> None:
    assert file_stem(name, index) == stem


def test_long_names_stay_apart() -> None:
    one, two = file_stem("t" * 300), file_stem("t" * 301)
    assert len(one) == len(two) < 200
    assert one != two


def test_a_test_owns_its_own_files_and_those_with_a_number_or_a_name() -> None:
    assert owns("test_it", "test_it")
    assert owns("test_it", "test_it.after one click")
    assert not owns("test_it", "test_item")

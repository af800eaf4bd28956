from __future__ import annotations

import pytest

from pytest_uimcp.javafx.scene.actions.keys import CODES, key_code
from tests.javafx.oracle.recorded import recording

KEYS = {entry["constant"]: entry["name"] for entry in recording("keycodes")["keys"]}


def test_every_recorded_key_is_known_and_no_other() -> None:
    assert set(KEYS) == CODES
    assert len(KEYS) == 224


@pytest.mark.parametrize("constant", sorted(set(KEYS) - {"UNDEFINED"}))
def test_a_key_is_found_by_its_constant_in_any_case_and_by_the_name_javafx_gives_it(constant: str) -> None:
    assert key_code(constant) == key_code(constant.lower()) == constant
    # Two keys have the same name only where one of them is the digit.
    assert key_code(KEYS[constant]) == constant

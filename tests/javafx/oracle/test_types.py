from __future__ import annotations

import pytest

from tests.javafx.oracle.differences import sorted_out
from tests.javafx.oracle.say import say
from tests.javafx.oracle.types import TYPES, compare_type


@pytest.mark.parametrize("name", TYPES)
def test_a_node_of_every_class_is_as_recorded_with_its_inner_nodes(name: str) -> None:
    left, named = sorted_out(f"types.{name}", compare_type(name))
    say(f"{name}: {left.equal} fields equal, {sum(named.values())} differ by nature {named}")
    assert not left.different, left.said()

from __future__ import annotations

import pytest

from tests.javafx.oracle.lookups import compare_lookups
from tests.javafx.oracle.recorded import SCENES
from tests.javafx.oracle.say import say


@pytest.mark.parametrize("scene", SCENES)
def test_every_recorded_lookup_finds_the_same_nodes_in_the_same_order(scene: str) -> None:
    result = compare_lookups(scene)
    say(f"{scene}: {result.equal} lookups equal")
    assert not result.different, "\n".join(result.different)

from __future__ import annotations

import pytest

from tests.javafx.oracle.differences import sorted_out
from tests.javafx.oracle.recorded import SCENES
from tests.javafx.oracle.say import say
from tests.javafx.oracle.scenes import KINDS, compare_scene


@pytest.mark.parametrize("scene", SCENES)
def test_every_field_of_every_node_is_as_recorded(scene: str) -> None:
    for kind, result in compare_scene(scene).items():
        left, named = sorted_out(f"scene_{scene}.{kind}", result)
        say(
            f"{scene} {kind}: {left.nodes} nodes, {left.equal} fields equal,"
            f" {sum(named.values())} differ by nature {named}"
        )
        assert not left.different, f"{scene} {kind}:\n{left.said()[:6000]}"


def test_all_scenes_of_the_folder_are_compared() -> None:
    assert len(SCENES) == 12
    assert set(KINDS) == {"leaf", "internals"}

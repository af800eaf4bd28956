from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx.scene.snapshot.capture import Capture
from pytest_uimcp.javafx.scene.snapshot.paths import find
from pytest_uimcp.javafx.scene.snapshot.uids import Uids
from tests.javafx.oracle.compare import compare
from tests.javafx.oracle.extension import rows_extension
from tests.javafx.oracle.recorded import FOLDER, played, recording
from tests.javafx.oracle.say import say
from tests.javafx.oracle.scenes import EVERYTHING

SCENES = sorted(path.stem.removeprefix("virt_") for path in FOLDER.glob("virt_*.json"))


@pytest.mark.parametrize("scene", SCENES)
def test_the_rows_in_sight_are_those_recorded(scene: str) -> None:
    platform, recorded = played(scene), recording(f"virt_{scene}")["virtualization"]
    uids = Uids()
    Capture(platform, uids, EVERYTHING).snapshot(platform.stages)
    fields = 0
    for entry in recorded:
        node: Any = find(entry["ref"]["path"], platform)
        ours = Capture(platform, uids, EVERYTHING).one(node, children=False)
        virtualization = ours["virtualization"] | {"x": rows_extension(node)}
        mine = {
            "ref": entry["ref"] | {"path": ours["ref"]["path"]},
            "type": ours["type"],
            "id": ours["id"],
            "virtualization": virtualization,
        }
        result = compare(mine, entry)
        fields += result.equal
        assert not result.different, result.said()
    assert recorded
    say(f"{scene}: {len(recorded)} controls, {fields} fields equal")

from __future__ import annotations

import pytest

from pytest_uimcp.core.references import resolve
from pytest_uimcp.testing.faces import ALL, AUTO, FACES, NAMES, Face
from pytest_uimcp.testing.options import MARKER, OPTIONS


@pytest.mark.parametrize("face", FACES, ids=NAMES)
def test_every_face_can_be_opened_and_has_the_verbs_of_the_first(face: Face) -> None:
    assert callable(resolve(face.opens))
    assert resolve(face.verbs).keys() == resolve(FACES[0].verbs).keys()


def test_options_and_marker_know_every_face() -> None:
    (option,) = (option for option in OPTIONS if option.name == "face")
    assert option.choices == (*NAMES, AUTO, ALL)
    assert option.default == NAMES[0]
    assert f"{', '.join(NAMES)} or {AUTO}" in MARKER
    assert all(face.where in option.help for face in FACES)

"""What a scene in memory draws is like what JavaFX draws."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageDraw

from tests.javafx.bridge.host import Host
from tests.javafx.likeness import likeness
from tests.javafx.scene_pictures import ALIKE, SCENES, drawn, taken
from tests.rotation import shuffled

# The others are compared when the pictures of the documentation are taken.
COMPARED = 2


@pytest.mark.slow
def test_pictures_of_scenes_are_like_those_of_javafx(host: Host) -> None:
    for scene in shuffled(SCENES)[:COMPARED]:
        assert likeness(drawn(scene), taken(host, scene)) >= ALIKE, scene


def picture(draw: bool, width: int = 40) -> bytes:
    image = Image.new("L", (width, 40), 200)
    if draw:
        ImageDraw.Draw(image).rectangle((10, 10, 30, 30), fill=20)
    into = io.BytesIO()
    image.save(into, "PNG")
    return into.getvalue()


def test_the_same_picture_is_alike_and_another_one_is_not() -> None:
    assert likeness(picture(True), picture(True)) == 1
    assert likeness(picture(True), picture(False)) < 0.7
    # What only one of them has is like nothing.
    assert likeness(picture(False), picture(False, width=80)) == pytest.approx(0.5)

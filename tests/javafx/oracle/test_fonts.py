from __future__ import annotations

import pytest

from pytest_uimcp.javafx.scene.layout.text import line, text_width
from pytest_uimcp.javafx.scene.values.fonts import Font
from tests.javafx.oracle.compare import TOLERANCE
from tests.javafx.oracle.recorded import recording
from tests.javafx.oracle.say import say

FONTS = {f"{entry['name']} {entry['size']:g}": entry for entry in recording("font_metrics")["fonts"]}


@pytest.mark.parametrize("name", FONTS)
def test_characters_and_lines_are_as_wide_and_as_high_as_recorded(name: str) -> None:
    recorded = FONTS[name]
    font = Font(recorded["family"], recorded["size"], "Bold" in recorded["style"])
    ours = {character: text_width(character, font) for character in recorded["advance"]}
    wrong = {c: (ours[c], wide) for c, wide in recorded["advance"].items() if abs(ours[c] - wide) > TOLERANCE}
    say(f"{name}: {len(ours) - len(wrong)} characters equal")
    assert not wrong
    assert line(font, centred=False).height == pytest.approx(recorded["lineHeight"], abs=TOLERANCE)
    assert line(font, centred=False).ascent == pytest.approx(recorded["baselineOffset"], abs=TOLERANCE)

from __future__ import annotations

import pytest

from pytest_uimcp.page.layout.lengths import Pixels, length


@pytest.mark.parametrize(
    ("text", "pixels"),
    [
        ("0", 0), ("12px", 12), ("-2.5rem", -40), ("50%", 200), ("100vw", 1280), ("50vh", 360), ("100dvh", 720),
        ("calc(100% - 10px)", 390), ("calc(0.25rem * 4)", 16), ("calc(50vw + 1rem)", 656), ("calc(100% / 2)", 200),
    ],
)  # fmt: skip
def test_a_length_is_known_in_pixels(text: str, pixels: float) -> None:
    assert length(text, Pixels(400, 400)) == Pixels(pixels, pixels)


@pytest.mark.parametrize("text", ["auto", "none", "max-content"])
def test_what_the_content_decides_is_no_length(text: str) -> None:
    assert length(text, Pixels(400, 400)) is None


@pytest.mark.parametrize("text", ["2em", "min(10px, 50%)", "anchor(bottom)"])
def test_what_is_not_known_lies_between_bounds(text: str) -> None:
    known = length(text, Pixels(400, 400))
    assert known is not None
    assert known.low < known.high

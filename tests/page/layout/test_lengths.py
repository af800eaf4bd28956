from __future__ import annotations

import pytest

from pytest_uimcp.page.layout.lengths import Pixels, larger, length, smaller


@pytest.mark.parametrize(
    ("text", "pixels"),
    [
        ("0", 0), ("12px", 12), ("-2.5rem", -40), ("50%", 200), ("100vw", 1280), ("50vh", 360), ("100dvh", 720),
        ("calc(100% - 10px)", 390), ("calc(0.25rem * 4)", 16), ("calc(50vw + 1rem)", 656), ("calc(100% / 2)", 200),
        ("min(10px, 50%)", 10), ("max(1rem, 25%)", 100), ("clamp(1rem, 5vw, 3rem)", 48), ("2em", 40), ("-0.5em", -10),
        ("calc(100% - 2 * (1rem + 4px))", 360), ("calc(-1 * min(10px, 20px))", -10),
    ],
)  # fmt: skip
def test_a_length_is_known_in_pixels(text: str, pixels: float) -> None:
    measured = length(text, Pixels(400, 400), Pixels(20, 20))
    assert measured is not None
    assert measured.bounds == pytest.approx((pixels, pixels))


@pytest.mark.parametrize("text", ["auto", "none", "max-content", "normal"])
def test_what_the_content_decides_is_no_length(text: str) -> None:
    assert length(text, Pixels(400, 400)) is None


@pytest.mark.parametrize("text", ["2em", "3ch", "anchor(bottom)", "10px 5px"])
def test_what_is_not_known_lies_between_bounds(text: str) -> None:
    known = length(text, Pixels(400, 400))
    assert known is not None
    assert known.low < known.high


def test_what_two_lengths_share_is_nothing_in_their_difference() -> None:
    lines = Pixels(24, 240)
    button = lines.plus(Pixels(16, 16))
    below = button.plus(Pixels(35.6, 35.6))
    assert below.minus(button).bounds == pytest.approx((35.6, 35.6))
    assert lines.times(0.5).plus(lines.times(0.5)).minus(lines).is_zero


def test_two_unknown_lengths_of_the_same_bounds_are_not_the_same() -> None:
    assert Pixels(24, 48).minus(Pixels(24, 48)).bounds == (-24, 24)
    assert not Pixels(24, 48).is_same(Pixels(24, 48))


def test_the_larger_of_two_lengths_is_one_of_them_where_that_is_certain() -> None:
    text = Pixels(40, 90)
    padded = text.plus(Pixels(8, 8))
    assert larger(text, padded) is padded
    assert smaller(text, padded) is text
    assert larger(text, Pixels(60, 60)).bounds == (60, 90)
    assert smaller(text, Pixels(60, 60)).bounds == (40, 60)


def test_a_sum_of_very_many_unknown_lengths_keeps_its_bounds() -> None:
    total = Pixels(0, 0)
    for _ in range(200):
        total = total.plus(Pixels(1, 2))
    assert total.bounds == pytest.approx((200, 400))

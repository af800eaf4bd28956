"""How wide text is, where it breaks, where it is cut."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.javafx.scene.layout.text import Column, fitting, ink, line, lines, text_width, wrap
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT, Font

BOLD = DEFAULT_FONT._replace(bold=True)
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=60)


@pytest.mark.parametrize(
    ("text", "font", "width"),
    [
        ("", DEFAULT_FONT, 0),
        ("a", DEFAULT_FONT, 1255 / 2048 * 13),
        ("aa", DEFAULT_FONT, 2 * 1255 / 2048 * 13),
        ("a", DEFAULT_FONT._replace(size=26.0), 1255 / 2048 * 26),
        ("a", BOLD, 1382 / 2048 * 13),
        ("a", Font("Elsewhere", 13.0), 1255 / 2048 * 13),
        ("\u4e2d", DEFAULT_FONT, 13),
        ("\u0301", DEFAULT_FONT, 0),
        ("\u200d", DEFAULT_FONT, 0),
    ],
)
def test_a_width_is_the_sum_of_the_advances(text: str, font: Font, width: float) -> None:
    assert text_width(text, font) == pytest.approx(width)


@given(TEXT, TEXT)
def test_there_is_no_kerning(first: str, second: str) -> None:
    total = text_width(first, DEFAULT_FONT) + text_width(second, DEFAULT_FONT)
    assert text_width(first + second, DEFAULT_FONT) == pytest.approx(total)


@pytest.mark.parametrize(("size", "height"), [(13, 16), (10, 12), (12, 14), (26, 31)])
def test_lines_of_controls_are_whole_pixels_high_and_those_of_texts_are_not(size: float, height: float) -> None:
    font = DEFAULT_FONT._replace(size=float(size))
    centred = line(font)
    assert centred.ascent == int(centred.ascent)
    assert centred.descent == int(centred.descent)
    assert line(font, centred=False).height == pytest.approx((1901 + 483) / 2048 * size)
    assert abs(centred.height - height) <= 2


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a\nb", ["a", "b"]),
        ("a\r\nb\rc", ["a", "b", "c"]),
        ("a\n", ["a", ""]),
        ("\n\n", ["", "", ""]),
    ],
)
def test_every_kind_of_line_end_ends_a_paragraph(text: str, paragraphs: list[str]) -> None:
    assert lines(text) == paragraphs


@pytest.mark.parametrize(
    ("text", "width", "rows"),
    [
        ("one two three", 1000, ["one two three"]),
        ("one two three", 50, ["one ", "two ", "three"]),
        ("one two", 0, ["one two"]),
        ("a-b", 14, ["a-", "b"]),
        ("iiiiiiiiii", 12, ["iii", "iii", "iii", "i"]),
        ("W", 1, ["W"]),
        ("a\nb", 1000, ["a", "b"]),
    ],
)
def test_text_breaks_behind_spaces_and_hyphens_and_inside_words_that_are_too_long(
    text: str, width: float, rows: list[str]
) -> None:
    assert wrap(text, DEFAULT_FONT, width) == rows


@given(TEXT, st.floats(1, 300))
def test_wrapping_loses_nothing_and_keeps_to_the_width(text: str, width: float) -> None:
    for paragraph in lines(text):
        rows = wrap(paragraph, DEFAULT_FONT, width)
        assert "".join(rows) == paragraph
        for row in rows:
            assert len(row.rstrip(" ")) <= 1 or text_width(row.rstrip(" "), DEFAULT_FONT) <= width + 1e-6


@given(TEXT, st.floats(0, 300))
def test_what_fits_is_the_longest_start_that_does(text: str, width: float) -> None:
    start = fitting(text, DEFAULT_FONT, width)
    assert text.startswith(start)
    assert text_width(start, DEFAULT_FONT) <= width
    if start != text:
        assert text_width(text[: len(start) + 1], DEFAULT_FONT) > width


def test_the_ink_of_a_j_begins_before_it() -> None:
    assert ink("j", DEFAULT_FONT).left < 0
    assert ink("a", DEFAULT_FONT) == (0, 0)
    assert ink("", DEFAULT_FONT) == (0, 0)


def plainly_wrapped(text: str, width: float) -> list[str]:
    """Rows of words that fit together, each measured as a whole."""
    rows = [""]
    for word in re.findall(r"[^ ]* *", text):
        if rows[-1] and text_width((rows[-1] + word).rstrip(" "), DEFAULT_FONT) > width:
            rows.append("")
        rows[-1] += word
    return rows


@given(st.lists(st.text("abW ", max_size=12), max_size=12), st.sampled_from([150.0, 200.0, 333.3]))
def test_a_text_that_grows_breaks_as_it_does_at_once(pieces: list[str], width: float) -> None:
    text = ""
    for piece in pieces:
        text += piece
        # Words that are wider than the column are cut, which is another matter.
        if all(text_width(word, DEFAULT_FONT) <= width for word in text.split()):
            assert [row for row in wrap(text, DEFAULT_FONT, width) if row] == [
                row for row in plainly_wrapped(text, width) if row
            ]


def test_a_text_that_grows_is_broken_only_where_it_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Column.broken
    lengths: list[int] = []

    def counted(self: Column, text: str) -> list[str]:
        lengths.append(len(text))
        return broken(self, text)

    monkeypatch.setattr(Column, "broken", counted)
    text = ""
    for _ in range(1000):
        text += "abcd "
        wrap(text, DEFAULT_FONT, 123.4)
    assert len(lengths) == 1000
    assert max(lengths) < 60

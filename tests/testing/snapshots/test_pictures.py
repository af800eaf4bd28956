from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.testing.snapshots.pictures import compare_pictures
from pytest_uimcp.testing.snapshots.png import SIGNATURE, BadPicture, Raster, read_png, write_png

RED, WHITE, GREY = b"\xff\x00\x00", b"\xff\xff\xff", b"\xfa\xfa\xfa"


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, rows: list[bytes], colour: int = 2, depth: int = 8, interlaced: int = 0) -> bytes:
    """A PNG of rows that begin with their filter byte."""
    header = struct.pack(">IIBBBBB", width, len(rows), depth, colour, 0, 0, interlaced)
    pixels = zlib.compress(b"".join(rows))
    half = len(pixels) // 2  # a browser writes them in several pieces
    pieces = chunk(b"IDAT", pixels[:half]) + chunk(b"IDAT", pixels[half:])
    return SIGNATURE + chunk(b"IHDR", header) + pieces + chunk(b"IEND", b"")


def picture(*rows: bytes) -> bytes:
    return write_png(Raster(len(rows[0]) // 3, 3, list(rows)))


def filtered(kind: int, row: bytes, above: bytes, step: int) -> bytes:
    """The filters as the specification defines them, a byte at a time."""
    made = bytearray([kind])
    for at, byte in enumerate(row):
        left = row[at - step] if at >= step else 0
        up, corner = above[at], above[at - step] if at >= step else 0
        guess = left + up - corner
        near = min((left, up, corner), key=lambda value: abs(guess - value))
        made.append((byte - (0, left, up, (left + up) // 2, near)[kind]) & 255)
    return bytes(made)


@given(data=st.data(), channels=st.sampled_from([3, 4]), width=st.integers(1, 6), height=st.integers(1, 6))
def test_every_filter_gives_the_pixels_back(data: st.DataObject, channels: int, width: int, height: int) -> None:
    size = width * channels
    rows = [data.draw(st.binary(min_size=size, max_size=size)) for _ in range(height)]
    kinds = [data.draw(st.integers(0, 4)) for _ in range(height)]
    above = [bytes(size), *rows]
    lines = [filtered(kind, row, up, channels) for kind, row, up in zip(kinds, rows, above, strict=False)]
    assert read_png(png(width, lines, colour=2 if channels == 3 else 6)) == Raster(width, channels, rows)


@given(st.binary(min_size=12, max_size=12))
def test_a_written_picture_can_be_read(row: bytes) -> None:
    for channels in (3, 4):
        raster = Raster(12 // channels, channels, [row, row[::-1]])
        assert read_png(write_png(raster)) == raster


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"GIF89a..", "expected a PNG, got 8 bytes that begin with b'GIF89a..'"),
        (SIGNATURE, "a broken PNG of 8 bytes: it has no header"),
        (picture(RED)[:-20], "a broken PNG of .* bytes"),
        (png(1, [b"\0\0"], colour=0), "expected a PNG of 8 bits, RGB or RGBA, .* got 8 bits, colour type 0$"),
        (png(1, [b"\0" + RED], interlaced=1), "got 8 bits, colour type 2, interlaced"),
        (png(2, [b"\0" + RED]), "4 bytes of pixels for 2 x 1"),
        (png(1, [b"\x07" + RED]), "there is no filter 7"),
    ],
)
def test_an_unsupported_picture_is_an_error_with_the_reason(data: bytes, message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        read_png(data)


def test_equal_pictures_have_no_difference() -> None:
    assert str(compare_pictures(picture(RED + WHITE), picture(RED + WHITE))) == "0 of 2 pixels differ (0.00%)"


def test_pixels_that_differ_are_counted_once_however_many_of_their_channels_do() -> None:
    found = compare_pictures(picture(RED + WHITE, WHITE + WHITE), picture(WHITE + WHITE, WHITE + RED))
    assert (found.different, found.share) == ({0: [0], 1: [1]}, 0.5)
    assert str(found) == "2 of 4 pixels differ (50.00%)"


def test_a_shade_may_be_allowed() -> None:
    assert compare_pictures(picture(WHITE), picture(GREY), shade=4).pixels == 1
    assert compare_pictures(picture(WHITE), picture(GREY), shade=5).pixels == 0


def test_a_small_fraction_of_pixels_is_not_rounded_to_zero() -> None:
    rows = [WHITE * 200] * 200
    found = compare_pictures(picture(*rows), picture(RED + rows[0][3:], *rows[1:]))
    assert str(found) == "1 of 40000 pixels differ (less than 0.01%)"


def test_an_opaque_alpha_channel_is_no_difference() -> None:
    opaque = write_png(Raster(1, 4, [RED + b"\xff"]))
    assert compare_pictures(picture(RED), opaque).pixels == 0
    assert compare_pictures(picture(RED), write_png(Raster(1, 4, [RED + b"\x80"]))).pixels == 1


def test_pictures_of_different_sizes_differ() -> None:
    found = compare_pictures(picture(RED + RED), picture(RED))
    assert (found.share, str(found)) == (1.0, "the size is another: 2 x 1 → 1 x 1")
    assert read_png(found.picture()).width == 2 + 8 + 1


def test_the_picture_of_the_difference_shows_both_and_marks_it_between_them() -> None:
    before = [WHITE * 20] * 20
    after = [*before[:10], WHITE * 10 + RED + WHITE * 9, *before[11:]]
    shown = read_png(compare_pictures(picture(*before), picture(*after)).picture())
    assert (shown.width, shown.height) == (3 * 20 + 2 * 8, 20)

    def pixel(x: int, y: int) -> bytes:
        return shown.rows[y][3 * x : 3 * x + 3]

    assert pixel(10, 10) == WHITE
    assert pixel(28 + 10, 10) == b"\xe0\x00\x20"
    assert pixel(28 + 6, 6) == pixel(28 + 14, 14) == b"\xff\x90\x00"
    assert pixel(56 + 10, 10) == RED

from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pytest_uimcp.testing.snapshots.pictures import SIGNATURE, BadPicture, compare_pictures, read_png, write_png

RED, WHITE, GREY = b"\xff\x00\x00", b"\xff\xff\xff", b"\xfa\xfa\xfa"


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, rows: list[bytes], colour: int = 2, depth: int = 8, height: int | None = None) -> bytes:
    """A PNG of rows that begin with their filter byte."""
    header = struct.pack(">IIBBBBB", width, len(rows) if height is None else height, depth, colour, 0, 0, 0)
    pixels = zlib.compress(b"".join(rows))
    half = len(pixels) // 2  # a browser writes them in several pieces
    pieces = chunk(b"IDAT", pixels[:half]) + chunk(b"IDAT", pixels[half:])
    return SIGNATURE + chunk(b"IHDR", header) + pieces + chunk(b"IEND", b"")


def picture(*rows: bytes) -> bytes:
    return write_png(Image.frombytes("RGB", (len(rows[0]) // 3, len(rows)), b"".join(rows)))


@given(st.data(), st.sampled_from(["RGB", "RGBA"]), st.integers(1, 6), st.integers(1, 6))
def test_a_written_picture_can_be_read(data: st.DataObject, mode: str, width: int, height: int) -> None:
    size = width * height * len(mode)
    written = Image.frombytes(mode, (width, height), data.draw(st.binary(min_size=size, max_size=size)))
    read = read_png(write_png(written))
    assert (read.mode, read.size, read.tobytes()) == (mode, written.size, written.tobytes())


@pytest.mark.parametrize(
    ("colour", "depth", "row", "mode"),
    [(2, 8, RED, "RGB"), (6, 8, RED + b"\x80", "RGBA"), (0, 8, b"\x80", "RGB"), (4, 8, b"\x80\x80", "RGBA")],
)
def test_every_kind_of_png_is_read_as_colours(colour: int, depth: int, row: bytes, mode: str) -> None:
    assert read_png(png(1, [b"\0" + row], colour, depth)).mode == mode


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"GIF89a..", "expected a PNG, got 8 bytes that begin with b'GIF89a..'"),
        (SIGNATURE, "a broken PNG of 8 bytes"),
        (png(1, [b"\0" + RED])[:-40], "a broken PNG of .* bytes"),
        (png(2, [b"\0" + RED]), "a broken PNG of .* bytes"),
        (png(1, [b"\x07" + RED]), "a broken PNG of .* bytes"),
        (png(60_000, [], height=60_000), "a PNG of 60000 x 60000 pixels; pictures have at most 40,000,000 of them"),
        (png(10_000, [], height=10_000), "a PNG of 10000 x 10000 pixels"),
    ],
)
def test_an_unsupported_picture_is_an_error_with_the_reason(data: bytes, message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        read_png(data)


def test_equal_pictures_have_no_difference() -> None:
    assert str(compare_pictures(picture(RED + WHITE), picture(RED + WHITE))) == "0 of 2 pixels differ (0.00%)"


def test_pixels_that_differ_are_counted_once_however_many_of_their_channels_do() -> None:
    found = compare_pictures(picture(RED + WHITE, WHITE + WHITE), picture(WHITE + WHITE, WHITE + RED))
    assert found.different is not None
    assert (found.different.tobytes(), found.share) == (b"\xff\0\0\xff", 0.5)
    assert str(found) == "2 of 4 pixels differ (50.00%)"


def test_a_shade_may_be_allowed() -> None:
    assert compare_pictures(picture(WHITE), picture(GREY), shade=4).pixels == 1
    assert compare_pictures(picture(WHITE), picture(GREY), shade=5).pixels == 0


def test_a_small_fraction_of_pixels_is_not_rounded_to_zero() -> None:
    rows = [WHITE * 200] * 200
    found = compare_pictures(picture(*rows), picture(RED + rows[0][3:], *rows[1:]))
    assert str(found) == "1 of 40000 pixels differ (less than 0.01%)"


def test_an_opaque_alpha_channel_is_no_difference() -> None:
    opaque = write_png(Image.frombytes("RGBA", (1, 1), RED + b"\xff"))
    assert compare_pictures(picture(RED), opaque).pixels == 0
    assert compare_pictures(picture(RED), write_png(Image.frombytes("RGBA", (1, 1), RED + b"\x80"))).pixels == 1


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
        return shown.crop((x, y, x + 1, y + 1)).tobytes()

    assert pixel(10, 10) == WHITE
    assert pixel(28 + 10, 10) == b"\xe0\x00\x20"
    assert pixel(28 + 6, 6) == pixel(28 + 14, 14) == b"\xff\x90\x00"
    assert pixel(56 + 10, 10) == RED

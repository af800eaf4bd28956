"""Reads and writes PNG as browsers do: 8 bits, RGB or RGBA, not interlaced; pixels are rows of bytes.

This is cheaper than depending on an imaging library, and pictures are decoded only if the files differ. The filters
are those of the PNG specification, section 9.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from pytest_uimcp.core.errors import UimcpError

__all__ = ["BadPicture", "Raster", "read_png", "write_png"]

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_CHANNELS: Final = {2: 3, 6: 4}


class BadPicture(UimcpError):
    """Not a PNG as browsers write it."""


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture: rows of `width` pixels of 3 or 4 bytes."""

    width: int
    channels: int
    rows: list[bytes]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def rgb(self) -> Raster:
        """The picture without its alpha channel."""
        return self if self.channels == 3 else Raster(self.width, 3, [_without_alpha(row) for row in self.rows])

    def rgba(self) -> Raster:
        """The picture with an alpha channel."""
        return self if self.channels == 4 else Raster(self.width, 4, [_with_alpha(row) for row in self.rows])


def _without_alpha(row: bytes) -> bytes:
    plain = bytearray(row)
    del plain[3::4]
    return bytes(plain)


def _with_alpha(row: bytes) -> bytes:
    full = bytearray(b"\xff" * (len(row) // 3 * 4))
    for channel in range(3):
        full[channel::4] = row[channel::3]
    return bytes(full)


def read_png(data: bytes) -> Raster:
    """The pixels of a PNG; raises BadPicture with the reason."""
    try:
        return _read(data)
    except (struct.error, zlib.error, IndexError, ValueError) as error:
        raise BadPicture(f"a broken PNG of {len(data)} bytes: {error}") from error


def _read(data: bytes) -> Raster:
    if not data.startswith(SIGNATURE):
        raise BadPicture(f"expected a PNG, got {len(data)} bytes that begin with {data[:8]!r}")
    chunks = list(_chunks(data))
    if not chunks or chunks[0][0] != b"IHDR":
        raise BadPicture(f"a broken PNG of {len(data)} bytes: it has no header")
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    if depth != 8 or colour not in _CHANNELS or interlaced:
        raise BadPicture(
            "expected a PNG of 8 bits, RGB or RGBA, not interlaced, as browsers write it; "
            f"got {depth} bits, colour type {colour}{', interlaced' if interlaced else ''}"
        )
    raw = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    channels = _CHANNELS[colour]
    size = width * channels
    if len(raw) != (size + 1) * height:
        raise BadPicture(f"a broken PNG of {len(data)} bytes: {len(raw)} bytes of pixels for {width} x {height}")
    rows: list[bytes] = []
    above = bytes(size)
    for start in range(0, len(raw), size + 1):
        above = _unfiltered(raw[start], raw[start + 1 : start + 1 + size], above, channels)
        rows.append(above)
    return Raster(width, channels, rows)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        at += 12 + size


def _unfiltered(kind: int, row: bytes, above: bytes, step: int) -> bytes:
    if kind == 0:
        return row
    if kind == 1:
        return _sub(row, step)
    if kind == 2:
        return _up(row, above)
    if kind in (3, 4):
        return (_average if kind == 3 else _paeth)(row, above, step)
    raise ValueError(f"there is no filter {kind}")


def _sub(row: bytes, step: int) -> bytes:
    made = bytearray(len(row))
    for channel in range(step):
        made[channel::step] = bytes(total & 255 for total in accumulate(row[channel::step]))
    return bytes(made)


def _up(row: bytes, above: bytes) -> bytes:
    # Adds all bytes in one addition: the upper bit of each is added separately, so that no carry reaches the next byte.
    low = int.from_bytes(b"\x7f" * len(row), "big")
    a, b = int.from_bytes(row, "big"), int.from_bytes(above, "big")
    return (((a & low) + (b & low)) ^ ((a ^ b) & ~low)).to_bytes(len(row), "big") if row else row


def _average(row: bytes, above: bytes, step: int) -> bytes:
    made = bytearray(step) + row
    for at, (byte, up) in enumerate(zip(row, above, strict=True)):
        made[at + step] = (byte + (made[at] + up) // 2) & 255
    return bytes(made[step:])


def _paeth(row: bytes, above: bytes, step: int) -> bytes:
    made = bytearray(step) + row
    before = bytes(step) + above
    for at, byte in enumerate(row):
        left, up, corner = made[at], above[at], before[at]
        to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        others = up if to_up <= to_corner else corner
        made[at + step] = (byte + (left if to_left <= to_up and to_left <= to_corner else others)) & 255
    return bytes(made[step:])


def write_png(raster: Raster) -> bytes:
    """A PNG of the pixels."""
    colour = next(kind for kind, channels in _CHANNELS.items() if channels == raster.channels)
    header = struct.pack(">IIBBBBB", raster.width, raster.height, 8, colour, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in raster.rows), 6)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", pixels) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

"""Splits bytes into lines of limited length, without doing any I/O.

Of a line over the limit only the beginning and the end are kept, so that the reply can still name the request that
was lost. The rest is skipped, and the next line is read as usual.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

DEFAULT_MAX_LINE = 16 * 1024 * 1024

_HEAD = 64 * 1024
_TAIL = 1024
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class OverlongLine:
    """The two ends of a line that exceeded the limit."""

    head: bytes
    tail: bytes
    size: int


class LineBuffer:
    """Splits a stream of chunks into lines, without their line ends; blank lines are left out."""

    def __init__(self, limit: int = DEFAULT_MAX_LINE) -> None:
        if limit < 1:
            raise ValueError(f"expected a line limit of at least 1 byte, got {limit}")
        self.limit = limit
        self._held = bytearray()
        self._head: bytes | None = None  # set while an overlong line is being skipped
        self._size = 0
        self._first = True

    def feed(self, chunk: bytes) -> Iterator[bytes | OverlongLine]:
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            yield from self._complete(chunk[start:end])
            start = end + 1
        self._hold(chunk[start:])

    def finish(self) -> Iterator[bytes | OverlongLine]:
        """Yield the last line if the stream ended without a line end."""
        yield from self._complete(b"")

    def _complete(self, piece: bytes) -> Iterator[bytes | OverlongLine]:
        self._hold(piece)
        ending = bytes(self._held)
        head = self._head
        size = self._size
        self._held.clear()
        self._head = None
        self._size = 0
        if head is not None:
            self._first = False
            yield OverlongLine(head, ending, size)
        elif line := self._trim(ending):
            yield line

    def _hold(self, piece: bytes) -> None:
        self._held += piece
        self._size += len(piece)
        if self._size <= self.limit:
            return
        if self._head is None:
            self._head = bytes(self._held[: min(self.limit, _HEAD)])
        # The end is kept because some SDKs write the id last, see `jsonrpc.py`.
        del self._held[:-_TAIL]

    def _trim(self, line: bytes) -> bytes:
        if self._first:
            # Some Windows shells put a byte order mark in front of what they pipe.
            line = line.removeprefix(_BOM)
            self._first = False
        if line.isspace():
            return b""
        return line.removesuffix(b"\r")

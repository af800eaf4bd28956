"""Undoes the content encodings of an HTTP answer in pieces, so that whoever reads can stop in time.

httpx decodes a chunk as a whole: two kilobytes of gzip in gzip are gigabytes before anybody can count them, and no
time-out interrupts that.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

import anyio.lowlevel
import httpx

if TYPE_CHECKING:
    import httpx2


# What a request asks for. Nothing else is decoded.
ACCEPTED: Final = "gzip, deflate"
PIECE: Final = 64 * 1024
MAX_ENCODINGS: Final = 4


async def decoded(response: httpx.Response, largest: int) -> AsyncIterator[bytes]:
    """The content in pieces. The reader counts them, and stops when it has `largest` bytes.

    Raises httpx.DecodingError if the content is not what its header says, or what was packed twice is larger than
    that after it was unpacked once.
    """
    if response.is_stream_consumed:  # answers of a mock are decoded when they are made
        yield response.content
        return
    decoders: Sequence[_Decoder] | None = None
    async for chunk in response.aiter_raw():
        if decoders is None:  # not earlier: an answer without content may have any header
            decoders = _decoders(response.headers.get("Content-Encoding", ""), largest)
        for piece in _through(decoders, chunk):
            yield piece
            await anyio.lowlevel.checkpoint()


def unpacked(headers: Mapping[str, str]) -> dict[str, Any]:
    """Options of an HTTP client whose answers somebody else reads: asked for as they are, and refused when packed."""
    return {"headers": {**headers, "Accept-Encoding": "identity"}, "event_hooks": {"response": [_refuse_packed]}}


async def _refuse_packed(response: httpx2.Response) -> None:
    import httpx2  # what uses it has imported it; nlui needs only the other

    encoding = response.headers.get("Content-Encoding", "").strip().lower()
    if encoding not in ("", "identity"):
        raise httpx2.DecodingError(f"the answer is packed with {encoding}, which was not asked for")


class _Decoder(Protocol):
    def pieces(self, data: bytes) -> Iterator[bytes]:
        """What the next data become, in pieces that may be empty."""


class _Inflated:
    """gzip and both kinds of deflate. What follows after the end is ignored."""

    def __init__(self, window: int) -> None:
        self._zlib = zlib.decompressobj(window)

    def pieces(self, data: bytes) -> Iterator[bytes]:
        full = True
        while (data or full) and not self._zlib.eof:
            try:
                piece = self._zlib.decompress(data, PIECE)
            except zlib.error as error:
                raise httpx.DecodingError(f"the content is not encoded as its header says: {error}") from None
            yield piece
            data = self._zlib.unconsumed_tail
            # While its pieces are full, zlib may have more to give without being given more.
            full = len(piece) == PIECE


class _Deflated:
    """`deflate` should be zlib's format; some servers send it without zlib's two bytes in front."""

    def __init__(self) -> None:
        self._start = b""
        self._inflated: _Inflated | None = None

    def pieces(self, data: bytes) -> Iterator[bytes]:
        if self._inflated is None:
            self._start += data
            if len(self._start) < 2:
                return
            is_zlib = self._start[0] & 15 == zlib.DEFLATED and int.from_bytes(self._start[:2], "big") % 31 == 0
            self._inflated = _Inflated(zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS)
            data = self._start
        yield from self._inflated.pieces(data)


class _Bounded:
    """A decoder whose pieces go into another one, where nobody else counts them."""

    def __init__(self, decoder: _Decoder, largest: int) -> None:
        self._decoder = decoder
        self._largest = largest
        self._size = 0

    def pieces(self, data: bytes) -> Iterator[bytes]:
        for piece in self._decoder.pieces(data):
            self._size += len(piece)
            if self._size > self._largest:
                raise httpx.DecodingError(
                    f"the content is encoded more than once, and larger than {self._largest} bytes in between"
                )
            yield piece


_gzip: Final = partial(_Inflated, 16 + zlib.MAX_WBITS)
_DECODERS: Final[Mapping[str, Callable[[], _Decoder]]] = {"gzip": _gzip, "x-gzip": _gzip, "deflate": _Deflated}
# Anything else that is no encoding, such as `utf-8`, is a mistake of the server that changes nothing.
_REFUSED: Final = frozenset({"br", "zstd", "compress", "x-compress", "dcb", "dcz"})


def _decoders(header: str, largest: int) -> Sequence[_Decoder]:
    """The decoders in the order in which they are used: the encoding that was applied last comes first."""
    names = [name.strip().lower() for name in header.split(",")]
    refused = next((name for name in names if name in _REFUSED), None)
    if refused is not None:
        raise httpx.DecodingError(f"the content is encoded with {refused}; {ACCEPTED} was asked for")
    decoders: list[_Decoder] = [_DECODERS[name]() for name in reversed(names) if name in _DECODERS]
    if len(decoders) > MAX_ENCODINGS:
        raise httpx.DecodingError(f"the content is encoded {len(decoders)} times, more than {MAX_ENCODINGS}")
    return [*(_Bounded(decoder, largest) for decoder in decoders[:-1]), *decoders[-1:]]


def _through(decoders: Sequence[_Decoder], data: bytes) -> Iterator[bytes]:
    if not decoders:
        yield data
        return
    # Depth first: a piece passes all decoders before the next one is unpacked, so that nothing piles up in between.
    for piece in decoders[0].pieces(data):
        yield from _through(decoders[1:], piece)

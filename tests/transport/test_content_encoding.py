"""Content encodings are undone in pieces."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import AsyncIterator, Callable, Sequence

import anyio
import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.transport.content_encoding import MAX_ENCODINGS, PIECE, decoded
from tests.transport.packed import nested_bomb, raw_deflate_bomb
from tests.transport.wires import PATIENCE

LARGEST = 1024 * 1024


def _raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


_PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "Deflate": _raw_deflate,
    "identity": bytes,
}


def answer(header: str, *chunks: bytes) -> httpx.Response:
    async def stream() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    return httpx.Response(200, headers={"Content-Encoding": header} if header else {}, content=stream())


async def read(response: httpx.Response, largest: int = LARGEST) -> bytes:
    content = b""
    with anyio.fail_after(PATIENCE):
        async for piece in decoded(response, largest):
            assert len(piece) <= max(PIECE, LARGEST)
            content += piece
            if len(content) > largest:
                break
    return content


@given(st.binary(max_size=300), st.lists(st.sampled_from(sorted(_PACKERS)), max_size=MAX_ENCODINGS), st.data())
def test_what_was_packed_in_any_order_is_unpacked_however_it_arrives(
    content: bytes, names: Sequence[str], data: st.DataObject
) -> None:
    packed = content
    for name in names:
        packed = _PACKERS[name](packed)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(packed)), max_size=5)))
    chunks = [packed[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(packed)], strict=True)]
    assert anyio.run(read, answer(", ".join(names), *chunks)) == content


@pytest.mark.anyio
async def test_a_reader_that_stops_has_had_little_more_than_it_wanted() -> None:
    content = await read(answer("deflate", raw_deflate_bomb(1024)))
    assert len(content) == LARGEST + PIECE


@pytest.mark.anyio
async def test_what_is_too_large_between_two_encodings_is_refused() -> None:
    inner = gzip.compress(raw_deflate_bomb(1024))
    with pytest.raises(httpx.DecodingError, match="encoded more than once, and larger than 1024 bytes in between"):
        await read(answer("deflate, gzip", inner), largest=1024)


@pytest.mark.anyio
async def test_gigabytes_in_a_few_kilobytes_do_not_block_the_loop() -> None:
    bomb = nested_bomb(2)
    assert len(bomb) < 32 * 1024
    with anyio.move_on_after(0) as scope:
        await read(answer("deflate, gzip", bomb), largest=2**40)
    assert scope.cancelled_caught


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["br", "zstd", "compress"])
async def test_an_encoding_that_was_not_asked_for_is_named(name: str) -> None:
    with pytest.raises(httpx.DecodingError, match=f"is encoded with {name}; gzip, deflate was asked for"):
        await read(answer(f"gzip, {name}", b"x"))
    assert await read(answer(name)) == b""


@pytest.mark.anyio
async def test_a_word_that_is_no_encoding_changes_nothing() -> None:
    assert await read(answer("utf-8", b"plain")) == b"plain"


@pytest.mark.anyio
async def test_more_than_four_encodings_are_refused() -> None:
    with pytest.raises(httpx.DecodingError, match="is encoded 5 times, more than 4"):
        await read(answer("gzip, gzip, gzip, gzip, gzip", b"x"))


@pytest.mark.anyio
async def test_what_is_not_encoded_as_its_header_says_is_an_error() -> None:
    with pytest.raises(httpx.DecodingError, match="not encoded as its header says"):
        await read(answer("gzip", b"plain"))

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.transport.lines import LineBuffer, OverlongLine


def lines(*chunks: bytes, limit: int = 1000) -> list[bytes | OverlongLine]:
    buffer = LineBuffer(limit)
    return [line for chunk in chunks for line in buffer.feed(chunk)] + list(buffer.finish())


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        ((b"one\ntwo\n",), [b"one", b"two"]),
        ((b"o", b"ne\nt", b"w", b"o\n"), [b"one", b"two"]),
        ((b"one\r\ntwo\r", b"\n"), [b"one", b"two"]),
        ((b"\n\n one\n \t\r\n\n",), [b" one"]),
        ((b"\xef\xbb\xbfone\n\xef\xbb\xbftwo\n",), [b"one", b"\xef\xbb\xbftwo"]),
        ((b"one\ntwo",), [b"one", b"two"]),
        ((b"",), []),
    ],
    ids=["whole", "pieces", "crlf", "blank", "byte order mark", "no last line end", "nothing"],
)
def test_a_stream_is_cut_into_lines(chunks: tuple[bytes, ...], expected: list[bytes]) -> None:
    assert lines(*chunks) == expected


def test_a_line_of_exactly_the_limit_passes() -> None:
    assert lines(b"x" * 10 + b"\ny\n", limit=10) == [b"x" * 10, b"y"]


def test_of_a_longer_line_both_ends_are_kept_and_the_next_line_is_read() -> None:
    long = b"{" + b"x" * 200_000 + b"}"
    found, after = lines(long + b"\nafter\n", limit=10)
    assert isinstance(found, OverlongLine)
    assert (found.size, found.head[:2], found.tail[-2:], after) == (200_002, b"{x", b"x}", b"after")
    assert len(found.head) + len(found.tail) < 70_000


def test_what_is_kept_of_a_skipped_line_stays_small() -> None:
    buffer = LineBuffer(1000)
    chunk = b"x" * 65_536
    tracemalloc.start()
    for _ in range(1000):
        assert list(buffer.feed(chunk)) == []
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


def test_a_limit_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a line limit of at least 1 byte, got 0"):
        LineBuffer(0)


@given(st.lists(st.binary(max_size=30)), st.integers(1, 12))
def test_the_chunking_of_the_bytes_makes_no_difference(pieces: list[bytes], limit: int) -> None:
    assert lines(*pieces, limit=limit) == lines(b"".join(pieces), limit=limit)

"""Contents that become gigabytes, made in no time: one compressed megabyte, again and again."""

from __future__ import annotations

import gzip
import zlib

MEGABYTE = 1024 * 1024


def raw_deflate_bomb(megabytes: int) -> bytes:
    """`deflate` as some servers send it, without zlib's header and without an end."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return (packer.compress(bytes(MEGABYTE)) + packer.flush(zlib.Z_FULL_FLUSH)) * megabytes


def nested_bomb(gigabytes: int) -> bytes:
    """Some kilobytes that are `deflate, gzip`."""
    return gzip.compress(raw_deflate_bomb(gigabytes * 1024))

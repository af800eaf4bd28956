"""Invalid lines, each with the answer that it gets."""

from __future__ import annotations

from dataclasses import dataclass

PARSE_ERROR = -32700
INVALID_REQUEST = -32600


@dataclass(frozen=True)
class Bad:
    name: str
    line: bytes
    code: int
    id: int | str | None
    says: str


def request(params: bytes = b"{}", id_: bytes = b"7", version: bytes = b'"2.0"') -> bytes:
    return b'{"jsonrpc":%s,"id":%s,"method":"tools/call","params":%s}' % (version, id_, params)


BAD_LINES = [
    Bad("malformed", b'{"jsonrpc":"2.0",', PARSE_ERROR, None, "Parse error: "),
    Bad("two messages on a line", request() * 2, PARSE_ERROR, None, "Extra data"),
    Bad("garbage", b"\x00\x01\xfe\xff", PARSE_ERROR, None, "not UTF-8 (byte 0xfe at offset 2)"),
    Bad("words", b"hello there", PARSE_ERROR, None, "Expecting value"),
    Bad("bad UTF-8 in a request", request(b'{"name":"\xff"}'), PARSE_ERROR, 7, "not UTF-8 (byte 0xff"),
    Bad("deep nesting", b"[" * 100_000, PARSE_ERROR, None, "nested too deeply"),
    Bad("deep nesting in a request", request(b'{"a":' + b"[" * 400 + b"]" * 400 + b"}"), INVALID_REQUEST, 7,
        "recursion limit exceeded"),
    Bad("a 5000-digit integer", request(b'{"a":' + b"9" * 5000 + b"}"), INVALID_REQUEST, 7, "out of range"),
    Bad("a lone surrogate", request(b'{"a":"\\ud800"}'), INVALID_REQUEST, 7, "hex escape"),
    Bad("a number", b"5", INVALID_REQUEST, None, "expected an object, got a number"),
    Bad("a string", b'"initialize"', INVALID_REQUEST, None, "expected an object, got a string"),
    Bad("null", b"null", INVALID_REQUEST, None, "expected an object, got null"),
    Bad("true", b"true", INVALID_REQUEST, None, "expected an object, got a boolean"),
    Bad("an empty batch", b"[]", INVALID_REQUEST, None, "batches are not supported"),
    Bad("a batch", b"[" + request() + b"]", INVALID_REQUEST, None, "send each message on a line"),
    Bad("an empty object", b"{}", INVALID_REQUEST, None, '"jsonrpc" must be "2.0", got nothing'),
    Bad("no version", b'{"id":7,"method":"ping"}', INVALID_REQUEST, 7, 'must be "2.0", got nothing'),
    Bad("version as a number", request(version=b"2.0"), INVALID_REQUEST, 7, "got a number"),
    Bad("another version", request(version=b'"1.0"'), INVALID_REQUEST, 7, '"jsonrpc" must be "2.0"'),
    Bad("id null", request(id_=b"null"), INVALID_REQUEST, None, "a string or an integer, got null"),
    Bad("id fraction", request(id_=b"1.5"), INVALID_REQUEST, None, '"id" must be a string or an integer'),
    Bad("id boolean", request(id_=b"true"), INVALID_REQUEST, None, "got a boolean"),
    Bad("id object", request(id_=b"{}"), INVALID_REQUEST, None, "got an object"),
    Bad("id array", request(id_=b"[1]"), INVALID_REQUEST, None, "got an array"),
    Bad("params a number", request(b"5"), INVALID_REQUEST, 7, '"params" must be an object, got a number'),
    Bad("params an array", request(b"[1]"), INVALID_REQUEST, 7, '"params" must be an object, got an array'),
    Bad("a text as id", request(b"5", id_=b'"q-1"'), INVALID_REQUEST, "q-1", '"params" must be an object'),
    Bad("no method", b'{"jsonrpc":"2.0","id":7}', INVALID_REQUEST, 7, '"method" is missing'),
    Bad("method a number", b'{"jsonrpc":"2.0","id":7,"method":5}', INVALID_REQUEST, 7, "must be a string"),
    Bad("a malformed response", b'{"jsonrpc":"2.0","id":7,"result":5}', INVALID_REQUEST, None,
        "a malformed response"),
]  # fmt: skip

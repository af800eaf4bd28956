from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.engine.wire.messages import Json

__all__ = ["Evaluation", "decode_json", "from_lua"]


@dataclass(frozen=True)
class Evaluation:
    """The result as Lua wrote it, in JSON, and the private keys that were left out.

    It is decoded and parsed only when asked for, and once. A Lua string may hold bytes that are not UTF-8: `text` and
    `printable` have U+FFFD in their place, `data` keeps them as surrogates (`surrogateescape`), so that nothing is
    lost.
    """

    json: bytes
    omitted: tuple[str, ...] = ()

    # Cached, because pages, tools and logs read the same result.
    @cached_property
    def text(self) -> str:
        return self.json.decode("utf-8", "replace")

    @cached_property
    def data(self) -> Json:
        data: Json = json.loads(self.json.decode("utf-8", "surrogateescape"))
        return data

    @cached_property
    def printable(self) -> Json:
        """The result as Python data that any JSON can hold: what a tool answers with."""
        data: Json = json.loads(self.text)
        return data


def from_lua(answer: tuple[bytes, bytes]) -> Evaluation:
    """Take the two JSON texts that Lua answers with: the result, and the keys left out of it."""
    result, omitted = answer
    return Evaluation(result, () if omitted == b"[]" else tuple(decode_json(omitted)))


def decode_json(answer: bytes) -> Any:
    """Parse JSON from Lua that goes to a tab or a page: bytes that are not UTF-8 become U+FFFD."""
    return json.loads(answer.decode("utf-8", "replace"))

"""What a piece of Lua code came to."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pytest_uimcp.engine.wire.messages import Json

__all__ = ["Evaluation", "data_of", "from_lua", "text_of"]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A result three ways: as JSON text, as Python data, and which private keys were left out of it.

    A Lua string that is not UTF-8 has U+FFFD in `text`; in `data` its bytes are there as surrogates
    (`surrogateescape`), so that nothing is lost.
    """

    text: str
    data: Json
    omitted: tuple[str, ...] = ()


def from_lua(answer: tuple[bytes, bytes]) -> Evaluation:
    """Read the two JSON texts that Lua answers with."""
    result, omitted = answer
    return Evaluation(
        text_of(result),
        json.loads(result.decode("utf-8", "surrogateescape")),
        () if omitted == b"[]" else tuple(data_of(omitted)),
    )


def text_of(answer: bytes) -> str:
    """Text from Lua as anybody can show it."""
    return answer.decode("utf-8", "replace")


def data_of(answer: bytes) -> Any:
    """JSON from Lua as it goes to a face or a page: text that is none has U+FFFD."""
    return json.loads(text_of(answer))

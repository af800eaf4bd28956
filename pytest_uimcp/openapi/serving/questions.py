"""Questions to the users of 2026-07-28 clients, which are answered with a second call.

Such a client gets the question as the result of its call, and repeats the call with the answer. An answer counts once,
and only for the same tool with the same arguments.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any, Final

__all__ = ["MOST", "Questions"]

MOST: Final = 1000
"""How many questions are kept. The oldest is forgotten first, so its call asks again."""


class Questions:
    """The open questions, by a key that nobody can guess."""

    def __init__(self) -> None:
        self._calls: dict[str, str] = {}

    def ask(self, name: str, arguments: Mapping[str, Any]) -> str:
        """The key for the question that a call asks."""
        key = f"confirm-{secrets.token_hex(16)}"
        self._calls[key] = _call(name, arguments)
        while len(self._calls) > MOST:
            del self._calls[next(iter(self._calls))]
        return key

    def answer(self, name: str, arguments: Mapping[str, Any], given: Any) -> dict[str, Any] | None:
        """The answer to the question of this call among those given, which closes it."""
        for key, answer in given.items() if isinstance(given, Mapping) else ():
            if isinstance(answer, Mapping) and self._calls.get(key) == _call(name, arguments):
                del self._calls[key]
                return dict(answer)
        return None


def _call(name: str, arguments: Mapping[str, Any]) -> str:
    return json.dumps([name, arguments], sort_keys=True, default=str)

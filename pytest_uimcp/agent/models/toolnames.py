"""Names of tools as OpenAI's API takes them: at most 64 letters, digits, `_` and `-`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Final

MAX_NAME_CHARACTERS: Final = 64
_ILLEGAL: Final = re.compile(r"[^A-Za-z0-9_-]")
_PREFIX_CHARACTERS: Final = 58


def provider_name(name: str) -> str:
    """The tool's name for a provider; one that is too long keeps its beginning and ends in a hash of the whole."""
    # The same name always becomes the same, so that transcripts stay equal between requests.
    legal = _ILLEGAL.sub("_", name)
    if len(legal) <= MAX_NAME_CHARACTERS:
        return legal
    return f"{legal[:_PREFIX_CHARACTERS]}_{hashlib.sha256(name.encode()).hexdigest()[:5]}"


class ProviderNames:
    def __init__(self, names: Iterable[str]) -> None:
        self._ours: dict[str, str] = {}
        for name in names:
            self._ours.setdefault(provider_name(name), name)

    def ours(self, theirs: str) -> str:
        """The tool a provider means; a name it made up stays as it is."""
        return self._ours.get(theirs, theirs)

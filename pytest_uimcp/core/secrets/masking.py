"""Masking: secrets that are known, or look like some, are replaced wherever they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from pytest_uimcp.core.secrets.names import SecretNames
from pytest_uimcp.core.secrets.shapes import is_placeholder, secret_spans

MASK: Final = "***"
# A shorter secret is replaced only where it is a word of its own.
SHORT_CHARS: Final = 4
# A shorter line of a secret stands in many places.
MIN_LINE_CHARS: Final = 6
NAMES: Final = SecretNames()
NAMES_OF_PAIRS: Final = ("name", "key", "id")


def mask(text: str) -> str:
    pieces: list[str] = []
    end = 0
    for span in secret_spans(text, NAMES):
        pieces += [text[end : span.start], MASK]
        end = span.end
    return "".join([*pieces, text[end:]])


class SecretStore:
    """The secrets that were met so far, each with the name of what held it."""

    def __init__(self, names: SecretNames = NAMES) -> None:
        self.names: Final = names
        self._by_text: dict[str, str] = {}

    def __bool__(self) -> bool:
        return bool(self._by_text)

    def add(self, text: str, name: str) -> None:
        if text:
            # The first name stays: placeholders in a recording must not change on the way.
            self._by_text.setdefault(text, name)

    def grow(self, text: str, longer: str) -> None:
        """Learn that a secret has been typed on since: it keeps its name."""
        name = self._by_text.get(text)
        if name is not None and longer and longer not in self._by_text:
            self._by_text[longer] = name
            # A few letters stand in many words, and were only the beginning of the secret.
            if len(text) < SHORT_CHARS:
                del self._by_text[text]

    def learn(self, data: Any, name: str = "") -> None:
        if isinstance(data, str):
            if name and self.names.is_name(name) and self._may_be_secret(data, name):
                self.add(data, name)
            for span in secret_spans(data, self.names):
                self._learn_text(data[span.start : span.end], span.name)
        elif isinstance(data, Mapping):
            # A list of pairs names a value beside it: {"name": "DB_PASSWORD", "value": …}.
            paired = next((data[key] for key in NAMES_OF_PAIRS if isinstance(data.get(key), str)), name)
            for key, item in data.items():
                self.learn(item, self._holder(paired if key == "value" else name, str(key)))
        elif isinstance(data, list | tuple):
            for item in data:
                self.learn(item, name)
        elif isinstance(data, int) and not isinstance(data, bool) and self.names.may_be_number(name):
            self.add(str(data), name)

    def masked(self, data: Any) -> Any:
        """Data with `***` in place of the secrets, wherever they stand in it."""
        return self.replaced(data, str, lambda _: MASK)

    def replaced(self, data: Any, plain: Callable[[str], str], substitute: Callable[[str], str]) -> Any:
        """Data with `substitute(name)` in place of the secrets, and every other text as `plain` makes it."""
        if isinstance(data, str):
            return self._replaced_in(data, plain, substitute)
        if isinstance(data, Mapping):
            return {
                self._replaced_in(str(key), plain, substitute): self.replaced(item, plain, substitute)
                for key, item in data.items()
            }
        if isinstance(data, list | tuple):
            return [self.replaced(item, plain, substitute) for item in data]
        is_number = isinstance(data, int) and not isinstance(data, bool)
        if is_number and str(data) in self._by_text:
            return substitute(self._by_text[str(data)])
        return data

    def _learn_text(self, text: str, name: str) -> None:
        """Learn a secret, and its lines: logs and pages show each on its own."""
        self.add(text, name)
        lines = text.replace("\\n", "\n").split("\n")
        if len(lines) > 1:
            for line in map(str.strip, lines):
                if len(line) >= MIN_LINE_CHARS:
                    self.add(line, name)

    def _may_be_secret(self, text: str, name: str) -> bool:
        is_number = text.isdecimal()
        if is_number:
            return self.names.may_be_number(name)
        return not is_placeholder(text)

    def _holder(self, name: str, key: str) -> str:
        """Which name says more about what it holds: that of the data around it, or its own."""
        if name and self.names.is_name(name) and not self.names.is_name(key):
            return name
        return key

    def _replaced_in(self, text: str, plain: Callable[[str], str], substitute: Callable[[str], str]) -> str:
        if not self._by_text:
            return plain(text)
        pieces: list[str] = []
        end = 0
        # A `$` before a variable would make it text, so there it belongs to the secret.
        for match in re.finditer(rf"(?<!\$)(\$*)({_alternatives(self._by_text)})", text):
            if match[1]:
                self.add(match[0], self._by_text[match[2]])
            pieces += [plain(text[end : match.start()]), substitute(self._by_text[match[0]])]
            end = match.end()
        return "".join([*pieces, plain(text[end:])])


def _alternatives(texts: Iterable[str]) -> str:
    # A regular expression takes the first alternative that matches: a secret may begin with another one.
    longest_first = sorted(texts, key=len, reverse=True)
    return "|".join(
        re.escape(text) if len(text) >= SHORT_CHARS else rf"(?<!\w){re.escape(text)}(?!\w)" for text in longest_first
    )

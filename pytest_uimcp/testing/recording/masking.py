"""Secrets in a recording: how they are recognised, and what stands in their place.

A secret becomes a variable of the scenario whose value is a stand-in. It is replaced wherever its text occurs, in what
was recorded earlier too; so nothing is written before it has passed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pytest_uimcp.testing.scenario.variables import is_name
from pytest_uimcp.testing.scenario.writing import escaped

__all__ = ["Secrets"]

NAMES: Final = (
    "password", "passwd", "passphrase", "passcode", "secret", "token", "api_key", "apikey", "access_key",
    "private_key", "credential", "authorization", "otp",
)  # fmt: skip
STAND_IN: Final = "masked-"
_SHORT: Final = 4
_LONGEST_NAME: Final = 60
_WINDOW: Final = 160
# What follows a name: name = "text", name: 'text', ["name"] = "text"; in Lua, JSON, or a line of a header. All patterns
# here take a time that grows with the text only: apps have pictures in their texts.
_ASSIGNED: Final = re.compile(r"[=:,]\s{0,40}(?:\"([^\"\n]+)\"|'([^'\n]+)')")
# Texts that are secrets wherever they stand.
_KNOWN: Final = (
    ("token", re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bxox[abprs]-[\w-]{10,}")),
    ("token", re.compile(r"(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*")),
    ("token", re.compile(r"(?i)\b(?:bearer|basic) +([\w.~+/=-]{8,})")),
    ("api_key", re.compile(r"\bAKIA[0-9A-Z]{16}\b")),
    ("private_key", re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)")),
    ("password", re.compile(r"\b[a-z]{1,20}://[^\s:/@]{1,200}:([^\s/@]{1,200})@")),
)


class Secrets:
    """The secrets of one recording. `names` are more names of fields and arguments that hold some."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        known = [*NAMES, *(name.strip().lower() for name in names if name.strip())]
        words = "|".join(re.escape(name).replace("_", "[-_ ]?").replace(r"\ ", "[-_ ]?") for name in known)
        self._name = re.compile(rf"(?i)(?:{words})s?(?![a-z])")
        self._word = re.compile(f"(?i){words}")
        self._holder = re.compile(rf"(?i)([\w-]{{0,{_LONGEST_NAME}}}(?:{words})\w{{0,{_LONGEST_NAME}}})[\"'\]]*\s*\Z")
        self._variables: dict[str, str] = {}

    def is_named(self, name: str) -> bool:
        """Whether what has this name is a secret."""
        return self._name.search(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)) is not None

    def add(self, text: str, name: str) -> None:
        """A secret, and the name of what holds it."""
        if text and text not in self._variables:
            self._variables[text] = self._free(name)

    def grow(self, text: str, whole: str) -> None:
        """A secret has been typed on since: it keeps its name."""
        name = self._variables.get(text)
        if name is not None and whole and whole not in self._variables:
            self._variables[whole] = name
            if len(text) < _SHORT:
                del self._variables[text]

    def find(self, data: Any, name: str = "") -> None:
        """Learn the secrets in data."""
        if isinstance(data, str):
            if name and self.is_named(name):
                self.add(data, name)
            self._find_in(data)
        elif isinstance(data, Mapping):
            for key, item in data.items():
                self.find(item, key if not name or self.is_named(key) else name if self.is_named(name) else key)
        elif isinstance(data, list):
            for item in data:
                self.find(item, name)
        elif name and self.is_named(name) and isinstance(data, int) and not isinstance(data, bool):
            self.add(str(data), name)

    def _find_in(self, text: str) -> None:
        for found in _ASSIGNED.finditer(text):
            before = text[max(0, found.start() - _WINDOW) : found.start()]
            if self._word.search(before) and (holder := self._holder.search(before)):
                self.add(found[1] or found[2], holder[1])
        for name, pattern in _KNOWN:
            for found in pattern.finditer(text):
                self.add(found[found.re.groups], name)

    def variables(self, used: str) -> dict[str, str]:
        """The variables that a text uses, with their stand-ins."""
        return {name: f"{STAND_IN}{name}" for name in self._variables.values() if f"${{{name}}}" in used}

    def as_variables(self, data: Any) -> Any:
        """Data of a scenario file: its secrets as variables, everything else as it is."""
        return self._replaced(data, escaped, lambda name: f"${{{name}}}")

    def as_stand_ins(self, data: Any) -> Any:
        """Data or text as it is when the story is replayed with the stand-ins."""
        return self._replaced(data, lambda text: text, lambda name: f"{STAND_IN}{name}")

    def _replaced(self, data: Any, plain: Any, shown: Any) -> Any:
        if isinstance(data, str):
            return self._text(data, plain, shown)
        if isinstance(data, Mapping):
            pairs = data.items()
            return {self._text(key, plain, shown): self._replaced(item, plain, shown) for key, item in pairs}
        if isinstance(data, list):
            return [self._replaced(item, plain, shown) for item in data]
        number = isinstance(data, int) and not isinstance(data, bool) and str(data) in self._variables
        return shown(self._variables[str(data)]) if number else data

    def _text(self, text: str, plain: Any, shown: Any) -> str:
        if not self._variables:
            return str(plain(text))
        longest = sorted(self._variables, key=len, reverse=True)
        pattern = "|".join(
            re.escape(one) if len(one) >= _SHORT else rf"(?<!\w){re.escape(one)}(?!\w)" for one in longest
        )
        made, end = [], 0
        # A `$` before a variable would make it text, so there it belongs to the secret.
        for found in re.finditer(rf"(?<!\$)(\$*)({pattern})", text):
            if found[1]:
                self.add(found[0], self._variables[found[2]])
            made += [plain(text[end : found.start()]), shown(self._variables[found[0]])]
            end = found.end()
        return "".join([*made, plain(text[end:])])

    def _free(self, name: str) -> str:
        word = re.sub(r"\W+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name), flags=re.ASCII).strip("_").lower()
        word = word if is_name(word) else "secret"
        taken = set(self._variables.values())
        return next(one for one in (word, *(f"{word}_{n}" for n in range(2, len(taken) + 3))) if one not in taken)

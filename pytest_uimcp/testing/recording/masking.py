"""Secrets in a recording: a secret becomes a variable of the scenario whose value is a stand-in.

It is replaced wherever its text occurs, in what was recorded earlier too; so nothing is written before it has passed
here. What a secret looks like is said in `core/secrets`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from pytest_uimcp.core.secrets import SecretNames, SecretStore
from pytest_uimcp.testing.scenario.variables import is_name
from pytest_uimcp.testing.scenario.writing import escape_variables

__all__ = ["Secrets"]

STAND_IN: Final = "masked-"


class Secrets(SecretStore):
    """The secrets of one recording. `names` are more names of fields and arguments that hold some."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        super().__init__(SecretNames(names))

    def add(self, text: str, name: str) -> None:
        """Learn a secret; the variable is named after what holds it."""
        if text and text not in self._by_text:
            self._by_text[text] = self._free(name)

    def variables(self, text: str) -> dict[str, str]:
        """The variables that a text uses, with their stand-ins."""
        return {name: f"{STAND_IN}{name}" for name in self._by_text.values() if f"${{{name}}}" in text}

    def as_variables(self, data: Any) -> Any:
        """Data of a scenario file: its secrets as variables, everything else as it is."""
        return self.replaced(data, escape_variables, lambda name: f"${{{name}}}")

    def as_stand_ins(self, data: Any) -> Any:
        """Data or text as it is when the story is replayed with the stand-ins."""
        return self.replaced(data, str, lambda name: f"{STAND_IN}{name}")

    def _free(self, name: str) -> str:
        word = re.sub(r"\W+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name), flags=re.ASCII).strip("_").lower()
        word = word if is_name(word) else "secret"
        names = set(self._by_text.values())
        return next(name for name in (word, *(f"{word}_{n}" for n in range(2, len(names) + 3))) if name not in names)

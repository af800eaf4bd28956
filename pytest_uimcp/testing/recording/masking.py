"""Secrets in a recording: a secret becomes a variable of the scenario whose value is a stand-in.

It is replaced wherever its text occurs, in what was recorded earlier too; so nothing is written before it has passed
here. What a secret looks like is said in `core/secrets`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from pytest_uimcp.core.secrets import SecretNames, SecretStore
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.targets import perceived
from pytest_uimcp.testing.scenario.variables import is_name
from pytest_uimcp.testing.scenario.writing import escape_variables

STAND_IN: Final = "masked-"
_FIELDS: Final = frozenset({"input", "textarea"})
# As the front end says of a field in which somebody types.
_COMPLETED: Final = re.compile(r"password|one-time-code|cc-(?:number|csc)")
_SHORT: Final = 4


class Secrets(SecretStore):
    """The secrets of one recording. `names` are more names of fields and arguments that hold some."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        super().__init__(SecretNames(names))

    def add(self, text: str, name: str) -> None:
        """Learn a secret; the variable is named after what holds it."""
        if text and text not in self._by_text:
            self._by_text[text] = self._free(name)

    def variables(self, text: str) -> dict[str, str]:
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


def learn_fields(secrets: Secrets, look: PageView, root: Element) -> None:
    """Learn the secrets that a page shows before anybody types: in password fields, and in fields named like one."""
    for field, value in _filled(look, root):
        name = look.name(field) or field.get("name") or ""
        by_form = controls.input_type(field) == "password" or _COMPLETED.search(field.get("autocomplete") or "")
        # A short text in a field that only sounds like one would be masked in too many places.
        if by_form or (secrets.names.is_name(name) and len(value) >= _SHORT):
            secrets.add(value, name or "password")


def _filled(look: PageView, root: Element) -> Iterator[tuple[Element, str]]:
    for field in perceived(look, root):
        if field.tag in _FIELDS and (value := controls.value(field)):
            yield field, value

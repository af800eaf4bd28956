"""What is different in every run: ids, times, ports, folders. In a recording a placeholder stands for it.

`{{uuid 1}}` is some UUID, and the same one wherever it says `{{uuid 1}}`. When a recording is played, the placeholders
in what the model is told find out the values of this run, and those in its answers get them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

# In this order: a date with a time is no date, and a UUID no row of hexadecimal digits.
FORMS: Final[Mapping[str, str]] = {
    "time": r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?",
    "date": r"\d{4}-\d\d-\d\d",
    "clock": r"\d{1,2}:\d\d:\d\d(?:\.\d+)?",
    "uuid": r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
    "hex": r"(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,}",
    "id": r"(?:call|toolu|msg|resp|chatcmpl|fc|run|req|thread|item)_[A-Za-z0-9]{8,}",
    "epoch": r"1[6-9]\d{8}(?:\d{3}|\.\d+)?",
    "port": r"(?<=127\.0\.0\.1:)\d{2,5}|(?<=localhost:)\d{2,5}",
    "folder": r"/(?:private/)?(?:tmp|var/folders)/[\w./-]*[\w-]",
}
# Anything at all: for people who edit a recording.
ANYTHING: Final = "any"
_FIND: Final = re.compile(
    "|".join(rf"(?P<{kind}>(?<![\w-])(?:{form})(?!\w))" for kind, form in FORMS.items() if kind != "port")
    + rf"|(?P<port>{FORMS['port']})(?!\w)"
)
_PLACEHOLDER: Final = re.compile(rf"\{{\{{({'|'.join(FORMS)}|{ANYTHING})(?: (\d+))?\}}\}}")


class Placeholders:
    """Those of one recording, by the values that they stand for."""

    def __init__(self) -> None:
        self._by_value: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def templated(self, data: Any) -> Any:
        """Data with placeholders for whatever varies in it."""
        return _mapped(data, self._templated)

    def known(self, data: Any) -> Any:
        """Data with placeholders only for values that had one: what a model makes up, it makes up again."""
        return _mapped(data, self._known)

    def _templated(self, text: str) -> str:
        return _FIND.sub(self._placeholder, text)

    def _known(self, text: str) -> str:
        return _FIND.sub(lambda match: self._by_value.get(match[0], match[0]), text)

    def _placeholder(self, match: re.Match[str]) -> str:
        value = match[0]
        kind = str(match.lastgroup)
        if value not in self._by_value:
            self._counts[kind] = self._counts.get(kind, 0) + 1
            self._by_value[value] = f"{{{{{kind} {self._counts[kind]}}}}}"
        return self._by_value[value]


class RunValues:
    """What the placeholders stand for in this run."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}

    def match(self, template: Any, actual: Any) -> bool:
        """Whether data is what a recording expects; then its placeholders are known."""
        values = dict(self._values)
        if not _matches(template, actual, values):
            return False
        self._values = values
        return True

    def filled(self, data: Any) -> Any:
        """Data of an answer with the values of this run; a placeholder that is not known stays."""
        return _mapped(data, lambda text: _PLACEHOLDER.sub(lambda use: self._values.get(use[0], use[0]), text))


def _matches(template: Any, actual: Any, values: dict[str, str]) -> bool:
    if isinstance(template, str) and isinstance(actual, str):
        return _text_matches(template, actual, values)
    if isinstance(template, Mapping) and isinstance(actual, Mapping):
        return template.keys() == actual.keys() and all(
            _matches(template[key], actual[key], values) for key in template
        )
    if isinstance(template, list) and isinstance(actual, list):
        pairs = zip(template, actual, strict=False)
        return len(template) == len(actual) and all(_matches(part, twin, values) for part, twin in pairs)
    return bool(template == actual)


def _text_matches(template: str, actual: str, values: dict[str, str]) -> bool:
    pattern = ""
    end = 0
    groups: dict[str, str] = {}
    for use in _PLACEHOLDER.finditer(template):
        pattern += re.escape(template[end : use.start()]) + _pattern_of(use, values, groups)
        end = use.end()
    match = re.fullmatch(pattern + re.escape(template[end:]), actual, re.DOTALL)
    if match is None:
        return False
    values.update({placeholder: match[group] for placeholder, group in groups.items()})
    return True


def _pattern_of(use: re.Match[str], values: Mapping[str, str], groups: dict[str, str]) -> str:
    placeholder = use[0]
    kind = use[1]
    if placeholder in values:
        return re.escape(values[placeholder])
    if placeholder in groups:
        return f"(?P={groups[placeholder]})"
    form = FORMS.get(kind, ".*?")
    # Without a number it need not be the same everywhere.
    if use[2] is None:
        return f"(?:{form})"
    groups[placeholder] = f"g{len(groups)}"
    return f"(?P<{groups[placeholder]}>{form})"


def _mapped(data: Any, change: Callable[[str], str]) -> Any:
    if isinstance(data, str):
        return change(data)
    if isinstance(data, Mapping):
        return {change(str(key)): _mapped(value, change) for key, value in data.items()}
    if isinstance(data, list):
        return [_mapped(value, change) for value in data]
    return data

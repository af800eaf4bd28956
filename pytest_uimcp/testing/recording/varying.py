"""What has another value in each run: addresses, ids, times, paths. A scenario does not compare with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final

_FORMS: Final = (
    ("an address with a port", r"(?<![\w.])(?:127\.0\.0\.1|localhost|\[::1\]):\d{2,5}\b"),
    ("a date with a time", r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d"),
    ("a time", r"\b\d{1,2}:\d\d(?::\d\d|\.\d)"),
    # Seconds or milliseconds since 1970, of the years 2020 to 2033.
    ("a number that is a time", r"(?<![\w.])1[6-9]\d{8}(?:\d{3}|\.\d+)?(?![\w.])"),
    ("an id", r"(?i)\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,})\b"),
    # As Lua's `tostring` writes it.
    ("an address in memory", r"\b(?:table|function|thread|userdata): (?:0x)?[0-9a-fA-F]{6,}"),
)


class Varying:
    """Recognises varying values. `own` are texts of this run: its base directory, its ports, its sessions."""

    def __init__(self) -> None:
        self._own: dict[str, str] = {}

    def add(self, texts: Iterable[tuple[str, str]]) -> None:
        self._own.update({text: cause for text, cause in texts if text})

    def find(self, data: Any) -> str | None:
        """What varies in data or a text, in a few words; None if nothing does."""
        text = data
        if not isinstance(data, str):
            text = json.dumps(data, ensure_ascii=False, default=str)
        for known_text, cause in self._own.items():
            if re.search(rf"(?<![\w.]){re.escape(known_text)}(?![\w.])", text):
                return cause
        return next((cause for cause, form in _FORMS if re.search(form, text)), None)

    def steady(self, text: str) -> str:
        """The longest part of a line that is the same in each run."""
        forms = [
            *(re.escape(known_text) for known_text in self._own),
            # `re` takes a flag at the start of the whole pattern only.
            *(form.replace("(?i)", "") for _, form in _FORMS),
        ]
        return max((part.strip() for part in re.split("|".join(f"(?:{form})" for form in forms), text)), key=len)

"""Text of others on a terminal: names of files and values of specifications may hold what commands it."""

from __future__ import annotations

import re
from typing import Final

# Control characters, separators of lines, directions of writing, and bytes of a file's name that are no UTF-8.
_COMMANDS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """The text as one line: characters that would command a terminal are shown as escapes."""
    # As Python would write them, so that a reader can tell which ones they are.
    return _COMMANDS.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def printable_lines(text: str) -> str:
    """The same for a text of several lines."""
    return "\n".join(map(printable, text.split("\n")))


def shortened(text: str, max_chars: int) -> str:
    return text if len(text) <= max_chars else f"{text[: max_chars - 1]}…"


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"

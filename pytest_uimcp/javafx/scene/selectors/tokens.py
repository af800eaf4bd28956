"""The tokens of a selector as `lookup` reads them.

Only the space and `>` separate, and only where something follows. Tabs and newlines do not; they are trimmed off the
ends of a token. There are no escapes, attributes, groups or comments: what looks like one becomes part of a name. So
`VBox >` is one token, a name that no class has.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pytest_uimcp.javafx.scene.selectors.model import Combinator

_SEPARATOR = re.compile(r"[ >]+(?=[^ >])")
# What Java's String.trim() takes off: every character up to the space.
TRIMMED = "".join(map(chr, range(33)))


class Tokens(NamedTuple):
    """Compounds as text, and the combinators in the order in which they stand."""

    words: list[str]
    combinators: list[Combinator]


def trim(text: str) -> str:
    return text.strip(TRIMMED)


def tokens(text: str) -> Tokens:
    """Cut a selector at its separators.

    Before a leading separator there is no word, but the separator counts among the combinators: the others shift by
    one, so that ` VBox > Button` means `VBox Button`.
    """
    words = [word for word in _SEPARATOR.split(text) if word]
    combinators: list[Combinator] = [">" if ">" in separator else " " for separator in _SEPARATOR.findall(text)]
    return Tokens(words, combinators)

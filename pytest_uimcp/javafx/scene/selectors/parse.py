"""From a text to a selector, by the rules of `lookup`.

Only the space and `>` separate, and only where something follows. Tabs and newlines do not; they are trimmed off the
ends of a token. There are no escapes, attributes, groups or comments: what looks like one becomes part of a name. So
`VBox >` is one token, a name that no class has.

A token is cut at `:`, what is before the first colon at `.`; the first part is `#id` or a type name, the others are
style classes. Nothing is an error except a token in which nothing is left, such as `.` or `::`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from pytest_uimcp.javafx.scene.errors import JavaFxError
from pytest_uimcp.javafx.scene.selectors.model import Combinator, Compound, Selector

_SEPARATOR = re.compile(r"[ >]+(?=[^ >])")
# What Java's String.trim() takes off: every character up to the space.
TRIMMED = "".join(map(chr, range(33)))
# Longer selectors are refused; the longest that programs use have some hundred characters.
MAX_SELECTOR_CHARACTERS: Final = 10_000


class SelectorError(JavaFxError):
    """The text is not a selector."""


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


def _cut(text: str, separator: str) -> list[str]:
    """As `String.split`: empty parts at the end do not count."""
    # `"a.".split(".")` has an empty part at its end in Python and none in Java.
    parts = text.split(separator)
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _direction(states: list[str]) -> bool | None:
    """`:dir(rtl)` and `:dir(ltr)`, in any case; whatever else stands between the parentheses means ltr."""
    directions = [state for state in states if state[:4].lower() == "dir("]
    if directions:
        return directions[-1].lower() == "dir(rtl)"
    return None


def _compound(word: str) -> Compound:
    front, *states = _cut(word, ":") or _nothing_left(word)
    # An empty front is one empty part; one of dots alone is no part at all.
    name, *classes = _cut(trim(front), ".") or ([""] if not trim(front) else _nothing_left(word))
    pseudo_classes = [trim(state) for state in states if state]
    return Compound(
        type=trim(name) if name not in ("", "*") and not name.startswith("#") else None,
        id=trim(name[1:]) or None if name.startswith("#") else None,
        classes=tuple(trim(name) for name in classes if name),
        states=frozenset(state for state in pseudo_classes if state[:4].lower() != "dir("),
        rtl=_direction(pseudo_classes),
    )


def _nothing_left(word: str) -> list[str]:
    raise SelectorError(
        f"a selector needs a type, an #id or a .class; got {word!r}. Examples: #save, .button, VBox > Button"
    )


@lru_cache(maxsize=1024)
def parse(text: str) -> Selector | None:
    """The selector, or `None` for the empty text, which matches nothing."""
    if not text:
        return None
    if len(text) > MAX_SELECTOR_CHARACTERS:
        raise SelectorError(f"a selector of {len(text)} characters is too long; {MAX_SELECTOR_CHARACTERS} are the most")
    words, combinators = tokens(text)
    compounds = tuple(_compound(word) for word in words)
    return Selector(compounds, tuple(combinators[: len(compounds) - 1]))

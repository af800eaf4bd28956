"""Hints for misspelt names: what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable


def near(name: str, words: Iterable[str], count: int = 3, likeness: float = 0.6) -> tuple[str, ...]:
    """Known names that are similar to this one, the most similar first."""
    # Imported late: every command has hints, and few runs of one have a mistake.
    import difflib

    return tuple(difflib.get_close_matches(name, sorted(set(words)), count, likeness))


def hint(name: str, words: Iterable[str], otherwise: str = "", *, likeness: float = 0.6) -> str:
    """Which other name was probably meant, as the end of a message; `otherwise` if none is similar."""
    similar = near(name, set(words) - {name}, 1, likeness)
    if similar:
        return f" (did you mean {similar[0]}?)"
    return otherwise


def hint_or_names(name: str, words: Iterable[str]) -> str:
    """Which known name was probably meant, or else all of them, as the end of a message."""
    names = list(words)
    return hint(name, names, f"; there are {', '.join(names) or 'none'}")

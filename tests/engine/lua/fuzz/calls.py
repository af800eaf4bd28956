"""Random calls: a function of the library, arguments it does not expect, and a place where it does not expect to be."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from tests.engine.lua.fuzz.words import (
    DEPTHS,
    EDGES,
    FUNCTIONS,
    HEIGHTS,
    LENGTHS,
    METHODS,
    NUMBERS,
    OTHERS,
    PATTERNS,
    PLACES,
    ROOMS,
    SIGNATURES,
    SOURCES,
    SPREADS,
    STRINGS,
    TABLES,
    THREADS,
    WORDS,
)

__all__ = ["calls"]


class _Writer:
    def __init__(self, rng: random.Random, names: Sequence[str]) -> None:
        self._rng = rng
        self._names = names
        self._weights = [1 if name.startswith("math.") else 6 if name in SIGNATURES else 2 for name in names]
        self._kinds: dict[str, Callable[[], str]] = {
            "n": self._number,
            "s": self._string,
            "p": self._pattern,
            "t": self._table,
            "f": self._function,
            "c": self._thread,
            "a": self._any,
            "v": self._spread,
            **{kind: partial(rng.choice, words) for kind, words in WORDS.items()},
        }

    def call(self) -> str:
        text = self._plain()
        for _ in range(self._rng.choice((0, 0, 0, 1, 1, 2, 3))):
            text = self._placed(text)
        return f"return {text}"

    def _plain(self) -> str:
        choice = self._rng.random()
        if choice < 0.05:
            return self._rng.choice(("loadstring({s}, {a})", "runs({s}, {a})")).format(
                s=self._source(), a=self._arguments()
            )
        if choice < 0.1:
            file = self._rng.choice(("file", "file", "closed", "io.stdout", "io.stdin", "io.tmpfile()"))
            return f"{file}:{self._rng.choice(METHODS)}({self._fitting('bb')})"
        name = self._rng.choices(self._names, self._weights)[0]
        if self._rng.random() < 0.3:
            return f"{name}({self._arguments()})"
        signature = SIGNATURES.get(name, "nn" if name.startswith("math.") else "aa")
        return f"{name}({self._fitting(signature)})"

    def _fitting(self, signature: str) -> str:
        """Arguments of the kinds that a function takes, or nearly: they get further than any."""
        taken = signature[: self._rng.choice((len(signature), len(signature), self._rng.randrange(len(signature) + 1)))]
        return ", ".join(self._kinds[kind]() if self._rng.random() < 0.9 else self._any() for kind in taken)

    def _thread(self) -> str:
        return self._rng.choice(THREADS)

    def _pattern(self) -> str:
        return self._rng.choice(PATTERNS)

    def _spread(self) -> str:
        if self._rng.random() < 0.5:
            return self._any()
        return self._rng.choice(SPREADS).format(n=self._rng.choice((0, 10, 255, 4000, 7990, 8000)))

    def _placed(self, text: str) -> str:
        rng = self._rng
        return rng.choice(PLACES).format(
            f=f"function(...) return {text} end",
            handler=rng.choice(FUNCTIONS),
            args=self._arguments(),
            depth=rng.choice(DEPTHS),
            height=rng.choice(HEIGHTS),
            room=rng.choice(ROOMS) + rng.randrange(64),
            table=rng.choice(TABLES),
        )

    def _arguments(self) -> str:
        arguments = [self._any() for _ in self._few(4)]
        if self._rng.random() < 0.1:
            arguments.append(self._spread())
        return ", ".join(arguments)

    def _any(self) -> str:
        choices = (self._number, self._string, self._table, self._function, self._other)
        return self._rng.choices(choices, (4, 4, 4, 2, 2))[0]()

    def _number(self) -> str:
        return self._rng.choice(EDGES if self._rng.random() < 0.4 else NUMBERS)

    def _string(self) -> str:
        return self._rng.choice(self._rng.choice((STRINGS, STRINGS, PATTERNS)))

    def _table(self) -> str:
        return self._rng.choice(TABLES)

    def _function(self) -> str:
        return self._rng.choice((*FUNCTIONS, self._rng.choice(self._names)))

    def _other(self) -> str:
        return self._rng.choice(OTHERS)

    def _source(self) -> str:
        return self._rng.choice(SOURCES).format(n=self._rng.choice(LENGTHS))

    def _few(self, most: int) -> range:
        return range(self._rng.randrange(most + 1))


def calls(seed: int, names: Sequence[str]) -> Iterator[str]:
    """Random calls, the same for the same seed and names."""
    writer = _Writer(random.Random(seed), names)
    while True:
        yield writer.call()

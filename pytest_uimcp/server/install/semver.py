"""Semantic versions: the few rules of semver.org that an upgrade decision needs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import total_ordering

_NUMBER = r"(?:0|[1-9]\d*)"
# Semver 2.0, clause 9: a number has no leading zeros, a part with a letter may have some.
_PRE_PART = rf"(?:{_NUMBER}|\d*[A-Za-z-][0-9A-Za-z-]*)"
_VERSION = re.compile(
    rf"v?(?P<major>{_NUMBER})\.(?P<minor>{_NUMBER})\.(?P<patch>{_NUMBER})"
    rf"(?:-(?P<pre>{_PRE_PART}(?:\.{_PRE_PART})*))?"
    r"(?:\+(?P<build>[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?",
    re.ASCII,
)


@total_ordering
@dataclass(frozen=True, eq=False)
class Semver:
    """A version, ordered by precedence, which ignores build metadata."""

    major: int
    minor: int
    patch: int
    pre: tuple[str, ...] = ()
    text: str = ""

    @classmethod
    def parse(cls, text: str) -> Semver | None:
        """Read `1.2.3`, `1.2.3-rc.1`, `v1.2.3+build`; None for anything else."""
        match = _VERSION.fullmatch(text.strip())
        if match is None:
            return None
        pre = match["pre"]
        return cls(
            int(match["major"]),
            int(match["minor"]),
            int(match["patch"]),
            tuple(pre.split(".")) if pre else (),
            # The `v` belongs to names of tags, not to the version.
            text.strip().removeprefix("v"),
        )

    @property
    def _precedence(self) -> tuple[object, ...]:
        # A release comes after all its pre-releases, hence its 1 where they have a 0.
        parts = tuple(_pre_precedence(part) for part in self.pre)
        return (self.major, self.minor, self.patch, (0, *parts) if parts else (1,))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Semver) and self._precedence == other._precedence

    def __lt__(self, other: Semver) -> bool:
        return self._precedence < other._precedence

    def __hash__(self) -> int:
        return hash(self._precedence)

    def __str__(self) -> str:
        return self.text


def _pre_precedence(part: str) -> tuple[int, int, str]:
    """Numbers come before words; numbers compare by value, words in ASCII order."""
    if part.isdigit():
        return (0, int(part), "")
    return (1, 0, part)

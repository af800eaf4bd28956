"""Which operations become tools: globs on the operationId, on `METHOD /path`, or on `tag:name`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import translate

__all__ = ["EVERYTHING", "Selection"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Takes what is included and not excluded; without `include` everything is."""

    include: tuple[re.Pattern[str], ...] = ()
    exclude: tuple[re.Pattern[str], ...] = ()

    @classmethod
    def of(cls, include: Sequence[str], exclude: Sequence[str]) -> Selection:
        """From globs."""
        return cls(tuple(map(_pattern, include)), tuple(map(_pattern, exclude)))

    def takes(self, operation_id: str, method: str, path: str, tags: Iterable[str]) -> bool:
        """Whether this operation becomes a tool."""
        if not self.include and not self.exclude:
            return True
        labels = [operation_id, f"{method.upper()} {path}", *(f"tag:{tag}" for tag in tags)]
        return (not self.include or _any(self.include, labels)) and not _any(self.exclude, labels)


def _pattern(glob: str) -> re.Pattern[str]:
    return re.compile(translate(glob))


def _any(patterns: Iterable[re.Pattern[str]], labels: Sequence[str]) -> bool:
    return any(pattern.match(label) for pattern in patterns for label in labels)


EVERYTHING = Selection()

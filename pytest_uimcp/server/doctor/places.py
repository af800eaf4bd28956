from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_uimcp.server.doctor.directory import Directory


class Level(StrEnum):
    # It does not work here as it stands, or does something else.
    CHANGE = "change"
    # It works; here is what is different about it.
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place in a file of the directory, and what is written there. Line 0 is the file itself."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        if self.line:
            return f"{self.file}:{self.line}"
        return self.file


Look = Callable[["Directory"], Iterator[Place]]


@dataclass(frozen=True, slots=True)
class DoctorRule:
    """One difference: what apps use, what happens here, and what to do about it."""

    name: str
    level: Level
    uses: str
    behaviour: str
    do: str
    look: Look


@dataclass(frozen=True, slots=True)
class Note:
    rule: DoctorRule
    place: Place

    def as_json(self) -> dict[str, str | int]:
        return {
            "rule": self.rule.name,
            "level": self.rule.level.value,
            "file": self.place.file,
            "line": self.place.line,
            "found": self.place.text,
            "here": self.rule.behaviour,
            "do": self.rule.do,
        }

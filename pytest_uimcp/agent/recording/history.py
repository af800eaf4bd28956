"""Which earlier request a request goes on from: agents send the whole conversation again each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pytest_uimcp.agent.models.base import SampleRequest
from pytest_uimcp.agent.recording.entries import Entry, news, request_entries


@dataclass(frozen=True, slots=True)
class RequestNews:
    """What is new in a request. `after` is the number of the turn that it goes on from, 0 if it begins."""

    asked: list[Entry]
    after: int
    # All that the request says.
    entries: list[Entry]


class RequestHistory:
    """The requests of the turns so far, by their numbers from 1."""

    def __init__(self) -> None:
        self._requests: Final[dict[int, list[Entry]]] = {}

    def news_of(self, request: SampleRequest) -> RequestNews:
        entries = request_entries(request)
        # The latest first: it is nearly always the one.
        for number in sorted(self._requests, reverse=True):
            asked = news(entries, self._requests[number])
            if asked:
                return RequestNews(asked, number, entries)
        return RequestNews(entries, 0, entries)

    def add(self, number: int, entries: Sequence[Entry]) -> None:
        self._requests[number] = list(entries)

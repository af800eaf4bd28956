"""Errors of apps that belong to a later step than the one at which they are raised.

Steps of the agent that follow each other are played at once, and the errors that meanwhile reached no caller are raised
when the agent sleeps. They belong to the step of the call during which they occurred.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import Step


class LateErrors:
    """Listens to the logs of what is tested. `calls` is how many calls the agent has begun."""

    def __init__(self, calls: Callable[[], int]) -> None:
        self._calls = calls
        self._heard: list[tuple[UimcpError, int]] = []
        self._kept: list[tuple[UimcpError, int]] = []

    def began(self, step: Step) -> None:
        """Steps are no errors."""

    def settled(self, page: Any) -> None:
        """Others raise what they have heard."""

    def app_failed(self, error: UimcpError, doing: str) -> None:
        """Note during which call an error occurs; on any thread."""
        # The number of calls that have begun is the number of the latest. Appending needs no lock.
        self._heard.append((error, self._calls()))

    def keep(self, error: UimcpError, reached: int) -> bool:
        """Keep an error that occurred during a call beyond those that the story has reached; whether it is one."""
        call = next((call for late_error, call in self._heard if late_error is error), 0)
        if call > reached:
            self._kept.append((error, call))
        return call > reached

    def raise_due(self, reached: int | None = None) -> None:
        """Raise the first error of the calls that the story has reached by now; of all, without a number."""
        # Only one can be raised; the others follow at later steps, or are told with it.
        for late in self._kept:
            if reached is None or late[1] <= reached:
                self._kept.remove(late)
                raise late[0]

    @property
    def messages(self) -> list[str]:
        return [f"  later: {error.text}" for error, _ in self._kept]

"""Asking a model again: after 429, after an error of the service, after a stream that was cut.

Each wait is twice as long as the one before, with a random part, so that agents which failed together do not come back
together. A service that says how long to wait (`Retry-After`) is believed, up to a limit.
"""

from __future__ import annotations

import email.utils
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

import anyio

from pytest_uimcp.agent.errors import ModelError, ModelUnavailable
from pytest_uimcp.agent.models.progress import Heard, Retry
from pytest_uimcp.core.printable import counted

T = TypeVar("T")

# Of a wait that no service has asked for, so much is always waited.
FIXED_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a model is asked in all, how long the first wait is, and how long one may be."""

    attempts: int = 6
    first_seconds: float = 1.0
    max_seconds: float = 60.0

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise ValueError(f"attempts: a model is asked at least once, got {self.attempts}")

    def seconds(self, failures: int, error: ModelUnavailable, share: float) -> float:
        """How long to wait after so many failures; raises ModelError if that is longer than allowed.

        `share` is a random number from 0 to 1.
        """
        if error.retry_after is None:
            longest = min(self.first_seconds * 2.0 ** (failures - 1), self.max_seconds)
            return longest * (FIXED_SHARE + (1 - FIXED_SHARE) * share)
        if error.retry_after > self.max_seconds:
            raise ModelError(
                f"{error}; it asks to wait {error.retry_after:g} s, and at most {self.max_seconds:g} s are waited"
            ) from error
        # A little later than asked for, never earlier.
        return error.retry_after * (1 + share / 10)


ONCE: Final = Retries(attempts=1)


async def with_retries(
    ask: Callable[[], Awaitable[T]],
    retries: Retries,
    hear: Heard,
    *,
    sleep: Callable[[float], Awaitable[object]] = anyio.sleep,
    share: Callable[[], float] = random.random,
) -> T:
    """What `ask` gives at last; raises ModelError with the last reason when the attempts are used up."""
    failures = 0
    while True:
        try:
            return await ask()
        except ModelUnavailable as error:
            failures += 1
            if failures >= retries.attempts:
                if retries.attempts == 1:
                    raise
                raise ModelError(f"{error} (asked {counted(failures, 'time')})") from error
            seconds = retries.seconds(failures, error, share())
            hear(Retry(failures + 1, retries.attempts, seconds, str(error)))
        await sleep(seconds)


def retry_after(headers: Mapping[str, str], clock: Callable[[], float] = time.time) -> float | None:
    """The seconds that a service asks to wait; None if it says nothing that can be read."""
    for name, seconds_per_unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        text = headers.get(name, "").strip()
        try:
            return max(0.0, float(text) * seconds_per_unit)
        except ValueError:
            pass
    # It may also be a date.
    try:
        moment = email.utils.parsedate_to_datetime(headers.get("retry-after", "")).timestamp()
    except (TypeError, ValueError):
        return None
    return max(0.0, moment - clock())

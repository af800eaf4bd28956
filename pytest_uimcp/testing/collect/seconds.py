"""The time limit of a check: the option `--uimcp-check-seconds`."""

from __future__ import annotations

import threading

import pytest

from pytest_uimcp.testing.options import value


def seconds_of(config: pytest.Config) -> float:
    """The seconds that a check may take, by option or ini key; a usage error if that is not a positive number."""
    text = value(config, "check-seconds") or ""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    # This also rejects nan and inf.
    if not 0 < seconds <= threading.TIMEOUT_MAX:
        raise pytest.UsageError(f"--uimcp-check-seconds: expected a number of seconds above 0, got {text!r}")
    return seconds

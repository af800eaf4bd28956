"""Saying how much agreed: it is seen with `-rP`, and in `python -m tests.javafx.oracle`."""

from __future__ import annotations

import sys


def say(text: str) -> None:
    """Write a line that pytest keeps with the test."""
    sys.stdout.write(text + "\n")

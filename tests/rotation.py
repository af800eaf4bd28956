"""The part of a large set of cases that a run plays: another with each commit, so that in time all are played."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

Item = TypeVar("Item")
ROOT = Path(__file__).resolve().parents[1]


def seed() -> str:
    """The commit, unless the environment names another choice."""
    if own := os.environ.get("UIMCP_MATRIX_SEED"):
        return own
    command = ["git", "rev-parse", "--short=12", "HEAD"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "none"


def shuffled(items: Iterable[Item]) -> list[Item]:
    """All of them, in the order of this run."""
    chosen = list(items)
    random.Random(seed()).shuffle(chosen)
    return chosen

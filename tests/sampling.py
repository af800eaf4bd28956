"""What a run tries of what would take too long whole: another part with each commit, so that all of it has its turn."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

__all__ = ["seed"]

VARIABLE: Final = "UIMCP_MATRIX_SEED"
ROOT: Final = Path(__file__).resolve().parent.parent


def seed() -> str:
    """The commit, unless the environment names another choice."""
    if own := os.environ.get(VARIABLE):
        return own
    command = ["git", "rev-parse", "--short=12", "HEAD"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "none"

"""The temporary files of tests, in memory where there is room for them.

A suite makes tens of thousands of folders and files, and waits for each; what a database writes for good takes a disk a
thousand times as long. Whoever has set TMPDIR keeps it.
"""

from __future__ import annotations

import os
import tempfile
from typing import Final

from pytest_uimcp.core.memory_disk import FOLDER, memory_for

__all__ = ["prefer_it"]

LEFT: Final = 80_000_000
"""About what the suite leaves, in bytes."""


def prefer_it() -> None:
    """Let temporary files be in memory in this process, and in all that it starts."""
    folder = memory_for(LEFT, FOLDER)
    if folder is not None:
        os.environ["TMPDIR"] = str(folder)
        tempfile.tempdir = None  # it may have been asked for

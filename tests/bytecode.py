"""Test files compiled once for all workers.

pytest rewrites the assertions of a test file when it first imports it, which takes 11 ms. In a fresh clone every worker
would do that with all of them, in the same order and so at the same time: 7 seconds of each processor.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Final

import pytest
from _pytest.assertion import rewrite

__all__ = ["compile_tests", "is_compiled"]

# What pytest's bytecode begins with: the format, flags, and where the hash of the source stands in it.
_HEADER: Final = 16
_HASH: Final = slice(8, _HEADER)


def compile_tests(config: pytest.Config, folder: Path) -> int:
    """Write the bytecode that is missing or old; returns of how many files."""
    if sys.dont_write_bytecode:
        return 0
    state = config.stash[rewrite.assertstate_key]
    stale = [path for path in sorted(folder.rglob("*.py")) if _is_rewritten(path) and not is_compiled(path)]
    for path in stale:
        source_hash, code = rewrite._rewrite_test(path, config)  # noqa: SLF001 -- pytest offers it by importing alone
        place = _place(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        rewrite._write_pyc(state, code, source_hash, place)  # noqa: SLF001 -- the same
    return len(stale)


def is_compiled(path: Path) -> bool:
    """Whether pytest will take the bytecode that is there."""
    try:
        with _place(path).open("rb") as file:
            header = file.read(_HEADER)
    except OSError:
        return False
    return header[_HASH] == importlib.util.source_hash(path.read_bytes())


def _is_rewritten(path: Path) -> bool:
    return path.name.startswith("test_") or path.name == "conftest.py"


def _place(path: Path) -> Path:
    return rewrite.get_cache_dir(path) / f"{path.stem}{rewrite.PYC_TAIL}"

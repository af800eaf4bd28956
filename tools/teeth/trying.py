"""Runs the tests of a broken example, as somebody who has copied it does."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from .mutations import EXAMPLES, Mutation

__all__ = ["Outcome", "tried"]

SECONDS: Final = 180
PASSED, FAILED, ENDLESS = 0, 1, -1
_OUR_OWN: Final = ("-q", "-x", "--tb=no", "-p", "no:cacheprovider", "-p", "no:randomly")
_NAMED: Final = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


class Outcome(NamedTuple):
    """What became of a run."""

    code: int
    caught_by: str
    """The test that failed, if one did; why there was no run to the end, if there was none."""
    text: str

    @property
    def is_caught(self) -> bool:
        """Whether a test failed, or the tests did not come to an end."""
        return self.code in (FAILED, ENDLESS)

    @property
    def is_run(self) -> bool:
        """Whether it says anything: pytest has other codes for runs that could not begin or broke down."""
        return self.code in (PASSED, FAILED, ENDLESS)


def tried(example: str, mutation: Mutation | None = None) -> Outcome:
    """Run `pytest --uimcp` in a copy of an example, broken or not."""
    with TemporaryDirectory(prefix="teeth-") as temporary:
        folder = Path(temporary) / example
        shutil.copytree(EXAMPLES / example, folder, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "log"))
        if mutation is not None:
            mutation.apply(folder)
        command = [sys.executable, "-m", "pytest", "--uimcp", *_OUR_OWN]
        # Nothing of the run that this one may be part of.
        clean = {key: text for key, text in os.environ.items() if not key.startswith(("PYTEST_", "UIMCP_"))}
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False, env=clean
            )
        except subprocess.TimeoutExpired:
            return Outcome(ENDLESS, f"no end after {SECONDS} s", "")
    text = done.stdout + done.stderr
    named = _NAMED.findall(text)
    return Outcome(done.returncode, named[0] if named else "", text)

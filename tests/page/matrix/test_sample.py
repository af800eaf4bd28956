"""A part of the matrix anew in Chromium, chosen by the commit, so that the record cannot rot.

`UIMCP_MATRIX_SEED` repeats the choice of another run; the summary of a run says what it was. It ends after a time.
"""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uimcp.testing.faces.chromium.chromium import Chromium
from tests.page.matrix import records
from tests.page.matrix.chromium import browsers
from tests.page.matrix.compare import difference
from tests.page.matrix.stage import play
from tests.page.matrix.tables import all_cases

PART = 20
SECONDS = 28.0
ROOT = Path(__file__).resolve().parents[3]


def seed() -> str:
    """The commit, unless the environment names another choice."""
    if own := os.environ.get("UIMCP_MATRIX_SEED"):
        return own
    command = ["git", "rev-parse", "--short=12", "HEAD"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "none"


def test_chromium_does_what_it_did_when_it_was_recorded(
    tmp_path: Path, face_chromium: Chromium, record_property: Callable[[str, object], None]
) -> None:
    chosen = sorted(all_cases(), key=lambda case: case.id)
    random.Random(seed()).shuffle(chosen)
    stored = {name: records.read(name) for name in {case.family for case in chosen}}
    played = 0
    failures: list[str] = []
    with browsers(tmp_path, face_chromium) as stage:
        end = time.monotonic() + SECONDS
        for case in chosen[: len(chosen) // PART]:
            if time.monotonic() > end:
                break
            recorded = stored[case.family][case.id][1]
            seen = enumerate(play(stage, case))
            found = (difference(case, number, recorded[number], now) for number, now in seen)
            failures += [said.replace("+ page", "+ Chromium now") for said in found if said][:1]
            played += 1
    record_property("matrix in Chromium", f"{played} of {len(chosen)}, UIMCP_MATRIX_SEED={seed()} repeats them")
    assert played > 0
    if failures:
        pytest.fail("\n\n".join(failures), pytrace=False)

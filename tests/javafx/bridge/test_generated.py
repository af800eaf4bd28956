"""A few of the generated documents anew in real JavaFX, so that the record cannot rot."""

from __future__ import annotations

import pytest

from tests.javafx.bridge.host import Host
from tests.javafx.generated import records
from tests.javafx.generated.cases import case_of
from tests.javafx.generated.compare import compare
from tests.javafx.generated.faces import ProgramFace
from tests.javafx.generated.observing import observe
from tests.rotation import shuffled

PLAYED = 5
ATTEMPTS = 3
pytestmark = pytest.mark.slow


def test_javafx_shows_documents_as_it_did_when_they_were_recorded(host: Host) -> None:
    stored = records.read("first")
    face = ProgramFace(host)
    # Those with Tab and not with a story: what a click does is another test's, and takes longer.
    for number in [number for number in shuffled(stored) if number % 2 == 0][:PLAYED]:
        case = case_of(number)
        # A busy machine may show a popup or a scroll bar a moment later than another one.
        for attempt in range(ATTEMPTS):
            words = compare(observe(face, case), stored[number][1]).words
            if not words or attempt == ATTEMPTS - 1:
                assert not words, f"{case.id}: {words[:3]}"
                break

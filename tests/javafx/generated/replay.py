"""A recorded case, played again in memory."""

from __future__ import annotations

from tests.javafx.generated.cases import Case
from tests.javafx.generated.compare import Difference, Tally, compare
from tests.javafx.generated.faces import MemoryFace
from tests.javafx.generated.observing import Json, RefusedDocument, observe

REFUSED = "refused"


def replay(face: MemoryFace, case: Case, recorded: Json) -> Difference:
    """What differs; a case that ours refuses is its own aspect."""
    try:
        ours = observe(face, case)
    except RefusedDocument as error:
        if REFUSED in recorded:
            return Difference(Tally(cases=1, equal=1), [])
        return Difference(Tally(cases=1, refused=1), [f"{REFUSED}: {error}"])
    if REFUSED in recorded:
        return Difference(Tally(cases=1), [f"JavaFX refuses it: {recorded[REFUSED]}"])
    return compare(ours, recorded)

"""Rules about references."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_uimcp.openapi.quality.subject import Subject
from pytest_uimcp.openapi.spec.pointers import MISSING, find, pointer, segments

__all__ = ["broken", "outside"]


def broken(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """References to nothing."""
    for steps, ref in subject.references():
        path = segments(ref) if ref.startswith("#") else ()
        if path is None or (ref.startswith("#") and find(subject.raw, path) is MISSING):
            yield pointer(steps), f"{ref!r} leads nowhere, so anything is allowed there", "fix the reference"


def outside(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """References to other documents."""
    for steps, ref in subject.references():
        if not ref.startswith("#"):
            yield (
                pointer(steps),
                f"{ref!r} leads out of the document, so anything is allowed there",
                "bundle the specification into one file, or set allow_external_refs for files beside it",
            )

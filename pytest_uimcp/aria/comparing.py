"""Comparisons with syrupy's own fixture, which would store every attribute of an object of ours."""

from __future__ import annotations

from pytest_uimcp.aria.errors import WrongCall


def refuse_other_snapshot(value: object, snapshot: object) -> None:
    """Raise WrongCall if a value is compared with syrupy's `snapshot`; ours is of a class of this package."""
    # By name: most runs have not imported syrupy.
    kind = type(snapshot)
    if kind.__name__ == "SnapshotAssertion" and kind.__module__.startswith("syrupy."):
        raise WrongCall(
            f"`snapshot` is syrupy's own fixture, which does not know what a {type(value).__name__} shows: take "
            "uimcp_snapshot as an argument of the test in its place, and write `== uimcp_snapshot`"
        )


class Comparable:
    """Equal to itself only, or to a snapshot of ours."""

    def __eq__(self, other: object) -> bool:
        refuse_other_snapshot(self, other)
        return NotImplemented

    __hash__ = object.__hash__

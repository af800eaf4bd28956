"""Slips of an author in the sample apps are reported, and the documentation shows the whole table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.mutations import MUTATIONS, Mutation, play, table

DOCS = Path(__file__).parents[2] / "docs" / "collecting.md"


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: f"{mutation.app}: {mutation.text[:60]}")
def test_a_slip_is_reported(tmp_path: Path, mutation: Mutation) -> None:
    rules = {finding.rule for _, finding in play(mutation, tmp_path)}

    if mutation.why:
        assert not rules
    else:
        assert rules & set(mutation.rules)


def test_at_least_19_of_20_are_reported_or_harmless() -> None:
    misses = [mutation for mutation in MUTATIONS if mutation.why.startswith("miss")]
    assert len(MUTATIONS) >= 100
    assert len(misses) <= len(MUTATIONS) / 18


def test_the_documentation_has_the_table() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert "\n".join(table()) in text
    caught = sum(bool(mutation.rules) for mutation in MUTATIONS)
    assert f"{len(MUTATIONS)} slips" in text
    assert f"{caught} are reported" in text

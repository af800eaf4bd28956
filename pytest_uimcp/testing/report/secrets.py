"""Secrets in a report: what a test typed into a password field or passed as a token is shown to nobody else.

A secret is learned from the steps and logs of a test, and masked wherever its text stands in the report, on pages and
in messages too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pytest_uimcp.core.secrets import SecretStore
from pytest_uimcp.core.steps import Step
from pytest_uimcp.testing.report.participants import Participant, steps

# A shorter text that a test types would be masked in too many places.
MIN_TYPED_CHARS: Final = 4


def secrets_of(participants: Iterable[Participant]) -> SecretStore:
    store = SecretStore()
    for participant in participants:
        store.learn(participant.log)
    for step in steps(participants):
        _learn_step(store, step)
    return store


def _learn_step(store: SecretStore, step: Step) -> None:
    target = step.arguments.get("target")
    value = step.arguments.get("value")
    if isinstance(target, str) and isinstance(value, str) and store.names.is_name(target):
        store.add(value if len(value) >= MIN_TYPED_CHARS else "", target)
    store.learn(step.arguments)
    store.learn(step.outcome)
    if step.error is not None:
        store.learn(step.error.message)

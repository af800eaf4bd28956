"""The rules, as a table: a name, how bad it is, and what finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from pytest_uimcp.openapi.quality import calls, descriptions, names, sizes
from pytest_uimcp.openapi.quality.findings import Severity
from pytest_uimcp.openapi.quality.subject import Subject

__all__ = ["RULES", "QualityRule"]

# The place, what is there, what to do.
Complaint = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class QualityRule:
    """One thing that a check looks for."""

    name: str
    severity: Severity
    find: Callable[[Subject], Iterator[Complaint]]


_HINT, _WARNING, _ERROR = Severity

RULES: Final = (
    QualityRule("reference-broken", _ERROR, calls.broken_references),
    QualityRule("reference-outside", _WARNING, calls.outside_references),
    QualityRule("path-parameter-missing", _ERROR, calls.undeclared),
    QualityRule("path-parameter-unused", _WARNING, calls.unused),
    QualityRule("body-unsupported", _WARNING, calls.unsupported_bodies),
    QualityRule("security-unsupported", _ERROR, calls.unsupported_security),
    QualityRule("no-server", _HINT, calls.no_server),
    QualityRule("dangerous-read", _WARNING, calls.dangerous_reads),
    QualityRule("name-missing", _WARNING, names.missing),
    QualityRule("name-repeated", _ERROR, names.repeated),
    QualityRule("name-changed", _HINT, names.changed),
    QualityRule("name-shortened", _WARNING, names.shortened),
    QualityRule("name-for-host", _WARNING, names.for_hosts),
    QualityRule("description-missing", _WARNING, descriptions.missing),
    QualityRule("description-cut", _WARNING, descriptions.cut),
    QualityRule("description-repeats-name", _HINT, descriptions.echoes),
    QualityRule("parameter-undescribed", _HINT, descriptions.undescribed),
    QualityRule("deprecated", _HINT, descriptions.deprecated),
    QualityRule("same-words", _WARNING, descriptions.same_words),
    QualityRule("search-finds-another-first", _HINT, descriptions.second),
    QualityRule("search-does-not-find", _WARNING, descriptions.lost),
    QualityRule("tool-too-large", _WARNING, sizes.tools),
    QualityRule("schema-left-out", _WARNING, sizes.left_out),
    QualityRule("too-many-tools", _WARNING, sizes.too_many),
    QualityRule("list-too-large", _WARNING, sizes.too_large),
)

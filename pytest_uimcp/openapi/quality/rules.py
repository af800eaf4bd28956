"""The rules, as a table: a name, how bad it is, and what finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from pytest_uimcp.openapi.quality import calls, descriptions, names, sizes
from pytest_uimcp.openapi.quality.findings import Severity
from pytest_uimcp.openapi.quality.subject import Subject

__all__ = ["RULES", "Rule"]

# The place, what is there, what to do.
Told = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that a check looks for."""

    name: str
    severity: Severity
    find: Callable[[Subject], Iterator[Told]]


_HINT, _WARNING, _ERROR = Severity

RULES: Final = (
    Rule("reference-broken", _ERROR, calls.broken_references),
    Rule("reference-outside", _WARNING, calls.outside_references),
    Rule("path-parameter-missing", _ERROR, calls.undeclared),
    Rule("path-parameter-unused", _WARNING, calls.unused),
    Rule("body-unsupported", _WARNING, calls.unsupported_bodies),
    Rule("security-unsupported", _ERROR, calls.unsupported_security),
    Rule("no-server", _HINT, calls.no_server),
    Rule("dangerous-read", _WARNING, calls.dangerous_reads),
    Rule("name-missing", _WARNING, names.missing),
    Rule("name-repeated", _ERROR, names.repeated),
    Rule("name-changed", _HINT, names.changed),
    Rule("name-shortened", _WARNING, names.shortened),
    Rule("name-for-host", _WARNING, names.for_hosts),
    Rule("description-missing", _WARNING, descriptions.missing),
    Rule("description-cut", _WARNING, descriptions.cut),
    Rule("description-repeats-name", _HINT, descriptions.echoes),
    Rule("parameter-undescribed", _HINT, descriptions.undescribed),
    Rule("deprecated", _HINT, descriptions.deprecated),
    Rule("same-words", _WARNING, descriptions.same_words),
    Rule("search-finds-another-first", _HINT, descriptions.second),
    Rule("search-does-not-find", _WARNING, descriptions.lost),
    Rule("tool-too-large", _WARNING, sizes.tools),
    Rule("schema-left-out", _WARNING, sizes.left_out),
    Rule("too-many-tools", _WARNING, sizes.too_many),
    Rule("list-too-large", _WARNING, sizes.too_large),
)

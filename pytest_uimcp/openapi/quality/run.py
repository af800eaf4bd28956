"""The rules of `nlui check`, as a table, and the check that runs them over a specification."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.yaml import lines_of
from pytest_uimcp.openapi.config.models import TargetConfig
from pytest_uimcp.openapi.documents import read_spec_file
from pytest_uimcp.openapi.opening import target_of_spec
from pytest_uimcp.openapi.quality import calls, descriptions, names, sizes, words
from pytest_uimcp.openapi.quality.findings import Figures, Severity, SpecFinding, SpecReport
from pytest_uimcp.openapi.quality.hosts import HOSTS, Host
from pytest_uimcp.openapi.quality.subject import Subject
from pytest_uimcp.openapi.search.listing import tool_listing
from pytest_uimcp.openapi.spec.document import read_document
from pytest_uimcp.openapi.spec.references import segments
from pytest_uimcp.openapi.warn import drop

# The place, what is there, what to do.
Complaint = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class QualityRule:
    name: str
    severity: Severity
    find: Callable[[Subject], Iterator[Complaint]]


_HINT, _WARNING, _ERROR = Severity

RULES: Final = (
    QualityRule("reference-broken", _ERROR, calls.broken_references),
    QualityRule("reference-outside", _WARNING, calls.outside_references),
    QualityRule("key-misspelt", _WARNING, words.misspelt_keys),
    QualityRule("type-unknown", _WARNING, words.unknown_types),
    QualityRule("place-unknown", _ERROR, words.unknown_places),
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


def check_spec(
    data: Any,
    config: TargetConfig | None = None,
    *,
    server: str = "nlui",
    hosts: Sequence[Host] = HOSTS,
    rules: Iterable[QualityRule] = RULES,
) -> SpecReport:
    """Check a specification; raises SpecError if it is none. `server` is what a user calls it in a host."""
    document = read_document(data, warn=drop)
    config = config or TargetConfig(name="api")
    subject = Subject(data, document, target_of_spec(data, config, warn=drop), server, hosts)
    # Rules look at the whole specification, one after the other; within a rule findings keep the document's order.
    findings = [SpecFinding(rule.name, rule.severity, *details) for rule in rules for details in rule.find(subject)]
    findings.sort(key=attrgetter("severity"), reverse=True)
    return SpecReport(tuple(findings), _figures(subject))


def check_spec_file(path: Path, config: TargetConfig | None = None, **options: Any) -> SpecReport:
    """The same of a file, with the lines of what is found; raises SpecError."""
    text, data = read_spec_file(path)
    return _with_lines(check_spec(data, config, **options), text)


def _with_lines(report: SpecReport, text: str) -> SpecReport:
    steps = {finding.place: segments(finding.place) or () for finding in report.findings}
    # What is missing has no line of its own: then that of what it is missing from.
    lines = lines_of(text, {way[:length] for way in steps.values() for length in range(len(way) + 1)})

    def line(place: str) -> int | None:
        way = steps[place]
        return next((lines[way[:end]] for end in range(len(way), -1, -1) if way[:end] in lines), None)

    findings = (dataclasses.replace(finding, line=line(finding.place)) for finding in report.findings)
    return dataclasses.replace(report, findings=tuple(findings))


def _figures(subject: Subject) -> Figures:
    ranks = subject.ranks
    tools = subject.target.tools
    count = len(ranks) or 1
    return Figures(
        tools=len(tools),
        characters=subject.characters,
        longest_name=max(map(len, tools), default=0),
        first_rate=sum(ranking[:1] == (name,) for name, ranking in ranks.items()) / count,
        found_rate=sum(name in ranking for name, ranking in ranks.items()) / count,
        search_characters=max(
            (len(tool_listing("", [tools[name] for name in ranking])) for ranking in ranks.values()), default=0
        ),
    )

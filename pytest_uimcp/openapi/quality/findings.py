"""What a check found, with the place in the specification and what to do about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

from pytest_uimcp.core.printable import printable
from pytest_uimcp.openapi.spec.references import readable


class Severity(IntEnum):
    """How bad it is: an error does not work, a warning works badly, a hint could be better."""

    HINT = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class SpecFinding:
    """One thing that was found. `place` is a pointer into the specification, `line` its line in the file if known."""

    rule: str
    severity: Severity
    place: str
    message: str
    advice: str
    line: int | None = None

    def text(self, file: str = "") -> str:
        if file and self.line:
            location = f"{file}:{self.line}: "
        elif file:
            location = f"{file}: "
        else:
            location = ""
        headline = f"{location}{self.severity.word} [{self.rule}] {readable(self.place)}: {self.message}"
        return f"{printable(headline)}\n    {printable(self.advice)}"


@dataclass(frozen=True, slots=True)
class Figures:
    """The tools in numbers. Tokens are a quarter of the characters; the rates are parts of 1."""

    tools: int = 0
    characters: int = 0
    longest_name: int = 0
    first_rate: float = 1.0
    found_rate: float = 1.0
    search_characters: int = 0

    @property
    def tokens(self) -> int:
        """About how many tokens the list of all tools costs each conversation."""
        # A rule of thumb for JSON in English; hosts count with tokenizers of their own.
        return self.characters // 4


@dataclass(frozen=True, slots=True)
class SpecReport:
    """All findings, the worst first, and the figures."""

    findings: tuple[SpecFinding, ...]
    figures: Figures

    @property
    def worst(self) -> Severity | None:
        return max((finding.severity for finding in self.findings), default=None)

    @property
    def counts(self) -> Mapping[Severity, int]:
        return Counter(finding.severity for finding in self.findings)

    def at_least(self, severity: Severity) -> tuple[SpecFinding, ...]:
        return tuple(finding for finding in self.findings if finding.severity >= severity)

    def told(self, file: str = "", limit: int = 10) -> str:
        """For people: findings, of each rule no more than so many, then the figures."""
        return "\n".join([*self._findings(file, limit), *self._summary()]) + "\n"

    def _findings(self, file: str, limit: int) -> Iterator[str]:
        # Grouped, because a specification that was generated has the same fault a hundred times.
        by_rule: dict[str, list[SpecFinding]] = {}
        for finding in self.findings:
            by_rule.setdefault(finding.rule, []).append(finding)
        for rule, findings in by_rule.items():
            yield from (finding.text(file) for finding in findings[:limit])
            if len(findings) > limit:
                yield f"    [{rule}] and {len(findings) - limit} more"

    def _summary(self) -> Iterator[str]:
        figures = self.figures
        yield (
            f"{figures.tools} tools, {figures.characters:,} characters (about {figures.tokens:,} tokens), "
            f"longest name {figures.longest_name}"
        )
        yield (
            f"search: {figures.first_rate:.0%} of the operations come first for their own description, "
            f"{figures.found_rate:.0%} among the first five, at most {figures.search_characters:,} characters an answer"
        )
        # The worst first, as the findings are.
        yield ", ".join(f"{severity.word}s: {self.counts[severity]}" for severity in sorted(Severity, reverse=True))

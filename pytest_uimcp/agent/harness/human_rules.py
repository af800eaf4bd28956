"""What a simulated human does, as rules in a file; the first that fits decides.

rules:
  - asked: notes_delete           # a call waits for approval: the name of its tool, or a glob
    when: {id: 1}                 # conditions on its arguments, as policies have them
    decision: deny_continue
    reason: I need the milk
  - told: Which one               # the agent has said this
    human: {says: The second.}
  - sees: Please confirm          # the page shows this text
    human: [{checks: I am sure}, {clicks: Confirm}]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field

from pytest_uimcp.compositor.policy import ApprovalItem
from pytest_uimcp.compositor.policy.items import Answer
from pytest_uimcp.compositor.policy.predicates import fault, holds
from pytest_uimcp.core.reading import Items, ReadingError, Settings, expecting, read
from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.core.yaml import YamlError, line_at, load_yaml
from pytest_uimcp.testing.scenario.errors import ScenarioError, ScenarioPlace
from pytest_uimcp.testing.scenario.steps import ScenarioStep, read_step

MAX_FILE_BYTES: Final = 1024 * 1024
# What a rule is about, each with the keys that it may have beside.
_SUBJECTS: Final[Mapping[str, tuple[str, ...]]] = {
    "asked": ("when", "decision", "reason"),
    "told": ("human",),
    "matching": ("human",),
    "sees": ("human",),
}
# Steps of a human that answer a call; a rule has a decision instead.
_DECISIONS: Final = ("approves", "denies")

_Text = Annotated[str, Field(min_length=1)]


class HumanRuleEntry(Settings):
    """A rule as files have it."""

    asked: _Text | None = None
    told: _Text | None = None
    matching: _Text | None = None
    sees: _Text | None = None
    when: Annotated[dict[str, Any], expecting("conditions by argument")] | None = None
    decision: Answer | None = None
    reason: _Text | None = None
    human: Any = None
    times: Annotated[int, Field(ge=1), expecting("a whole number above 0")] | None = None


class HumanRulesFile(Settings):
    rules: Annotated[Items[HumanRuleEntry], Field(min_length=1)]


@dataclass(slots=True, eq=False)
class HumanRule:
    """One rule, and how often it was applied."""

    place: ScenarioPlace
    # A row of `_SUBJECTS`, and what the file says there.
    subject: str
    pattern: str
    when: Mapping[str, Any]
    # None of a rule that is not about a call.
    decision: Answer | None
    reason: str | None
    steps: tuple[ScenarioStep, ...]
    # None if it may be applied as often as it fits.
    times: int | None
    applied: int = 0

    @property
    def is_open(self) -> bool:
        """Whether it may still be applied."""
        return self.times is None or self.applied < self.times

    @property
    def is_for_the_page(self) -> bool:
        """Whether it does more than to write messages."""
        return any(step.kind.key != "says" for step in self.steps)

    def fits_call(self, item: ApprovalItem) -> bool:
        """Whether it decides about this call."""
        return self.subject == "asked" and fnmatchcase(item.name, self.pattern) and holds(self.when, item.args) is True

    def fits_message(self, text: str) -> bool:
        """Whether it answers this text of the agent."""
        if self.subject == "told":
            return self.pattern in text
        return self.subject == "matching" and re.search(self.pattern, text) is not None

    def __str__(self) -> str:
        conditions = " when …" if self.when else ""
        return f"{self.subject} {self.pattern}{conditions} -> {self.decision or ', '.join(map(_step_text, self.steps))}"


def read_human_rules(rules: Sequence[Mapping[str, Any]] | Path) -> list[HumanRule]:
    """The rules of a file, or of a test; raises ScenarioError with the line, or the number of the rule."""
    path = None
    data: Any = rules
    if isinstance(rules, Path):
        path = rules
        data = _data(rules)
    else:
        data = {"rules": list(rules)}
    try:
        file = read(HumanRulesFile, data)
    except ReadingError as error:
        raise ScenarioError.at(ScenarioPlace(path, error.line or _number(error), "rule"), error.problem) from None
    return [
        _rule(entry, ScenarioPlace(path, line_at(data, ("rules", index)) or index + 1, "rule"))
        for index, entry in enumerate(file.rules)
    ]


def _data(path: Path) -> Any:
    try:
        return load_yaml(read_text(path, MAX_FILE_BYTES), lines=True)
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}: cannot be read: {error}") from error
    except YamlError as error:
        raise ScenarioError.at(ScenarioPlace(path, error.line), error.problem) from None


def _number(error: ReadingError) -> int:
    """Of rules that were written in Python, which one it is about."""
    return next((step + 1 for step in error.path if isinstance(step, int)), 1)


def _rule(entry: HumanRuleEntry, place: ScenarioPlace) -> HumanRule:
    keys = [key for key in HumanRuleEntry.model_fields if getattr(entry, key) is not None]
    subjects = [key for key in keys if key in _SUBJECTS]
    if len(subjects) != 1:
        have = " and ".join(subjects) or "none"
        raise ScenarioError.at(place, f"a rule has one of {', '.join(_SUBJECTS)}; this one has {have}")
    (subject,) = subjects
    allowed = _SUBJECTS[subject]
    if wrong := [key for key in keys if key not in (subject, "times", *allowed)]:
        raise ScenarioError.at(place, f"{wrong[0]}: a rule with {subject} has {', '.join(allowed)}")
    pattern: str = getattr(entry, subject)
    if problem := _fault(subject, pattern, entry):
        raise ScenarioError.at(place, problem)
    return HumanRule(
        place, subject, pattern, entry.when or {}, entry.decision, entry.reason, _steps(entry.human, place), entry.times
    )


def _fault(subject: str, pattern: str, entry: HumanRuleEntry) -> str:
    """What is wrong with a rule that has the right keys; empty if nothing is."""
    for path, condition in (entry.when or {}).items():
        if problem := fault(condition):
            return f"the condition on {path}: {problem}"
    if subject == "asked":
        if entry.decision is None:
            return "a rule with asked needs a decision: approve, deny_continue or deny_abort"
        if entry.reason is not None and entry.decision == "approve":
            return "reason: nobody is told why a call is approved; only a denial has a reason"
        return ""
    if not entry.human:
        return f"a rule with {subject} needs what the human does then, such as `human: {{says: Yes.}}`"
    if subject == "matching":
        try:
            re.compile(pattern)
        except re.error as error:
            return f"matching: {pattern!r} is no regular expression: {error}"
    return ""


def _steps(human: Any, place: ScenarioPlace) -> tuple[ScenarioStep, ...]:
    """The steps of `human`, which are those that scenarios have: one, or a list."""
    if human is None:
        return ()
    data = human if isinstance(human, list) else [human]
    steps = []
    for index, content in enumerate(data):
        step = read_step(
            {"human": content}, ScenarioPlace(place.file, line_at(human, (index,)) or place.line, place.part)
        )
        if step.kind.key in _DECISIONS:
            problem = f"{step.kind.name}: a rule with asked decides about calls: `asked: TOOL` and `decision: approve`"
            raise ScenarioError.at(step.place, problem)
        if step.surface not in (None, "page"):
            raise ScenarioError.at(step.place, f"{step.kind.name}: the human of a test only has the page of its app")
        if step.uses:
            problem = f"{step.kind.name}: there are no variables here, only in scenarios"
            raise ScenarioError.at(step.place, problem)
        steps.append(step)
    return tuple(steps)


def _step_text(step: ScenarioStep) -> str:
    return f"{step.kind.key} {step.value}"

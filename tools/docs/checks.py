"""The rules of the checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import Final

from pytest_uimcp.checks.rules.rule import LintRule
from pytest_uimcp.checks.rules.table import RULES
from pytest_uimcp.core.assets import fixtures_dir
from tools.docs.tables import table

__all__ = ["PAGES"]

_PATHS: Final = ".claude/ui/"


def page() -> str:
    """`checks.md`."""
    by_check = sorted(RULES, key=attrgetter("check"))
    counts = ", ".join(f"{len(list(rules))} in `{check}`" for check, rules in groupby(by_check, attrgetter("check")))
    rows = map(_row, RULES)
    return PAGE.format(
        count=len(RULES), counts=counts, table=table("rule", "", "item", "what is wrong", "how it is said", rows=rows)
    )


def _row(rule: LintRule) -> Iterator[str]:
    yield f"`{rule.name}`"
    yield rule.severity.value
    yield f"`{rule.check}`"
    yield rule.wrong
    yield f"`{_message(rule)}`" if rule.example else "the link leads to …, where nothing is"


def _message(rule: LintRule) -> str:
    """What the example of the rule is told, without the place."""
    lines = (fixtures_dir() / "broken" / rule.example / "expected.txt").read_text(encoding="utf-8").splitlines()
    line = next(line for line in lines if line.startswith(_PATHS))
    return line.partition(": ")[2].replace("`", "'")


PAGE: Final = """\
# What the checks find

<!-- Written by `python -m tools.docs`. -->

The {count} rules of `pytest --uimcp`, `ui-mcp check` and `ui_audit`: {counts}.
Each has an app in `fixtures/broken/` with such a fault and its whole message. An error fails its item, a warning is
shown. A comment silences a rule in one place: `<!-- uimcp: ignore unknown-icon -->` or
`-- uimcp: ignore shared-default`, on the line, or above it. [collecting.md](../collecting.md) explains the items.

{table}"""


PAGES: Final[dict[str, Callable[[], str]]] = {"checks.md": page}

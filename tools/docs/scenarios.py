"""The reference of scenario files, and their JSON Schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pytest_uimcp.testing.scenario.grammar import StepKind, step_kinds
from pytest_uimcp.testing.scenario.header import header_keys
from pytest_uimcp.testing.scenario.schema import SCHEMA_FILE, schema_text
from tools.docs.tables import table

__all__ = ["IN_THE_PACKAGE", "PAGES"]


def page() -> str:
    """`scenarios.md`."""
    header = [(f"`{key.key}`", key.words, key.doc, "yes" if key.included else "") for key in header_keys()]
    return PAGE.format(
        header=table("key", "value", "description", "also in an included file", rows=header),
        human="".join(_section(kind) for kind in step_kinds() if kind.actor == "human"),
        agent="".join(_section(kind) for kind in step_kinds() if kind.actor == "agent"),
        plain="".join(_section(kind) for kind in step_kinds() if not kind.actor),
    )


def _section(kind: StepKind) -> str:
    options = [(f"`{option.key}`", option.shape.words, option.doc) for option in kind.all_options]
    beside = f"{table('beside it', 'value', 'description', rows=options)}\n" if options else ""
    return (
        f"### `{kind.key}`\n\n{kind.doc} Its value is {kind.shape.words}.\n\n```yaml\n{kind.example}\n```\n\n{beside}"
    )


PAGE: Final = """\
# Scenario files

<!-- Written by `python -m tools.docs`. -->

`*.scenario.yaml` says what human, agent and UI do together. `pytest --uimcp` collects these files, and
[`ui-mcp scenario`](commands.md) runs them. [scenarios.md](../scenarios.md) shows their use. Files are YAML 1.2, where
`no`, `on` and `007` are text; aliases and merge keys (`<<`) are read. Unknown keys are errors.

[scenario.schema.json](scenario.schema.json) is their JSON Schema, which gives completion in editors:

```yaml
# yaml-language-server: $schema=scenario.schema.json
```

## Header

{header}
`${{name}}` stands for a variable: of `variables`, of a column of `parameters`, or of an earlier step with `as`. A value
that is only one variable keeps its type. `${{name.key.0}}` is a part of one: a key of a mapping, an index of a list.
`$${{` is `${{` as text.

A file has at least one step that asserts something: `see`, `not see`, `snapshot`, `waits for`, `approves`, `denies`,
`requested`, `not requested`, or a call with `returns` or `fails`.

## Steps of the human

{human}## Steps of the agent

{agent}## The page and time

{plain}"""

PAGES: Final[dict[str, Callable[[], str]]] = {
    "scenarios.md": lambda: page().rstrip("\n") + "\n",
    SCHEMA_FILE: schema_text,
}
IN_THE_PACKAGE: Final[dict[str, Callable[[], str]]] = {f"pytest_uimcp/testing/scenario/{SCHEMA_FILE}": schema_text}

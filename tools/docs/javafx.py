"""The reference of the JavaFX stage: the command, the tools, roles, and how much of what was recorded is equal."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.javafx.accessible.roles import ROLES, TYPES
from pytest_uimcp.javafx.commands.stage import parser
from pytest_uimcp.javafx.contract.perform import ACTIONS
from pytest_uimcp.javafx.harness.options import OPTIONS
from pytest_uimcp.javafx.schemas import ACTION
from pytest_uimcp.javafx.tools import TOOLS
from pytest_uimcp.mcp.tools import Tool
from tools.docs.tables import table

__all__ = ["COUNTS", "GENERATED", "LIKENESS", "PAGES", "javafx_page"]

COUNTS: Final = Path(__file__).with_name("javafx_counts.json")
"""What `python -m tests.javafx.oracle_counts` counted."""
GENERATED: Final = Path(__file__).with_name("javafx_generated.json")
"""What `make oracle-javafx ARGS=--count` counted."""
LIKENESS: Final = Path(__file__).with_name("javafx_likeness.json")
"""What `make pictures` measured."""


def javafx_page() -> str:
    """`javafx.md`."""
    counted = json.loads(COUNTS.read_text(encoding="utf-8"))
    generated = json.loads(GENERATED.read_text(encoding="utf-8"))
    actions = parser()._actions  # noqa: SLF001 -- argparse has no other way
    return PAGE.format(
        options=table("option", "what", rows=map(option_row, actions)),
        pytest="".join(f"| `{one.option}` | `{one.key}` | {one.help} |\n" for one in OPTIONS),
        tools="\n".join(map(tool_section, TOOLS)),
        actions=table("action", "takes", rows=map(action_row, ACTIONS)),
        counts=table("what", "equal", "expected difference", "different", rows=map(count_row, counted["counts"])),
        differences="".join(f"- **{one['name']}**: {one['reason']}\n" for one in counted["differences"]),
        roles=table("JavaFX", "accessibility tree", rows=role_rows()),
        pictures=table("scene", "in memory and in JavaFX", "similarity", rows=picture_rows()),
        generated="\n".join(generated_section(name, counts) for name, counts in generated.items()),
    )


def picture_rows() -> Iterator[tuple[str, ...]]:
    """Scenes of the recordings, as they are drawn and as JavaFX shows them."""
    for name, likeness in json.loads(LIKENESS.read_text(encoding="utf-8")).items():
        yield name, f"![{name}, drawn and in JavaFX](../images/javafx-{name}-beside.png)", f"{likeness:.3f}"


def option_row(action: argparse.Action) -> Iterator[str]:
    """An option of the command."""
    names = ", ".join(f"`{name}`" for name in action.option_strings) or f"`{action.metavar}`"
    yield f"{names} `{action.metavar}`" if action.option_strings and action.metavar else names
    yield (action.help or "").replace("%%", "%")


def tool_section(tool: Tool[Any]) -> str:
    """A tool and its arguments."""
    schema = tool.schema
    rows = table("argument", "type", "default", "what", rows=argument_rows(schema))
    return f"### `{tool.name}`\n\n{tool.description}\n\n{rows}"


def argument_rows(schema: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, ...]]:
    """The arguments of a tool, those within others behind them."""
    for name, one in schema["properties"].items():
        required = name in schema.get("required", ())
        default = "required" if required else f"`{one['default']}`" if "default" in one else ""
        yield (f"`{above}{name}`", type_of(one), default, one.get("description", ""))
        if one.get("type") == "object" and "properties" in one:
            yield from argument_rows(one, f"{above}{name}.")


def type_of(schema: Mapping[str, Any]) -> str:
    """The type of an argument in words."""
    if "enum" in schema:
        return " or ".join(f"`{word}`" for word in schema["enum"])
    kind = schema.get("type", "any")
    return str(kind) if isinstance(kind, str) else " or ".join(kind)


TAKES: Final = {
    "focus": "target",
    "click": "target, `x` and `y` within it, or `x` and `y` in the scene; `button`, `clickCount`, `stageIndex`",
    "typeText": "`text`; target",
    "setText": "target, `text`",
    "pressKey": "`key`, `modifiers`",
    "scroll": "target, `deltaX`, `deltaY` in pixels, less than 0 for further down",
}


def action_row(name: str) -> tuple[str, str]:
    """An action, and what it takes."""
    return f"`{name}`", TAKES.get(name, ", ".join(f"`{key}`" for key in ACTION["properties"]))


def count_row(row: list[Any]) -> tuple[str, ...]:
    """A count of the comparison."""
    what, *numbers = row
    return (what, *(f"{number:,}" for number in numbers))


def role_rows() -> Iterator[tuple[str, str]]:
    """Roles, and the classes whose role says too little."""
    yield from ((f"`{role}`", name) for role, name in ROLES.items())
    yield from ((f"the class `{kind}`", name) for kind, name in TYPES.items() if name)


ASPECTS: Final = {"tree": "trees", "bounds": "bounds", "lookups": "lookups", "focus": "focus", "actions": "actions"}


def generated_section(name: str, counts: Mapping[str, Mapping[str, Any]]) -> str:
    """The counts of one set of generated documents, by control and together."""
    first, now = counts["first"], counts["now"]
    rows = [generated_row(subject, first[subject], now[subject]) for subject in now]
    rows.append(generated_row("**all**", together(first), together(now)))
    heads = ("about", "documents", "equal", "refused", *ASPECTS.values())
    return f"### The {name} thousand\n\n{table(*heads, rows=rows)}"


def together(counts: Mapping[str, Any]) -> dict[str, Any]:
    total: dict[str, Any] = {name: sum(row[name] for row in counts.values()) for name in ("cases", "equal", "refused")}
    for aspect in ASPECTS:
        total[aspect] = [sum(row[aspect][place] for row in counts.values()) for place in (0, 1)]
    return total


def generated_row(name: str, first: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[str, ...]:
    """What was equal before anything was mended, and what is now."""
    changes = [f"{first[part]:,} → {now[part]:,}" for part in ("equal", "refused")]
    parts = [f"{first[aspect][0]:,} → {now[aspect][0]:,} of {now[aspect][1]:,}" for aspect in ASPECTS]
    return (name, f"{now['cases']:,}", *changes, *parts)


PAGE: Final = """\
# JavaFX

<!-- Written by `python -m tools.docs`. -->

[JavaFX scenes in tests](../javafx.md) shows how to use the fixture `uimcp_stage`; this page is the reference.

## What is compared with JavaFX

The scenes in memory are compared with recordings of JavaFX (OpenJFX 11.0.11 on Java 17), field by field, for each
recorded scene, selector, action and class. Bounds are equal to a thousandth of a pixel.

{counts}
`python -m tests.javafx.oracle` compares again and prints the table; `python -m tests.javafx.oracle_counts` writes it
for this page. The expected differences:

{differences}
## Pictures

Left what `uimcp_stage.screenshot(installed_fonts=True)` draws, right real JavaFX 11 with the same fonts. The number is
their structural similarity (1 for the same picture, windows of 8 x 8 pixels). It has to be at least 0.95: every run of
the tests takes two of them again, `make pictures` all.

{pictures}
## Random documents

`make oracle-javafx` makes FXML documents by chance: each is about one control, container or shape, with random
attributes, data, styles and fonts, among others, as SceneBuilder writes it. It shows each in JavaFX 11, asks for all
nodes, what selectors find, and where the focus goes with TAB or what a few actions change, and keeps the answers.
Every run of the tests shows a part of these documents in memory and compares. Bounds are equal within a pixel; of nodes
that are invisible, or inside of something without a width or a height, only class, id and style classes are compared.
Before an arrow is what was equal before anything was mended for these documents; a document is equal if all of it is.

JavaFX ran on a screen without a compositor, where menus and lists that pop up have no shadows. It keeps the lines of a
text by its words and font, so that a `Text` may be as high as the lines of a label with the same words that was shown
before; between two documents it was made to forget them. A calendar that pops up shows the month of the recording.

{generated}
## The command

`ui-mcp stage FILE.fxml` serves a scene over MCP.

{options}
## Options of pytest

| option | ini key | what |
|---|---|---|
{pytest}
The token of a real program comes from the environment variable `UIMCP_STAGE_TOKEN`, so that no file and no list of
processes shows it.

## Tools

Results are structured data, and the same data as a JSON text; `ui_screenshot` returns an image. An error result has
`{{"error": {{"code", "message", "details"}}}}` as data.

{tools}
### Actions

`ui_perform` does its actions in order. Each result has `ok` and `type`; a failed action has an `error`, and the rest is
still done unless `stopOnError` is set. If another node in front of the target took a click, `hit` is the reference of
that node. `errors` has what handlers of the program raised.

{actions}
### Error codes

| code | when |
|---|---|
| `MCP_UI_NOT_ENABLED` | the program was not started with `--enable` |
| `MCP_UI_NO_STAGES` | no stage is shown, or none with this number |
| `MCP_UI_NODE_NOT_FOUND` | a reference leads to no node, or a list has no such row |
| `MCP_UI_STALE_REF` | the node of a uid is gone, or a path leads to another node than its hint describes |
| `MCP_UI_ACTION_FAILED` | an action could not be done: its target is disabled or out of sight, its key unknown |
| `MCP_UI_TIMEOUT` | the FX thread was busy, or the user interface was not idle in time; a pattern took too long |
| `MCP_UI_INTERNAL` | wrong arguments, or a failure of the server |

### Beyond the contract

`includeControlInternals`, `omitNulls`, `format` and `moreChildren` of snapshots, `popups` beside a scene,
`stopOnError`, `button` and `clickCount` of actions, `row` of a target, `truncated` and `total` of queries.
`uimcp_stage` also drives a program without them: it asks for the nodes inside controls, and names rows, only if the
program's tool lists that argument.

`row` beside the `ref` of a list, tree or table is the row of this number, from 0, or with this text, exactly or in
part: `{{"type": "click", "target": {{"ref": …, "row": 4321}}}}`. One that is out of sight is scrolled to.

## Roles

The accessibility tree of a scene is made from the snapshot alone. A node without a role becomes a text, or is left out.

{roles}
A field is named by the label beside it on the same line, or else by the one above it, or else by its prompt. The
contract has no other link between a label and its field.
"""

PAGES: Final[dict[str, Callable[[], str]]] = {"javafx.md": javafx_page}

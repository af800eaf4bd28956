"""The kinds of servers there are: a row each. A new kind is a folder of its own and a row here.

A row names modules and does not import them: pytest starts with this table, and pays for no server until a test uses
one. Two things are imported when pytest starts, because it has to know them by then, and must import nothing heavy
themselves: the module of the fixtures, and the options.

| what | is |
|---|---|
| `fixtures` | a module of pytest fixtures, whose bodies import what they need |
| `options` | a tuple of `testing.options.Option` |
| `snapshot_kinds` | a tuple of `testing.snapshots.kinds.SnapshotKind` |
| `sections` | a tuple of `testing.report.sections.Section` |
| `commands` | a tuple of `cli.Command` |
| `scenario` | a tuple of classes, each a `testing.scenario.parts.StoryPart` |
| `reference` | pages of `docs/reference`, as `{name: function}` |
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple


class ServerKind(NamedTuple):
    """Everything that one kind of server adds to the plugin, the command line and the reference, as references."""

    name: str
    fixtures: str = ""
    options: str = ""
    snapshot_kinds: str = ""
    sections: str = ""
    commands: str = ""
    scenario: str = ""
    reference: str = ""


KINDS: Final = [
    ServerKind(
        "ui-mcp",
        fixtures="pytest_uimcp.server.harness.fixtures",
        snapshot_kinds="pytest_uimcp.server.harness.snapshots:SNAPSHOT_KINDS",
        sections="pytest_uimcp.server.harness.sections:SECTIONS",
        commands="pytest_uimcp.server.commands.table:COMMANDS",
        scenario="pytest_uimcp.server.harness.scenario:PARTS",
        reference="tools.docs.server:PAGES",
    ),
    ServerKind(
        "compositor",
        fixtures="pytest_uimcp.compositor.harness.fixtures",
        sections="pytest_uimcp.compositor.harness.sections:SECTIONS",
    ),
    ServerKind(
        "chat",
        fixtures="pytest_uimcp.chat.harness.fixtures",
        commands="pytest_uimcp.chat.commands:COMMANDS",
        reference="tools.docs.chat:PAGES",
    ),
    ServerKind(
        "agent",
        fixtures="pytest_uimcp.agent.harness.fixtures",
        options="pytest_uimcp.agent.harness.options:OPTIONS",
        snapshot_kinds="pytest_uimcp.agent.harness.snapshots:SNAPSHOT_KINDS",
        sections="pytest_uimcp.agent.harness.sections:SECTIONS",
        commands="pytest_uimcp.agent.commands:COMMANDS",
        reference="tools.docs.agent:PAGES",
    ),
    ServerKind(
        "openapi",
        fixtures="pytest_uimcp.openapi.harness.fixtures",
        options="pytest_uimcp.openapi.harness.options:OPTIONS",
        scenario="pytest_uimcp.openapi.harness.scenario:PARTS",
    ),
    ServerKind(
        "javafx",
        fixtures="pytest_uimcp.javafx.harness.fixtures",
        options="pytest_uimcp.javafx.harness.options:OPTIONS",
        snapshot_kinds="pytest_uimcp.javafx.harness.snapshots:SNAPSHOT_KINDS",
        commands="pytest_uimcp.javafx.commands.table:COMMANDS",
        scenario="pytest_uimcp.javafx.harness.scenario:PARTS",
        reference="tools.docs.javafx:PAGES",
    ),
]


def rows(column: str) -> list[Any]:
    """The rows that all kinds add to one table, in order: `rows("commands")`."""
    references = [reference for kind in KINDS if (reference := getattr(kind, column))]
    if not references:
        return []
    from pytest_uimcp.core.lazy import resolve

    return [row for reference in references for row in resolve(reference)]

"""Every recorded lookup against ours."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pytest_uimcp.javafx.scene.selectors.parse import SelectorError
from pytest_uimcp.javafx.scene.selectors.query import lookup, lookup_all
from tests.javafx.oracle.recorded import played, recording


@dataclass
class Lookups:
    """How many agreed."""

    equal: int = 0
    different: list[str] = field(default_factory=list)


def nothing(recorded: dict[str, Any]) -> bool:
    """JavaFX gives `null` where a tab pane is asked for nothing; ours is an empty list."""
    return bool(recorded.get("returnsNull"))


def compare_lookups(scene: str) -> Lookups:
    """All lookups of a scene: what is found, in which order, what is first, and what is an error."""
    recorded = recording(f"selectors_{scene}")
    stage = played(scene).stages[recorded["stageIndex"]]
    nodes = stage.scene.root.walk()
    number = {id(node): place for place, node in enumerate(nodes)}
    result = Lookups()
    check_nodes(recorded["nodes"], nodes, result)
    for entry in recorded["lookups"]:
        start, text = nodes[entry.get("from", 0)], entry["selector"] or ""
        ours: tuple[Any, Any]
        try:
            first = lookup(start, text, "javafx11")
            found = [number[id(node)] for node in lookup_all(start, text, "javafx11")]
            ours = (found, None if first is None else number[id(first)])
        except SelectorError:
            ours = ("error", "error")
        wanted = ("error", "error") if "error" in entry else (entry.get("matches", []), entry.get("first"))
        if ours == wanted:
            result.equal += 1
        else:
            result.different.append(
                f"{entry['selector']!r} from {entry.get('from', 0)}: ours {ours}, recorded {wanted}"
            )
    return result


def check_nodes(recorded: list[dict[str, Any]], nodes: list[Any], result: Lookups) -> None:
    """The tree that is searched is the recorded one."""
    seen = [(node.fx.selector, node.css_id, list(node.classes)) for node in nodes]
    wanted = [(entry["typeSelector"], entry["id"], entry["styleClass"]) for entry in recorded]
    if seen != wanted:
        result.different.append(f"the tree: ours {seen}, recorded {wanted}")

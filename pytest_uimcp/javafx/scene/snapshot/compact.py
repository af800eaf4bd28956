"""A snapshot as text: a line for each node, two spaces for each level.

Stage[0] Login (focused)
  VBox#root (uid=u-2)
    Label#title (uid=u-3) "Sign in"
    TextField#username (uid=u-1) [focused] value="" prompt="user@example.com"
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from pytest_uimcp.javafx.scene.snapshot.options import Json


def compact_text(snapshot: Json) -> str:
    return "\n".join(line for stage in snapshot["stages"] for line in _stage(stage)) + "\n"


def _stage(stage: Json) -> Iterator[str]:
    marks = [name for name in ("focused",) if stage.get(name)] + ([] if stage.get("showing", True) else ["hidden"])
    yield f"Stage[{stage['stageIndex']}] {stage.get('title') or ''}".rstrip() + (
        f" ({', '.join(marks)})" if marks else ""
    )
    yield from (f"  not as in JavaFX: {difference}" for difference in stage.get("notAsInJavaFX", ()))
    yield from _node(stage["scene"]["root"], 1)
    for popup in stage.get("popups", ()):
        yield f"  {popup['type']} {popup['path']}"
        yield from _node(popup["scene"]["root"], 2)


def _node(root: Json, level: int) -> Iterator[str]:
    stack = [(root, level)]
    while stack:
        node, depth = stack.pop()
        yield "  " * depth + _line(node)
        stack.extend((child, depth + 1) for child in reversed(node.get("children", ())))


def _line(node: Json) -> str:
    text = node.get("text") or {}
    value = node.get("value") or {}
    parts = [f"{node['type']}{'#' + node['id'] if node.get('id') else ''} (uid={node['ref'].get('uid')})"]
    if text.get("label") and value.get("text") is None:
        parts.append(_quoted(text["label"]))
    # Keys may be missing: a program that leaves nulls out is read, too.
    states = [*node.get("pseudoClass", ()), *(() if node.get("visible", True) else ("hidden",))]
    states += ["checked"] if value.get("checked") else []
    if states:
        parts.append(f"[{' '.join(dict.fromkeys(states))}]")
    if value.get("text") is not None:
        parts.append(f"value={_quoted(value['text'])}")
    if text.get("prompt"):
        parts.append(f"prompt={_quoted(text['prompt'])}")
    rows = node.get("virtualization")
    if rows:
        visible_range = rows["visibleRange"]
        parts.append(
            f"rows={rows['itemsCount']}"
            + (f" seen={visible_range['from']}..{visible_range['to']}" if visible_range else "")
        )
    return " ".join(parts)


def _quoted(text: str) -> str:
    return json.dumps(text if len(text) <= 80 else text[:77] + "...", ensure_ascii=False)

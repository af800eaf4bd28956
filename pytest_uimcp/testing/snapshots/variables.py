from __future__ import annotations

import json
from collections import defaultdict
from typing import Any, Final

_TOLD_ELSEWHERE: Final = ("access", "elementId", "path", "type", "viewdef")


def variable_tree(variables: list[dict[str, Any]]) -> str:
    """Path, type, value, access and properties of each variable, indented below its parent.

    Variable ids, counts and times are left out; objects are numbered in the order in which they occur.
    """
    children: dict[Any, list[dict[str, Any]]] = defaultdict(list)
    ids = {variable["id"] for variable in variables}
    for variable in variables:
        parent = variable.get("parentId")
        # One whose parent is not in the list stands at the top, so that none is lost.
        children[parent if parent in ids else None].append(variable)
    objects: dict[Any, int] = {}
    lines: list[str] = []

    def write(node: dict[str, Any], depth: int) -> None:
        lines.append("  " * depth + _line(node, objects))
        for child in children[node["id"]]:
            write(child, depth + 1)

    for root in children[None]:
        write(root, 0)
    return "".join(f"{line}\n" for line in lines)


def _line(variable: dict[str, Any], objects: dict[Any, int]) -> str:
    parts = [variable.get("path") or "(root)"]
    if variable.get("type"):
        parts[0] += f": {variable['type']}"
    if variable.get("value") is not None:
        parts.append(f"= {_value(variable['value'], objects)}")
    if variable.get("access", "rw") != "rw":
        parts.append(f"({variable['access']})")
    properties = variable.get("properties") or {}
    parts += [f"?{name}={properties[name]}" for name in sorted(properties) if name not in _TOLD_ELSEWHERE]
    if not variable.get("active", True):
        parts.append("(inactive)")
    if variable.get("error"):
        parts.append(f"! {variable['error']}")
    return " ".join(parts)


def _value(value: Any, objects: dict[Any, int]) -> str:
    if isinstance(value, dict) and set(value) == {"obj"}:
        return f"#{objects.setdefault(value['obj'], len(objects) + 1)}"
    if isinstance(value, list):
        return f"[{', '.join(_value(item, objects) for item in value)}]"
    return json.dumps(value, ensure_ascii=False, sort_keys=True)

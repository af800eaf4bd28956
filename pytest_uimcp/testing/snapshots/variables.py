"""The tree of variables as text, one line each."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any, Final

__all__ = ["variable_tree"]

_TOLD_ELSEWHERE: Final = ("access", "elementId", "path", "type", "viewdef")


def variable_tree(variables: list[dict[str, Any]]) -> str:
    """Path, type, value, access and properties of each variable, indented below its parent.

    Variable ids, counts and times are left out; objects are numbered in the order in which they occur.
    """
    below: dict[Any, list[dict[str, Any]]] = defaultdict(list)
    known = {one["id"] for one in variables}
    for one in variables:
        parent = one.get("parentId")
        below[parent if parent in known else None].append(one)
    objects: dict[Any, int] = {}
    lines: list[str] = []

    def write(one: dict[str, Any], depth: int) -> None:
        lines.append("  " * depth + _line(one, objects))
        for child in below[one["id"]]:
            write(child, depth + 1)

    for root in below[None]:
        write(root, 0)
    return "".join(f"{line}\n" for line in lines)


def _line(one: dict[str, Any], objects: dict[Any, int]) -> str:
    parts = [one.get("path") or "(root)"]
    if one.get("type"):
        parts[0] += f": {one['type']}"
    if one.get("value") is not None:
        parts.append(f"= {_value(one['value'], objects)}")
    if one.get("access", "rw") != "rw":
        parts.append(f"({one['access']})")
    properties = one.get("properties") or {}
    parts += [f"?{name}={properties[name]}" for name in sorted(properties) if name not in _TOLD_ELSEWHERE]
    if not one.get("active", True):
        parts.append("(inactive)")
    if one.get("error"):
        parts.append(f"! {one['error']}")
    return " ".join(parts)


def _value(value: Any, objects: dict[Any, int]) -> str:
    if isinstance(value, dict) and set(value) == {"obj"}:
        return f"#{objects.setdefault(value['obj'], len(objects) + 1)}"
    if isinstance(value, list):
        return f"[{', '.join(_value(one, objects) for one in value)}]"
    return json.dumps(value, ensure_ascii=False, sort_keys=True)

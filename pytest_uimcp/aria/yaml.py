"""The accessibility tree as text: Playwright's YAML."""

from __future__ import annotations

import json
import re
from typing import Final

from pytest_uimcp.aria.nodes import AriaNode, Child

# Playwright leaves out names that are longer.
MAX_NAME_LENGTH: Final = 900


def to_yaml(children: list[Child]) -> str:
    """One line per node and text."""
    lines: list[str] = []
    for child in children:
        _write(child, 0, lines)
    return "\n".join(lines)


def _write(child: Child, depth: int, lines: list[str]) -> None:
    indent = "  " * depth
    if isinstance(child, str):
        lines.append(f"{indent}- text: {_value(child)}")
        return
    key = f"{indent}- {_key(child)}"
    children = child.children
    if not child.properties and not children:
        lines.append(key)
    elif not child.properties and len(children) == 1 and isinstance(children[0], str):
        lines.append(f"{key}: {_value(children[0])}")
    else:
        lines.append(f"{key}:")
        lines.extend(f"{indent}  - /{name}: {_value(text)}" for name, text in child.properties.items())
        for grandchild in children:
            _write(grandchild, depth + 1, lines)


def _key(node: AriaNode) -> str:
    parts = [node.role]
    if node.name and len(node.name) <= MAX_NAME_LENGTH:
        parts.append(json.dumps(node.name, ensure_ascii=False))
    for name, state in node.states.items():
        parts.append(f"[{name}]" if state is True else f"[{name}={state}]")
    text = " ".join(parts)
    if _needs_quotes(text):
        return "'" + text.replace("'", "''") + "'"
    return text


def _value(text: str) -> str:
    if not _needs_quotes(text):
        return text
    return '"' + re.sub(r'[\\"\x00-\x1f\x7f-\x9f]', _escaped, text) + '"'


_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _escaped(character: re.Match[str]) -> str:
    return _ESCAPES.get(character[0]) or f"\\x{ord(character[0]):02x}"


# What YAML would read as something else than this text; the rules are those of Playwright's own writer.
_QUOTED = re.compile(
    r"^\s|\s$|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|^-|[\n:](?:\s|$)|\s#|[\n\r]|^[&*\],?!>|@\"'#%]|[{}`]|^\["
)
_WORDS = frozenset(["on", "y", "null", "false", "~", "off", "true", "n", "no", "yes"])
_NUMBER = re.compile(
    r"[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|Infinity)|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+"
)
_SPECIAL = re.compile(r"[-+]?\.(?:inf|nan)", re.I)


def _needs_quotes(text: str) -> bool:
    return (
        not text
        or _QUOTED.search(text) is not None
        or text.lower() in _WORDS
        or _NUMBER.fullmatch(text) is not None
        or _SPECIAL.fullmatch(text) is not None
    )

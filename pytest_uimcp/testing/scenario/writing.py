"""Writes scenario files: steps as data, with the grammar that `reading.py` reads.

Short steps stand in one line, as one would write them; a text of several lines is a block.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.testing.scenario.header import header_keys
from pytest_uimcp.testing.scenario.steps import ScenarioStep
from pytest_uimcp.testing.scenario.variables import NAME

WIDTH: Final = 110
_MAX_KEY_CHARACTERS: Final = 100
# What YAML 1.1 or 1.2 reads as something else than text; and what a reader could take for that.
_WORDS: Final = frozenset(["true", "false", "null", "yes", "no", "on", "off", "y", "n", "~"])
_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w .@/()+'!;=*%&$<>-]*[\w.)/+'!;*%])?")
_UNPRINTABLE: Final = re.compile(
    r"[^\x09\x0a\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|[\u2028\u2029]"
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Remark:
    text: str


def scenario_text(
    header: Mapping[str, Any], steps: Iterable[Mapping[str, Any] | Remark], top: Sequence[str] = ()
) -> str:
    """The text of a scenario file: comments, the header in the order of the grammar, and the steps as data."""
    lines = [line for text in top for line in _comment(text)]
    for key in header_keys():
        if key.key in header and key.key != "steps":
            lines += _entry(key.key, header[key.key], 0)
    lines.append("steps:")
    for step in steps:
        lines += [f"  {line}" for line in (_comment(step.text) if isinstance(step, Remark) else _step_lines(step))]
    return "\n".join(lines) + "\n"


def step_text(step: ScenarioStep) -> str:
    return "\n".join(_step_lines(step_data(step.kind.actor, step.kind.key, step.value, step.options))) + "\n"


def flow_text(step: Mapping[str, Any]) -> str:
    """A step in one line, for a message; a text of several lines is cut."""
    ((actor, content),) = step.items()
    return f"{actor}: {_flow(content) or '…'}"


def step_data(actor: str, key: str, value: Any, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A step as the data that a file has: `{"human": {"clicks": "Save"}}`."""
    content = {key: value, **(options or {})}
    if actor:
        return {actor: key if content == {key: True} and actor else content}
    return content


def escape_variables(value: Any) -> Any:
    """A value in which nothing is a variable: what `substitute` makes of it is the value."""
    if isinstance(value, str):
        return re.sub(rf"\$\{{{NAME}\}}", lambda use: f"${use[0]}", value)
    if isinstance(value, Mapping):
        return {escape_variables(key): escape_variables(item) for key, item in value.items()}
    if isinstance(value, list):
        return [escape_variables(item) for item in value]
    return value


def _comment(text: str) -> list[str]:
    return [f"# {_UNPRINTABLE.sub(' ', line)}".rstrip() for line in text.splitlines()]


def _step_lines(step: Mapping[str, Any]) -> list[str]:
    ((key, value), *options) = step.items()
    # A step without options in one line, if it fits.
    if not options and (flow := _flow(value)) is not None and len(key) + len(flow) < WIDTH:
        return [f"- {_scalar(key)}: {flow}"]
    lines = [line for name, item in step.items() for line in _entry(name, item, 0)]
    return [f"{'- ' if number == 0 else '  '}{line}" if line else "" for number, line in enumerate(lines)]


def _entry(key: str, value: Any, depth: int) -> list[str]:
    indent = "  " * depth
    name = _scalar(key)
    if len(name) > _MAX_KEY_CHARACTERS:
        # A simple key ends in its line, and may not be longer than 1,024 characters.
        return [f"{indent}? {name}", *_below(f"{indent}:", value, depth)]
    return _below(f"{indent}{name}:", value, depth)


def _below(head: str, value: Any, depth: int) -> list[str]:
    """A value after its key or dash: in the same line, as a block, or in the lines below."""
    flow = _flow(value)
    if flow is not None and (not isinstance(value, Mapping | list) or len(head) + len(flow) < WIDTH or not value):
        return [f"{head} {flow}"]
    if isinstance(value, str):
        return _block(head, value, depth + 1)
    return [head, *_nested(value, depth + 1)]


def _nested(value: Any, depth: int) -> list[str]:
    if isinstance(value, list):
        return [line for item in value for line in _item(item, depth)]
    return [line for name, item in value.items() for line in _entry(name, item, depth)]


def _item(value: Any, depth: int) -> list[str]:
    dash = "  " * depth + "-"
    lines = _below(dash, value, depth)
    if len(lines) == 1 or isinstance(value, str):
        return lines
    # The first line of what is below moves up, beside the dash.
    first_line = lines[1].removeprefix("  " * (depth + 1))
    return [f"{dash} {first_line}", *lines[2:]]


def _flow(value: Any) -> str | None:
    """A value in one line; None if it has a text that reads better as a block."""
    if isinstance(value, str):
        if _is_block(value):
            return None
        return _scalar(value)
    if isinstance(value, Mapping):
        parts = [(_scalar(key), _flow(item)) for key, item in value.items()]
        if any(item is None or len(key) > _MAX_KEY_CHARACTERS for key, item in parts):
            return None
        return "{" + ", ".join(f"{key}: {item}" for key, item in parts) + "}"
    if isinstance(value, list):
        items = [_flow(item) for item in value]
        if None in items:
            return None
        return "[" + ", ".join(map(str, items)) + "]"
    return json.dumps(value)


def _is_block(text: str) -> bool:
    """Whether a text can be, and is better, written as a literal block."""
    lines = text.split("\n")
    return (
        len(lines) > 1
        and bool(lines[0].strip())
        and not lines[0].startswith((" ", "\t"))
        and not text.endswith("\n\n")
        and not any(line.endswith((" ", "\t")) or (line and not line.strip()) for line in lines)
        and not _UNPRINTABLE.search(text)
        and "\x85" not in text
    )


def _block(head: str, text: str, depth: int) -> list[str]:
    indent = "  " * depth
    body = text.removesuffix("\n")
    lines = [f"{indent}{line}" if line else "" for line in body.split("\n")]
    return [f"{head} {'|' if body != text else '|-'}", *lines]


def _scalar(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    if _SURROGATE.search(text):
        text = _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
    quoted = json.dumps(text, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda character: _hex(character[0]), quoted).replace("\x85", "\\x85")


def _hex(character: str) -> str:
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    if number < 0x10000:
        return f"\\u{number:04x}"
    return f"\\U{number:08x}"

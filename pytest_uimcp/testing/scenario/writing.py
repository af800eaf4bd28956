"""Writes scenario files: steps as data, with the grammar that `reading.py` reads.

Short steps stand in one line, as one would write them; a text of several lines is a block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_uimcp.core.yaml.writing import WIDTH, comment_lines, entry_lines, flow, scalar
from pytest_uimcp.testing.scenario.header import header_keys
from pytest_uimcp.testing.scenario.steps import ScenarioStep
from pytest_uimcp.testing.scenario.variables import NAME


@dataclass(frozen=True, slots=True)
class Remark:
    text: str


def scenario_text(
    header: Mapping[str, Any], steps: Iterable[Mapping[str, Any] | Remark], top: Sequence[str] = ()
) -> str:
    """The text of a scenario file: comments, the header in the order of the grammar, and the steps as data."""
    lines = [line for text in top for line in comment_lines(text)]
    for key in header_keys():
        if key.key in header and key.key != "steps":
            lines += entry_lines(key.key, header[key.key])
    lines.append("steps:")
    for step in steps:
        lines += [f"  {line}" for line in (comment_lines(step.text) if isinstance(step, Remark) else _step_lines(step))]
    return "\n".join(lines) + "\n"


def step_text(step: ScenarioStep) -> str:
    return "\n".join(_step_lines(step_data(step.kind.actor, step.kind.key, step.value, step.options))) + "\n"


def flow_text(step: Mapping[str, Any]) -> str:
    """A step in one line, for a message; a text of several lines is cut."""
    ((actor, content),) = step.items()
    return f"{actor}: {flow(content) or '…'}"


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


def _step_lines(step: Mapping[str, Any]) -> list[str]:
    ((key, value), *options) = step.items()
    # A step without options in one line, if it fits.
    if not options and (short := flow(value)) is not None and len(key) + len(short) < WIDTH:
        return [f"- {scalar(key)}: {short}"]
    lines = [line for name, item in step.items() for line in entry_lines(name, item)]
    return [f"{'- ' if number == 0 else '  '}{line}" if line else "" for number, line in enumerate(lines)]

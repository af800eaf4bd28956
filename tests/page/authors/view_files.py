"""Views as authors write them: one file each, with the app's Lua, its viewdefs, and six steps of a person.

A file holds, in YAML:

    view: what it is, in one sentence
    app: the app's name, which is that of its global
    lua: the app's code
    viewdefs: the content of each template, by Type.Namespace
    steps: six steps, each a verb of the page with its arguments

A step is `click: Save`, or `fill: [Name, Ada]`; a mapping at the end holds keywords: `click: [Delete, {nth: 1}]`,
`click: {css: .overlay}`. `type` presses one key after the other, and `agent` runs Lua as an agent would.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

__all__ = ["COLLECTIONS", "HOME", "Step", "View", "read", "view_paths"]

HOME = Path(__file__).parent
COLLECTIONS = ("first", "second", "third", "fourth", "fifth", "sixth")
STEP_COUNT = 6
VERBS = (
    *("agent", "check", "choose", "clear", "click", "fill", "focus"),
    *("hover", "not_see", "press", "reload", "see", "type", "uncheck"),
)
KEYS = {"view": str, "app": str, "lua": str, "viewdefs": dict, "steps": list}


@dataclass(frozen=True)
class Step:
    """A verb with its arguments."""

    verb: str
    arguments: tuple[str, ...]
    keywords: dict[str, Any]

    def __str__(self) -> str:
        named = [f"{name}={value!r}" for name, value in self.keywords.items()]
        return f"{self.verb}({', '.join([*map(repr, self.arguments), *named])})"


@dataclass(frozen=True)
class View:
    """An app of one view, and what a person does with it."""

    name: str
    says: str
    app: str
    lua: str
    viewdefs: dict[str, str]
    steps: tuple[Step, ...]

    def write(self, directory: Path) -> None:
        """Write the app into an app directory."""
        home = directory / "apps" / self.app
        (home / "viewdefs").mkdir(parents=True)
        (home / "app.lua").write_text(self.lua, encoding="utf-8")
        for key, body in self.viewdefs.items():
            path = home / "viewdefs" / f"{key}.html"
            path.write_text(f"<template>{body}</template>", encoding="utf-8")


def view_paths(collection: str) -> list[Path]:
    return sorted((HOME / collection).glob("*.yaml"))


def read(path: Path) -> View:
    """Raises ValueError if the file is not a view."""
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    if not isinstance(data, dict) or set(data) != set(KEYS):
        raise ValueError(f"{path.name}: a view has exactly the keys {', '.join(KEYS)}")
    for key, kind in KEYS.items():
        if not isinstance(data[key], kind):
            raise ValueError(f"{path.name}: {key} is no {kind.__name__}: {data[key]!r}")
    if len(data["steps"]) != STEP_COUNT:
        raise ValueError(f"{path.name}: {len(data['steps'])} steps instead of {STEP_COUNT}")
    steps = tuple(_step(path.name, step) for step in data["steps"])
    return View(path.stem, data["view"], data["app"], data["lua"], data["viewdefs"], steps)


def _step(name: str, step: Any) -> Step:
    if not isinstance(step, dict) or len(step) != 1:
        raise ValueError(f"{name}: a step is one verb with its arguments, not {step!r}")
    [(verb, rest)] = step.items()
    if verb not in VERBS:
        raise ValueError(f"{name}: the verb {verb!r} is none of {', '.join(VERBS)}")
    if not isinstance(rest, list):
        rest = [rest]
    keywords: dict[str, Any] = {}
    if rest and isinstance(rest[-1], dict):
        *rest, keywords = rest
    arguments = tuple(argument for argument in rest if argument is not None)
    for argument in arguments:
        if not isinstance(argument, str):
            raise ValueError(f"{name}: {argument!r} in {step!r} is no text: write it in quotes")
    return Step(verb, arguments, keywords)

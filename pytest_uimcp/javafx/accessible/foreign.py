"""Snapshots of other makers' programs, brought into the shape of the contract as far as they can be.

They may have texts as plain strings, stages with the root in them, and leave fields out. What a node does not say and a
person would perceive is asked with `ui_get_node`; a field that the program does not tell there either is not asked
again, and then the class of the node says its role.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Final

from pytest_uimcp.javafx.accessible.roles import ROLES
from pytest_uimcp.javafx.accessible.seen import Data
from pytest_uimcp.javafx.scene.model.registry import fx_types

log = logging.getLogger(__name__)
# What a node has to say to be read as a person perceives it.
NEEDED: Final = ("visible", "disabled", "layout", "value", "accessibility")
# What stands for a field that nobody tells.
USUAL: Final[Data] = {"visible": True, "disabled": False, "styleClass": [], "pseudoClass": []}
# Classes that are asked about although they have no role: texts name the fields beside them.
TEXTS: Final = frozenset({"Label", "Text"})


def role_of_type(name: str) -> str | None:
    """The role that JavaFX gives a class: of those of its own its table says it."""
    known = fx_types().get(name)
    role: str | None = known.role if known is not None else None
    return role


class ForeignReader:
    """Reads the snapshots of one program, and remembers what it does not tell."""

    def __init__(self, ask: Callable[[Data], Data]) -> None:
        self._ask = ask
        # Fields that the program has been asked for in vain.
        self._untold: set[str] = set()
        self._has_told = False

    def completed(self, snapshot: Data) -> Data:
        """The snapshot in the shape of the contract; one that has it is returned as it is."""
        stages = [self._stage(index, stage) for index, stage in enumerate(snapshot.get("stages") or ())]
        return {**snapshot, "stages": stages}

    def _stage(self, index: int, stage: Data) -> Data:
        scene = stage.get("scene") or {}
        root = scene.get("root") or stage.get("root")
        path = f"/stages[{index}]/scene/root"
        popups = [
            {**popup, "scene": {"root": self._node(popup["scene"]["root"], popup.get("path", path))}}
            for popup in stage.get("popups") or ()
            if (popup.get("scene") or {}).get("root")
        ]
        root = self._node(root, path) if root else None
        return {"stageIndex": index, **stage, "scene": {**scene, "root": root}, "popups": popups}

    def _node(self, data: Data, path: str) -> Data:
        node = dict(data)
        node["ref"] = _ref(node.get("ref"), path)
        missing = [name for name in NEEDED if name not in node and name not in self._untold]
        if missing and self._matters(node):
            self._fill(node, missing)
        for name, usual in USUAL.items():
            node.setdefault(name, usual)
        _put_text(node)
        if not (node.get("accessibility") or {}).get("role"):
            node["accessibility"] = {"role": role_of_type(str(node.get("type") or ""))}
        node["children"] = [self._node(kid, kid_path) for kid, kid_path in _kids(node, path)]
        return node

    def _matters(self, node: Data) -> bool:
        """Whether a person works with such a node, or reads it."""
        name = str(node.get("type") or "")
        return name in TEXTS or role_of_type(name) in ROLES

    def _fill(self, node: Data, missing: list[str]) -> None:
        answer = self._ask(node["ref"])
        for name in missing:
            if name in answer:
                node[name] = answer[name]
            else:
                self._untold.add(name)
        if not self._has_told:
            self._has_told = True
            log.warning(
                "the program's snapshots leave out %s: each node is asked for them, which takes longer; not told there "
                "either: %s", ", ".join(missing), ", ".join(sorted(self._untold)) or "nothing",
            )  # fmt: skip


def _ref(ref: object, path: str) -> Data:
    if isinstance(ref, dict) and (ref.get("uid") or ref.get("path")):
        return ref
    if isinstance(ref, str):
        return {"path": ref}
    return {"path": path}


def _put_text(node: Data) -> None:
    """The text as label, and of a field also as its value."""
    text = node.get("text")
    if isinstance(text, str):
        node["text"] = {"label": text, "prompt": None}
    elif not isinstance(text, dict):
        node["text"] = None
    role = role_of_type(str(node.get("type") or ""))
    if node.get("value") is None and ROLES.get(role or "") == "textbox":
        node["value"] = {"text": (node["text"] or {}).get("label") or ""}


def _kids(node: Data, path: str) -> Iterator[tuple[Data, str]]:
    """The children with their canonical paths, for a program that gives none."""
    counts: dict[str, int] = {}
    for kid in node.get("children") or ():
        name = str(kid.get("type") or "")
        number = counts.get(name, 0)
        counts[name] = number + 1
        yield kid, f"{path}/{name}[{number}]"

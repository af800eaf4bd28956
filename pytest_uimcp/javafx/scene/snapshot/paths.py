"""Canonical paths: `/stages[0]/scene/root/VBox[0]/Button[1]`.

A step is the simple class name and the ordinal among siblings of that name; an anonymous class has an empty name. Tabs
of nested popups are `/stages[0]/popups[1]/scene/root/...`, in the order in which they opened.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage.platform import Platform
from pytest_uimcp.javafx.scene.stage.window import PopupWindow, StageWindow, Window, window_of

_HEAD: Final = re.compile(r"/stages\[(\d+)\]((?:/popups\[\d+\])*)/scene/root")
_POPUP: Final = re.compile(r"/popups\[(\d+)\]")
_STEP: Final = re.compile(r"/([^/\[\]]*)\[(\d+)\]")


def window_path(window: Window, stages: Sequence[StageWindow]) -> str:
    steps = ""
    while isinstance(window, PopupWindow) and window.owner is not None:
        steps = f"/popups[{window.owner.popups.index(window)}]" + steps
        window = window.owner
    index = next((place for place, stage in enumerate(stages) if stage is window), -1)
    return f"/stages[{index}]{steps}/scene/root"


def windows(stage: Window) -> list[Window]:
    windows: list[Window] = []
    stack = [stage]
    while stack:
        window = stack.pop(0)
        windows.append(window)
        # Depth first: a popup's own popups come before its next sibling.
        stack[:0] = window.popups
    return windows


def path_of(node: Node, stages: Sequence[StageWindow]) -> str:
    steps = []
    while node.parent is not None:
        # Ordinals are only brought up to date when somebody asks for a path.
        node.parent.kids.number()
        steps.append(f"/{node.fx.simple}[{node.ordinal}]")
        node = node.parent
    window = window_of(node)
    head = ""
    if window is not None:
        head = window_path(window, stages)
    return head + "".join(reversed(steps))


def _window(match: re.Match[str], platform: Platform) -> Window | None:
    stages = platform.stages
    index = int(match[1])
    window: Window | None = stages[index] if index < len(stages) else None
    for index_text in _POPUP.findall(match[2]):
        place = int(index_text)
        if window is not None and place < len(window.popups):
            window = window.popups[place]
        else:
            window = None
    return window


def find(path: str, platform: Platform) -> Node | None:
    head = _HEAD.match(path)
    window = _window(head, platform) if head else None
    if head is None or window is None or window.scene is None:
        return None
    node: Node | None = window.scene.root
    place = head.end()
    while node is not None and place < len(path):
        # A step that cannot be read leads nowhere: paths come from outside.
        step = _STEP.match(path, place)
        if step is None:
            return None
        node = _child(node, step[1], int(step[2]))
        place = step.end()
    return node


def _child(node: Node, name: str, ordinal: int) -> Node | None:
    if not node.kids:
        return None
    node.kids.number()
    return next((kid for kid in node.kids if kid.ordinal == ordinal and kid.fx.simple == name), None)

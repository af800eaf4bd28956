"""Focus: who may have it, who gets it next, and what follows when it moves.

The traversal order is that of the tree. Controls that are one stop for the keyboard hide what is inside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node
    from pytest_uimcp.javafx.scene.stage.scene import Scene


# Controls whose inner nodes the keyboard does not visit.
ONE_STOP: Final = ("Spinner", "ComboBoxBase", "ChoiceBox", "TextInputControl", "Slider", "ScrollBar", "Pagination")


def can_have_focus(node: Node) -> bool:
    """Any enabled node that is visible with all its ancestors; whether TAB would come to it does not matter."""
    return node.scene is not None and not node.off and node.tree_visible


def _is_stop(node: Node) -> bool:
    return bool(node.read("focusTraversable")) and not node.off and not _other_toggle(node)


def _other_toggle(node: Node) -> bool:
    """Whether another toggle of its group is selected, which is the group's stop."""
    group = node.values.get("toggleGroup")
    selected = None
    if group is not None:
        selected = group.read("selectedToggle")
    return selected is not None and selected is not node


def stops(root: Node, inside_controls: bool = False) -> Iterator[Node]:
    """Where TAB stops below a root, in order; the root itself is none."""
    stack = []
    if root.shown and not root.off:
        stack = root.kids[::-1]
    while stack:
        node = stack.pop()
        if not node.shown or node.off:
            continue
        if _is_stop(node):
            yield node
        if node.kids and (inside_controls or not any(node.is_a(name) for name in ONE_STOP)):
            stack.extend(node.kids[::-1])


def first(scene: Scene) -> Node | None:
    root = scene.root
    if root is not None:
        return next(stops(root), None)
    return None


def next_after(node: Node, scene: Scene) -> Node | None:
    """The stop behind a node that can keep the focus no longer; round to the first from the last."""
    if node.scene is not scene or scene.root is None:
        return first(scene)
    order = {id(other): index for index, other in enumerate(scene.root.walk())}
    candidates = list(stops(scene.root))
    for candidate in candidates:
        if order[id(candidate)] > order[id(node)]:
            return candidate
    if candidates:
        return candidates[0]
    return None


def focus(scene: Scene, node: Node | None) -> None:
    old = scene.focus_owner
    if old is node:
        return
    scene.focus_owner = scene.values["focusOwner"] = node
    show(scene)
    scene.tell("focusOwner", old, node)


def show(scene: Scene) -> None:
    """Bring `focused` in line: of the owner, while its window has the focus."""
    owner = scene.focus_owner if scene.active else None
    old = scene.focus_shown
    if old is owner:
        return
    scene.focus_shown = owner
    # The old one first: nobody sees two focused nodes.
    for node in (old, owner):
        if node is not None:
            node.write("focused", node is owner)
            node.restyle()

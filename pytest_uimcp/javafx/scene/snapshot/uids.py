"""Stable names of nodes: `u-` and a number in base 36, given in the order of first discovery.

A node's `mcp.uid` property is its uid where a program sets it. A uid that was given once and whose node is gone is
known to be stale.
"""

from __future__ import annotations

from weakref import WeakValueDictionary

from pytest_uimcp.javafx.scene.model.node import Node

PROPERTY = "mcp.uid"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits or "0"


class Uids:
    def __init__(self) -> None:
        self.given = 0
        self.nodes: WeakValueDictionary[str, Node] = WeakValueDictionary()
        self.own: set[str] = set()

    def of(self, node: Node) -> str:
        """The node's uid, given now if it has none."""
        if node.constraints and PROPERTY in node.constraints:
            return self._own(node)
        uid = node.uid
        # A node of another look may have a uid of its platform; the number is new here.
        if uid is None or uid not in self.nodes:
            self.given += 1
            uid = node.uid = f"u-{_base36(self.given)}"
            self.nodes[uid] = node
        return uid

    def _own(self, node: Node) -> str:
        uid = ""
        if node.constraints:
            uid = str(node.constraints[PROPERTY])
        if self.nodes.get(uid) is not node:
            self.nodes[uid] = node
            self.own.add(uid)
        return uid

    def find(self, uid: str) -> Node | None:
        """The node of a uid, if it is in a scene."""
        node = self.nodes.get(uid)
        if node is not None and node.scene is not None:
            return node
        return None

    def was_given(self, uid: str) -> bool:
        if uid in self.own:
            return True
        # Numbers are given one after the other, so which ones were is known without keeping them.
        digits = uid.removeprefix("u-")
        if not uid.startswith("u-") or not digits or any(digit not in DIGITS for digit in digits) or len(digits) > 12:
            return False
        return 0 < int(digits, 36) <= self.given

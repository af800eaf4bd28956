"""What of a timeline's state a page does not have yet.

A page gets the whole state once, and then frames of type `ui_state_changed`: `gone` are the ids of items that are no
longer shown, `items` those that are new, at the end, or have changed, in their places. Should a timeline change in
another way, the page gets the whole state again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["Changes"]

Item = Mapping[str, Any]


class Changes:
    """What one page has been sent."""

    def __init__(self) -> None:
        self._sent: dict[str, Item] | None = None

    def take(self, payload: Mapping[str, Any]) -> tuple[dict[str, Any], list[Item]]:
        """The payload to send for one with the whole state, and the items in it."""
        items: list[Item] = payload["state"]["items"]
        previous = self._sent
        self._sent = {item["id"]: item for item in items}
        if previous is None:
            return dict(payload), items
        removed = [item_id for item_id in previous if item_id not in self._sent]
        changed = [item for item in items if previous.get(item["id"]) != item]
        remaining = [item_id for item_id in previous if item_id in self._sent]
        new = [item["id"] for item in changed if item["id"] not in previous]
        # Items only come at the end. Where one has come in between, a page could not place it.
        if remaining + new != list(self._sent):
            return {**payload, "type": "ui_state_snapshot"}, items
        seq = {"v": payload["v"], "seq": payload["seq"]}
        return {"type": "ui_state_changed", **seq, "gone": removed, "items": changed}, changed

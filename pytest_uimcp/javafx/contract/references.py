"""From a reference to its node: the uid first, then the path."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_uimcp.javafx.scene.errors import UiError
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.snapshot.paths import find
from pytest_uimcp.javafx.scene.snapshot.sections import text_of
from pytest_uimcp.javafx.scene.snapshot.uids import Uids
from pytest_uimcp.javafx.scene.stage.platform import Platform
from pytest_uimcp.javafx.scene.stage.window import window_of


def _quoted(ref: Mapping[str, object]) -> str:
    return f"uid={ref.get('uid')} path={ref.get('path')}"


def _showing(node: Node | None) -> Node | None:
    window = window_of(node) if node is not None else None
    if window is not None and window.values.get("showing"):
        return node
    return None


def _disagrees(node: Node, hint: Mapping[str, object]) -> bool:
    """Whether a path now leads to another node than the one that was meant."""
    text = text_of(node)
    facts = {"id": node.css_id, "type": node.fx.simple, "text": text["label"] if text else None}
    # A hint of null asks nothing; keys that are not known are another program's.
    return any(hint[key] is not None and hint[key] != facts[key] for key in facts if key in hint)


def resolve(ref: object, platform: Platform, uids: Uids) -> Node:
    """The node of a reference.

    A uid that was given once and whose node is gone is stale, and so is a path that leads to another node than its
    hint describes. A uid that was never given leaves it to the path.
    """
    if not isinstance(ref, Mapping) or not (ref.get("uid") or ref.get("path")):
        raise UiError("MCP_UI_NODE_NOT_FOUND", f"expected a ref with uid or path; got {ref!r}", ref=ref)
    uid = ref.get("uid")
    path = ref.get("path")
    for name, value in (("uid", uid), ("path", path)):
        if value is not None and not isinstance(value, str):
            raise UiError("MCP_UI_NODE_NOT_FOUND", f"ref.{name}: expected a text; got {value!r}", ref=dict(ref))
    if uid:
        node = _showing(uids.find(uid))
        if node is not None:
            return node
        if uids.was_given(uid):
            raise UiError(
                "MCP_UI_STALE_REF", f"the node of {_quoted(ref)} is gone; take a new snapshot or query", ref=dict(ref)
            )
    target = find(path, platform) if path else None
    if target is None:
        raise UiError("MCP_UI_NODE_NOT_FOUND", f"Node not found for {_quoted(ref)}", ref=dict(ref))
    if isinstance(ref.get("hint"), Mapping) and _disagrees(target, ref["hint"]):
        raise UiError(
            "MCP_UI_STALE_REF",
            f"{_quoted(ref)} leads to another node now ({target.fx.simple}); query again",
            ref=dict(ref),
        )
    return target

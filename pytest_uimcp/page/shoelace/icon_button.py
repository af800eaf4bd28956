"""The close button that several components have."""

from __future__ import annotations

from pytest_uimcp.page.dom.nodes import Element

__all__ = ["CLOSE", "is_close_button"]

CLOSE = '<sl-icon-button name=x-lg label=Close style="display:flex"></sl-icon-button>'


def is_close_button(target: Element, host: Element) -> bool:
    """Whether a click on `target` is one on the close button in the shadow tree of `host`."""
    for around in (target, *target.ancestors()):
        if around is host:
            return False
        if around.tag == "sl-icon-button" and around.get("label") == "Close" and around.root() is host.shadow:
            return True
    return False

"""Skins: the nodes inside controls, and how controls are measured and laid out.

A skin is made when its control is first styled in a scene. It builds its nodes once; `sync` brings them in line after a
property changed; sizes and placing are those of a `Sizer`. A program's control that extends one of JavaFX has the skin
of the nearest class that has one.
"""

from __future__ import annotations

from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import SKINS, Skin

__all__ = ["Skin", "grown", "sync"]


def grown(node: Node) -> None:
    """Give a control that was styled its skin, once."""
    if node.skin is None and node.resizable:
        kind = SKINS.find(node.fx)
        if kind is not None:
            # A control's skin is its sizer, too: from here on layout asks it for sizes and has it place what it made.
            node.skin = node.sizer = skin = kind(node)
            skin.build()
            skin.sync()


def sync(node: Node) -> None:
    if node.skin is not None:
        node.skin.sync()


# A skin registers itself when its module is imported, which needs SKINS above. Nothing else imports most of them.
from pytest_uimcp.javafx.scene.skins import (  # noqa: E402  # they register themselves above
    arrows,
    axes,
    buttons,
    charts,
    choosers,
    dialogs,
    labeled,
    lists,
    menus,
    pagination,
    popups,
    progress,
    scrolling,
    separators,
    sliders,
    spinners,
    split_panes,
    splits,
    tables,
    tabs,
    texts,
    titled,
    trees,
)

_MODULES = (
    arrows, axes, buttons, charts, choosers, dialogs, labeled, lists, menus, pagination, popups, progress, scrolling,
    separators, sliders, spinners, split_panes, splits, tables, tabs, texts, titled, trees,
)  # fmt: skip

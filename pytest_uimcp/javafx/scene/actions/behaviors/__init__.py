"""How controls answer to mouse and keys, a module for each family; they register themselves in `events`."""

from __future__ import annotations

from pytest_uimcp.javafx.scene.actions.behaviors import (
    buttons,
    choices,
    lists,
    menus,
    pagination,
    pickers,
    ranges,
    scrolling,
    spinners,
    tables,
    tabs,
    texts,
    titled,
    trees,
)

__all__ = ["REGISTERED"]

REGISTERED = (
    buttons, choices, lists, menus, pagination, pickers, ranges, scrolling, spinners, tables, tabs, texts,
    titled, trees,
)  # fmt: skip

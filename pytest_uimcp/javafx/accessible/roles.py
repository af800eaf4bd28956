"""JavaFX's roles as those of ARIA."""

from __future__ import annotations

from typing import Final

ROLES: Final = {
    "BUTTON": "button",
    "CHECK_BOX": "checkbox",
    "CHECK_MENU_ITEM": "menuitemcheckbox",
    "COMBO_BOX": "combobox",
    "CONTEXT_MENU": "menu",
    "DATE_PICKER": "combobox",
    "DIALOG": "dialog",
    "HYPERLINK": "link",
    "IMAGE_VIEW": "img",
    "LIST_ITEM": "option",
    "LIST_VIEW": "listbox",
    "MENU": "menuitem",
    "MENU_BAR": "menubar",
    "MENU_BUTTON": "button",
    "MENU_ITEM": "menuitem",
    "PAGE_ITEM": "button",
    "PAGINATION": "navigation",
    "PASSWORD_FIELD": "textbox",
    "PROGRESS_INDICATOR": "progressbar",
    "RADIO_BUTTON": "radio",
    "RADIO_MENU_ITEM": "menuitemradio",
    "SLIDER": "slider",
    "SPINNER": "spinbutton",
    "SPLIT_MENU_BUTTON": "button",
    "TABLE_CELL": "cell",
    "TABLE_ROW": "row",
    "TABLE_VIEW": "table",
    "TAB_ITEM": "tab",
    "TEXT_AREA": "textbox",
    "TEXT_FIELD": "textbox",
    "TITLED_PANE": "group",
    "TOGGLE_BUTTON": "button",
    "TOOLTIP": "tooltip",
    "TOOL_BAR": "toolbar",
    "TREE_ITEM": "treeitem",
    "TREE_TABLE_CELL": "gridcell",
    "TREE_TABLE_ROW": "row",
    "TREE_TABLE_VIEW": "treegrid",
    "TREE_VIEW": "tree",
}
# Types whose accessible role says too little.
TYPES: Final = {
    "ColorPicker": "combobox",
    "DialogPane": "dialog",
    "MenuItemContainer": "menuitem",
    "Separator": "separator",
    "TabHeaderArea": "tablist",
    "TableColumnHeader": "columnheader",
    "NestedTableColumnHeader": "",
}
# Style classes of the items of a menu, which all have one class.
MENU_ITEMS: Final = {"check-menu-item": "menuitemcheckbox", "radio-menu-item": "menuitemradio"}
# Roles whose inner nodes say nothing more.
LEAVES: Final = frozenset((
    "button", "checkbox", "combobox", "img", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "progressbar",
    "radio", "slider", "spinbutton", "separator", "textbox",
))  # fmt: skip
# Roles that a label beside them or above them names.
FIELDS: Final = frozenset((
    "textbox", "combobox", "spinbutton", "slider", "progressbar", "listbox", "table", "tree", "treegrid",
))  # fmt: skip
ROWS: Final = frozenset(["option", "row", "treeitem"])
CELLS: Final = frozenset(("cell", "gridcell"))
# What no reader speaks of.
PRUNED: Final = frozenset(("SCROLL_BAR", "THUMB", "INCREMENT_BUTTON", "DECREMENT_BUTTON"))

"""The rules of an audit on the text of an app's viewdefs: what does nothing, or something else than it seems to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pytest_uimcp.checks.file_text import text_of
from pytest_uimcp.checks.findings import Suspicion
from pytest_uimcp.checks.start_tags import StartTag, start_tags

BUTTONS: Final = frozenset({"button", "sl-button", "sl-icon-button"})
# Attributes whose value is no path.
NO_PATHS: Final = frozenset({"ui-namespace", "ui-item-wrapper", "ui-viewdef"})

_OPERATOR = re.compile(r"[!<>=+*/]|~=|&&|\|\||\s(?:and|or)\s|^not\s")
_ARGUMENT = re.compile(r"\w\(\s*(?!_?\))[^)]")
_PATH = re.compile(r"(?:\.\.|@?\w+(?:\(_?\))?)(?:\.(?:\.|\w+(?:\(_?\))?))*")


def audit_views(base_dir: Path, folder: Path) -> Iterator[Suspicion]:
    for path in sorted(filter(Path.is_file, (folder / "viewdefs").glob("*.html"))):
        name = path.relative_to(base_dir).as_posix()
        audit = _ViewAudit(path.name)
        for tag in start_tags(text_of(path)):
            for kind, detail in audit.of(tag):
                yield Suspicion(kind, f"{name}:{tag.line}", detail)


class _ViewAudit:
    def __init__(self, file_name: str) -> None:
        self._is_row = file_name.endswith(".list-item.html")
        self._draws_items = file_name.startswith("lua.ViewListItem.")

    def of(self, tag: StartTag) -> Iterator[tuple[str, str]]:
        if tag.name == "style" and self._is_row:
            yield "style_in_list_item", "the style is repeated with every row: put it into the list's viewdef"
        for name, value in tag.attributes.items():
            if name == "ui-action" and tag.name not in BUTTONS and tag.attributes.get("role") != "button":
                yield "ui_action_non_button", f"<{tag.name} ui-action>: use ui-event-click, or a button"
            if name == "ui-class" and value.startswith("hidden:"):
                path = value.partition(":")[2]
                yield "wrong_hidden_syntax", f'ui-class="{value}" does nothing: ui-class-hidden="{path}"'
            elif name.startswith("ui-") and name not in NO_PATHS:
                yield from self._of_path(name, value.partition("?")[0].strip())

    def _of_path(self, name: str, path: str) -> Iterator[tuple[str, str]]:
        attribute = f'{name}="{path}"'
        if not path:
            return
        # From the plainest mistake to the vaguest: an argument may hold operators, and either is no valid path.
        if _ARGUMENT.search(path):
            yield "non_empty_method_args", f"{attribute}: a path passes no arguments; write m() or m(_)"
        elif _OPERATOR.search(path):
            yield "operator_in_path", f"{attribute}: a path has no operators; write a method that computes it"
        elif not _PATH.fullmatch(path):
            yield "invalid_path_syntax", f"{attribute}: names, method() and .. are joined by dots"
        elif self._is_row and not self._draws_items and path.startswith("item."):
            yield "item_prefix", f"{attribute}: the row's viewdef draws the item itself; leave out item."

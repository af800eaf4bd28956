"""The rules of an audit on the text of an app's viewdefs: what does nothing, or something else than it seems to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from pytest_uimcp.checks.suspicions import Suspicion

__all__ = ["audit_views"]

BUTTONS: Final = frozenset({"button", "sl-button", "sl-icon-button"})
# Attributes whose value is no path.
NO_PATHS: Final = frozenset({"ui-namespace", "ui-item-wrapper", "ui-viewdef"})

_OPERATOR = re.compile(r"[!<>=+*/]|~=|&&|\|\||\s(?:and|or)\s|^not\s")
_ARGUMENT = re.compile(r"\w\(\s*(?!_?\))[^)]")
_PATH = re.compile(r"(?:\.\.|@?\w+(?:\(_?\))?)(?:\.(?:\.|\w+(?:\(_?\))?))*")


def audit_views(base_dir: Path, folder: Path) -> Iterator[Suspicion]:
    """Read every viewdef of an app."""
    for path in sorted(filter(Path.is_file, (folder / "viewdefs").glob("*.html"))):
        reader = _Reader(path)
        reader.feed(path.read_text("utf-8", "replace"))
        reader.close()
        name = path.relative_to(base_dir).as_posix()
        for kind, line, detail in reader.found:
            yield Suspicion(kind, f"{name}:{line}", detail)


class _Reader(HTMLParser):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.found: list[tuple[str, int, str]] = []
        self._is_row = path.name.endswith(".list-item.html")
        self._draws_items = path.name.startswith("lua.ViewListItem.")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "style" and self._is_row:
            self._say("style_in_list_item", "the style is repeated with every row: put it into the list's viewdef")
        for name, value in attrs:
            if name == "ui-action" and tag not in BUTTONS:
                self._say("ui_action_non_button", f"<{tag} ui-action>: use ui-event-click, or a button")
            if name == "ui-class" and (value or "").startswith("hidden:"):
                path = (value or "").partition(":")[2]
                self._say("wrong_hidden_syntax", f'ui-class="{value}" does nothing: ui-class-hidden="{path}"')
            elif name.startswith("ui-") and name not in NO_PATHS:
                self._check_path(name, (value or "").partition("?")[0].strip())

    def _check_path(self, name: str, path: str) -> None:
        written = f'{name}="{path}"'
        if not path:
            return
        if _ARGUMENT.search(path):
            self._say("non_empty_method_args", f"{written}: a path passes no arguments; write m() or m(_)")
        elif _OPERATOR.search(path):
            self._say("operator_in_path", f"{written}: a path has no operators; write a method that computes it")
        elif not _PATH.fullmatch(path):
            self._say("invalid_path_syntax", f"{written}: names, method() and .. are joined by dots")
        elif self._is_row and not self._draws_items and path.startswith("item."):
            self._say("item_prefix", f"{written}: the row's viewdef draws the item itself; leave out item.")

    def _say(self, kind: str, detail: str) -> None:
        self.found.append((kind, self.getpos()[0], detail))

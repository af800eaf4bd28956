"""Secrets that a page shows before anybody types them: what is in its password fields, and in fields named like one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.targets import perceived

if TYPE_CHECKING:
    from pytest_uimcp.page.accessible.page_view import PageView
    from pytest_uimcp.page.dom.nodes import Element
    from pytest_uimcp.testing.recording.masking import Secrets

__all__ = ["learn_fields"]

_FIELDS: Final = frozenset({"input", "textarea"})
# As the front end says of a field in which somebody types.
_COMPLETED: Final = re.compile(r"password|one-time-code|cc-(?:number|csc)")
_SHORT: Final = 4


def learn_fields(secrets: Secrets, look: PageView, root: Element) -> None:
    """Learn what is in the fields of a document that hold secrets."""
    for field, value in _filled(look, root):
        name = look.name(field) or field.get("name") or ""
        by_form = controls.input_type(field) == "password" or _COMPLETED.search(field.get("autocomplete") or "")
        # A short text in a field that only sounds like one would be masked in too many places.
        if by_form or (secrets.names.is_name(name) and len(value) >= _SHORT):
            secrets.add(value, name or "password")


def _filled(look: PageView, root: Element) -> Iterator[tuple[Element, str]]:
    for field in perceived(look, root):
        if field.tag in _FIELDS and (value := controls.value(field)):
            yield field, value

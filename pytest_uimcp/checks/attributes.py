"""Checks that the attributes of a viewdef, and the properties behind the question mark of their paths, exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.survey import Survey
from pytest_uimcp.core.spelling import near
from pytest_uimcp.page.rules import KINDS, NAMES, OPTIONS

__all__ = ["check_attributes"]

_LIKE: Final = 0.75
_THERE_ARE: Final = ", ".join(
    sorted([*(f"ui-{name}" for name in NAMES), "ui-namespace", *(f"ui-{k}-…" for k in KINDS)])
)
_PRIORITIES: Final = (":high", ":med", ":low")


def check_attributes(known: Survey) -> Iterator[Finding]:
    """Find attributes and path properties that do not exist."""
    for view in known.views.values():
        for written in view.unknown:
            what = f"{written}: there is no attribute of this name"
            close = _near_attribute(written.attribute)
            yield Finding(what, view.file, written.line, close, f"there are {_THERE_ARE}")
        for bound in view.bound:
            for name in bound.path.query:
                if not _is_option(known, name):
                    what = f"{bound.written}: paths have no option {name}"
                    advice = f"the options are {', '.join(OPTIONS)}, and those that a wrapper of the app reads"
                    yield Finding(what, view.file, bound.line, near(name, OPTIONS), advice)


def _near_attribute(attribute: str) -> tuple[str, ...]:
    """The attribute that was probably meant; for `ui-atr-title` it is `ui-attr-title`."""
    whole = near(attribute, [f"ui-{name}" for name in (*NAMES, "namespace")], count=1, likeness=_LIKE)
    _, kind, rest = (*attribute.split("-", 2), "")[:3]
    ending = f"-{rest}" if rest else "-…"
    return whole or tuple(f"ui-{found}{ending}" for found in near(kind, KINDS, count=1, likeness=_LIKE))


def _is_option(known: Survey, name: str) -> bool:
    for ending in _PRIORITIES:
        name = name.removesuffix(ending)
    # Wrappers may read any property: variable:getProperty("columns").
    return name in OPTIONS or name in known.elsewhere.quoted

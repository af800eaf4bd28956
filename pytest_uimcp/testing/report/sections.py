"""What a failure tells beside its message: a few lines of each kind, all of them with `-v`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.testing.harness.harness import UnderTest
from pytest_uimcp.testing.report.witness import Face, Witness, steps, waiting

__all__ = ["sections"]

_FEW: Final = 10
_TREE: Final = 30
_FAILED: Final = "✗"


def sections(there: list[Witness], error: BaseException | None, *, verbose: bool) -> Iterator[tuple[str, str]]:
    """Title and text of every section that has something to say."""
    for title, lines, most, keep in (
        ("uimcp app", _advice(there, error), _FEW, _first),
        ("uimcp story", _story(there), _FEW, _last),
        ("uimcp errors", _errors(there), _FEW, _first),
        ("uimcp page", [] if _shows_page(error) else _trees(there), _TREE, _first),
        ("uimcp log", [line for one in there for line in one.log], _FEW, _last),
        ("uimcp events waiting", [json.dumps(event, ensure_ascii=False) for event in waiting(there)], _FEW, _first),
    ):
        if lines:
            yield title, "\n".join(lines if verbose else keep(lines, most))


def _story(there: list[Witness]) -> list[str]:
    return [f"{_FAILED if step.failed else ' '} {step}" for step in steps(there)]


def _advice(there: list[Witness], error: BaseException | None) -> list[str]:
    """What errors of ours say themselves."""
    if isinstance(error, UimcpError):
        return []
    return [advice for one in _under_test(there) if (advice := one.unchosen())]


def _errors(there: list[Witness]) -> list[str]:
    return [line for one in _under_test(there) for error in one.untold() for line in str(error).split("\n")]


def _under_test(there: list[Witness]) -> list[UnderTest]:
    return [one.thing for one in there if isinstance(one.thing, UnderTest)]


def _shows_page(error: BaseException | None) -> bool:
    return isinstance(error, UimcpError) and "\n  the page:\n" in str(error)


def _trees(there: list[Witness]) -> list[str]:
    faces = [one.thing for one in there if isinstance(one.thing, Face)]
    lines: list[str] = []
    for place, face in enumerate(faces):
        if len(faces) > 1:
            lines.append(f"page {place + 1}:")
        lines += (_said(face.last_aria) or "(nothing)").split("\n")
    return lines


def _said(ask: Callable[[], str]) -> str:
    try:
        return ask()
    except Exception as error:  # noqa: BLE001 -- the test's own failure must not be lost behind one of its report
        return f"(could not be read: {error})"


def _last(lines: list[str], most: int) -> list[str]:
    left = len(lines) - most
    return lines if left <= 0 else [f"… {left} before, see -v", *lines[-most:]]


def _first(lines: list[str], most: int) -> list[str]:
    left = len(lines) - most
    return lines if left <= 0 else [*lines[:most], f"… {left} more, see -v"]

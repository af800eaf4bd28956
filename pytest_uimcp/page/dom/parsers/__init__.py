"""Parses HTML with whichever parser is installed.

`native` uses turbohtml, whose core is written in C; pyproject.toml requires it on platforms with wheels. `pure` uses
justhtml, which runs everywhere but takes about six times as long; other platforms and the release files use it.
docs/reference/parsers.md lists the markup for which the two make different trees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from pytest_uimcp.page.dom.nodes import Document

__all__ = ["parse"]

_MODULES = ("native", "pure")


def _importable(modules: Iterable[str]) -> Callable[[str], Document]:
    """The `parse` of the first module that can be imported."""
    reasons = []
    for module in modules:
        try:
            parse_text: Callable[[str], Document] = import_module(f"{__name__}.{module}").parse
        except ImportError as error:
            reasons.append(str(error))
        else:
            return parse_text
    raise ImportError(
        f"expected an HTML parser, turbohtml or justhtml, and can import neither ({'; '.join(reasons)}); "
        "`pip install justhtml` works on every platform"
    )


parse = _importable(_MODULES)

"""pytest-uimcp: a ui-mcp server as pytest fixtures.

The names below are the public door. Each is imported from its home when it is first asked for, so that
`import pytest_uimcp`, which every pytest run does, costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_uimcp.assets import bundle_dir, fixtures_dir
    from pytest_uimcp.errors import UimcpError

    __version__: str

_HOMES = {
    "UimcpError": "pytest_uimcp.errors",
    "bundle_dir": "pytest_uimcp.assets",
    "fixtures_dir": "pytest_uimcp.assets",
}

__all__ = ["UimcpError", "__version__", "bundle_dir", "fixtures_dir"]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value: Any = import_module("pytest_uimcp.version").version()
    elif name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value  # the next look-up does not come here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""The reference of the pytest plugin: fixtures, options, marker."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final

from pytest_uimcp import plugin
from pytest_uimcp.checks.table import CHECKS, CheckKind
from pytest_uimcp.servers import KINDS
from pytest_uimcp.testing.options import MARKER, Option, all_options
from tools.docs.tables import table


def pytest_page() -> str:
    """`pytest.md`."""
    return PAGE.format(
        fixtures=table("fixture", "value", rows=fixtures()),
        options=table("option", "ini key", "values", "description", rows=map(option_row, all_options())),
        items=table("item", "passes if", rows=map(item_row, CHECKS)),
        marker=MARKER.replace("uimcp(", "@pytest.mark.uimcp(", 1).split(":")[0],
    )


def fixtures() -> Iterator[tuple[str, str]]:
    """Name and purpose of every fixture, in the order of the files."""
    modules = [*(import_module(kind.fixtures) for kind in KINDS if kind.fixtures), plugin]
    for name, thing in (item for module in modules for item in vars(module).items()):
        if name.startswith("uimcp"):
            doc = inspect.getdoc(_function(thing)) or ""
            yield f"`{name}`", doc.split("\n\n")[0].replace("\n", " ")


def _function(fixture: Any) -> Any:
    return inspect.unwrap(getattr(fixture, "_get_wrapped_function", lambda: fixture)())


def option_row(option: Option) -> Iterator[str]:
    """An option: its two names, values and purpose."""
    yield f"`{option.option}`"
    yield f"`{option.key}`"
    yield " or ".join(f"`{choice}`" for choice in option.choices) or option.takes or "nothing"
    yield option.help + (f" (default: {option.default})" if option.default else "")


def item_row(kind: CheckKind) -> Iterator[str]:
    """A check: its name, and what it checks."""
    yield f"`{kind.name}{'[Type.namespace]' if kind.has_key else ''}`"
    yield kind.help


PAGE: Final = """\
# The pytest plugin

<!-- Written by `python -m tools.docs`. -->

[testing.md](../testing.md) shows their use. `pytest --fixtures`, `--markers` and `--help` show the same texts.

## Fixtures

{fixtures}
Each fixture has function scope and can be overridden in a `conftest.py`.

## Options

{options}
The command line overrides the ini file (`pytest.ini`, or `pyproject.toml` under `[tool.pytest.ini_options]`). The
marker overrides both.

## Items

What `pytest --uimcp` collects for each app, `<app directory>/apps/<app>/app.lua::<item>`:

{items}
Each has the marker `uimcp_check`: `-m uimcp_check`, `-m "not uimcp_check"`. A folder in `apps/` without `app.lua` is
skipped and named.

## Marker

`{marker}`

The arguments override the options of the same names. `face` is that of the test, whatever `--uimcp-face` says. An
invalid value is an error of that test.
"""

PAGES: Final[dict[str, Callable[[], str]]] = {"pytest.md": pytest_page}

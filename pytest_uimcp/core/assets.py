"""Where the data that travels with the package is: `bundle/` and `fixtures/`.

An installed wheel holds them inside the package; an editable install and a source tree hold them
beside it.
"""

from __future__ import annotations

import functools
from pathlib import Path

from pytest_uimcp.core.errors import UimcpError

# Where the pages are that do not travel with the package, for messages that lead to one.
DOCUMENTATION = "https://github.com/pytest-uimcp/pytest-uimcp/blob/main/docs"

_PACKAGE = Path(__file__).resolve().parents[1]


class MissingAssets(UimcpError):
    """The installation lacks one of the folders that belong to it."""


@functools.cache
def bundle_dir() -> Path:
    """Return the folder with the files that an app directory gets on installation."""
    return find_assets("bundle", _PACKAGE)


@functools.cache
def fixtures_dir() -> Path:
    """Return the folder with sample apps and other material that tests share."""
    return find_assets("fixtures", _PACKAGE)


def token_sheet() -> Path:
    """Return the style sheet with the colours and fonts that all our pages share."""
    return bundle_dir() / "html" / "tokens.css"


def find_assets(name: str, package: Path) -> Path:
    # With the underscore, so that no folder beside the package can be taken for it.
    installed = package / f"_{name}"
    if installed.is_dir():
        return installed
    beside = package.parent / name
    # Without this check any folder of that name in site-packages would do.
    if is_source_tree(package.parent) and beside.is_dir():
        return beside
    raise MissingAssets(
        f"expected the folder `{name}` of pytest-uimcp at {installed} (installed) or {beside} (source tree), "
        "found neither: reinstall with `pip install --force-reinstall pytest-uimcp`"
    )


def is_source_tree(root: Path) -> bool:
    """Tell whether `root` is the top of a source tree, as opposed to a site-packages folder."""
    return (root / "pyproject.toml").is_file() and (root / "bundle" / "README.md").is_file()

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

import pytest

from pytest_uimcp.testing.options import value

_MAX_NAME_CHARACTERS: Final = 80
_TEMPORARY = pytest.StashKey[Path]()


def folder_of(item: pytest.Item) -> Path:
    """The folder of one test, created on demand; without `--uimcp-report` in a temporary directory."""
    folder = (asked_folder(item.config) or _temporary(item.config)) / _name(item.nodeid)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def asked_folder(config: pytest.Config) -> Path | None:
    """The folder of `--uimcp-report`, relative to the directory in which pytest was called."""
    path = value(config, "report")
    if path:
        return config.invocation_params.dir / path
    return None


def _temporary(config: pytest.Config) -> Path:
    if _TEMPORARY not in config.stash:
        factory: pytest.TempPathFactory = config._tmp_path_factory  # type: ignore[attr-defined]  # noqa: SLF001 -- pytest has no public name for it
        config.stash[_TEMPORARY] = factory.getbasetemp() / "uimcp-report"
    return config.stash[_TEMPORARY]


def _name(nodeid: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", nodeid.replace("::", "--")).strip("-.")
    if plain == nodeid and len(plain) <= _MAX_NAME_CHARACTERS:
        return plain
    # The hash keeps ids apart whose plain names are the same.
    return f"{plain[-_MAX_NAME_CHARACTERS:].strip('-.')}-{hashlib.sha256(nodeid.encode()).hexdigest()[:6]}"

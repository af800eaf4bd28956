"""`{base_dir}/config.toml`: the options of the command line, stored with the project."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.regular_file import read_regular
from pytest_uimcp.core.spelling import hint
from pytest_uimcp.server.errors import ConfigError
from pytest_uimcp.server.options import OPTIONS, ServerOptions

FILE = "config.toml"
MAX_FILE_BYTES: Final = 1024 * 1024


def read_config(base_dir: Path, options: ServerOptions, explicit: frozenset[str] = frozenset()) -> ServerOptions:
    """The options, updated from the file except for those `given` on the command line."""
    path = base_dir / FILE
    try:
        values: dict[str, Any] = tomllib.loads(read_regular(path, MAX_FILE_BYTES).decode("utf-8"))
    except FileNotFoundError:
        return options
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from None
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    # Written as in Python it is the same key.
    values = {name.replace("_", "-"): value for name, value in values.items()}
    check_names(path, values)
    try:
        return options.with_keys({name: value for name, value in values.items() if name not in explicit})
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None


def check_names(path: Path, values: dict[str, Any]) -> None:
    keys = [key.name for key in OPTIONS]
    unknown = [name for name in values if name not in keys]
    if not unknown:
        return
    names = ", ".join(f"{name!r}{hint(name, keys)}" for name in unknown)
    raise ConfigError(f"{path}: unknown key {names}; known are {', '.join(keys)}")

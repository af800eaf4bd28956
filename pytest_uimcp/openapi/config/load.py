"""Where the configuration is looked for, and what it must hold as a whole."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.reading import ReadingError, read
from pytest_uimcp.core.regular_file import MAX_TEXT_BYTES, read_regular
from pytest_uimcp.openapi.config.models import OF_CHATS, Config, Surroundings
from pytest_uimcp.openapi.documents import decode, parse_text
from pytest_uimcp.openapi.errors import NluiConfigError
from pytest_uimcp.openapi.names import SEPARATOR, target_prefix
from pytest_uimcp.openapi.warn import Warn, to_stderr

VARIABLE: Final = "NLUI_CONFIG"
FILE: Final = "nlui.yaml"


def find_config(argument: str | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """The file to read: the argument, what NLUI_CONFIG names, `./nlui.yaml`, the user's own. Raises ConfigError."""
    file_name = argument or environment.get(VARIABLE)
    if file_name:
        return _existing(Path(file_name).expanduser(), "the argument" if argument else VARIABLE)
    # The user's own last: hosts such as Claude Desktop start servers in a directory that is nobody's.
    places = [Path(FILE), *_user_files(environment)]
    for place in places:
        if place.is_file():
            return place
    raise NluiConfigError(f"no configuration: looked for {' and '.join(map(str, places))}; name one, or set {VARIABLE}")


def _existing(path: Path, source: str) -> Path:
    if not path.is_file():
        raise NluiConfigError(f"the configuration {path}, which {source} names, is not a file")
    return path


def _user_files(environment: Mapping[str, str]) -> Iterator[Path]:
    home = environment.get("HOME")
    if home:
        yield Path(home) / ".config" / "nlui" / FILE


def load_config(path: Path, *, environment: Mapping[str, str] = os.environ, warn: Warn = to_stderr) -> Config:
    """The configuration of a file; raises ConfigError."""
    try:
        text = decode(read_regular(path, MAX_TEXT_BYTES))
        data = parse_text(text)
    except OSError as error:
        raise NluiConfigError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise NluiConfigError(f"{path}: {error}") from None

    def warn_of_file(problem: str) -> None:
        warn(f"{path}: {problem}")

    try:
        return _config(data, Surroundings(environment, path.parent), warn_of_file)
    except ReadingError as error:
        raise NluiConfigError(f"{path}: {error.in_text(text)}") from None
    except NluiConfigError as error:
        raise NluiConfigError(f"{path}: {error}") from None


def read_config(
    data: Any, *, folder: Path = Path(), environment: Mapping[str, str] = os.environ, warn: Warn = to_stderr
) -> Config:
    """The configuration in parsed data; an empty file means all defaults. Raises ConfigError."""
    try:
        return _config(data, Surroundings(environment, folder), warn)
    except ReadingError as error:
        raise NluiConfigError(str(error)) from None


def _config(data: Any, surroundings: Surroundings, warn: Warn) -> Config:
    _check_is_no_specification(data)
    # Removed before the models see them: they would be warned of as unknown, and a variable in them need not be set.
    if isinstance(data, dict):
        data = {key: value for key, value in data.items() if key not in OF_CHATS}
    if data is None:  # an empty file
        data = {}
    config = read(Config, data, context=surroundings, warn=warn)
    _check_names(config, warn)
    return config


def _check_is_no_specification(data: Any) -> None:
    """The file that everybody has is the specification; as a configuration it would be one without any tool."""
    if isinstance(data, Mapping) and not data.keys().isdisjoint(("openapi", "swagger")):
        raise NluiConfigError(
            "this is a specification, expected a configuration; write one, nlui.yaml, that names it: "
            "targets: [{name: api, spec: ./FILE, base_url: https://…}]"
        )


def _check_names(config: Config, warn: Warn) -> None:
    """Targets and servers share one namespace: what the names of their tools begin with."""
    paths: dict[str, str] = {}
    for path, name in _named(config):
        prefix = target_prefix(name)
        if prefix in paths:
            raise NluiConfigError(
                f"{path}: the tools of {name!r} would be called {prefix}{SEPARATOR}…, as those of {paths[prefix]}"
            )
        paths[prefix] = path
        if SEPARATOR in name:
            warn(f"{path}: {name!r} has {SEPARATOR} in it, which makes the names of its tools hard to read")


# With the keys of the file, since messages name the place where a name is written.
def _named(config: Config) -> Iterator[tuple[str, str]]:
    yield from ((f"targets[{index}].name", target.name) for index, target in enumerate(config.targets))
    for key in ("servers", "clients"):
        children = getattr(config.mcp, key)
        yield from ((f"mcp.{key}[{index}].name", child.name) for index, child in enumerate(children))

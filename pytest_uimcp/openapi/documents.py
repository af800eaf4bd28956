"""Bytes to data, JSON or YAML. The content decides what they are, not a file's name."""

from __future__ import annotations

import codecs
import json
import re
from pathlib import Path
from typing import Any, Final, NoReturn

from pytest_uimcp.core.regular_file import read_regular
from pytest_uimcp.core.yaml import YamlError, load_yaml
from pytest_uimcp.openapi.errors import SpecError

MAX_SPEC_BYTES: Final = 20 * 1024 * 1024

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins like UTF-16's
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

# An escape that may be half of a pair. Alone it is no character, and no answer could carry it on.
_HALF_ESCAPED: Final = re.compile(r"\\u[dD][89a-fA-F]")
_HALF: Final = re.compile("[\ud800-\udfff]")


def parse(data: bytes) -> Any:
    """The data that JSON or YAML describes; raises ValueError with what is wrong and where."""
    return parse_text(decode(data))


def read_spec_file(path: Path) -> tuple[str, Any]:
    """The text of a specification's file, and the data in it; raises SpecError."""
    try:
        text = decode(read_regular(path, MAX_SPEC_BYTES))
        return text, parse_text(text)
    except OSError as error:
        raise SpecError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SpecError(f"{path}: {error}") from None


def decode(data: bytes) -> str:
    """The text of bytes: by their byte order mark, else UTF-8; raises ValueError."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(f"not {encoding.removesuffix('-sig').upper()} text: byte {error.start} is wrong") from None


def parse_text(text: str) -> Any:
    start = text.lstrip()[:1]
    try:
        data = json.loads(text, parse_constant=_refuse)
        if _HALF_ESCAPED.search(text):
            return _without_halves(data)
        return data
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except ValueError as wrong:
        json_error = wrong
    try:
        return load_yaml(text)
    except YamlError as error:
        # What looks like JSON is most likely JSON with a mistake.
        if start in ("{", "["):
            reason = f"not JSON ({json_error})"
        else:
            reason = f"not YAML ({error})"
        raise ValueError(reason) from None


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a JSON number")


def _without_halves(data: Any) -> Any:
    if isinstance(data, str):
        return _HALF.sub("\N{REPLACEMENT CHARACTER}", data)
    if isinstance(data, dict):
        return {_without_halves(key): _without_halves(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_without_halves(item) for item in data]
    return data

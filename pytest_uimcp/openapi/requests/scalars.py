"""JSON values as text in a URL, a header or a form, and header lines that cannot become two."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

from pytest_uimcp.openapi.errors import CallError


def scalar(value: Any, name: str) -> str:
    """A value as one text: numbers without an exponent where they are whole, objects and arrays as JSON."""
    if isinstance(value, str):
        return value
    # Before int: True is one in Python.
    if isinstance(value, bool):
        if value:
            return "true"
        return "false"
    if isinstance(value, float):
        return _float(value, name)
    if isinstance(value, int):
        return str(value)
    return json_text(value, name)


def _float(value: float, name: str) -> str:
    if not math.isfinite(value):
        raise CallError(f"{name}: {value} is not a number that can be sent")
    # JSON makes no difference between 5 and 5.0, but servers do when they read a path.
    if value.is_integer():
        return str(int(value))
    return repr(value)


def json_text(value: Any, name: str) -> str:
    """A value as JSON; raises CallError if JSON cannot say it."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        raise CallError(f"{name}: this value cannot be written as JSON") from None


_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def header(name: str, value: str, argument: str) -> tuple[bytes, bytes]:
    """A header as it is sent; raises CallError, which does not repeat the value: it may be a secret."""
    if not _NAME.fullmatch(name):
        raise CallError(f"{argument}: {name!r} cannot be the name of a header")
    # A line break would end the header and begin another one.
    if _CONTROL.search(value):
        raise CallError(f"{argument}: a header cannot hold line breaks or other control characters")
    return name.encode(), value.strip(" \t").encode()

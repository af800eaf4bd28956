"""JSON without what Python adds to it: NaN and infinities are errors."""

from __future__ import annotations

import json
from typing import Any, NoReturn


def strict_loads(text: str) -> Any:
    """The value of a JSON text; raises ValueError, or RecursionError if it is nested too deeply."""
    # Called for NaN, Infinity and -Infinity alone.
    return json.loads(text, parse_constant=_refuse)


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")

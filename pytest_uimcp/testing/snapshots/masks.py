"""Masks: values that differ from run to run are replaced before a snapshot is compared or written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

# A mask depends only on the form of a text: if it asked whether a time is today's, the snapshot of a fixed date
# would pass today and fail tomorrow.
MASKS: Final[Mapping[str, str]] = {
    r"(?<![\w.])(127\.0\.0\.1|localhost|\[::1\]):\d{2,5}\b": r"\1:<port>",
    r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?": "<time>",
    r"(?i)\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b": "<id>",
    r"(?:/[^\s/\"'<>=()]+)*/pytest-of-[^/\s]+/pytest-\d+(?:/popen-gw\d+)?/[^\s/\"'<>)]+": "<tmp>",
}
# The front end numbers elements that have no id.
HTML_MASKS: Final[Mapping[str, str]] = {r"\bui-\d+\b": "ui-<n>"}
# At the top level of `state()` and `status()`, each with the key by which the value is recognised.
STATE_MASKS: Final = (
    ("value", "sessionId", "<id>"),
    ("base_dir", "version", "<version>"),
    ("base_dir", "mcp_port", "<port>"),
)


def mask_text(text: str, masks: Mapping[str, str], temporary: Path | None = None) -> str:
    """Mask a text; `temporary` is the parent of pytest's temporary directories."""
    if temporary is not None:
        text = re.sub(re.escape(str(temporary)) + r"(?:/[^\s/\"'<>)]+)?", "<tmp>", text)
    for pattern, word in masks.items():
        text = re.sub(pattern, word, text)
    return text


def mask_keys(data: Any) -> Any:
    """Mask the varying values of a server's status and state; other data is returned unchanged."""
    if not isinstance(data, dict):
        return data
    return data | {key: word for beside, key, word in STATE_MASKS if beside in data and key in data}

"""Pages of the reference that are written by hand around tables that are made from the code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

__all__ = ["filled"]

_REFERENCE: Final = Path(__file__).resolve().parents[2] / "docs" / "reference"


def filled(name: str, regions: Mapping[str, Callable[[], str]]) -> str:
    """The page with what stands between `<!-- region -->` and `<!-- /region -->` made again from the code."""
    text = (_REFERENCE / name).read_text(encoding="utf-8")
    for region, make in regions.items():
        before, after = f"<!-- {region} -->\n", f"<!-- /{region} -->"
        made = (before + make() + after).replace("\\", r"\\")
        text = re.sub(f"{re.escape(before)}.*?{re.escape(after)}", made, text, flags=re.S)
    return text

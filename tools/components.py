"""Write the table of Shoelace's elements and the list of its icons from its npm package: `python -m tools.components`.

The description is `custom-elements.json` in the archive of Shoelace (`make setup` fetches it). A test compares both
with what would be written now.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

from pytest_uimcp.server.themes.shoelace import Shoelace
from pytest_uimcp.server.themes.shoelace_package import fetch_shoelace

__all__ = ["ICONS", "TABLE", "icons", "main", "text"]

TABLE: Final = Path(__file__).resolve().parent.parent / "pytest_uimcp" / "page" / "shoelace" / "elements.json"
ICONS: Final = TABLE.with_name("icons.txt")
_ICON: Final = "assets/icons/"
_QUOTED: Final = re.compile(r"'([^']*)'")


def main() -> int:
    """Write the table and the list."""
    TABLE.write_text(text(), encoding="utf-8")
    ICONS.write_text(icons(), encoding="utf-8")
    return 0


def icons() -> str:
    """The names of the icons as they should be: a line for each."""
    with ZipFile(fetch_shoelace()) as archive:
        paths = [name for name in archive.namelist() if name.startswith(_ICON) and name.endswith(".svg")]
    return "".join(f"{name}\n" for name in sorted(path.removeprefix(_ICON)[:-4] for path in paths))


def text() -> str:
    """The table as it should be: a line for each element."""
    found = json.loads(Shoelace(fetch_shoelace()).read("custom-elements.json") or "{}")
    rows = sorted(_rows(found), key=lambda row: str(row[0]))
    lines = ",\n".join(f"  {json.dumps(tag)}: {json.dumps(row)}" for tag, row in rows)
    return f"{{\n{lines}\n}}\n"


def _rows(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for module in found["modules"]:
        for one in module.get("declarations", []):
            if one.get("customElement") and one.get("tagName"):
                yield one["tagName"], _row(one)


def _row(one: dict[str, Any]) -> dict[str, Any]:
    members = one.get("members", [])
    fields = [m for m in members if m["kind"] == "field" and m.get("attribute")]
    return {
        "attributes": {field["attribute"]: _kind(field) for field in fields},
        "events": [event["name"] for event in one.get("events", []) if event.get("name")],
        "methods": [
            m["name"]
            for m in members
            if m["kind"] == "method" and m.get("privacy") != "private" and not m["name"].startswith("handle")
        ],
        "slots": [slot["name"] for slot in one.get("slots", [])],
    }


def _kind(field: dict[str, Any]) -> str | list[str]:
    """`boolean`, `number`, `string`, or the words that an attribute may have."""
    kind = (field.get("type") or {}).get("text") or ""
    default = field.get("default") or ""
    words = _QUOTED.findall(kind)
    if kind == "boolean" or "boolean" in kind:
        return "boolean"
    if "number" in kind or re.fullmatch(r"Infinity|-?\d+(\.\d+)?", default):
        return "number"
    return words if words and "string" not in kind else "string"


if __name__ == "__main__":
    raise SystemExit(main())

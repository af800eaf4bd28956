"""`python -m tools.javafx.types TYPES.json`: write the table of node classes from a recording of all of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

TARGET = Path(__file__).resolve().parents[2] / "pytest_uimcp" / "javafx" / "tables" / "types.py"
HEAD = '''"""Public node classes of JavaFX, as recorded from it: class, superclass, style classes, role, flags.

Written by `python -m tools.javafx.types`. Flags: `a` abstract, `p` may have children, `t` focus traversable,
`l` a leaf in snapshots (its skin's nodes are hidden), `b` picks on bounds. A plus adds to the style classes of the
superclass.
"""

# ruff: noqa: E501  # a row is a class

from __future__ import annotations

NODE_TYPES = """
'''


def flags(entry: dict[str, Any], abstract: bool) -> str:
    """The letters of the head."""
    on = {
        "a": abstract,
        "p": entry["type"] == "Parent" or "Parent" in entry["superclasses"],
        "t": entry.get("focusTraversable"),
        "l": entry.get("leafInSnapshot"),
        "b": entry.get("pickOnBounds"),
    }
    return "".join(letter for letter, is_on in on.items() if is_on) or "-"


def line(entry: dict[str, Any], abstract: bool, known: dict[str, list[str]]) -> str:
    """One class; style classes that add to those of its superclass have a plus before them."""
    parent = (entry["superclasses"] or ["-"])[0]
    own, above = entry.get("styleClass", []), known.get(parent, [])
    known[entry["type"]] = own
    inherits = above and own[: len(above)] == above
    classes = ("+" if inherits else "") + ".".join(own[len(above) :] if inherits else own) or "-"
    return " ".join([entry["className"], parent, classes, entry.get("role", "-"), flags(entry, abstract)])


def main(source: str) -> None:
    """Write the table; superclasses come before what extends them."""
    recorded = json.loads(Path(source).read_text())
    entries = [(entry, True) for entry in recorded["abstractTypes"]] + [(entry, False) for entry in recorded["types"]]
    entries.sort(key=lambda pair: (len(pair[0]["superclasses"]), pair[0]["className"]))
    known: dict[str, list[str]] = {}
    TARGET.write_text(HEAD + "\n".join(line(*pair, known) for pair in entries) + '\n"""\n')


if __name__ == "__main__":
    main(sys.argv[1])

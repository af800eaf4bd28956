"""Cases written as text: `== name`, the markup as people write it, and each step on a line of its own behind `--`."""

from __future__ import annotations

import re

from tests.page.matrix.family import Family

__all__ = ["written"]

HEADER = re.compile(r"^== (.+)\n", re.MULTILINE)
STEP = re.compile(r"^-- (.+)\n", re.MULTILINE)


def written(name: str, about: str, text: str, lua: str = "") -> Family:
    """A family whose cases are all its own, in the order of the text."""
    before, *parts = HEADER.split(text.strip() + "\n")
    assert not before, f"{name} begins with {before!r}, not with the name of a case"
    cases = zip(parts[::2], parts[1::2], strict=True)
    return Family(
        name,
        "",
        about=about,
        lua=lua,
        more=tuple((title, STEP.sub("", body).strip(), "; ".join(STEP.findall(body))) for title, body in cases),
    )

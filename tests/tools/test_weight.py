"""What an installation weighs is what the documentation says, and nothing in it is for development only."""

from __future__ import annotations

import re
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.weight import MIN_SHOWN_MEGABYTES, OWN, needs_of, weights

PAGE = Path(__file__).parents[2] / "docs" / "installation.md"
ROW = re.compile(r"^\| (?P<name>.+?) \| (?P<size>\d+) MB \|$", re.MULTILINE)


def test_the_documentation_says_what_an_installation_weighs() -> None:
    """Releases of others differ a little; what is a fifth more is to be said."""
    said = {row["name"]: int(row["size"]) for row in ROW.finditer(PAGE.read_text(encoding="utf-8"))}
    sizes = weights()
    (total,) = (size for name, size in said.items() if name.startswith("all "))
    assert sum(sizes.values()) < 1.2 * total
    heavy = [name for name, size in sizes.items() if size > 1.5 * MIN_SHOWN_MEGABYTES]
    assert [name for name in heavy if sizes[name] > 1.2 * said.get(name, 0) + 1] == []


def test_what_only_development_needs_is_not_installed() -> None:
    requirements = [Requirement(text) for text in distribution(OWN).requires or ()]
    needs = needs_of(OWN)
    of_extras = {canonicalize_name(need.name) for need in requirements if need.marker and "extra" in str(need.marker)}
    of_users = {
        canonicalize_name(need.name) for need in requirements if not (need.marker and "extra" in str(need.marker))
    }
    assert {"mypy", "ruff", "hypothesis"} <= of_extras
    assert of_extras.intersection(needs) <= of_users

from __future__ import annotations

from typing import Final

from pytest_uimcp.testing.options import Option

OPTIONS: Final = (
    Option("spec", "check these OpenAPI specifications as tools for agents, as `nlui check` does", takes="FILES"),
    Option(
        "spec-level",
        "the lowest severity of a finding that fails its check",
        choices=("error", "warning", "hint"),
        default="error",
    ),
)

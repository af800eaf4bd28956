"""The options of web APIs under test."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.testing.options import Option

__all__ = ["OPTIONS"]

OPTIONS: Final = (
    Option("spec", "check these OpenAPI specifications as surfaces for agents, as `nlui check` does", takes="FILES"),
    Option(
        "spec-level",
        "how bad a finding in a specification has to be to fail its check",
        choices=("error", "warning", "hint"),
        default="error",
    ),
)

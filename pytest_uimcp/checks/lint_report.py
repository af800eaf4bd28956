"""Findings as documents for programs: JSON for editors, SARIF for code review."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.rules.table import RULES
from pytest_uimcp.checks.verdict import severity_of
from pytest_uimcp.core.assets import DOCUMENTATION

__all__ = ["FORMATS", "as_row", "document"]

Row = dict[str, Any]
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def as_row(finding: Finding, app: str, check: str, root: Path) -> Row:
    """One finding as an object; its file is relative to `root`."""
    return {
        "rule": finding.rule,
        "severity": severity_of(finding).value,
        "app": app,
        "check": check,
        "file": "" if finding.file is None else Path(os.path.relpath(finding.file, root)).as_posix(),
        "line": finding.line,
        "message": finding.message,
        "near": list(finding.similar),
        "advice": finding.advice,
    }


def document(kind: str, rows: Iterable[Row]) -> str:
    """The findings of a run in one of the formats, in the order of their places."""
    ordered = sorted(rows, key=lambda row: (row["file"], row["line"] or 0, row["message"]))
    return json.dumps(FORMATS[kind](ordered), indent=2, ensure_ascii=False) + "\n"


def _json(rows: list[Row]) -> Row:
    errors = sum(row["severity"] == "error" for row in rows)
    return {"findings": rows, "errors": errors, "warnings": len(rows) - errors}


def _sarif(rows: list[Row]) -> Row:
    names = {row["rule"] for row in rows}
    rules = [
        {
            "id": rule.name,
            "shortDescription": {"text": rule.wrong},
            "helpUri": f"{DOCUMENTATION}/reference/checks.md",
            "defaultConfiguration": {"level": rule.severity.value},
        }
        for rule in RULES
        if rule.name in names
    ]
    driver = {"name": "pytest-uimcp", "informationUri": f"{DOCUMENTATION}/collecting.md", "rules": rules}
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": [_result(row) for row in rows]}],
    }


def _result(row: Row) -> Row:
    near = f" Near it: {', '.join(row['near'])}." if row["near"] else ""
    advice = f" {row['advice'].capitalize()[:1]}{row['advice'][1:]}." if row["advice"] else ""
    place: Row = {"artifactLocation": {"uri": row["file"]}}
    if row["line"]:
        place["region"] = {"startLine": row["line"]}
    return {
        "ruleId": row["rule"],
        "level": row["severity"],
        "message": {"text": f"{row['message']}.{near}{advice}"},
        "locations": [{"physicalLocation": place}],
    }


FORMATS: Final[dict[str, Callable[[list[Row]], Row]]] = {"json": _json, "sarif": _sarif}

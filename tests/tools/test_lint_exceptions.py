from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("pytest_uimcp", "tests", "tools", "examples", "docs")
EXCEPTION = re.compile(r"#.*\bnoqa\b(?P<codes>: ?[A-Z]+\d+(?:, ?[A-Z]+\d+)*)?(?P<reason>.*)")


def test_every_exception_to_a_lint_rule_names_the_rule_and_its_reason() -> None:
    bare = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (exception := EXCEPTION.search(line)) and not (exception["codes"] and re.search(r"\w", exception["reason"]))
    ]
    assert bare == []

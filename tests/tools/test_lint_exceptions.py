from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("pytest_uimcp", "tests", "tools", "examples", "docs")
NOQA = re.compile(r"#.*\bnoqa\b(?P<codes>: ?[A-Z]+\d+(?:, ?[A-Z]+\d+)*)?(?P<reason>.*)")
# One reason is enough for both, behind the second.
TYPE_IGNORE = re.compile(
    r"#\s*type:\s*ignore(?P<codes>\[[a-z, -]+\])?(?:\s*# noqa: [A-Z0-9, ]+)?(?P<reason>.*)", re.IGNORECASE
)
TEST = Path(__file__).name


def bare(exception: re.Pattern[str], folder: Path) -> list[str]:
    """Where an exception has no rule or no reason."""
    return [
        f"{path.relative_to(folder)}:{number}"
        for path in sorted(folder.rglob("*.py"))
        if path.name != TEST
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := exception.search(line)) and not (found["codes"] and re.search(r"\w", found["reason"]))
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_exception_to_a_lint_rule_names_the_rule_and_its_reason(folder: str) -> None:
    assert bare(NOQA, ROOT / folder) == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_exception_to_a_type_names_the_error_and_its_reason(folder: str) -> None:
    assert bare(TYPE_IGNORE, ROOT / folder) == []


@pytest.mark.parametrize(
    ("line", "is_bare"),
    [
        ("x = 1  # type: ignore", True),
        ("x = 1  # type: ignore  # it is one", True),
        ("x = 1  # type: ignore[misc]", True),
        ("x = 1  # type: ignore[misc]  # noqa: E402", True),
        ("x = 1  # type: ignore[misc, arg-type]  # it is one", False),
        ("x = 1  # type: ignore[misc]  # noqa: E402 -- it is one", False),
    ],
)
def test_a_reason_is_a_word_behind_the_names_of_errors(tmp_path: Path, line: str, is_bare: bool) -> None:
    (tmp_path / "module.py").write_text(f"{line}\n", encoding="utf-8")
    assert bare(TYPE_IGNORE, tmp_path) == (["module.py:1"] if is_bare else [])

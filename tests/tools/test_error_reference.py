"""The page of error messages quotes what the code says."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tools.docs import REFERENCE, ROOT

PAGE = REFERENCE / "errors.md"
ROW = re.compile(r"^\| (?P<messages>`.*?`(?:, `.*?`)*(?: \(\d+\))?) \| [^|]+ \| [^|]+ \|$", re.MULTILINE)
HOLE = "\0"


def messages() -> list[str]:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8").split("## Classes", maxsplit=1)[0])
    return [message for row in rows for message in re.findall(r"`([^`]+)`", row)]


def literals(path: Path) -> list[str]:
    """The texts of a module, with a hole for each value that is put in."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            found.append("".join(str(one.value) if isinstance(one, ast.Constant) else HOLE for one in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(node.value)
    return found


@cache
def texts() -> str:
    """What the code says; what it puts together is in the tests that hold it to its words."""
    modules = [
        *ROOT.glob("pytest_uimcp/**/*.py"),
        *(path for path in ROOT.glob("tests/**/*.py") if path != Path(__file__)),
    ]
    scripts = [
        *ROOT.glob("pytest_uimcp/**/*.lua"),
        *(path for path in ROOT.glob("bundle/*") if path.suffix in (".sh", "")),
    ]
    said = [text for path in modules for text in literals(path)]
    return "\n".join([*said, *(path.read_text(encoding="utf-8") for path in scripts if path.is_file())])


def parts(message: str) -> list[str]:
    """What is between the holes of a message, without what is too short to be found by chance."""
    pieces = (part.strip(" ,:;()<>?.") for part in re.split(r"…|\{|\}|:4: ", message))
    return [piece for piece in pieces if len(piece) > 3]


def test_every_section_has_rows() -> None:
    assert len(messages()) > 50


@pytest.mark.slow
@pytest.mark.parametrize("message", messages())
def test_a_message_of_the_page_is_one_of_the_code(message: str) -> None:
    assert [part for part in parts(message) if part not in texts()] == []

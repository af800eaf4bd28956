"""What the documentation shows is what there is."""

from __future__ import annotations

import ast
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from pytest_uimcp.aria.habits import PAGE_HABITS
from pytest_uimcp.cli import COMMANDS
from pytest_uimcp.console.console import main as console
from tests import tutorial
from tests.testing.repository import ALONE
from tools.docs.guides import GUIDES

ROOT = Path(__file__).resolve().parent.parent
# Tests that were run in the cookbook leave a README of pytest's behind.
DOCS = [path for path in ROOT.glob("docs/**/*.md") if ".pytest_cache" not in path.parts]
PAGES = sorted([*ROOT.glob("*.md"), *DOCS, *ROOT.glob("examples/*/README.md")])

# A block that shows a file says so; a test keeps the two alike.
SHOWN_FILE = re.compile(r"<!-- file: (?P<file>\S+) -->\n```\w+\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"^(?P<above>.*)\n```(?P<language>python|lua|html)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?://)(?P<target>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
CODE_SPAN = re.compile(r"`([^`\n]+)`")
DOTTED = re.compile(r"pytest_uimcp(?:\.\w+)*")
CLASS_NAME = re.compile(r"((?:[A-Z][a-z0-9]+|[A-Z]+(?=[A-Z])){2,})(?:$|[(:,.])")
NAMES_OF_OTHERS = {"ColorPicker", "TextArea", "ToolError"}  # of JavaFX and the MCP SDK
HEADING = re.compile(r"^#+ +(.+?) *#*$", re.MULTILINE)


def page(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", PAGES, ids=page)
def test_a_block_that_shows_a_file_shows_it_as_it_is(path: Path) -> None:
    for shown in SHOWN_FILE.finditer(path.read_text(encoding="utf-8")):
        assert shown["text"] == (ROOT / shown["file"]).read_text(encoding="utf-8")


# Tests of the bundle run the code of the guides that an installation has, too.
@pytest.mark.parametrize("path", [path for path in PAGES if page(path) not in GUIDES], ids=page)
def test_code_is_shown_from_files_only(path: Path) -> None:
    for block in CODE.finditer(path.read_text(encoding="utf-8")):
        assert block["above"].startswith("<!-- file: "), f"{block['language']} code without a file"


def links(path: Path) -> list[tuple[Path, str]]:
    """The files that a page leads to, itself for a bare anchor, with the anchor or an empty text."""
    text = FENCED.sub("", path.read_text(encoding="utf-8"))
    return [
        ((path.parent / link["target"]).resolve() if link["target"] else path, link["anchor"] or "")
        for link in LINK.finditer(text)
    ]


def anchors(path: Path) -> set[str]:
    """The anchors of a page, made of its headings as code hosts make them."""
    counted: dict[str, int] = {}
    made = set()
    for heading in HEADING.findall(FENCED.sub("", path.read_text(encoding="utf-8"))):
        shown = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        number = counted[anchor] = counted.get(anchor, -1) + 1
        made.add(f"{anchor}-{number}" if number else anchor)
    return made


@pytest.mark.parametrize("path", PAGES, ids=page)
def test_links_lead_somewhere(path: Path) -> None:
    assert [target for target, _ in links(path) if not target.exists()] == []
    wrong = [(page(target), anchor) for target, anchor in links(path) if anchor and anchor not in anchors(target)]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=page)
def test_names_in_backticks_can_be_imported(path: Path) -> None:
    """A class is imported from the package, or from a part of it that the page names."""
    text = FENCED.sub("", path.read_text(encoding="utf-8"))
    spans = [span for span in CODE_SPAN.findall(text) if span not in NAMES_OF_OTHERS]
    packages = {"pytest_uimcp"}
    for name in (span for span in spans if DOTTED.fullmatch(span)):
        if isinstance(pkgutil.resolve_name(name), ModuleType):
            packages.add(name)
    names = {match[1] for span in spans if (match := CLASS_NAME.match(span))}
    homes = [import_module(package) for package in packages]
    ours = [name for name in sorted(names) if name.lower() in class_names()]
    assert [name for name in ours if not any(hasattr(home, name) for home in homes)] == []


@cache
def class_names() -> frozenset[str]:
    """The names of the package's classes in lower case, so that one that is almost right is looked up, too."""
    paths = (ROOT / "pytest_uimcp").rglob("*.py")
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in paths)
    return frozenset(node.name.lower() for tree in trees for node in tree.body if isinstance(node, ast.ClassDef))


@pytest.mark.parametrize("name", ["viewdefs", "lua"])
def test_a_guide_is_that_of_the_installation(name: str) -> None:
    """Below the note that the page begins with, and but for links to guides that are no pages."""
    installed = (ROOT / "bundle" / "resources" / f"{name}.md").read_text(encoding="utf-8")
    shown = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").replace("](../bundle/resources/", "](")
    assert shown.split("\n", 4)[4] == installed.split("\n", 2)[2]


def test_what_playwright_calls_otherwise_is_in_its_table() -> None:
    rows = (ROOT / "docs" / "coming-from-playwright.md").read_text(encoding="utf-8")
    assert [name for name in PAGE_HABITS if f"`{name}" not in rows] == []


@pytest.mark.parametrize(
    "word",
    ["toast", "fake time", "GitHub Actions", "clipboard", "flaky", "retry", "coverage", "Docker", "pdb", "iframe"],
)
def test_words_that_people_search_for_are_in_the_cookbook(word: str) -> None:
    assert word in (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")


def test_every_page_is_reached_from_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {target for target, _ in links(index)}
    assert set(DOCS) - {index} <= linked


def test_the_reference_has_a_section_for_every_command_and_for_no_other() -> None:
    text = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    assert re.findall(r"^## `ui-mcp (\S+)`$", text, re.MULTILINE) == [command.name for command in COMMANDS]


def test_the_console_page_lists_every_option_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        console(["--help"])
    offered = set(re.findall(r"^  (?:-h, )?(--[a-z-]+)", capsys.readouterr().out, re.MULTILINE))
    text = (ROOT / "docs" / "reference" / "console.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(--[a-z-]+)", text, re.MULTILINE)) == offered - {"--help"}


@pytest.mark.slow
def test_the_console_page_shows_what_the_console_prints(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "reference" / "console.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```\n\$ python (?P<command>.*)\n(?P<output>(?:.*\n)*?)```$", text, re.MULTILINE)
    shutil.copytree(ROOT / "examples" / "contacts" / ".claude", tmp_path / ".claude", symlinks=True)
    command = [sys.executable, "-u", *shlex.split(shown[0])]
    done = subprocess.run(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240, check=True
    )
    assert done.stdout == shown[1]


def test_the_tutorial_shows_every_file_of_its_folder() -> None:
    files = {page(path) for path in tutorial.FILES.rglob("*") if path.is_file()}
    assert tutorial.files_shown() == files


def test_the_readme_shows_a_failure_as_pytest_prints_it(pytester: pytest.Pytester) -> None:
    shutil.copytree(tutorial.FILES, pytester.path, dirs_exist_ok=True)
    result = pytester.runpytest_inprocess(*ALONE, "tests/test_empty.py")
    (shown,) = re.findall(
        r"^```\n(    def test_nothing.*?)^```$",
        (ROOT / "README.md").read_text(encoding="utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    # Each line as it is; other lines of pytest may stand between them.
    lines = iter(result.outlines)
    assert [line for line in shown.splitlines() if line not in lines] == []


# What neighbours.md says, and the row of the benchmarks that it is about.
FIGURES = {
    r"a test of a counter and a list takes (\d\.\d+) of the time": "a test of a counter and a list, beside NiceGUI",
    r"a story of ten steps without a browser takes (\d\.\d+) of the time": "the story, beside Chromium",
}


@pytest.mark.parametrize("said", FIGURES)
def test_figures_about_neighbours_are_those_of_the_benchmarks(said: str) -> None:
    (figure,) = re.findall(said, (ROOT / "docs" / "neighbours.md").read_text(encoding="utf-8"))
    lines = (ROOT / "tests" / "benchmarks" / "README.md").read_text(encoding="utf-8").splitlines()
    (row, *_) = [line for line in lines if line.startswith(f"| {FIGURES[said]}")]
    assert row.split(" | ")[3].split()[0] == figure


def test_extras_in_the_docs_are_those_of_the_package() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = {name for path in PAGES for name in re.findall(r"pytest-uimcp\[(\w+)\]", path.read_text(encoding="utf-8"))}
    assert named == set(extras) - {"dev"}  # which is for work on this repository

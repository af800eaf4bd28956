"""Files that people bring are read in one place, which cannot be held up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import pytest_uimcp
from pytest_uimcp.core.folders import MAX_LINKED_FOLDERS, files_below
from pytest_uimcp.core.regular_file import open_regular, read_beginning, read_regular, read_text

PACKAGE: Final = Path(pytest_uimcp.__file__).parent
CALL: Final = re.compile(r"\b(?:read_text|read_bytes|rglob|open|walk)\(")
OUR_OWN: Final = "it reads files of the package, or of the kernel"
NO_LINKS: Final = "it lists a folder without following links"
ELSEWHERE: Final[dict[str, str]] = {
    "agent/data.py": "it locks a folder of its own",
    "chat/web/page.py": OUR_OWN,
    "checks/copying.py": OUR_OWN,
    "checks/rules/elements.py": OUR_OWN,
    "checks/rules/foreign.py": NO_LINKS,
    "checks/sandbox.py": OUR_OWN,
    "checks/tree_copy.py": "it writes a copy",
    "compositor/policy/bindmounts.py": OUR_OWN,
    "core/memory_disk.py": OUR_OWN,
    "core/regular_file.py": "the place",
    "core/ui_rules.py": OUR_OWN,
    "core/version.py": OUR_OWN,
    "engine/logfile.py": "it writes a log, and waits for nobody",
    "engine/lua/parts.py": OUR_OWN,
    "engine/lua/temporary.py": "it locks a folder of its own",
    "javafx/bridge/building.py": OUR_OWN,
    "javafx/bridge/launching.py": "it reads what the program that it has started writes into a folder of its own",
    "javafx/scene/css/apply.py": OUR_OWN,
    "mcp/first_answers.py": OUR_OWN,
    "page/shoelace/elements.py": OUR_OWN,
    "server/doctor/directory.py": "it walks through real folders, and a bounded number behind links",
    "server/pages/documents.py": NO_LINKS,
    "server/lua/extension.py": OUR_OWN,
    "server/install/claude_md.py": OUR_OWN,
    "server/install/lock.py": "it locks the directory",
    "server/install/plan.py": OUR_OWN,
    "server/install/shell.py": OUR_OWN,
    "server/install/update.py": OUR_OWN,
    "server/pages/generated.py": OUR_OWN,
    "server/lua/services.py": OUR_OWN,
    "server/themes/shoelace.py": OUR_OWN,
    "server/themes/shoelace_package.py": "it reads what set-up has downloaded",
    "server/lua/welcome.py": OUR_OWN,
    "storage/notices.py": "it opens a folder of its own, without following links",
    "storage/sqlite.py": "it makes a database, and waits for nobody",
    "testing/faces/chromium/actions.py": "it reads what a test uploads",
    "testing/faces/chromium/window.py": OUR_OWN,
    "testing/faces/firefox/window.py": OUR_OWN,
    "testing/report/document.py": OUR_OWN,
    "testing/report/story.py": "it reads pictures of the run",
    "testing/report/run.py": "it writes where a CI says",
    "testing/scenario/names.py": NO_LINKS,
    "transport/claim.py": OUR_OWN,
    "transport/peer.py": OUR_OWN,
    "transport/port_file_owner.py": "it locks a file that it has made, and waits for nobody",
    "transport/users.py": OUR_OWN,
}
"""The modules that open files or walk through folders by themselves, and why they may."""


def readers() -> Iterator[str]:
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text()
        if CALL.search(text) and any(map(opens, ast.walk(ast.parse(text)))):
            yield path.relative_to(PACKAGE).as_posix()


def opens(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func)
    if name in ("open", "os.open", "os.walk", "io.open"):
        return True
    # The open() of a path has a mode; others open pages, sessions, …
    has_mode = bool(node.args) and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    if name.endswith((".read_text", ".read_bytes")):
        return not node.args  # a node of a scene reads a property that it names
    return name.endswith(".rglob") or (name.endswith(".open") and has_mode)


@pytest.mark.slow
def test_no_other_module_opens_files_that_people_bring() -> None:
    assert sorted(readers()) == sorted(ELSEWHERE), "read it with core/regular_file.py, or say why not"


def test_a_text_is_as_path_gives_it(tmp_path: Path) -> None:
    place = tmp_path / "text"
    place.write_bytes(b"one\r\ntwo\rthree\n\xff")
    assert read_text(place, errors="replace") == place.read_text("utf-8", "replace")
    assert read_beginning(place, 3) == b"one"
    with pytest.raises(OSError, match="it is over 3 bytes"):
        read_regular(place, 3)
    with pytest.raises(UnicodeDecodeError):
        read_text(place)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match="it is a directory"):
        open_regular(tmp_path)


def test_a_walk_visits_every_folder_once_and_ends_behind_links_that_lead_away(tmp_path: Path) -> None:
    base, away, further = tmp_path / "ui", tmp_path / "away", tmp_path / "further"
    for folder in (base / "apps/own/deep", away / "deep", further):
        folder.mkdir(parents=True)
        (folder / "a.lua").touch()
    for number in range(MAX_LINKED_FOLDERS + 10):
        (tmp_path / f"many/{number}").mkdir(parents=True)
        (tmp_path / f"many/{number}/a.lua").touch()
    (base / "apps/own/again").symlink_to("..")
    (base / "apps/away").symlink_to(away)
    (away / "further").symlink_to(further)
    (base / "apps/root").symlink_to("/")
    (base / "apps/above").symlink_to(tmp_path)
    found = {path.relative_to(base).as_posix() for path in files_below(base / "apps", ".lua", base)}
    assert found == {"apps/own/deep/a.lua", "apps/away/deep/a.lua"}
    (base / "apps/many").symlink_to(tmp_path / "many")
    # The folder itself counts.
    assert len(list(files_below(base / "apps", ".lua", base))) == 2 + MAX_LINKED_FOLDERS - 1


def test_an_app_whose_repository_has_the_directory_in_it_is_walked(tmp_path: Path) -> None:
    base = tmp_path / ".ui"
    (base / "apps").mkdir(parents=True)
    (tmp_path / "app.lua").touch()
    (base / "apps/mine").symlink_to(tmp_path)
    assert [path.name for path in files_below(base / "apps", ".lua", base)] == ["app.lua"]

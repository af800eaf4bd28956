"""The code blocks of the guides are valid: Lua runs, viewdefs load, everything else parses."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.engine.files.viewdefs import ViewdefStore
from pytest_uimcp.engine.session import Session
from tests.server.bundle.blocks import Binding, Block, bindings_of, blocks_of

BUNDLE = bundle_dir()
GUIDES = sorted((BUNDLE / "resources").glob("*.md"))
PAGES = [*GUIDES, *sorted((BUNDLE / "skills").rglob("*.md")), *sorted((BUNDLE / "agents").glob("*.md"))]
KNOWN_LANGUAGES = {"lua", "html", "bash", "json", "yaml", "text", ""}
ATTRIBUTES = re.compile(
    r"ui-(value|html|code|action|view|viewlist|namespace|attr-[\w-]+|class-[\w-]+|style-[\w-]+|event-[\w-]+)"
)

# The functions that the server adds to the engine's `mcp` global and that the pages call.
SERVER_PART = """
    mcp.pushState = mcp.pushState or function() end
    mcp.pollingEvents = mcp.pollingEvents or function() return false end
"""

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(BUNDLE).as_posix())


def of(page: Path, language: str) -> list[Block]:
    return [block for block in blocks_of(page) if block.language == language]


def run(session: Session, page: Path) -> None:
    """Run all Lua of a page, after the app beside the page, if there is one."""
    session.eval(SERVER_PART)
    app = page.parent / "app.lua"
    if app.exists():
        session.eval(app.read_bytes())
    for block in of(page, "lua"):
        session.eval(block.text, f"{page.name}:{block.line}")


def write_files(page: Path, base_dir: Path) -> None:
    shutil.copytree(BUNDLE / "lua", base_dir / "lua", dirs_exist_ok=True)
    # Where the server says that its files are; a page with a file of that name has its own.
    (base_dir / "lua" / "mcp.lua").write_text(f"function mcp:status() return {{ base_dir = [[{base_dir}]] }} end\n")
    for block in blocks_of(page):
        if block.file is not None:
            target = base_dir / block.file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text)


@each_page
def test_every_block_has_a_known_language_and_viewdefs_name_their_file(page: Path) -> None:
    for block in blocks_of(page):
        assert block.language in KNOWN_LANGUAGES, f"{page}:{block.line}"
        assert block.language != "html" or block.file, f"{page}:{block.line}: which file is this?"


@each_page
def test_the_lua_of_a_page_runs_from_its_top_to_its_end(page: Path, tmp_path: Path) -> None:
    write_files(page, tmp_path)
    with Session(tmp_path) as session:
        run(session, page)
        session.settle()
        assert [str(problem) for problem in session.problems] == []


@each_page
def test_the_files_of_a_page_make_apps_that_display(page: Path, tmp_path: Path) -> None:
    write_files(page, tmp_path)
    apps = [path.parent.name for path in tmp_path.glob("apps/*/app.lua")]
    with Session(tmp_path) as session:
        for app in apps:
            session.display(app)
            session.settle()
        assert [str(problem) for problem in session.problems] == []


@each_page
def test_the_viewdefs_of_a_page_are_valid(page: Path, tmp_path: Path) -> None:
    write_files(page, tmp_path)
    store = ViewdefStore(tmp_path, bundled=BUNDLE / "viewdefs")
    for block in of(page, "html"):
        assert block.file is not None
        name = Path(block.file).name.removesuffix(".html")
        assert name in store.of_type(name.rpartition(".")[0]), f"{page}:{block.line}"
    assert store.problems == ()


def misses(session: Session, binding: Binding, source: str) -> str | None:
    """Why a binding of a viewdef has no target; None if it has one."""
    if not ATTRIBUTES.fullmatch(binding.attribute):
        return f"no such attribute: {binding.attribute}"
    first = binding.first
    call = re.fullmatch(r"(\w+)\((_?)\)", first)
    if call:
        found = session.eval(f"return type({binding.type}.{call[1]})").data
        return None if found == "function" else f"{binding.type} has no method {call[1]}"
    declared = re.search(rf"\b{re.escape(first)}\b", source)
    return None if first and declared else f"{binding.type} has no field {first!r}"


@each_page
def test_the_bindings_of_a_page_name_methods_and_fields_of_its_objects(page: Path, tmp_path: Path) -> None:
    write_files(page, tmp_path)
    source = "".join(block.text for block in of(page, "lua"))
    with Session(tmp_path) as session:
        run(session, page)
        wrong = [
            f"{block.file}: {problem}"
            for block in of(page, "html")
            for binding in bindings_of(Path(block.file or "").name, block.text)
            if (problem := misses(session, binding, source))
        ]
    assert wrong == []


def errors_of(session: Session, bindings: list[Binding]) -> list[str]:
    """The errors that a browser gets when it shows a new object of the bindings' type."""
    # The `new` of a presenter takes a row; for any other type these are just fields.
    session.eval(f"mcp.value = {bindings[0].type}:new({{ index = 0, baseItem = {{}}, list = {{}} }})")
    heard: list[dict[str, Any]] = []
    connection = session.connect(lambda frame: heard.extend(json.loads(frame)))
    create = [(2, 1, {"path": "value", "access": "r"})]
    create += [(number, 2, binding.properties) for number, binding in enumerate(bindings, 3)]
    messages: list[dict[str, Any]] = [{"type": "watch", "data": {"varId": 1}}]
    for number, parent, properties in create:
        data = {"id": number, "parentId": parent, "properties": properties}
        messages.append({"type": "create", "data": data})
    connection.receive(json.dumps({"userEvent": True, "messages": messages})).result(240)
    session.settle()
    connection.close()
    assert {message["data"]["varId"] for message in heard if message["type"] == "update"} >= {1, 2}
    return [f"{bindings[0].type}: {message['data']}" for message in heard if message["type"] == "error"]


@each_page
def test_a_browser_shows_the_views_of_a_page_without_errors(page: Path, tmp_path: Path) -> None:
    write_files(page, tmp_path)
    with Session(tmp_path) as session:
        run(session, page)
        heard = [
            errors_of(session, list(bindings_of(Path(block.file or "").name, block.text))) for block in of(page, "html")
        ]
    assert [error for errors in heard for error in errors] == []


@each_page
def test_the_json_of_a_page_parses(page: Path) -> None:
    for block in of(page, "json"):
        json.loads(block.text)


@each_page
def test_the_shell_commands_of_a_page_are_well_formed(page: Path) -> None:
    for block in of(page, "bash"):
        done = subprocess.run(["sh", "-n"], input=block.text, capture_output=True, text=True, timeout=240)
        assert done.returncode == 0, f"{page}:{block.line}: {done.stderr}"


@each_page
def test_the_links_of_a_page_have_targets(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)]+)\)", text):
        name, _, anchor = target.partition("#")
        if name.startswith("http"):
            continue
        linked = page.parent / name if name else page
        assert linked.exists(), f"{page}: {target}"
        headings = re.findall(r"^#+ (.+)$", linked.read_text(), flags=re.MULTILINE)
        slugs = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert not anchor or anchor in slugs, f"{page}: {target}"


NAMES = """
    ui-value ui-attr- ui-class- ui-style- ui-html ui-code ui-action ui-event- ui-event-keypress- ui-view ui-viewlist
    ui-namespace scrollOnOutput keypress replace wrapper itemWrapper item create priority inactive access
    session:prototype session:create session.reloading session:getApp session:createAppVariable
    session:createVariable session:destroyVariable session:removePrototype session:unloadModule
    session:unloadDirectory session:log session.metaTostring session:newVersion session:getVersion
    session:needsMutation setImmediate setTimeout setInterval clearTimeout clearInterval mutate EMPTY require
    ui.registerPresenter ui.registerWrapper ui.log ui.json_encode ui.json_decode mcp:display mcp:app mcp:status
    mcp.pushState mcp:pollingEvents mcp:waitTime mcp.value lua.ViewList lua.ViewListItem removeAt selectionIndex
    baseItem updateValue getStore getBinding ui_configure ui_start ui_run ui_upload_viewdef ui_open_browser
    ui_status ui_install ui_display ui://state ui://state/{sessionId} ui://variables
"""


def test_the_guides_name_every_attribute_and_every_function_of_the_contract() -> None:
    text = "\n".join(page.read_text() for page in GUIDES)
    assert [name for name in re.findall(r"\S+", NAMES) if name not in text] == []

"""Installs into directories that others made: the original server's, and older releases of ours; and the way back."""

from __future__ import annotations

import asyncio
import json
import re
import stat
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from pytest_uimcp.core.assets import bundle_dir, fixtures_dir
from pytest_uimcp.server.install import InstallError, command, install, install_if_missing, install_shell, undo, update
from pytest_uimcp.server.install.record import BESIDE, RECORD
from tests.server.install.conftest import MakeBundle
from tests.server.install.test_transaction import Killed, die_at
from tests.server.rig import rigged

DOCUMENTATION = Path(__file__).resolve().parents[3] / "docs" / "from-the-original.md"
State = dict[str, tuple[int, bytes | str]]

# What the original's directories of today have beside the files of the recording.
TODAY = {
    "html/variables.html": "<title>Variables</title><script>document.cookie</script>",
    "html/themes/base.css": ":root{--term-bg:#000;--sl-input-background-color:#111}",
    "html/themes/lcars.css": "/* @theme lcars */ .theme-lcars{--term-accent:#f90}",
    "apps/mcp/app.lua": "mcp.shell = true",
    "apps/mcp/viewdefs/MCP.DEFAULT.html": "<template><div class='shell'></div></template>",
    "storage/settings.json": '{"theme": "lcars"}',
    "patterns/list.md": "# Lists",
    "lua/main.lua": "-- their own start",
    "log/mcp.log": "started",
}
SCRIPTS = ("mcp", "linkapp")
LINKS = {
    "html/mcp": "../apps/mcp",
    "lua/mcp.lua": "../apps/mcp/app.lua",
    "lua/mcp": "../apps/mcp",
    "viewdefs/MCP.DEFAULT.html": "../apps/mcp/viewdefs/MCP.DEFAULT.html",
}
DIGEST = f"sha256:{sha256(b's').hexdigest()}"
README = "# The original\n\n**Version: 0.25.1**\n"


def state(project: Path) -> State:
    """Every file, link and directory, with its mode and what it holds or where it leads."""
    return {
        path.relative_to(project).as_posix(): (
            stat.S_IMODE(path.lstat().st_mode),
            str(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else "directory",
        )
        for path in project.rglob("*")
    }


@pytest.fixture
def original(project: Path) -> Path:
    """An app directory of the original server, with the record that it keeps itself."""
    base_dir = project / ".ui"
    listed = (fixtures_dir() / "oracle" / "server" / "install-files.txt").read_text()
    for mode, size, name in re.findall(r"^(\d+) (\d+) \./(.+)$", listed, re.MULTILINE):
        text = README if name.endswith("ui/README.md") else f"{name} of the original\n".ljust(int(size), ".")
        put(project / name.replace(".claude/ui/", ".ui/"), text, int(mode, 8))
    for name, text in TODAY.items():
        put(base_dir / name, text)
    for name in SCRIPTS:
        put(base_dir / name, "#!/bin/sh\n# the original's", 0o755)
    # One that is the same here and there.
    same = "viewdefs/lua.ViewList.DEFAULT.html"
    put(base_dir / same, (bundle_dir() / same).read_text(encoding="utf-8"), 0o640)
    written = {path.relative_to(base_dir).as_posix(): path for path in base_dir.rglob("*") if path.is_file()}
    files = {name: f"sha256:{sha256(path.read_bytes()).hexdigest()}" for name, path in written.items()}
    put(base_dir / RECORD, json.dumps({"version": "0.25.1", "files": files}))
    for name, to in LINKS.items():
        (base_dir / name).unlink(missing_ok=True)
        (base_dir / name).symlink_to(to)
    (base_dir / "storage" / "uploads").mkdir(mode=0o700)
    return base_dir


def put(path: Path, text: str, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)


def by_command(base_dir: Path) -> None:
    assert command.main(["--dir", str(base_dir)]) == 0


def by_tools(base_dir: Path) -> None:
    async def call() -> None:
        async with rigged(base_dir) as rig:
            await rig.server.configure()
            await rig.start()
            await rig.tool("ui_install")
            await rig.tool("ui_update")

    asyncio.run(call())


def by_start(base_dir: Path) -> None:
    (base_dir / "README.md").unlink()
    assert install_if_missing(bundle_dir(), base_dir) is not None


def by_update(base_dir: Path) -> None:
    update(bundle_dir(), base_dir)


@pytest.mark.parametrize("way", [by_command, by_tools, by_start, by_update])
def test_in_a_directory_of_the_original_everything_stays(original: Path, way: Callable[[Path], None]) -> None:
    before = state(original.parent)
    way(original)
    after = state(original.parent)
    # It says which version is installed; a missing one is what a start goes by.
    readme = before.pop(".ui/README.md")
    assert {name: after.get(name) for name in before} == before
    assert after.get(".ui/README.md.orig", readme) == readme
    assert ".ui/wait-for-state.sh" in after


def test_a_second_install_has_nothing_to_do(original: Path) -> None:
    first = install(bundle_dir(), original)
    before = state(original.parent)
    assert first.moved == {"README.md": "README.md.orig"}
    assert {"html/index.html", "html/themes/base.css", "viewdefs/MCP.DEFAULT.html", "mcp"} <= set(first.skipped)
    assert "html/variables.html" in first.skipped
    assert install(bundle_dir(), original).version_skipped
    assert update(bundle_dir(), original).updated == ()
    assert state(original.parent) == before


def test_the_way_back_of_the_documentation_leads_back(
    original: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = re.findall(r"`ui-mcp install (--dir \.ui[^`]*)`", DOCUMENTATION.read_text(encoding="utf-8"))
    assert lines == ["--dir .ui", "--dir .ui --undo"]
    monkeypatch.chdir(original.parent)
    before = state(original.parent)
    for line in lines:
        assert command.main(line.split()) == 0
    assert "restored  README.md" in capsys.readouterr().out
    assert state(original.parent) == before


def test_force_moves_what_is_in_the_way_but_links_to_apps_and_themes(original: Path) -> None:
    before = state(original.parent)
    result = install(bundle_dir(), original, force=True)
    after = state(original.parent)
    assert result.skipped == ("viewdefs/MCP.DEFAULT.html", "html/themes/base.css")
    assert {"html/index.html", "html/variables.html", "mcp", "linkapp", "README.md"} <= result.moved.keys()
    for name, saved in result.moved.items():
        path = name if name.startswith(".claude/") else f".ui/{name}"
        assert after[str(Path(path).with_name(saved))] == before.pop(path)
    assert {name: after[name] for name in before} == before
    undo(original)
    assert state(original.parent) == state(original.parent) | before
    assert not list(original.parent.rglob("*.orig"))


@pytest.mark.parametrize("force", [False, True])
def test_after_any_install_undo_brings_back_every_file_link_mode_and_directory(original: Path, force: bool) -> None:
    before = state(original.parent)
    install(bundle_dir(), original)
    install(bundle_dir(), original, force=force, claude_md=False)
    update(bundle_dir(), original)
    undo(original)
    assert state(original.parent) == before


@pytest.mark.parametrize("move", [0, 1, 2, 5, 20, 60])
def test_an_install_that_was_killed_is_finished_and_undone(original: Path, move: int) -> None:
    before = state(original.parent)
    with pytest.MonkeyPatch.context() as patch:
        die_at(patch, move)
        with pytest.raises(Killed):
            install(bundle_dir(), original, force=True)
    install(bundle_dir(), original, force=True)
    undo(original)
    assert state(original.parent) == before


def test_the_original_keeps_its_own_record(original: Path) -> None:
    theirs = (original / RECORD).read_bytes()
    install(bundle_dir(), original)
    assert (original / RECORD).read_bytes() == theirs
    assert json.loads((original / BESIDE).read_text())["by"] == "pytest-uimcp"


def test_what_an_install_and_a_shell_put_into_an_empty_project_goes_away_again(project: Path) -> None:
    (project / "own.txt").write_text("mine")
    before = state(project)
    install(bundle_dir(), project / ".ui")
    install_shell(bundle_dir(), project / ".ui")
    undo(project / ".ui")
    assert state(project) == before


def test_a_standard_view_that_makes_room_for_the_shell_comes_back(project: Path) -> None:
    base_dir = project / ".ui"
    name = "viewdefs/MCP.DEFAULT.html"
    put(base_dir / name, (bundle_dir() / name).read_text(encoding="utf-8"), 0o640)
    before = state(project)
    install(bundle_dir(), base_dir)
    install_shell(bundle_dir(), base_dir)
    assert (base_dir / name).is_symlink()
    undo(base_dir)
    assert state(project) == before


def older(make_bundle: MakeBundle, base_dir: Path) -> None:
    """An install by a release whose records do not say whose they are."""
    install(make_bundle("1.0.0", **{"html/ui/app.js": "// 1.0.0", "html/themes/base.css": "/* 1.0.0 */"}), base_dir)
    record = json.loads((base_dir / RECORD).read_text())
    (base_dir / RECORD).write_text(json.dumps({"version": record["version"], "files": record["files"]}))


def test_an_older_install_of_ours_moves_along_and_edited_files_are_not_lost(
    make_bundle: MakeBundle, base_dir: Path
) -> None:
    older(make_bundle, base_dir)
    edited = {"html/index.html": "my page", "lua/main.lua": "-- mine", "README.md": "mine\n\n**Version: 1.0.0**\n"}
    own = {"apps/a/app.lua": "a", "html/themes/mine.css": ".theme-mine{}", "html/own.js": "// own"}
    for name, text in {**edited, **own}.items():
        put(base_dir / name, text, 0o600)

    result = install(make_bundle("2.0.0", **{"html/themes/base.css": "/* 2.0.0 */"}), base_dir)

    assert result.skipped == ("lua/main.lua",)
    assert result.moved == {"html/index.html": "index.html.orig", "README.md": "README.md.orig"}
    texts = {name: (base_dir / name).read_text() for name in (*own, "lua/main.lua", "html/index.html.orig")}
    assert texts == {**own, "lua/main.lua": "-- mine", "html/index.html.orig": "my page"}
    assert (base_dir / "html/themes/base.css").read_text() == "/* 2.0.0 */"
    assert (base_dir / "README.md.orig").read_text() == edited["README.md"]


def test_undo_of_an_older_install_leaves_what_is_the_users(make_bundle: MakeBundle, base_dir: Path) -> None:
    older(make_bundle, base_dir)
    put(base_dir / "lua/main.lua", "-- mine")
    put(base_dir / "apps/a/app.lua", "a")
    result = undo(base_dir)
    assert result.edited == ("lua/main.lua",)
    left = {name for name, (_, held) in state(base_dir).items() if held != "directory"}
    assert left == {"lua/main.lua", "apps/a/app.lua"}
    assert not (base_dir / "html").exists()


def test_without_an_install_there_is_nothing_to_undo(
    original: Path, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = state(project)
    for base_dir in (original, project / "nowhere" / ".ui"):
        assert command.main(["--dir", str(base_dir), "--undo"]) == 1
    assert "nothing was undone: no record in" in capsys.readouterr().err
    assert state(project) == before


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("moved", {"README.md": "../../secret"}),
        ("moved", {"README.md": "README.md.orig/../../secret"}),
        ("moved", {"../secret": "../secret.orig"}),
        ("links", {"../link": "secret"}),
        ("made", ["../empty"]),
        ("files", {"README.md": "x", "config.toml": DIGEST, ".claude/settings.json": DIGEST, "apps/a/app.lua": DIGEST}),
    ],
)
def test_a_record_of_somebody_else_reaches_nothing_but_what_an_install_writes(
    bundle: Path, base_dir: Path, member: str, value: object
) -> None:
    install(bundle, base_dir)
    outside = base_dir.parent
    (outside / "empty").mkdir()
    (base_dir / "README.md.orig").mkdir()
    put(outside / "secret", "s")
    put(outside / "secret.orig", "o")
    (outside / "link").symlink_to("secret")
    others = [base_dir / "config.toml", outside / "settings.json", base_dir / "apps/a/app.lua"]
    for path in others:
        put(path, "s")
    record = json.loads((base_dir / RECORD).read_text())
    (base_dir / RECORD).write_text(json.dumps(record | {member: value}))
    undo(base_dir)
    assert {"empty", "secret", "secret.orig", "link"} <= {path.name for path in outside.iterdir()}
    assert all(path.read_text() == "s" for path in others)


def test_a_link_that_leads_outside_is_not_followed_by_an_undo(bundle: Path, base_dir: Path, tmp_path: Path) -> None:
    install(bundle, base_dir)
    outside = tmp_path / "outside"
    (base_dir / "resources").rename(outside)
    (base_dir / "resources").symlink_to(outside)
    with pytest.raises(InstallError, match="outside of the project"):
        undo(base_dir)
    assert (outside / "lua.md").is_file()

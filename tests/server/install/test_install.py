from __future__ import annotations

import json
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.base_dir import project_of
from pytest_uimcp.server.install import InstallError, install, install_if_missing, is_installed
from pytest_uimcp.server.install.record import RECORD

MakeBundle = Callable[..., Path]

NAMED = [
    ".claude/skills/ui/SKILL.md",
    ".claude/skills/ui-builder/SKILL.md",
    ".claude/skills/ui-builder/examples/requirements.md",
    ".claude/skills/ui-builder/examples/design.md",
    ".claude/skills/ui-builder/examples/app.lua",
    ".claude/skills/ui-builder/examples/viewdefs/ContactApp.DEFAULT.html",
    ".claude/skills/ui-builder/examples/viewdefs/Contact.list-item.html",
    ".claude/skills/ui-builder/examples/viewdefs/ChatMessage.list-item.html",
    ".claude/agents/ui-builder.md",
    "resources/reference.md",
    "resources/viewdefs.md",
    "resources/lua.md",
    "resources/mcp.md",
    "viewdefs/lua.ViewList.DEFAULT.html",
    "viewdefs/lua.ViewListItem.list-item.html",
    "viewdefs/MCP.DEFAULT.html",
    "event",
    "state",
    "variables",
    "linkapp",
    "wait-for-state.sh",
    "mcp",
    "lua/main.lua",
    "html/index.html",
    "html/main-1.0.0.js",
    ".gitignore",
    "README.md",
]


def tree(directory: Path) -> dict[str, bytes]:
    """The content of every file below a directory, except the install record."""
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file() and path.name != Path(RECORD).name
    }


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# A first install


def test_a_first_install_writes_every_file_of_the_manifest_in_its_order(bundle: Path, base_dir: Path) -> None:
    result = install(bundle, base_dir)

    assert result.as_json() == {"installed": NAMED, "skipped": [], "appended": []}
    project = project_of(base_dir)
    for name in NAMED:
        assert ((project if name.startswith(".claude/") else base_dir) / name).is_file()


def test_the_project_is_the_parent_or_the_parent_of_dot_claude(tmp_path: Path) -> None:
    assert project_of(tmp_path / "p" / ".claude" / "ui") == tmp_path / "p"
    assert project_of(tmp_path / "p" / ".ui") == tmp_path / "p"
    assert project_of(tmp_path / "p" / "x" / ".." / ".ui") == tmp_path / "p"


def test_a_base_dir_beside_claude_puts_the_skills_into_the_project(bundle: Path, project: Path) -> None:
    install(bundle, project / ".ui")

    assert (project / ".claude/skills/ui/SKILL.md").is_file()
    assert (project / ".ui/resources/lua.md").is_file()


def test_a_relative_base_dir_is_taken_from_the_working_directory(
    bundle: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    install(bundle, Path(".claude/ui"))

    assert (project / ".claude/ui/README.md").is_file()
    assert (project / ".claude/agents/ui-builder.md").is_file()


def test_scripts_are_executable_and_nothing_else_is(bundle: Path, base_dir: Path) -> None:
    install(bundle, base_dir)

    executable = {path.name for path in project_of(base_dir).rglob("*") if path.is_file() and mode(path) & 0o111}
    assert executable == {"event", "state", "variables", "linkapp", "wait-for-state.sh", "mcp"}
    assert mode(base_dir / "event") == 0o755
    assert mode(base_dir / "README.md") == 0o644


def test_no_temporary_files_are_left(bundle: Path, base_dir: Path) -> None:
    install(bundle, base_dir)

    assert [path.name for path in base_dir.parent.rglob(".*") if path.is_file()] == [".gitignore"]


def test_hidden_files_and_editor_backups_of_a_bundle_are_not_installed(make_bundle: MakeBundle, base_dir: Path) -> None:
    bundle = make_bundle("1.0.0", **{"html/.DS_Store": "x", "html/main.js~": "x", "lua/x/deep.lua": "return 1"})

    installed = install(bundle, base_dir).installed

    assert "lua/x/deep.lua" in installed
    assert not [name for name in installed if "DS_Store" in name or name.endswith("~")]


def test_existing_files_of_unknown_origin_are_kept(bundle: Path, base_dir: Path) -> None:
    mine = base_dir / "viewdefs" / "MCP.DEFAULT.html"
    mine.parent.mkdir(parents=True)
    mine.write_text("<template>mine</template>")
    page = base_dir / "html" / "index.html"
    page.parent.mkdir()
    page.write_text("my page")

    result = install(bundle, base_dir)

    assert result.skipped == ("viewdefs/MCP.DEFAULT.html", "html/index.html")
    assert "force=true" in (result.hint or "")
    assert mine.read_text() == "<template>mine</template>"
    assert page.read_text() == "my page"


def test_git_ignores_what_a_server_writes_and_nothing_else(project: Path, base_dir: Path) -> None:
    install(bundle_dir(), base_dir)
    written = ["log/lua.log", "ui-port", "mcp-port", "server-pid", "mcp-token", "storage/notes/notes.json"]
    kept = ["apps/notes/app.lua", "apps/notes/log/page.html", "config.toml", "storage/install-manifest.json"]
    subprocess.run(["git", "init", "--quiet", project], check=True)
    paths = [str(base_dir / name) for name in (*written, *kept)]
    told = subprocess.run(["git", "check-ignore", *paths], cwd=project, capture_output=True, text=True, check=True)
    assert told.stdout.split() == paths[: len(written)]


# Versions


def test_the_same_version_is_not_installed_again(bundle: Path, base_dir: Path) -> None:
    install(bundle, base_dir)
    (base_dir / "event").unlink()

    result = install(bundle, base_dir)

    assert result.as_json() == {
        "installed": [],
        "skipped": [],
        "appended": [],
        "version_skipped": True,
        "bundled_version": "1.0.0",
        "installed_version": "1.0.0",
        "hint": "Use force=true to reinstall",
    }
    assert not (base_dir / "event").exists()


@pytest.mark.parametrize("newer", ["1.0.1", "1.1.0", "2.0.0-rc.1", "1.0.0+build"])
def test_a_newer_or_equal_installed_version_stays(bundle: Path, base_dir: Path, newer: str) -> None:
    base_dir.mkdir(parents=True)
    (base_dir / "README.md").write_text(f"**Version: {newer}**\n")

    result = install(bundle, base_dir)

    assert (result.version_skipped, result.installed_version) == (True, newer)


@pytest.mark.parametrize("older", ["0.6.0", "0.99.99", "1.0.0-rc.9", "v0.1.0"])
def test_an_older_installed_version_is_replaced(bundle: Path, base_dir: Path, older: str) -> None:
    base_dir.mkdir(parents=True)
    (base_dir / "README.md").write_text(f"# ui-mcp\n\n**Version: {older}**\n")

    result = install(bundle, base_dir)

    assert not result.version_skipped
    assert result.installed[-1] == "README.md"
    assert "**Version: 1.0.0**" in (base_dir / "README.md").read_text()


def test_a_readme_without_a_version_counts_as_not_installed_and_is_kept_aside(bundle: Path, base_dir: Path) -> None:
    base_dir.mkdir(parents=True)
    (base_dir / "README.md").write_text("notes of mine")

    result = install(bundle, base_dir)

    assert "README.md" in result.installed
    assert "has no line **Version: X.Y.Z**" in (result.hint or "")
    assert "saved as README.md.orig" in (result.hint or "")
    assert (base_dir / "README.md.orig").read_text() == "notes of mine"


def test_an_unreadable_version_is_quoted_in_the_hint(bundle: Path, base_dir: Path) -> None:
    base_dir.mkdir(parents=True)
    (base_dir / "README.md").write_text("**Version: soon**\n")
    (base_dir / "README.md.orig").write_text("an older one")

    result = install(bundle, base_dir)

    assert "states the version 'soon', which is not of the form X.Y.Z" in (result.hint or "")
    assert (base_dir / "README.md.orig").read_text() == "an older one"
    assert (base_dir / "README.md.orig2").read_text() == "**Version: soon**\n"


def test_a_bundle_without_a_version_is_refused(make_bundle: MakeBundle, base_dir: Path) -> None:
    bundle = make_bundle("1.0.0", **{"README.md": "# nothing\n"})

    with pytest.raises(InstallError, match=r"has no line .* Reinstall pytest-uimcp"):
        install(bundle, base_dir)
    assert not base_dir.exists()


def test_a_bundle_that_lacks_a_file_is_refused(make_bundle: MakeBundle, base_dir: Path) -> None:
    bundle = make_bundle("1.0.0", event=None)

    with pytest.raises(InstallError, match="event is missing"):
        install(bundle, base_dir)
    assert not base_dir.exists()


# Upgrades


def test_an_upgrade_rewrites_unchanged_files_and_keeps_edited_ones(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0"), base_dir)
    edited = project_of(base_dir) / ".claude/skills/ui/SKILL.md"
    edited.write_text("my own skill")

    result = install(make_bundle("1.1.0"), base_dir)

    assert result.skipped == (".claude/skills/ui/SKILL.md",)
    assert edited.read_text() == "my own skill"
    assert "resources/lua.md" in result.installed
    assert (base_dir / "resources/lua.md").read_text() == "resources/lua.md of 1.1.0\n"


def test_an_edited_file_is_kept_by_upgrades_until_the_edit_is_reverted(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0"), base_dir)
    original = (base_dir / "event").read_text()
    (base_dir / "event").write_text("edited")
    assert install(make_bundle("1.1.0"), base_dir).skipped == ("event",)
    assert install(make_bundle("1.2.0"), base_dir).skipped == ("event",)

    (base_dir / "event").write_text(original)

    assert install(make_bundle("1.3.0"), base_dir).skipped == ()
    assert (base_dir / "event").read_text() == "event of 1.3.0\n"


def test_edited_front_end_files_and_readme_make_room_for_those_of_an_upgrade(
    make_bundle: MakeBundle, base_dir: Path
) -> None:
    install(make_bundle("1.0.0"), base_dir)
    (base_dir / "html/index.html").write_text("edited")
    (base_dir / "README.md").write_text("edited\n\n**Version: 1.0.0**\n")

    result = install(make_bundle("1.1.0"), base_dir)

    assert {"html/index.html", "README.md"} <= set(result.installed)
    assert (base_dir / "html/index.html").read_text() == "<title>1.1.0</title>\n"
    assert "1.1.0" in (base_dir / "README.md").read_text()
    assert (base_dir / "html/index.html.orig").read_text() == "edited"
    assert result.as_json()["moved"] == {"html/index.html": "index.html.orig", "README.md": "README.md.orig"}


def test_the_front_end_of_another_server_stays_and_its_readme_makes_room(bundle: Path, base_dir: Path) -> None:
    (base_dir / "html").mkdir(parents=True)
    (base_dir / "html/index.html").write_text("the other server's page")
    (base_dir / "README.md").write_text("**Version: 0.6.0**\n")

    result = install(bundle, base_dir)

    assert result.skipped == ("html/index.html",)
    assert (base_dir / "html/index.html").read_text() == "the other server's page"
    assert (base_dir / "README.md.orig").read_text() == "**Version: 0.6.0**\n"


def test_obsolete_front_end_files_are_removed_unless_they_were_edited(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0", **{"html/extra.js": "// one"}), base_dir)
    (base_dir / "html/extra.js").write_text("// edited")
    (base_dir / "html/mine.js").write_text("// never ours")

    install(make_bundle("1.1.0"), base_dir)

    assert sorted(path.name for path in (base_dir / "html").iterdir()) == [
        "extra.js",
        "index.html",
        "main-1.1.0.js",
        "mine.js",
    ]
    assert "html/main-1.0.0.js" not in json.loads((base_dir / RECORD).read_text())["files"]


def test_a_deleted_file_is_restored_by_an_upgrade(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0"), base_dir)
    (base_dir / "state").unlink()

    assert "state" in install(make_bundle("1.1.0"), base_dir).installed


def test_a_file_keeps_the_mode_its_user_gave_it(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0"), base_dir)
    (base_dir / "event").chmod(0o700)
    (base_dir / "state").chmod(0o640)
    (base_dir / "lua/main.lua").chmod(0o600)

    install(make_bundle("1.1.0"), base_dir)

    assert mode(base_dir / "event") & 0o666 == 0o600
    assert mode(base_dir / "state") & 0o111
    assert mode(base_dir / "lua/main.lua") == 0o600


def test_files_that_have_the_new_content_already_are_not_written_again(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0", **{"lua/main.lua": "same"}), base_dir)
    before = (base_dir / "lua/main.lua").stat()

    result = install(make_bundle("1.1.0", **{"lua/main.lua": "same"}), base_dir)

    after = (base_dir / "lua/main.lua").stat()
    assert "lua/main.lua" not in result.installed
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_a_damaged_record_makes_everything_count_as_edited(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0"), base_dir)
    (base_dir / RECORD).write_text("{ not json")

    result = install(make_bundle("1.1.0"), base_dir)

    assert "resources/lua.md" in result.skipped
    assert "so every file there counts as edited" in (result.hint or "")


# Force


def test_force_overwrites_everything(bundle: Path, base_dir: Path) -> None:
    install(bundle, base_dir)
    clean = tree(base_dir)
    edited = ["event", "lua/main.lua", "html/index.html"]
    for name in edited:
        (base_dir / name).write_text("edited")

    result = install(bundle, base_dir, force=True)

    assert (set(result.installed), result.skipped) == (set(edited), ())
    assert result.moved == {name: f"{Path(name).name}.orig" for name in edited}
    assert tree(base_dir) == clean | {f"{name}.orig": b"edited" for name in edited}


def test_force_installs_an_older_bundle(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("2.0.0"), base_dir)

    result = install(make_bundle("1.0.0"), base_dir, force=True)

    assert result.installed[-1] == "README.md"
    assert "1.0.0" in (base_dir / "README.md").read_text()


# At start-up


def test_a_start_installs_where_nothing_is_installed(bundle: Path, base_dir: Path) -> None:
    assert not is_installed(base_dir)
    result = install_if_missing(bundle, base_dir)

    assert result is not None
    assert result.installed
    assert is_installed(base_dir)


def test_a_start_leaves_an_installed_directory_alone(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0"), base_dir)

    assert install_if_missing(make_bundle("2.0.0"), base_dir) is None


def test_a_start_installs_again_when_the_readme_is_gone(bundle: Path, base_dir: Path) -> None:
    install(bundle, base_dir)
    (base_dir / "README.md").unlink()
    (base_dir / "event").write_text("edited")

    result = install_if_missing(bundle, base_dir)

    assert result is not None
    assert result.skipped == ("event",)
    assert result.installed_version is None

"""`ui_update`, and where an install puts the skills of a project."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.server.install import UpdateResult, install, update
from pytest_uimcp.server.install.record import RECORD
from tests.server.commands.command import RUN
from tests.server.install.conftest import MakeBundle
from tests.server.rig import Rig, environment, rigged


def digest(text: str) -> str:
    return f"sha256:{sha256(text.encode()).hexdigest()}"


def manifest(base_dir: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((base_dir / RECORD).read_text())
    return found


def test_the_manifest_has_the_version_and_a_fingerprint_of_each_file(bundle: Path, base_dir: Path) -> None:
    result = install(bundle, base_dir)
    found = manifest(base_dir)
    assert list(found) == ["version", "files", "by", "made"]
    assert found["version"] == "1.0.0"
    files = found["files"]
    assert isinstance(files, dict)
    assert set(files) == set(result.installed)
    for name, fingerprint in files.items():
        root = base_dir.parents[1] if name.startswith(".claude/") else base_dir
        assert fingerprint == digest((root / name).read_text()), name


def test_right_after_an_install_there_is_nothing_to_update(bundle: Path, base_dir: Path) -> None:
    install(bundle, base_dir)
    before = (base_dir / RECORD).read_bytes()
    assert update(bundle, base_dir).as_json() == {"updated": [], "skipped": []}
    assert (base_dir / RECORD).read_bytes() == before


def test_an_update_replaces_what_is_as_installed_and_writes_the_rest_beside(
    make_bundle: MakeBundle, base_dir: Path
) -> None:
    install(make_bundle("1.0.0"), base_dir)
    old = (base_dir / "resources/lua.md").read_text()
    (base_dir / "resources/lua.md").write_text("mine")
    (base_dir / "html/index.html").write_text("my page")
    (base_dir / "state").unlink()
    bundle = make_bundle("2.0.0")

    result = update(bundle, base_dir)

    assert {conflict.path for conflict in result.conflicts} == {"resources/lua.md", "html/index.html"}
    conflict = next(conflict for conflict in result.conflicts if conflict.path == "resources/lua.md")
    assert conflict.as_json() == {
        "path": "resources/lua.md",
        "reason": "user_modified",
        "old_hash": digest(old),
        "current_hash": digest("mine"),
        "merge_path": "resources/lua.md.merge",
    }
    assert (base_dir / "resources/lua.md").read_text() == "mine"
    assert (base_dir / "resources/lua.md.merge").read_bytes() == (bundle / "resources/lua.md").read_bytes()
    assert (base_dir / "html/index.html").read_text() == "my page"
    assert (base_dir / "state").read_bytes() == (bundle / "state").read_bytes()
    assert {"state", "README.md", ".claude/skills/ui/SKILL.md"} <= set(result.updated)
    assert result.new_version == "2.0.0"
    assert manifest(base_dir)["version"] == "2.0.0"


def test_a_merged_file_is_no_conflict_any_more(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0"), base_dir)
    file = base_dir / "resources/lua.md"
    file.write_text("mine")
    bundle = make_bundle("2.0.0")
    assert len(update(bundle, base_dir).conflicts) == len(update(bundle, base_dir).conflicts) == 1
    file.with_name("lua.md.merge").replace(file)
    assert update(bundle, base_dir) == UpdateResult()
    assert update(make_bundle("3.0.0"), base_dir).conflicts == ()
    assert file.read_bytes() == (make_bundle("3.0.0") / "resources/lua.md").read_bytes()


def test_without_a_manifest_what_differs_is_skipped(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0"), base_dir)
    (base_dir / RECORD).unlink()
    (base_dir / "event").unlink()
    (base_dir / "lua/main.lua").write_text("mine")
    result = update(make_bundle("2.0.0"), base_dir)
    assert "event" in result.updated
    assert "lua/main.lua" in result.skipped
    assert (base_dir / "lua/main.lua").read_text() == "mine"
    assert result.conflicts == ()


def test_a_file_that_was_made_a_link_is_the_users(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0"), base_dir)
    (base_dir / "event").unlink()
    (base_dir / "event").symlink_to("state")
    assert update(make_bundle("2.0.0"), base_dir).skipped == ("event",)
    assert (base_dir / "event").is_symlink()


def test_an_update_touches_no_app_and_nothing_else_of_the_user(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0"), base_dir)
    own = {"apps/x/app.lua": "x", "lua/mcp.lua": "y", "viewdefs/X.DEFAULT.html": "z", "patterns/a.md": "p"}
    for name, text in own.items():
        (base_dir / name).parent.mkdir(parents=True, exist_ok=True)
        (base_dir / name).write_text(text)
    update(make_bundle("2.0.0"), base_dir)
    assert {name: (base_dir / name).read_text() for name in own} == own


@pytest.mark.slow
@pytest.mark.parametrize("given", ["{project}/.ui", ".ui", "{project}/.claude/ui"])
def test_the_skills_land_in_the_project_however_the_directory_is_given(tmp_path: Path, given: str) -> None:
    project = tmp_path / "project"
    project.mkdir()
    given = given.format(project=project)
    command = [sys.executable, "-c", RUN, "install", "--dir", given]
    done = subprocess.run(command, cwd=project, env=environment(), capture_output=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert (project / ".claude/skills/ui/SKILL.md").is_file()
    assert (project / given / "mcp").stat().st_mode & 0o111
    assert [path.name for path in tmp_path.iterdir()] == ["project"]


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_after_a_start_only_an_edited_file_is_a_conflict(tmp_path: Path, anyio_backend: str) -> None:
    base_dir = tmp_path / ".ui"
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        await rig.start()
        assert await updated(rig) == {"updated": [], "skipped": []}
        (base_dir / "resources" / "lua.md").write_text("mine")
        answer = await updated(rig)
        assert [conflict["path"] for conflict in answer["conflicts"]] == ["resources/lua.md"]
    assert (base_dir / "resources" / "lua.md").read_text() == "mine"
    merge = base_dir / "resources" / "lua.md.merge"
    assert merge.read_bytes() == (bundle_dir() / "resources" / "lua.md").read_bytes()


async def updated(rig: Rig) -> dict[str, list[dict[str, str]]]:
    data = (await rig.tool("ui_update")).data
    assert data is not None
    return data

"""`install_shell`: all of the shell in place, or nothing of it changed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uimcp import bundle_dir
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.server.install import InstallError, install, install_shell
from pytest_uimcp.server.install.command import main
from pytest_uimcp.server.themes import shoelace
from tests.files import write

APP = "apps/mcp/app.lua"
FRAME = "viewdefs/MCP.DEFAULT.html"


def everything(base_dir: Path) -> dict[str, bytes | str]:
    """Each file and each link, with what it holds or where it leads."""
    found = sorted(base_dir.rglob("*"))
    return {
        str(path.relative_to(base_dir)): str(path.readlink()) if path.is_symlink() else path.read_bytes()
        for path in found
        if path.is_symlink() or path.is_file()
    }


def test_it_puts_the_files_of_the_bundle_and_the_links_of_linkapp_in_place(base_dir: Path) -> None:
    install(bundle_dir(), base_dir)
    new = install_shell(bundle_dir(), base_dir)
    source = bundle_dir() / "shell" / "apps" / "mcp"
    for path in source.rglob("*.*"):
        assert (base_dir / "apps/mcp" / path.relative_to(source)).read_bytes() == path.read_bytes()
    links = {name: text for name, text in everything(base_dir).items() if isinstance(text, str)}
    views = [path.name for path in (source / "viewdefs").iterdir()]
    assert links == {
        "lua/mcp.lua": "../apps/mcp/app.lua",
        "lua/mcp": "../apps/mcp",
        **{f"viewdefs/{name}": f"../apps/mcp/viewdefs/{name}" for name in views},
    }
    assert set(links) < set(new)


def test_again_it_changes_nothing_and_an_unedited_shell_is_brought_up_to_date(base_dir: Path, tmp_path: Path) -> None:
    install_shell(bundle_dir(), base_dir)
    before = everything(base_dir)
    assert install_shell(bundle_dir(), base_dir) == ()
    assert everything(base_dir) == before
    newer = tmp_path / "newer"
    shutil.copytree(bundle_dir(), newer)
    write(newer, {f"shell/{APP}": "-- newer"})
    assert install_shell(newer, base_dir) == (APP,)
    assert (base_dir / APP).read_text() == "-- newer"


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (lambda base_dir: write(base_dir, {APP: "-- theirs"}), "apps/mcp is another shell"),
        (lambda base_dir: write(base_dir, {FRAME: "<template>mine</template>"}), f"{FRAME} is a file of its own"),
        (lambda base_dir: write(base_dir, {"lua/mcp.lua": "-- mine"}), "lua/mcp.lua is a file of its own"),
        (lambda base_dir: write(base_dir, {"lua/mcp/json.lua": "-- mine"}), "lua/mcp is a directory"),
    ],
)
def test_what_belongs_to_somebody_else_stays_and_the_message_says_what_to_do(
    base_dir: Path, prepare: Callable[[Path], object], reason: str
) -> None:
    prepare(base_dir)
    before = everything(base_dir)
    with pytest.raises(InstallError, match=r"nothing of it was changed: .*move that away, then run") as refused:
        install_shell(bundle_dir(), base_dir)
    assert reason in str(refused.value)
    assert everything(base_dir) == before


def test_an_edited_shell_stays(base_dir: Path) -> None:
    install_shell(bundle_dir(), base_dir)
    write(base_dir, {APP: "-- edited"})
    (base_dir / "lua/mcp.lua").unlink()
    before = everything(base_dir)
    with pytest.raises(InstallError, match=f"{APP} has been edited"):
        install_shell(bundle_dir(), base_dir)
    assert everything(base_dir) == before


def test_a_linked_directory_outside_the_project_is_refused(base_dir: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (base_dir / "apps").mkdir(parents=True)
    (base_dir / "apps/mcp").symlink_to(outside)
    with pytest.raises(UimcpError, match="outside of the project"):
        install_shell(bundle_dir(), base_dir)
    assert list(outside.iterdir()) == []


def test_a_later_install_leaves_the_shell_in_place(base_dir: Path) -> None:
    install(bundle_dir(), base_dir)
    install_shell(bundle_dir(), base_dir)
    before = everything(base_dir)
    install(bundle_dir(), base_dir)
    assert everything(base_dir) == before


def test_the_command_installs_both_and_says_why_not(
    base_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shoelace, "find_archive", bundle_dir)
    assert main(["--shell", "--dir", str(base_dir)]) == 0
    assert "installed lua/mcp.lua\n" in capsys.readouterr().out
    write(base_dir, {APP: "-- edited"})
    assert main(["--shell", "--dir", str(base_dir)]) == 1
    assert f"{APP} has been edited" in capsys.readouterr().err

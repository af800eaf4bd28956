"""The script `mcp`, run as a subprocess beside a real server."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.transport.ports import serve_app
from tests.server.rig import Rig, environment, reach, rigged, write_app

NEEDED = ("bash", "curl", "jq", "realpath")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.anyio,
    pytest.mark.skipif(any(shutil.which(program) is None for program in NEEDED), reason=f"needs {', '.join(NEEDED)}"),
]

SHELL = """
function mcp:appProgress(app, percent, stage) progressed = {app = app, percent = percent, stage = stage} end
function mcp:addAgentThinking(text) thought = text end
"""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def base_dir(tmp_path: Path) -> Path:
    """A project whose path contains a space and a quote."""
    project = tmp_path / "it's mine"
    project.mkdir()
    return project / ".ui"


@pytest.fixture
async def rig(base_dir: Path) -> AsyncIterator[Rig]:
    async with rigged(base_dir) as rig:
        await rig.server.configure()
        await rig.start()
        yield rig


@dataclass(frozen=True)
class Done:
    """What a finished script has printed, and its exit code."""

    out: str
    err: str
    code: int

    def json(self) -> Any:
        assert self.code == 0, self
        return json.loads(self.out)


async def begin(base_dir: Path, *arguments: str, **environment: str) -> Process:
    """Start `.ui/mcp` in the project, as agents do."""
    return await asyncio.create_subprocess_exec(
        f"{base_dir.name}/mcp", *arguments, cwd=base_dir.parent, stdout=PIPE, stderr=PIPE, env=os.environ | environment
    )


async def end(process: Process) -> Done:
    async with asyncio.timeout(60):
        out, err = await process.communicate()
    return Done(out.decode(), err.decode(), process.returncode or 0)


async def mcp(base_dir: Path, *arguments: str, **environment: str) -> Done:
    return await end(await begin(base_dir, *arguments, **environment))


Ask = Callable[..., Awaitable[Done]]


# Requests.


async def test_status_run_and_state_print_the_answers(rig: Rig, base_dir: Path) -> None:
    status = (await mcp(base_dir, "status")).json()
    assert status == {"result": (await rig.tool("ui_status")).data}
    assert (await mcp(base_dir, "run", "return 1")).out == '{"result": 1}\n'
    code = "local t = 'it\\'s \"so\" $HOME `x` \\\\ \N{SNOWMAN}'\nreturn t"
    assert (await mcp(base_dir, "run", code)).json() == {"result": 'it\'s "so" $HOME `x` \\ \N{SNOWMAN}'}
    await rig.run("mcp.value = {type = 'T', n = 1}")
    state = (await mcp(base_dir, "state")).json()
    assert isinstance(state, dict)
    assert state["value"] == {"type": "T", "n": 1}


async def test_a_refusal_is_printed_too_with_exit_code_1(rig: Rig, base_dir: Path) -> None:
    done = await mcp(base_dir, "run", "error('on purpose')")
    assert (done.code, "on purpose" in json.loads(done.out)["error"], done.err) == (1, True, "")


async def test_display_shows_an_app_and_names_one_that_is_missing(rig: Rig, base_dir: Path) -> None:
    write_app(base_dir, "my-app", "myApp = myApp or {type = 'Mine'}")
    assert (await mcp(base_dir, "display", "my-app")).json() == {"result": "Displayed app: my-app"}
    assert await rig.run("return mcp.value.type") == "Mine"
    done = await mcp(base_dir, "display", "-n")
    assert (done.code, "failed to display app: -n" in done.out) == (1, True)


async def test_it_works_by_an_absolute_path_and_through_a_link(rig: Rig, base_dir: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(base_dir / "mcp")
    for script in (base_dir / "mcp", tmp_path / "link"):
        process = await asyncio.create_subprocess_exec(script, "run", "return 2", cwd="/", stdout=PIPE, stderr=PIPE)
        assert (await end(process)).out == '{"result": 2}\n'


async def test_browser_opens_the_page(
    rig: Rig, base_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opener = tmp_path / "bin" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text(f"#!/bin/sh\necho \"$1\" >'{tmp_path / 'opened'}'\n")
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", str(opener.parent), prepend=":")
    (result,) = (await mcp(base_dir, "browser")).json().values()
    assert result == f"Opened {(tmp_path / 'opened').read_text().strip()}"


async def test_a_script_that_lua_started_leaves_its_own_session_alone(rig: Rig, base_dir: Path) -> None:
    done = await mcp(base_dir, "run", "touched = true", FRICTIONLESS_MCP="true")
    assert done == Done("", "", 0)
    assert await rig.run("return touched") is None


async def test_progress_passes_any_text_on_unharmed(rig: Rig, base_dir: Path) -> None:
    await rig.run(SHELL)
    app, stage = "it's", '\'); os.exit() --\\\n"done"'
    assert (await mcp(base_dir, "progress", app, "12.5", stage)).code == 0
    assert await rig.run("return progressed") == {"app": app, "percent": 12.5, "stage": stage}
    assert await rig.run("return thought") == stage
    done = await mcp(base_dir, "progress", app, "os.exit()", stage)
    assert (done.code, done.err) == (1, "mcp: the percentage is a number, not 'os.exit()'\n")


async def test_variables_prints_those_of_the_session_and_keeps_its_id(rig: Rig, base_dir: Path) -> None:
    rows = (await mcp(base_dir, "variables")).json()
    assert isinstance(rows, list)
    assert [row["id"] for row in rows] == [1]
    assert (base_dir / "session-id").read_text().strip() == rig.session_id
    await rig.run("mcp.sessionId = nil")
    os.utime(base_dir / "ui-port", (1, 1))
    assert (await mcp(base_dir, "variables")).json() == rows
    (base_dir / "session-id").write_text("f" * 32)
    assert (await mcp(base_dir, "variables")).code == 1
    assert not (base_dir / "session-id").exists()


async def test_linkapp_makes_the_links(rig: Rig, base_dir: Path) -> None:
    write_app(base_dir, "x", "x = {}")
    assert "linked lua/x -> ../apps/x\n" in (await mcp(base_dir, "linkapp", "add", "x")).out
    assert (await mcp(base_dir, "linkapp", "list")).out == "x: linked\n"
    assert (await mcp(base_dir, "linkapp", "add", "y")).code == 1


# Events.


async def test_event_prints_two_lines_and_a_second_one_ends_at_once(rig: Rig, base_dir: Path) -> None:
    events = rig.server.ui_session().events
    first = await begin(base_dir, "event")
    await reach(lambda: events.polling)
    assert (base_dir / ".eventpid").read_text() == f"{first.pid}\n"
    second = await mcp(base_dir, "event")
    assert (second.code, second.out) == (1, "")
    assert f"another process ({first.pid}) waits for events already" in second.err
    await rig.run("mcp.pushState{app = 'x', event = 'chat', text = 'a\\nb'}")
    done = await end(first)
    line, note = done.out.splitlines()
    assert json.loads(line) == [{"app": "x", "event": "chat", "text": "a\nb"}]
    assert json.loads(note)["note"].startswith("Restart the event loop")
    assert (done.code, done.err) == (0, "")
    assert not (base_dir / ".eventpid").exists()


async def test_event_takes_over_from_a_process_that_is_gone(rig: Rig, base_dir: Path) -> None:
    gone = await asyncio.create_subprocess_exec("true")
    await gone.wait()
    (base_dir / ".eventpid").write_text(f"{gone.pid}\n")
    await rig.run("mcp.pushState{n = 1}")
    assert (await mcp(base_dir, "event")).out.startswith('[{"n')


async def test_a_signal_ends_event_and_its_request(rig: Rig, base_dir: Path) -> None:
    events = rig.server.ui_session().events
    waiting = await begin(base_dir, "event")
    await reach(lambda: events.polling)
    waiting.terminate()
    assert (await end(waiting)).code == 1
    await reach(lambda: not events.polling)
    assert not (base_dir / ".eventpid").exists()


async def test_event_goes_on_when_the_server_moves(base_dir: Path) -> None:
    """The news of a new directory is no event of the user; the port is read again."""
    answers = [
        web.json_response([{"event": "server_reconfigured"}]),
        web.Response(status=404, text="No active session"),
        web.Response(status=204),
        web.json_response([{"event": "chat"}]),
    ]
    asked: list[str] = []

    async def wait(request: web.Request) -> web.StreamResponse:
        asked.append(request.query_string)
        return answers.pop(0)

    base_dir.mkdir()
    shutil.copy2(bundle_dir() / "mcp", base_dir / "mcp")
    app = web.Application()
    app.router.add_get("/wait", wait)
    waiting = await begin(base_dir, "event")  # there is no port yet
    async with serve_app(app) as listener:
        (base_dir / "mcp-port").write_text(str(listener.port))
        done = await end(waiting)
    assert json.loads(done.out.splitlines()[0]) == [{"event": "chat"}]
    assert asked == ["timeout=120"] * 4


# Without a server.


async def test_without_a_server_it_says_so(base_dir: Path) -> None:
    base_dir.mkdir()
    shutil.copy2(bundle_dir() / "mcp", base_dir / "mcp")
    for content in (None, "", "x", "1"):
        if content is not None:
            (base_dir / "mcp-port").write_text(content)
        done = await mcp(base_dir, "status")
        assert (done.out, done.code) == ("", 1)
        assert done.err.startswith(f"mcp: no server is running for {base_dir}.")


async def test_a_server_of_another_directory_is_not_asked(rig: Rig, tmp_path: Path, base_dir: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for name in ("mcp", "mcp-port"):
        shutil.copy2(base_dir / name, other / name)
    done = await mcp(other, "run", "touched = true")
    assert (done.code, "no server is running" in done.err) == (1, True)
    assert await rig.run("return touched") is None


async def test_it_names_the_programs_that_are_missing(rig: Rig, base_dir: Path, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("bash", "env", "realpath"):
        (programs / name).symlink_to(str(shutil.which(name)))
    for arguments, missing in ((["status"], "curl"), (["run", "x"], "jq"), (["event"], "curl jq mktemp")):
        done = await mcp(base_dir, *arguments, PATH=str(programs))
        said = f"mcp: this command needs {missing}, which this machine does not have; install it first\n"
        assert (done.code, done.err) == (1, said)
    (programs / "realpath").unlink()
    assert "needs realpath" in (await mcp(base_dir, "status", PATH=str(programs))).err


@pytest.mark.parametrize("arguments", [[], ["nope"], ["run"], ["run", "a", "b"], ["display"], ["progress", "x"]])
async def test_wrong_usage_prints_the_commands(rig: Rig, base_dir: Path, arguments: list[str]) -> None:
    done = await mcp(base_dir, *arguments)
    assert (done.code, done.out) == (2, "")
    assert "  event " in done.err


async def test_with_a_token_it_is_sent(base_dir: Path) -> None:
    async with rigged(base_dir, ServerOptions(api_token=True)) as rig:
        await rig.server.configure()
        await rig.start()
        assert (await mcp(base_dir, "run", "return 3")).json() == {"result": 3}
        for script in ("state", "event"):
            if script == "event":
                await rig.run("mcp.pushState{n = 1}")
            process = await asyncio.create_subprocess_exec(base_dir / script, stdout=PIPE, stderr=PIPE)
            done = await end(process)
            assert (done.code, done.err) == (0, ""), script
        (base_dir / "mcp-token").chmod(0o000)
        if os.geteuid() != 0:
            assert (await mcp(base_dir, "run", "return 3")).code == 1


# Files.


async def test_patterns_lists_the_guides_with_their_descriptions(rig: Rig, base_dir: Path) -> None:
    (base_dir / "patterns").mkdir(exist_ok=True)
    for old in (base_dir / "patterns").iterdir():
        old.unlink()
    for name, text in {
        "form.md": "---\ntitle: x\ndescription: Forms and their fields\n---\n# Form\ndescription: not this\n",
        "list.md": '---\r\ndescription: "Lists"\r\n---\r\n',
        "plain.md": "description: none, since this is no front matter\n",
    }.items():
        (base_dir / "patterns" / name).write_bytes(text.encode())
    done = await mcp(base_dir, "patterns")
    assert done.out == "- `form.md` - Forms and their fields\n- `list.md` - Lists\n- `plain.md` - \n"


async def test_the_number_of_checkpoints_needs_no_server_and_no_program(base_dir: Path, tmp_path: Path) -> None:
    """It is asked for every app every ten seconds, from a getter."""
    write_app(base_dir, "x", "x = {}")
    shutil.copy2(bundle_dir() / "mcp", base_dir / "mcp")
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("bash", "env", "realpath"):
        (programs / name).symlink_to(str(shutil.which(name)))
    assert await mcp(base_dir, "checkpoint", "count", "x", PATH=str(programs)) == Done("0\n", "", 0)
    done = await mcp(base_dir, "checkpoint", "save", "x", PATH=str(programs))
    assert (done.code, "need the program fossil" in done.err) == (1, True)
    for name in ("../x", "nope", ".", ""):
        assert (await mcp(base_dir, "checkpoint", "count", name)).code == 1
    began = time.process_time_ns(), os.times().children_user + os.times().children_system
    await mcp(base_dir, "checkpoint", "count", "x")
    # The time of the processor, which other work on the machine does not lengthen.
    assert os.times().children_user + os.times().children_system - began[1] < 0.05


@pytest.mark.skipif(shutil.which("fossil") is None, reason="needs fossil")
async def test_checkpoints_are_saved_counted_and_taken_back(rig: Rig, base_dir: Path, tmp_path: Path) -> None:
    await rig.run("appConsole = {}")
    entry = write_app(base_dir, "x", "x = 0") / "app.lua"
    home = {"HOME": str(tmp_path)}
    assert (await mcp(base_dir, "checkpoint", "baseline", "x", **home)).code == 0
    assert (await mcp(base_dir, "checkpoint", "count", "x", **home)).out == "0\n"
    for n in (1, 2):
        entry.write_text(f"x = {n}")
        assert (await mcp(base_dir, "checkpoint", "save", "x", f"number {n}", **home)).code == 0
        assert (await mcp(base_dir, "checkpoint", "count", "x", **home)).out == f"{n}\n"
    assert await rig.run("return appConsole._checkpointsTime") == 0
    listed = (await mcp(base_dir, "checkpoint", "list", "x", **home)).out.splitlines()
    assert [line.split()[-1] for line in listed] == ["2", "1"]
    assert "+x = 2" in (await mcp(base_dir, "checkpoint", "diff", "x", "2", **home)).out
    assert (await mcp(base_dir, "checkpoint", "rollback", "x", "2", **home)).code == 0
    assert entry.read_text() == "x = 1"
    entry.write_text("x = 3")
    assert (await mcp(base_dir, "checkpoint", "save", "x", **home)).code == 0
    assert (await mcp(base_dir, "checkpoint", "count", "x", **home)).out == "3\n"
    assert (await mcp(base_dir, "checkpoint", "clear", "x", **home)).code == 0
    assert (await mcp(base_dir, "checkpoint", "count", "x", **home)).out == "0\n"


@pytest.mark.skipif(shutil.which("fossil") is None, reason="needs fossil")
async def test_what_a_repository_from_elsewhere_wants_to_run_is_not_run(
    rig: Rig, base_dir: Path, tmp_path: Path
) -> None:
    folder = write_app(base_dir, "x", "x = 1")
    home = {"HOME": str(tmp_path), "USER": "somebody"}
    assert (await mcp(base_dir, "checkpoint", "save", "x", "one", **home)).code == 0
    made = tmp_path / "made"
    for words in (
        ["hook", "add", "--type", "before-commit", "--command", f"touch {made}"],
        ["settings", "diff-command", f"touch {made}"],
        ["settings", "pgp-command", f"touch {made}"],
        ["settings", "clearsign", "on"],
    ):
        subprocess.run(["fossil", *words], cwd=folder, env=environment(**home), check=True, timeout=240)
    (folder / "app.lua").write_text("x = 2")
    assert "+x = 2" in (await mcp(base_dir, "checkpoint", "diff", "x", **home)).out
    assert (await mcp(base_dir, "checkpoint", "save", "x", "two", **home)).code == 0
    assert not made.exists()


async def test_update_t_compares_with_the_latest_release(rig: Rig, base_dir: Path) -> None:
    latest = {"info": {"version": "1.0.0"}}

    async def releases(_request: web.Request) -> web.StreamResponse:
        return web.json_response(latest)

    app = web.Application()
    app.router.add_get("/releases", releases)
    current = rig.server.version
    async with serve_app(app) as listener:
        where = f"{listener.url}/releases"
        for version, needed in (("99.0.0", True), ("0.0.1", False), (current, False)):
            latest["info"]["version"] = version
            expected = {"current": current, "latest": version, "needsUpdate": needed}
            assert (await mcp(base_dir, "update", "-t", UI_MCP_RELEASES=where)).json() == expected
        latest["info"] = {}
        assert (await mcp(base_dir, "update", "-t", UI_MCP_RELEASES=where)).code == 1
    done = await mcp(base_dir, "update", "-t", UI_MCP_RELEASES=where)
    assert (done.code, list(json.loads(done.out))) == (1, ["error"])

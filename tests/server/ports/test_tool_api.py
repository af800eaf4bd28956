"""The tools over HTTP, asked by curl as scripts do: answers, errors, and who is refused."""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from pytest_uimcp.server.errors import ConfigError
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.http_server import HttpUiServer
from tests.server.rig import Rig, reach, rigged, write_app

pytestmark = pytest.mark.anyio

JSON = ("--header", "Content-Type: application/json")
needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")


async def curl(*arguments: str) -> tuple[int, str]:
    """Status and body of a request that curl sends."""
    process = await asyncio.create_subprocess_exec(
        *("curl", "--silent", "--noproxy", "*", "--max-time", "60", "--write-out", "\n%{http_code}", *arguments),
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    body, _, status = output.decode().rpartition("\n")
    return int(status), body


async def post(http: ClientSession, url: str, body: Any = None) -> tuple[int, Any]:
    # A stream, because of a large body that is no stream aiohttp warns.
    data = io.BytesIO(json.dumps({} if body is None else body).encode())
    async with http.post(url, data=data, headers={"Content-Type": "application/json"}) as response:
        assert response.content_type == "application/json", await response.text()
        return response.status, await response.json()


# Answers.


@needs_curl
async def test_curl_runs_lua_and_everything_that_is_not_a_plain_local_request_is_refused(running: Rig) -> None:
    """`/api/ui_run`: foreign Origin, Host, content type, method and body."""
    run, code = f"{running.mcp_url}/api/ui_run", ("--data", '{"code": "n = (n or 0) + 1 return {n = n}"}')
    assert await curl(*JSON, *code, run) == (200, '{"result": {"n": 1}}')
    refused = [
        ((*JSON, *code, "--header", "Origin: http://evil.test"), 403),
        ((*JSON, *code, "--header", f"Origin: {running.ui_url}"), 403),
        ((*JSON, *code, "--header", f"Origin: {running.mcp_url}"), 403),
        ((*JSON, *code, "--header", "Origin: null"), 403),
        ((*JSON, *code, "--header", "Host: evil.test"), 403),
        ((*JSON, *code, "--header", "Sec-Fetch-Site: same-origin"), 403),
        ((*JSON, *code, "--header", "Sec-Fetch-Site: cross-site"), 403),
        (("--header", "Content-Type: text/plain", *code), 415),
        (code, 415),  # curl's own application/x-www-form-urlencoded, which forms send
        ((), 405),
    ]
    for arguments, status in refused:
        assert (await curl(*arguments, run))[0] == status, arguments
    assert await curl(run) == (405, '{"error": "POST required"}')
    assert await curl("--request", "POST", f"{running.mcp_url}/api/ui_status") == (405, '{"error": "GET required"}')
    status, body = await curl(*JSON, "--data", "[1", run)
    assert status == 400
    assert json.loads(body)["error"].startswith("invalid JSON: ")
    assert await curl(*JSON, "--data", "[1]", run) == (400, '{"error": "invalid JSON: expected an object, got list"}')
    status, body = await curl(*JSON, "--request", "POST", run)
    assert (status, json.loads(body)) == (422, {"error": "code must be a string; it is missing"})
    assert await running.run("return n") == 1


@needs_curl
async def test_no_other_interface_answers(running: Rig) -> None:
    for host in ("127.0.0.2", "[::1]"):
        status, _ = await curl(f"http://{host}:{running.mcp_url.rpartition(':')[2]}/api/ui_status")
        assert status == 0  # no connection


async def test_a_result_is_the_value_if_the_text_is_json_and_else_the_text(
    running: Rig, http: ClientSession, base_dir: Path
) -> None:
    write_app(base_dir, "hello", "hello = hello or {type = 'Hello'}")
    run = f"{running.mcp_url}/api/ui_run"
    for code, value in [
        ("return 1", 1),
        ("return 'text'", "text"),
        ("return {1, 2}", [1, 2]),
        ("return nil", None),
        ("return true", True),
        ("x = 1", None),
    ]:
        assert await post(http, run, {"code": code}) == (200, {"result": value}), code
    display = f"{running.mcp_url}/api/ui_display"
    assert await post(http, display, {"name": "hello"}) == (200, {"result": "Displayed app: hello"})
    async with http.get(f"{running.mcp_url}/api/ui_status") as response:
        assert (await response.json())["result"] == (await running.tool("ui_status")).data


async def test_a_tool_that_fails_is_422_with_its_message(running: Rig, http: ClientSession) -> None:
    for tool, arguments, error in [
        ("ui_run", {"code": "error('on purpose')"}, "on purpose"),
        ("ui_run", {"code": "return"}, None),
        ("ui_run", {"code": 5}, "code must be a string, got int"),
        ("ui_run", {"code": "return 1", "sessionId": "9"}, "there are: 1"),
        ("ui_display", {"name": "nope"}, "failed to display app: nope"),
        ("ui_display", {"name": ""}, "name must be a non-empty string"),
        ("ui_configure", {"base_dir": "relative"}, "absolute"),
        ("ui_status_", None, "there is no tool 'ui_status_'; there are ui_configure, "),
    ]:
        status, answer = await post(http, f"{running.mcp_url}/api/{tool}", arguments)
        if error is None:
            assert (status, answer) == (200, {"result": None})
        else:
            assert status == (404 if tool == "ui_status_" else 422), answer
            assert error in answer["error"]


async def test_an_error_inside_a_tool_is_500_and_the_server_goes_on(
    running: Rig, http: ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("on purpose")

    with monkeypatch.context() as patched:
        patched.setattr(running.server, "status", broken)
        async with http.get(f"{running.mcp_url}/api/ui_status") as response:
            said = "ui_status failed inside the server: ZeroDivisionError: on purpose"
            assert (response.status, await response.json()) == (500, {"error": said})
    assert (await http.get(f"{running.mcp_url}/api/ui_status")).status == 200


async def test_a_body_that_is_too_long_is_refused(running: Rig, http: ClientSession) -> None:
    code = "return #[==[" + "x" * 2_000_000 + "]==]"
    assert await post(http, f"{running.mcp_url}/api/ui_run", {"code": code}) == (200, {"result": 2_000_000})
    status, answer = await post(http, f"{running.mcp_url}/api/ui_run", {"code": "-" * 17_000_000})
    assert (status, answer) == (413, {"error": "the body is longer than 16777216 bytes"})


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
async def test_a_client_that_goes_away_does_not_stop_its_call(base_dir: Path, http: ClientSession) -> None:
    async with rigged(base_dir, ServerOptions(time_limit=60)) as rig:
        await rig.server.configure()
        await rig.start()
        os.mkfifo(base_dir / "pipe")
        code = f"mcp.pushState{{n = 1}} io.open('{base_dir / 'pipe'}'):read('*a') mcp.pushState{{n = 2}}"
        call = asyncio.create_task(post(http, f"{rig.mcp_url}/api/ui_run", {"code": code}))
        events = rig.server.ui_session().events
        await reach(lambda: events.peek() == [{"n": 1}])
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await asyncio.to_thread((base_dir / "pipe").write_text, "go on")
        await reach(lambda: events.peek() == [{"n": 1}, {"n": 2}])


CYCLIC = """
panel = {type = "Panel", sections = {}}
for i = 1, 3 do
    local section = {type = "Section", panel = panel, items = {}}
    for k = 1, 3 do section.items[k] = {type = "Item", section = section} end
    panel.sections[i] = section
end
mcp.value = panel
"""


async def test_a_cyclic_value_gets_a_finite_answer(running: Rig, http: ClientSession) -> None:
    await running.run(CYCLIC)
    async with http.get(f"{running.mcp_url}/state") as response:
        assert response.status == 200
        text = await response.text()
    assert json.loads(text)["value"]["type"] == "Panel"
    assert "\n  " in text
    status, answer = await post(http, f"{running.mcp_url}/api/ui_run", {"code": "return mcp.value"})
    assert (status, answer["result"]["sections"][0]["items"][0]["type"]) == (200, "Item")
    assert max(len(text), len(json.dumps(answer))) < 10_000
    assert (await http.get(f"{running.mcp_url}/api/ui_status")).status == 200


async def test_a_call_that_closes_its_own_port_is_answered(running: Rig, http: ClientSession, tmp_path: Path) -> None:
    """Over stdio the MCP port closes with the run, and ui_configure ends the run."""
    configure = f"{running.mcp_url}/api/ui_configure"
    assert (await post(http, configure, {"base_dir": "relative"}))[0] == 422
    other = tmp_path / "other" / ".ui"
    status, answer = await post(http, configure, {"base_dir": str(other)})
    assert (status, answer["result"]["base_dir"], answer["result"]["status"]) == (200, str(other), "configured")
    await reach(lambda: running.server.base_dir == other)


# In both modes.


@pytest.fixture
async def served(base_dir: Path) -> AsyncIterator[HttpUiServer]:
    """A server as `ui-mcp serve` makes it."""
    served = HttpUiServer(base_dir, options=ServerOptions(auto_configure=False))
    try:
        await served.open()
        yield served
    finally:
        await served.close()


async def test_serve_offers_the_tools_before_anything_is_started(
    served: HttpUiServer, http: ClientSession, base_dir: Path
) -> None:
    assert served.listener is not None
    api = f"{served.listener.url}/api"
    assert await post(http, f"{api}/ui_run", {"code": "return 1"}) == (422, {"error": "Server not configured"})
    assert (await post(http, f"{api}/ui_configure", {"base_dir": str(base_dir)}))[0] == 200
    assert (await post(http, f"{api}/ui_start"))[0] == 200
    assert await post(http, f"{api}/ui_run", {"code": "return 1"}) == (200, {"result": 1})


# With a token.


async def test_with_a_token_only_those_who_can_read_its_file_use_the_port(base_dir: Path, http: ClientSession) -> None:
    async with rigged(base_dir, ServerOptions(api_token=True)) as rig:
        await rig.server.configure()
        await rig.start()
        file = base_dir / "mcp-token"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        token = file.read_text().strip()
        for header in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {token}"}):
            for path in ("/api/ui_status", "/state", "/wait", "/variables"):
                async with http.get(rig.mcp_url + path, headers=header) as response:
                    assert response.status == 401
                    assert token not in await response.text()
                    assert str(file) in (await response.json())["error"]
        async with http.get(f"{rig.mcp_url}/api/ui_status", headers={"Authorization": f"Bearer {token}"}) as response:
            assert response.status == 200
        assert (await http.get(f"{rig.mcp_url}/api/resource")).status == 200


async def test_the_token_also_guards_mcp_over_http(base_dir: Path, http: ClientSession) -> None:
    served = HttpUiServer(base_dir, options=ServerOptions(api_token=True, auto_configure=False))
    try:
        await served.open()
        assert served.listener is not None
        for method, path in (("GET", "/sse"), ("GET", "/mcp"), ("POST", "/mcp"), ("POST", "/message")):
            assert (await http.request(method, served.listener.url + path)).status == 401, (method, path)
    finally:
        await served.close()


async def test_a_token_that_others_could_read_is_refused_and_a_private_one_is_kept(base_dir: Path) -> None:
    base_dir.mkdir(parents=True)
    file = base_dir / "mcp-token"
    tokens = []
    for _ in range(2):
        async with rigged(base_dir, ServerOptions(api_token=True)) as rig:
            await rig.server.configure()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        tokens.append(file.read_text())
    assert tokens[0] == tokens[1]
    file.chmod(0o644)
    async with rigged(base_dir, ServerOptions(api_token=True)) as rig:
        with pytest.raises(ConfigError, match=f"has mode 0644, so others may read the tokens; run `chmod 600 {file}`"):
            await rig.server.configure()
    assert file.read_text() == tokens[0]

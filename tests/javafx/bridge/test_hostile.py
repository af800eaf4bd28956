"""Who must not get in, and what must not bring the program or the bridge down."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests import patience
from tests.javafx.bridge.classes import on_class_path
from tests.javafx.bridge.host import Host
from tests.javafx.bridge.sides import Side
from tests.second_user import second_user

SAVE = '<VBox><Button fx:id="save" text="Save" onAction="#save"/><Label fx:id="label"/></VBox>'
CLIENTS = 20


def port_of(host: Host) -> int:
    port = urlsplit(host.program.url).port
    assert port is not None
    return port


def raw(host: Host, data: bytes) -> bytes:
    """What comes back on a connection of its own, until that is closed."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port_of(host)), patience.SECONDS) as connection:
        try:
            connection.sendall(data)
            while more := connection.recv(65536):
                answer += more
        except ConnectionError:
            pass
    return answer


def head(host: Host, *lines: str) -> bytes:
    fixed = ("POST /mcp HTTP/1.1", f"Host: 127.0.0.1:{port_of(host)}", f"Authorization: Bearer {host.program.token}")
    return "\r\n".join((*fixed, *lines, "", "")).encode()


# --- who is let in


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Basic dXNlcjpwYXNz"}, 401),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "https://127.0.0.1"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1"}, 403),
        ({"Host": "127.0.0.1.evil.example:80"}, 403),
    ],
)
def test_a_page_of_the_web_and_whoever_lacks_the_token_are_turned_away(
    host: Host, headers: dict[str, str], status: int
) -> None:
    host.load(SAVE)
    answer = host.post("tools/call", {"name": "ui_get_snapshot", "arguments": {}}, **headers)
    assert answer.status_code == status
    assert "Save" not in answer.text


def test_another_user_of_the_machine_gets_nothing(host: Host) -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    lines = ["POST /mcp HTTP/1.1", f"Host: 127.0.0.1:{port_of(host)}", f"Content-Length: {len(body)}"]
    request = "\r\n".join([*lines, "Connection: close", "", body])
    code = """
try:
    environment = open(f"/proc/{GIVEN[2]}/environ").read()
except OSError as error:
    environment = type(error).__name__
answer([exchange(*GIVEN[:2]), environment, open(f"/proc/{GIVEN[2]}/cmdline").read()])
"""
    pid = host.tool("ui_get_snapshot")  # none is shown: the number is that of the process that was started
    assert pid["error"]["code"] == "MCP_UI_NO_STAGES"
    answer, environment, command = second_user(code, port_of(host), request, host.order("pid"))
    assert answer.startswith("HTTP/1.1 401 Unauthorized")
    assert environment == "PermissionError"
    assert host.program.token not in command


def test_without_the_property_every_tool_says_that_it_is_not_enabled(host: Host) -> None:
    host.load(SAVE)
    host.order("property", name="mcp.ui", value="false")
    try:
        for tool in ("ui_get_snapshot", "ui_query", "ui_get_node", "ui_perform", "ui_screenshot"):
            error = host.tool(tool)["error"]
            assert error["code"] == "MCP_UI_NOT_ENABLED"
            assert "-Dmcp.ui=true" in error["message"]
    finally:
        host.order("property", name="mcp.ui", value="true")


# --- what is no request


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"", 400, "Parse error"),
        (b"{", 400, "Parse error: expected a string at character 1"),
        (b"[" * 100_000, 400, "expected at most 200 levels"),
        (b"\xff\xfe", 400, "the body is not UTF-8"),
        (b"[]", 400, "batches are not served"),
        (b"5", 400, "expected one JSON-RPC 2.0 message"),
        (b'{"jsonrpc": "2.0", "method": "notifications/initialized"}', 202, ""),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}', 200, "Method not found"),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 5}}', 200, "name must be a string"),
    ],
)
def test_a_body_that_is_no_call_is_answered_and_the_next_one_too(
    host: Host, body: bytes, status: int, said: str
) -> None:
    headers = {"Authorization": f"Bearer {host.program.token}"}
    answer = host.client.post(host.program.url, content=body, headers=headers)
    assert answer.status_code == status
    assert said in answer.text
    assert host.post("ping").json() == {"jsonrpc": "2.0", "id": 1, "result": {}}


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET /mcp HTTP/1.1\r\nX: " + b"y" * 100_000, b"431"),
        (b"POST /mcp HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"400"),
        (b"POST /mcp HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", b"413"),
        (b"POST /mcp HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", b"400"),
        (b"POST /mcp HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"400"),
        (b"POST /mcp HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7fffff\r\n", b"413"),
    ],
)
def test_what_is_no_http_is_refused(host: Host, data: bytes, status: bytes) -> None:
    assert raw(host, data).split(b" ")[1] == status


def test_a_body_in_chunks_is_read_and_other_methods_are_not_served(host: Host) -> None:
    body = b'{"jsonrpc": "2.0", "id": 7, "method": "ping"}'
    chunks = b"%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n" % (10, body[:10], len(body) - 10, body[10:])
    answer = raw(host, head(host, "Transfer-Encoding: chunked", "Connection: close") + chunks)
    assert b'"id":7' in answer
    for method in ("GET", "DELETE"):
        usual = {"Authorization": f"Bearer {host.program.token}"}
        assert host.client.request(method, host.program.url, headers=usual).status_code == 405
    assert host.client.post(host.program.url + "x", headers=usual).status_code == 404


def test_an_unknown_tool_is_a_result_that_names_the_nearest(host: Host) -> None:
    result = host.call("ui_get_nod")
    assert result["isError"]
    assert result["content"][0]["text"] == "tool 'ui_get_nod' not found (did you mean ui_get_node?)"


# --- many, and blocked


def test_twenty_clients_at_once_each_get_what_they_asked_for(side: Side) -> None:
    side.load(SAVE)

    def work(number: int) -> Any:
        ref = side.ref("#save")
        snapshot = side.tool("ui_get_snapshot")
        done = side.tool("ui_perform", actions=[{"type": "click", "target": {"ref": ref}}])
        return snapshot["stages"][0]["title"], done["results"]

    with ThreadPoolExecutor(CLIENTS) as pool:
        answers = list(pool.map(work, range(CLIENTS)))
    assert answers == [("App", [{"ok": True, "type": "click"}])] * CLIENTS
    assert side.label() == f"saved {CLIENTS}"


def test_a_program_that_blocks_its_thread_is_a_timeout_and_goes_on(host: Host) -> None:
    host.load('<VBox><Button fx:id="hang" text="Hang" onAction="#hang"/></VBox>')
    (match,) = host.tool("ui_query", selector={"css": "#hang"})["matches"]
    click = {"type": "click", "target": {"ref": match["ref"]}}
    error = host.tool("ui_perform", actions=[click], timeoutMs=700)["error"]
    assert error["code"] == "MCP_UI_TIMEOUT"
    assert error["details"]["results"] == [{"ok": True, "type": "click"}]
    assert host.tool("ui_query", selector={"css": "#hang"})["matches"] == [match]


def test_a_dialog_that_a_handler_waits_for_is_answered(host: Host) -> None:
    host.load('<VBox><Button fx:id="ask" text="Ask" onAction="#ask"/><Label fx:id="label"/></VBox>')
    (match,) = host.tool("ui_query", selector={"css": "#ask"})["matches"]
    done = host.tool("ui_perform", actions=[{"type": "click", "target": {"ref": match["ref"]}}])
    assert done["results"] == [{"ok": True, "type": "click"}]
    stages = host.tool("ui_get_snapshot", stage="all", depth=0)["stages"]
    dialog = next(stage["stageIndex"] for stage in stages if stage["title"] == "Confirmation")
    scope = {"stage": "index", "stageIndex": dialog}
    (button,) = host.tool("ui_query", scope=scope, selector={"css": "Button", "text": "OK"})["matches"]
    host.tool("ui_perform", actions=[{"type": "click", "target": {"ref": button["ref"]}}])
    (label,) = host.tool("ui_query", selector={"css": "#label"})["matches"]
    assert label["summary"] == "Label[text=OK]"


def test_two_programs_run_side_by_side_and_one_goes_with_whoever_started_it(host: Host) -> None:
    """The second has JavaFX on the class path, as a program in one jar has."""
    host.load(SAVE, title="First")
    with Host(on_class_path) as second:
        second.load(SAVE, title="Second")
        for program, title in ((host, "First"), (second, "Second")):
            (match,) = program.tool("ui_query", selector={"css": "#save"})["matches"]
            program.tool("ui_perform", actions=[{"type": "click", "target": {"ref": match["ref"]}}])
            (stage,) = program.tool("ui_get_snapshot", stage="all")["stages"]
            assert stage["title"] == title
            (label,) = program.tool("ui_query", selector={"css": "#label"})["matches"]
            assert label["summary"] == "Label[text=saved 1]"
            node = program.tool("ui_get_node", ref=label["ref"])
            assert node["module"] == "javafx.controls"
    assert not second.program.is_running


def test_a_program_does_not_outlive_a_test_run_that_is_killed(tmp_path: Path) -> None:
    code = f"""
import sys, time
from pathlib import Path
from tests.javafx.bridge.host import Host
host = Host()
print(host.order("pid"), *host.program._display.processes, flush=True)
time.sleep({patience.SECONDS})
"""
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    with run:
        pids = [int(word) for word in run.stdout.readline().split()]
        run.send_signal(signal.SIGKILL)
    assert len(pids) == 1 + 3
    end = time.monotonic() + patience.SECONDS
    while any(_is_alive(pid) for pid in pids):
        assert time.monotonic() < end, f"some of {pids} are still there"
        time.sleep(0.05)


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    # One that nobody has waited for is over all the same.
    return state != "Z"

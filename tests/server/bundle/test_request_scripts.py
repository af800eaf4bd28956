"""The scripts `event`, `state`, `variables` and `wait-for-state.sh`, run as subprocesses."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.ports import unused_port

SHELLS = [shell for shell in ("sh", "dash", "bash") if shutil.which(shell)]
needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def run(*command: object, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"http_proxy": "http://127.0.0.1:9", "ALL_PROXY": "http://127.0.0.1:9"}
    if path is not None:
        environment["PATH"] = str(path)
    return subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=240, check=False, env=environment
    )


def only(tmp_path: Path, *programs: str) -> Path:
    """A PATH with only these programs."""
    directory = tmp_path / "bin"
    directory.mkdir()
    for program in ("sh", "cat", "dirname", "readlink", *programs):
        # Wrappers such as pyenv's python3 need more than this PATH.
        found = sys.executable if program == "python3" else shutil.which(program)
        assert found is not None
        (directory / program).write_text(f"#!/bin/sh\nexec '{found}' \"$@\"\n")
        (directory / program).chmod(0o755)
    return directory


@pytest.fixture
def port_file(base_dir: Path, stub: Any) -> Path:
    (base_dir / "mcp-port").write_text(str(stub.port))
    return base_dir / "mcp-port"


@pytest.fixture
def dead_port() -> int:
    return unused_port()


EVENTS = '[{"app":"contacts","event":"chat","text":"h\u00e9llo \\n \\" \\\\"},{"n":2}]'


# event


def test_event_prints_the_events_as_the_server_sent_them(
    shell: str, base_dir: Path, stub: Any, port_file: Path
) -> None:
    stub.replies["/wait"] = [(200, EVENTS.encode())]

    done = run(shell, base_dir / "event")

    assert (done.stdout, done.stderr, done.returncode) == (EVENTS + "\n", "", 0)
    assert stub.requests[0][0] == "/wait?timeout=120"


def test_event_accepts_the_time_to_wait(base_dir: Path, stub: Any, port_file: Path) -> None:
    stub.replies["/wait"] = [(204, b"")]

    done = run(base_dir / "event", "5")

    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    assert stub.requests[0][0] == "/wait?timeout=5"


@pytest.mark.parametrize("seconds", ["soon", "1.5", "-1", "5 6"])
def test_event_refuses_a_time_that_is_not_a_whole_number(
    base_dir: Path, stub: Any, port_file: Path, seconds: str
) -> None:
    done = run(base_dir / "event", seconds)

    assert done.returncode == 1
    assert done.stderr == f"ui-mcp: the time to wait is a whole number of seconds, not '{seconds}'\n"
    assert stub.requests == []


def test_without_curl_it_uses_python(base_dir: Path, stub: Any, port_file: Path, tmp_path: Path) -> None:
    stub.replies["/wait"] = [(200, EVENTS.encode()), (204, b""), (503, b"too busy")]
    path = only(tmp_path, "python3")

    assert run(base_dir / "event", path=path).stdout == EVENTS + "\n"
    assert run(base_dir / "event", path=path).stdout == ""
    assert "answered 503 to /wait?timeout=120: too busy" in run(base_dir / "event", path=path).stderr


def test_without_curl_a_stale_port_is_recognised_too(base_dir: Path, dead_port: int, tmp_path: Path) -> None:
    (base_dir / "mcp-port").write_text(str(dead_port))

    done = run(base_dir / "event", path=only(tmp_path, "python3"))

    assert done.returncode == 1
    assert "left over from a server that is gone" in done.stderr


def test_without_curl_and_python_it_says_what_it_needs(base_dir: Path, port_file: Path, tmp_path: Path) -> None:
    done = run(base_dir / "event", path=only(tmp_path))

    assert (done.returncode, done.stderr) == (
        1,
        "ui-mcp: this script needs curl or python3, and neither is installed\n",
    )


def test_a_large_answer_arrives_whole(base_dir: Path, stub: Any, port_file: Path) -> None:
    events = "[" + ",".join(f'{{"n":{n},"text":"{"x" * 100}"}}' for n in range(10_000)) + "]"
    stub.replies["/wait"] = [(200, events.encode())]

    assert run(base_dir / "event").stdout == events + "\n"


def test_a_link_to_the_script_finds_the_same_server(base_dir: Path, stub: Any, port_file: Path, tmp_path: Path) -> None:
    stub.replies["/wait"] = stub.replies["/state"] = [(200, b"[]")]
    for name in ("event", "state"):
        (tmp_path / "links").mkdir(exist_ok=True)
        (tmp_path / "links" / name).symlink_to(os.path.relpath(base_dir / name, tmp_path / "links"))

        assert run(tmp_path / "links" / name).stdout == "[]\n"


def test_without_a_port_file_it_says_that_no_server_is_running(shell: str, base_dir: Path) -> None:
    done = run(shell, base_dir / "event")

    assert (done.stdout, done.returncode) == ("", 1)
    assert done.stderr == f"ui-mcp: no server is running for {base_dir}. The tool ui_start starts it.\n"


@pytest.mark.parametrize("content", ["", "port", "80 80", "-1"])
def test_a_port_file_without_a_port_is_reported(base_dir: Path, content: str) -> None:
    (base_dir / "mcp-port").write_text(content)

    done = run(base_dir / "event")

    assert done.returncode == 1
    assert "holds no port number. The tool ui_start writes it anew." in done.stderr


def test_a_stale_port_file_is_recognised_when_nothing_listens(shell: str, base_dir: Path, dead_port: int) -> None:
    (base_dir / "mcp-port").write_text(f"{dead_port}\n")

    done = run(shell, base_dir / "event")

    assert (done.stdout, done.returncode) == ("", 1)
    assert done.stderr == (
        f"ui-mcp: nothing answers on port {dead_port}, so {base_dir}/mcp-port is left over from a server "
        "that is gone. The tool ui_start starts one.\n"
    )


def test_a_stale_port_file_is_recognised_when_another_server_has_the_port(
    base_dir: Path, stub: Any, port_file: Path
) -> None:
    stub.replies["/wait"] = [(421, b"not mine")]

    done = run(base_dir / "event")

    assert done.returncode == 1
    assert f"the server on port {stub.port} works for another directory" in done.stderr
    assert stub.requests[0][1]["x-ui-base-dir"].encode("latin-1").decode() == str(base_dir)


def test_a_stale_port_file_is_recognised_when_something_else_has_the_port(
    base_dir: Path, stub: Any, port_file: Path
) -> None:
    stub.replies["/wait"] = [(200, b"<html>some page</html>")]

    done = run(base_dir / "event")

    assert (done.stdout, done.returncode) == ("", 1)
    assert f"what answers on port {stub.port} is not a ui-mcp server" in done.stderr


def test_a_server_that_dies_during_the_request_is_reported(base_dir: Path, stub: Any, port_file: Path) -> None:
    stub.replies["/wait"] = []

    done = run(base_dir / "event")

    assert done.returncode == 1
    assert f"the server on port {stub.port} went away before it answered" in done.stderr


# state, variables


@pytest.mark.parametrize("name", ["state", "variables"])
def test_state_and_variables_print_json(shell: str, base_dir: Path, stub: Any, port_file: Path, name: str) -> None:
    stub.replies[f"/{name}"] = [(200, b'{"value": {}}')]

    done = run(shell, base_dir / name)

    assert (done.stdout, done.stderr, done.returncode) == ('{"value": {}}\n', "", 0)
    assert stub.requests[0][1]["accept"] == "application/json"


@pytest.mark.parametrize("name", ["state", "variables"])
def test_state_and_variables_recognise_a_stale_port_file(base_dir: Path, dead_port: int, name: str) -> None:
    (base_dir / "mcp-port").write_text(str(dead_port))

    done = run(base_dir / name)

    assert (done.stdout, done.returncode) == ("", 1)
    assert "left over from a server that is gone" in done.stderr


# wait-for-state.sh


@needs_curl
@pytest.mark.parametrize("printer", ["jq", "python3"])
def test_wait_for_state_prints_one_event_per_line_until_the_server_ends(
    base_dir: Path, stub: Any, printer: str, tmp_path: Path
) -> None:
    if shutil.which(printer) is None:
        pytest.skip(f"needs {printer}")
    stub.shut_down_when_empty = True
    stub.replies["/wait"] = [(200, EVENTS.encode()), (204, b""), (200, b'[{"n":3}]')]

    done = run(
        base_dir / "wait-for-state.sh",
        f"http://127.0.0.1:{stub.port}/",
        "7",
        path=only(tmp_path, "curl", printer),
    )

    first, *rest = done.stdout.splitlines()
    assert first == EVENTS[1:].split(',{"n"')[0]
    assert rest == ['{"n":2}', '{"n":3}']
    assert (done.stderr, done.returncode) == ("", 0)
    assert {path for path, _ in stub.requests} == {"/wait?timeout=7"}


@needs_curl
def test_wait_for_state_finds_the_server_by_its_port_file(
    shell: str, base_dir: Path, stub: Any, port_file: Path
) -> None:
    stub.shut_down_when_empty = True
    stub.replies["/wait"] = [(200, b"[1]")]

    done = run(shell, base_dir / "wait-for-state.sh")

    assert (done.stdout, done.stderr, done.returncode) == ("1\n", "", 0)
    assert stub.requests[0][0] == "/wait?timeout=30"


@needs_curl
def test_wait_for_state_ends_with_1_when_the_server_refuses(base_dir: Path, stub: Any) -> None:
    done = run(base_dir / "wait-for-state.sh", f"http://127.0.0.1:{stub.port}")

    assert done.returncode == 1
    assert "answered 404: no such page" in done.stderr


@needs_curl
def test_wait_for_state_recognises_a_stale_port_file(base_dir: Path, dead_port: int) -> None:
    (base_dir / "mcp-port").write_text(str(dead_port))

    done = run(base_dir / "wait-for-state.sh")

    assert done.returncode == 1
    assert "left over from a server that is gone" in done.stderr


@needs_curl
def test_wait_for_state_without_a_way_to_print_takes_no_event(
    base_dir: Path, stub: Any, port_file: Path, tmp_path: Path
) -> None:
    done = run(base_dir / "wait-for-state.sh", path=only(tmp_path, "curl"))

    assert done.returncode == 1
    assert "needs jq or python3" in done.stderr
    assert stub.requests == []

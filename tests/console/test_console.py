from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from tests import patience
from tests.files import CONTACTS, write

pytestmark = [pytest.mark.slow, pytest.mark.warm]

BOUND = patience.SECONDS
COMMAND = [sys.executable, "-m", "pytest_uimcp.console"]


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return write(tmp_path / "ui", CONTACTS)


def run(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=BOUND, check=False
    )


def lines(done: subprocess.CompletedProcess[str]) -> list[Any]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_code_is_evaluated_and_its_result_printed_as_json(base: Path) -> None:
    done = run(base, "--eval", "return 1 + 1", "--eval", "return {a = {1, 'x'}, _hidden = 1}")
    assert (done.returncode, lines(done)) == (0, [2, {"a": [1, "x"]}])
    assert "(left out: _hidden)" in done.stderr


def test_it_says_what_it_loaded(base: Path) -> None:
    write(base, {"lua/main.lua": ""})
    done = run(base, "--app", "contacts")
    assert done.stderr.splitlines() == [
        f"session on {base} with Lua 5.1",
        "loaded lua/main.lua",
        "loaded apps/contacts/app.lua",
    ]
    assert (done.returncode, done.stdout) == (0, "")


def test_state_and_variables_are_printed(base: Path) -> None:
    done = run(base, "--app", "contacts", "--watch", "value.title", "--state", "--variables")
    watched, state, root, variable = lines(done)
    assert watched == {"path": "value.title", "value": "Friends"}
    assert state["list"] == [{"type": "Contact", "name": "Ann"}, {"type": "Contact", "name": "Bob"}]
    assert (root["id"], root["type"]) == (1, "MCP")
    assert (variable["path"], variable["value"]) == ("value.title", "Friends")


def test_a_watched_path_is_printed_whenever_it_changes(base: Path) -> None:
    done = run(
        base, "--app", "contacts", "--watch", "value.title", "--watch", "value.fail()",
        "--eval", "contacts.title = 'Others'", "--eval", "return 1",
    )  # fmt: skip
    assert lines(done) == [
        {"path": "value.title", "value": "Friends"},
        {"path": "value.fail()", "value": None},
        None,
        {"path": "value.title", "value": "Others"},
        1,
    ]


def test_an_error_names_file_line_and_traceback_and_is_the_end(base: Path) -> None:
    write(base, {"lua/part.lua": "function explode()\n  error('boom')\nend"})
    done = run(base, "--eval", "require('part') explode()", "--eval", "return 'never'")
    assert (done.returncode, done.stdout) == (1, "")
    assert "error: lua/part.lua:2: boom" in done.stderr
    assert "in function 'explode'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_fails_is_reported_and_the_exit_code_is_1(base: Path) -> None:
    write(base, {"lua/main.lua": "error('not today')"})
    done = run(base, "--eval", "return 1")
    assert (done.returncode, lines(done)) == (1, [1])
    assert "lua/main.lua:1: not today" in done.stderr


def test_an_app_that_is_not_there_is_an_error(base: Path) -> None:
    done = run(base, "--app", "nope")
    assert done.returncode == 1
    assert "apps/nope/app.lua" in done.stderr


def test_what_lua_prints_does_not_mix_with_results(base: Path) -> None:
    done = run(base, "--eval", "print('hello') io.stdout:write('there\\n') return 1")
    assert lines(done) == [1]
    assert done.stderr.splitlines()[-2:] == ["hello", "there"]
    assert not (base / "log").exists()


def test_code_can_come_from_standard_input(base: Path) -> None:
    assert lines(run(base, "--eval", "-", stdin="return 'from\\nstdin'")) == ["from\nstdin"]


def test_bytes_that_are_no_text_can_be_printed(base: Path) -> None:
    assert lines(run(base, "--eval", "return '\\255'")) == ["\ufffd"]


def test_the_runtime_is_chosen(base: Path) -> None:
    code = "for i = 1, 2 do if i == 1 then goto on end last = i ::on:: end return last"
    assert lines(run(base, "--lua", "5.2", "--eval", code)) == [2]
    refused = run(base, "--lua", "5.1", "--eval", code)
    assert refused.returncode == 1
    assert "--lua 5.2" in refused.stderr


def test_io_can_be_switched_off(base: Path) -> None:
    done = run(base, "--lua-io", "none", "--eval", "return io.open('/etc/hostname')")
    assert done.returncode == 1
    assert "--lua-io none" in done.stderr
    assert run(base, "--lua-io", "all", "--eval", f"io.open('{base}/x', 'w'):close()").returncode == 0


def test_limits_stop_what_has_no_end(base: Path) -> None:
    slow = run(base, "--time-limit", "0.2", "--eval", "while true do end")
    assert slow.returncode == 1
    assert "0.2 s" in slow.stderr
    large = run(base, "--memory-limit", "8", "--eval", "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1e5) .. i end")
    assert large.returncode == 1
    assert "memory" in large.stderr


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((), "expected a directory, got '.claude/ui'"),
        (("/no/such/dir",), "expected a directory, got '/no/such/dir'"),
        ((".", "--lua", "6"), "invalid choice: '6'"),
        ((".", "--time-limit", "0"), "expected seconds above 0, got 0"),
        ((".", "--memory-limit", "x"), "invalid"),
        ((".", "--dance"), "unrecognized arguments: --dance"),
    ],
)
def test_a_wrong_command_line_says_what_is_wrong(arguments: tuple[str, ...], why: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert why in done.stderr


@pytest.fixture
def interruptible() -> Iterator[None]:
    """What is started here hears Ctrl-C, even if this run was started by a shell that keeps it from its jobs."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_with_reload_it_stays_and_shows_changes_until_interrupted(base: Path) -> None:
    arguments = [*COMMAND, str(base), "--app", "contacts", "--watch", "value.subtitle", "--reload"]
    with subprocess.Popen(
        arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline()) == {"path": "value.subtitle", "value": None}
        text = CONTACTS["apps/contacts/app.lua"].replace("list = EMPTY", "list = EMPTY, subtitle = 'new'")
        # The watch begins at some moment after the line above: save until it is seen.
        for _ in range(50):
            write(base, {"apps/contacts/app.lua": text})
            if _readable(process.stdout, 1.0):
                break
        assert json.loads(process.stdout.readline()) == {"path": "value.subtitle", "value": "new"}
        process.send_signal(signal.SIGINT)
        assert process.wait(BOUND) == 0


def _readable(stream: IO[str], seconds: float) -> bool:
    return bool(select.select([stream], [], [], seconds)[0])


def test_on_a_terminal_it_reads_line_by_line(base: Path) -> None:
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, str(base)], stdin=follower, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        os.close(follower)
        typed = [":app contacts", "contacts.title", "x = 2", "x + 1", "function f()", "return 'f'", "end", "f()"]
        typed += ["error('oops')", ":dance", ":watch value.title", "contacts.title = 'T'", ":state", ":reload", ":quit"]
        os.write(leader, "".join(f"{line}\n" for line in typed).encode())
        out, err = process.communicate(timeout=BOUND)
    os.close(leader)
    results = [
        json.loads(line.removeprefix("> ").removeprefix("… "))
        for line in out.replace("> ", "\n").replace("… ", "\n").split("\n")
        if line.strip()
    ]
    assert results[:5] == ["Friends", None, 3, None, "f"]
    assert results[5:8] == [{"path": "value.title", "value": "Friends"}, None, {"path": "value.title", "value": "T"}]
    assert results[8]["title"] == "T"
    assert "error: eval:1: oops" in err
    assert "no command :dance" in err
    assert process.returncode == 1

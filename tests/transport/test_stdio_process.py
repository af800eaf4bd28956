from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from tests.transport.wires import INITIALIZE, PATIENCE, call, child, child_environment

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.warm]


async def test_nothing_but_the_protocol_reaches_stdout_whatever_prints() -> None:
    async with child() as wire:
        await wire.initialize()
        assert await wire.text_of(call(1, "noise")) == ""  # and the tool read end of file from standard input
        wire.close_input()
        assert await wire.receive() is None
        code, said = await wire.end()
    assert code == 0
    for noise in (
        "a banner before the protocol",
        "a banner after the claim",
        "noise from print",
        "noise from sys.stdout without an end of line",
        "noise from os.write",
        "noise from a child",
        "noise from the shell",
        "noise from C, still in its buffer at the end",
    ):
        assert noise in said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_the_process_while_its_input_is_open(number: signal.Signals) -> None:
    async with child() as wire:
        await wire.initialize()
        wire.process.send_signal(number)
        code, said = await wire.end()
    assert (code, "a signal asked us to stop" in said, "Traceback" in said) == (0, True, False)


async def test_a_signal_answers_the_pending_calls() -> None:
    async with child() as wire:
        await wire.initialize()
        await wire.send(call(1, "wait"))
        assert await wire.text_of(call(2, "echo", text="the other one has started")) != ""
        wire.process.send_signal(signal.SIGINT)
        reply = await wire.receive()
        assert reply is not None
        assert (reply["id"], reply["error"]["message"]) == (1, "Connection closed")
        assert (await wire.end())[0] == 0


async def test_a_second_signal_kills() -> None:
    async with child("stubborn") as wire:
        await wire.initialize()
        await wire.send(call(1, "stubborn"))
        assert await wire.text_of(call(2, "echo", text="the other one has started")) != ""
        wire.process.send_signal(signal.SIGTERM)
        reply = await wire.receive()
        assert reply is not None
        assert reply["method"] == "notifications/message"
        wire.process.send_signal(signal.SIGTERM)
        assert (await wire.end())[0] == -signal.SIGTERM


async def test_a_closed_output_ends_the_process_without_a_traceback() -> None:
    async with child() as wire:
        await wire.initialize()
        wire.close_output()
        code, said = await wire.end()
    assert (code, "the client closed our output" in said, "Traceback" in said) == (0, True, False)


async def test_an_answer_nobody_can_read_ends_the_process_without_a_traceback() -> None:
    async with child() as wire:
        await wire.initialize()
        await wire.send(call(1, "big", size=1_000_000))
        wire.close_output()
        code, said = await wire.end()
    assert (code, "Traceback" in said) == (0, False)


async def test_the_end_of_the_input_in_the_middle_of_a_message_ends_the_process() -> None:
    async with child() as wire:
        await wire.initialize()
        await wire.raw(b'{"jsonrpc":"2.0",')
        wire.close_input()
        code, said = await wire.end()
    assert (code, "the client closed our input" in said, "Traceback" in said) == (0, True, False)


async def test_files_work_as_input_and_output(tmp_path: Path) -> None:
    script = "".join(json.dumps(message) + "\n" for message in (INITIALIZE, call(1, "echo", text="filed")))
    (tmp_path / "in").write_text(script)
    with (tmp_path / "in").open() as stdin, (tmp_path / "out").open("w") as stdout:
        async with child(stdin=stdin.fileno(), stdout=stdout.fileno()) as wire:
            assert (await wire.end())[0] == 0
    replies = [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]
    assert [reply["id"] for reply in replies] == ["init", 1]


async def test_a_closed_stream_is_an_error_that_names_it() -> None:
    script = Path(__file__).with_name("sample.py")
    shell = f"exec '{sys.executable}' '{script}' <&-"
    process = await anyio.run_process(["sh", "-c", shell], check=False, env=child_environment())
    assert process.returncode == 1
    assert "standard input (descriptor 0) is closed" in process.stderr.decode()


# Opens a file before the claim, which gets the number of the closed stream, and prints after the claim.
OPENS_A_FILE = """
import os, sys
file = os.open(sys.argv[1], os.O_RDWR)
from pytest_uimcp.transport.claim import claim_stdout
from pytest_uimcp.transport.errors import StdioUnavailable
try:
    claim = claim_stdout()
except StdioUnavailable as error:
    raise SystemExit(str(error))
os.write(1, b"noise")
os.write(claim.stdout, str(file).encode())
"""


def start_without(redirection: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    (tmp_path / "script.py").write_text(OPENS_A_FILE)
    (tmp_path / "file").write_text("kept")
    line = f'exec "$0" script.py file {redirection}'
    environment = child_environment()
    return subprocess.run(
        ["sh", "-c", line, sys.executable], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
        timeout=PATIENCE, stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("redirection", "name"), [("<&-", "standard input (descriptor 0)"), (">&-", "standard output (descriptor 1)")]
)
def test_a_file_that_got_the_number_of_a_closed_stream_is_not_mistaken_for_it(
    redirection: str, name: str, tmp_path: Path
) -> None:
    done = start_without(redirection, tmp_path)
    assert done.returncode == 1
    assert f"{name} is closed" in done.stderr


def test_noise_does_not_go_to_a_file_that_got_the_number_of_a_closed_error_stream(tmp_path: Path) -> None:
    done = start_without("2>&-", tmp_path)
    assert (done.returncode, done.stdout) == (0, "2")
    assert (tmp_path / "file").read_text() == "kept"


@pytest.mark.parametrize(
    ("mode", "version"),
    [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")],
)
async def test_the_official_client_works_in_both_eras(mode: str, version: str) -> None:
    parameters = StdioServerParameters(
        command=sys.executable,
        args=[str(Path(__file__).with_name("sample.py"))],
        env=child_environment(),
    )
    async with Client(stdio_client(parameters), mode=mode, read_timeout_seconds=PATIENCE) as client:
        assert client.protocol_version == version
        assert "echo" in [tool.name for tool in (await client.list_tools()).tools]
        result = await client.call_tool("echo", {"text": "hello"})
        assert [getattr(block, "text", None) for block in result.content] == ["hello"]

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from pytest_uimcp.transport.claim import claim_stdout
from pytest_uimcp.transport.errors import StdioUnavailable


@dataclass
class Streams:
    """Pipes in place of the streams of a process, and the ends that its client holds."""

    stdin: int
    stdout: int
    stderr: int
    to_stdin: int
    from_stdout: int
    from_stderr: int


def closed_descriptor() -> int:
    fd = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 200)  # high enough not to be reused at once
    os.close(fd)
    return fd


@pytest.fixture
def streams() -> Iterator[Streams]:
    stdin, to_stdin = os.pipe()
    from_stdout, stdout = os.pipe()
    from_stderr, stderr = os.pipe()
    held = (stdin, stdout, stderr, to_stdin, from_stdout, from_stderr)
    yield Streams(*held)
    for fd in held:
        os.close(fd)


def test_only_the_claim_reaches_the_client(streams: Streams) -> None:
    with claim_stdout(stdin=streams.stdin, stdout=streams.stdout, stderr=streams.stderr) as claim:
        os.write(streams.stdout, b"noise")
        os.write(claim.stdout, b"message")
        os.write(streams.to_stdin, b"request")
        assert os.read(streams.stdin, 100) == b""
        assert os.read(claim.stdin, 100) == b"request"
    assert os.read(streams.from_stdout, 100) == b"message"
    assert os.read(streams.from_stderr, 100) == b"noise"


def test_closing_restores_the_streams(streams: Streams) -> None:
    with claim_stdout(stdin=streams.stdin, stdout=streams.stdout, stderr=streams.stderr) as claim:
        pass
    claim.close()
    os.write(streams.stdout, b"mine again")
    os.write(streams.to_stdin, b"yours")
    assert os.read(streams.from_stdout, 100) == b"mine again"
    assert os.read(streams.stdin, 100) == b"yours"
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(claim.stdout)


def test_without_restoring_the_streams_stay_diverted(streams: Streams) -> None:
    claim_stdout(stdin=streams.stdin, stdout=streams.stdout, stderr=streams.stderr, restore=False).close()
    os.write(streams.stdout, b"last words")
    assert os.read(streams.from_stderr, 100) == b"last words"
    os.set_blocking(streams.from_stdout, False)
    assert os.read(streams.from_stdout, 100) == b""  # and the client sees end of file


def test_private_copies_are_not_inherited(streams: Streams) -> None:
    with claim_stdout(stdin=streams.stdin, stdout=streams.stdout, stderr=streams.stderr) as claim:
        assert not os.get_inheritable(claim.stdin)
        assert not os.get_inheritable(claim.stdout)
        assert min(claim.stdin, claim.stdout) > 2


def test_streams_are_claimed_once(streams: Streams) -> None:
    fds: dict[str, Any] = {"stdin": streams.stdin, "stdout": streams.stdout, "stderr": streams.stderr}
    with (
        claim_stdout(**fds),
        pytest.raises(StdioUnavailable, match=r"descriptor \d+ already serves another stdio transport"),
    ):
        claim_stdout(**fds)
    claim_stdout(**fds).close()


@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_a_closed_stream_is_named(streams: Streams, closed: str) -> None:
    spare = closed_descriptor()
    fds: dict[str, Any] = {"stdin": streams.stdin, "stdout": streams.stdout, "stderr": streams.stderr, closed: spare}
    name = {"stdin": "standard input", "stdout": "standard output"}[closed]
    with pytest.raises(StdioUnavailable, match=rf"{name} \(descriptor {spare}\) is closed; start this"):
        claim_stdout(**fds)
    claim_stdout(stdin=streams.stdin, stdout=streams.stdout, stderr=streams.stderr).close()


def test_a_closed_error_stream_silences_the_noise(streams: Streams) -> None:
    spare = closed_descriptor()
    with claim_stdout(stdin=streams.stdin, stdout=streams.stdout, stderr=spare) as claim:
        os.write(streams.stdout, b"noise")
        os.write(claim.stdout, b"message")
    assert os.read(streams.from_stdout, 100) == b"message"

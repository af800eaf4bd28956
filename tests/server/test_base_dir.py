"""Choosing the base directory, and refusing those that cannot be used, each with its reason."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp.core.base_dir import default_base_dir
from pytest_uimcp.server.states import State
from tests.server.rig import Rig, environment

pytestmark = pytest.mark.warm

anyio = pytest.mark.anyio


# The default directory.


def test_the_default_is_created_if_neither_exists(tmp_path: Path) -> None:
    assert default_base_dir(tmp_path) == tmp_path / ".claude" / "ui"


def test_an_existing_dot_ui_is_found(tmp_path: Path) -> None:
    (tmp_path / ".ui").mkdir()
    assert default_base_dir(tmp_path) == tmp_path / ".ui"


def test_if_both_exist_dot_ui_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".ui").mkdir()
    (tmp_path / ".claude" / "ui").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert default_base_dir() == tmp_path / ".ui"


# Usable and unusable directories.


@anyio
async def test_missing_parents_are_created(rig: Rig, tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b" / "c" / "ui"
    await rig.tool("ui_configure", base_dir=str(deep))
    assert (deep / "log").is_dir()


@anyio
async def test_a_directory_is_used_through_a_link(rig: Rig, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    await rig.tool("ui_configure", base_dir=str(tmp_path / "link"))
    assert (tmp_path / "real" / "log").is_dir()


@anyio
async def test_a_relative_directory_is_refused(rig: Rig) -> None:
    assert await rig.refused("ui_configure", base_dir="some/ui") == "base_dir must be an absolute path, got 'some/ui'"


@anyio
async def test_a_tilde_in_the_directory_is_expanded(rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    said = await rig.tool("ui_configure", base_dir="~/short/ui")
    assert said.data is not None
    assert said.data["base_dir"] == str(tmp_path / "short" / "ui")


@anyio
@pytest.mark.parametrize("below", ["", "/ui", "/deeper/ui"])
async def test_a_file_in_the_way_is_named(rig: Rig, tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("precious")
    refusal = await rig.refused("ui_configure", base_dir=str(tmp_path / "file") + below)
    assert f"{tmp_path / 'file'} is a file, not a directory" in refusal
    assert (tmp_path / "file").read_text() == "precious"
    await still_configured(rig)


@anyio
async def test_a_file_named_log_is_named(rig: Rig, tmp_path: Path) -> None:
    (tmp_path / "log").write_text("")
    assert f"{tmp_path / 'log'} is a file" in await rig.refused("ui_configure", base_dir=str(tmp_path))


@anyio
@pytest.mark.parametrize("where", ["/proc/nope/ui", "/dev/null/ui", "/tmp/" + "x" * 300, "/tmp/nul\0byte"])
async def test_a_directory_that_cannot_be_created_is_refused_with_the_reason(rig: Rig, where: str) -> None:
    refusal = await rig.refused("ui_configure", base_dir=where)
    assert "cannot be the base directory" in refusal
    assert "inside the server" not in refusal
    await still_configured(rig)


@anyio
async def test_a_circular_link_is_refused_with_the_reason(rig: Rig, tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert "cannot be the base directory" in await rig.refused("ui_configure", base_dir=str(tmp_path / "a" / "ui"))
    await still_configured(rig)


@anyio
async def test_a_dangling_link_is_refused_with_the_reason(rig: Rig, tmp_path: Path) -> None:
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    assert "cannot be the base directory" in await rig.refused("ui_configure", base_dir=str(tmp_path / "dangling"))


async def still_configured(rig: Rig) -> None:
    assert rig.server.state is State.CONFIGURED
    await rig.tool("ui_start")


# Read-only and full disks.


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A directory that even root cannot write to."""
    with mounted(tmp_path / "mounted", "ro", "ro") as path:
        yield path


class mounted:  # noqa: N801 -- used as a context manager
    """Mounts a tmpfs; the test is skipped where that is not allowed."""

    def __init__(self, path: Path, options: str, kind: str) -> None:
        self._path, self._options, self._kind = path, options, kind

    def __enter__(self) -> Path:
        self._path.mkdir()
        libc = ctypes.CDLL(None, use_errno=True)
        flags = 1 if self._kind == "ro" else 0
        data = b"" if self._kind == "ro" else self._options.encode()
        if libc.mount(b"tmpfs", os.fsencode(self._path), b"tmpfs", flags, data) != 0:
            pytest.skip(f"mounting is not allowed here: {os.strerror(ctypes.get_errno())}")
        return self._path

    def __exit__(self, *_: object) -> None:
        ctypes.CDLL(None).umount2(os.fsencode(self._path), 2)


@anyio
async def test_a_read_only_directory_is_refused_with_the_reason(rig: Rig, read_only: Path) -> None:
    refusal = await rig.refused("ui_configure", base_dir=str(read_only / "ui"))
    assert "Read-only file system; choose one that can be created and written" in refusal
    await still_configured(rig)


@anyio
async def test_a_full_disk_is_reported_and_nothing_is_half_installed(rig: Rig, tmp_path: Path) -> None:
    with mounted(tmp_path / "full", "size=64k", "rw") as disk:
        refusal = await rig.refused("ui_configure", base_dir=str(disk / "p" / "ui"))
        assert "no space is left" in refusal
        assert not (disk / "p" / "ui" / "README.md").exists()
        await still_configured(rig)


# For systems where mounting is not allowed: a file size limit fails writes in the same way as a full disk.
FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
sys.argv[1:] = ["mcp", "--dir", sys.argv[1]]
from pytest_uimcp.cli import run
run()
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="no limit on the size of files here")
def test_a_start_that_cannot_install_ends_with_1_and_the_reason(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL, str(tmp_path / "ui")]
    ended = subprocess.run(command, input=b"", capture_output=True, timeout=240, check=False, env=environment())
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert b"size limit" in ended.stderr
    assert b"Traceback" not in ended.stderr
    assert not (tmp_path / "ui" / "README.md").exists()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="no limit on the size of files here")
def test_a_tool_on_a_full_disk_is_an_error_and_the_server_continues(tmp_path: Path) -> None:
    """The install is complete when the disk becomes full, but the log and the port files still grow."""
    base_dir = tmp_path / "ui"
    base_dir.mkdir()
    (base_dir / "README.md").write_text("**Version: 9.9.9**\n")
    script = FULL.replace("2000, 2000", "0, 0")
    calls = [
        {"name": "ui_start"},
        {"name": "ui_install", "arguments": {"force": True}},
        {"name": "ui_status"},
    ]
    lines = [
        {
            "jsonrpc": "2.0",
            "id": 0,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "t", "version": "1"},
            },
        },
        *({"jsonrpc": "2.0", "id": i + 1, "method": "tools/call", "params": call} for i, call in enumerate(calls)),
    ]
    ended = subprocess.run(
        [sys.executable, "-c", script, str(base_dir)],
        input="".join(json.dumps(line) + "\n" for line in lines).encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=240,
        check=False,
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
    )
    answers = {answer["id"]: answer["result"] for answer in map(json.loads, ended.stdout.splitlines())}
    assert ended.returncode == 0
    assert [answers[i].get("isError", False) for i in (1, 2, 3)] == [True, True, False]
    assert "cannot write" in answers[1]["content"][0]["text"]
    assert json.loads(answers[3]["content"][0]["text"])["state"] == "configured"

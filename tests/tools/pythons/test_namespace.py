"""Nothing stays mounted and nobody stays behind, however a command ends. These tests mount, so they need root."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from tools.pythons import machine, namespace

ROOT = Path(__file__).resolve().parents[3]
SECONDS = 60


@cache
def is_able() -> bool:
    """Whether mounts can be made here; inside of a chroot, of the matrix for one, they cannot."""
    if os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("setpriv"):
        return False
    return namespace.run(["true"], environment=machine.environment(), quiet=True) == 0


pytestmark = pytest.mark.skipif(not is_able(), reason="needs root that may mount")

# Runs what `sh` is given in a "system" that is this machine's own tree, with mounts of its own upon it.
ENTER = """
import signal
import sys
from pathlib import Path
from tools.pythons.namespace import chroot
# What a shell starts in the background ignores interrupts, and so do these tests there, and all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(chroot(Path("/"), ["sh", "-c", sys.argv[1]], environment={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}))
"""
# Starts a child that ends only when it is killed, and waits for it.
WAIT = "tail -f /dev/null & wait"


def mounts() -> list[str]:
    lines = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
    # Other tests mount meanwhile, in their temporary directories.
    return [line for line in lines if "/pytest-of-" not in line]


@contextmanager
def entered(line: str) -> Iterator[subprocess.Popen[str]]:
    before = mounts()
    process = subprocess.Popen(
        [sys.executable, "-c", ENTER, line],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
        # The pipe ends when nobody has it any more, in there too.
        process.communicate(timeout=SECONDS)
        assert mounts() == before
    finally:
        process.kill()
        process.communicate(timeout=SECONDS)


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_a_command_has_its_own_mounts_and_processes_and_its_exit_code_is_returned() -> None:
    line = "ls -d /proc/[0-9]* | wc -l; grep -c ' /dev ' /proc/self/mountinfo; exit 7"
    with entered(line) as process:
        output, _ = process.communicate(timeout=SECONDS)
    processes, devices = map(int, output.split())
    assert (process.returncode, processes < 10) == (7, True)
    assert devices > mounts().count(" /dev ")


def test_what_a_command_leaves_running_ends_with_it() -> None:
    with entered("tail -f /dev/null & echo left") as process:
        assert first_line(process) == "left\n"


def test_an_interrupted_command_can_report_its_progress() -> None:
    line = f"trap 'echo this far; exit 2' INT; echo ready; while :; do {WAIT}; done"
    with entered(line) as process:
        assert first_line(process) == "ready\n"
        os.killpg(process.pid, signal.SIGINT)
        assert first_line(process) == "this far\n"


def test_a_command_that_ignores_interrupts_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    line = f"trap '' INT; echo ready; while :; do {WAIT}; done"
    monkeypatch.setitem(globals(), "ENTER", f"from tools.pythons import namespace\nnamespace.PATIENCE = 0.1\n{ENTER}")
    with entered(line) as process:
        assert first_line(process) == "ready\n"
        os.killpg(process.pid, signal.SIGINT)


def test_everything_ends_with_a_killed_command() -> None:
    with entered(f"echo ready; {WAIT}") as process:
        assert first_line(process) == "ready\n"
        process.kill()


def test_a_command_that_cannot_be_found_has_its_own_exit_code(tmp_path: Path) -> None:
    assert namespace.run(["/nowhere/at/all"], environment={}, quiet=True) != 0

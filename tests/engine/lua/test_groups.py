"""What becomes of a session's commands, and of all that they started."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pytest_uimcp.engine.lua import groups
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.groups import ProcessGroups
from tests import patience

BOUND = patience.SECONDS


class Commands:
    """Commands whose members write down who they are, and a way to see who is left."""

    def __init__(self, folder: Path) -> None:
        self.groups = ProcessGroups()
        self.folder = folder

    def start(self, command: str) -> subprocess.Popen[bytes]:
        text = command.replace("NOTE", f"echo $$ > {self.folder}/$$")
        return self.groups.start(text.encode(), stdin=subprocess.DEVNULL)

    def noted(self, count: int) -> list[int]:
        """The numbers of so many processes, as soon as they have noted them."""
        end = time.monotonic() + BOUND
        while len(found := [path for path in self.folder.iterdir() if path.read_text().strip()]) < count:
            assert time.monotonic() < end
            time.sleep(0.005)
        return [int(path.name) for path in found if path.name.isdigit()]


@pytest.fixture
def commands(tmp_path: Path) -> Iterator[Commands]:
    commands = Commands(tmp_path)
    yield commands
    for path in tmp_path.iterdir():
        if path.name.isdigit():
            with suppress(ProcessLookupError):
                os.kill(int(path.name), signal.SIGKILL)


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(pids: list[int]) -> bool:
    """Whether all of them are, within a bound: the system takes a moment."""
    end = time.monotonic() + BOUND
    while any(map(lives, pids)) and time.monotonic() < end:
        time.sleep(0.005)
    return not any(map(lives, pids))


def test_a_command_ends_with_all_that_it_started(commands: Commands) -> None:
    leader = commands.start("sh -c 'NOTE; sleep 1000' & sh -c 'NOTE; sleep 1000' & NOTE; wait")
    pids = commands.noted(3)
    commands.groups.end()
    assert leader.wait(BOUND) == -signal.SIGTERM
    assert gone(pids)


def test_what_it_left_in_the_background_ends_though_the_command_is_over(commands: Commands) -> None:
    leader = commands.start("sh -c 'NOTE; exec sleep 1000' &")
    leader.wait(BOUND)
    pids = commands.noted(1)
    assert lives(pids[0])
    commands.start("true").wait(BOUND)  # which forgets groups that nobody is in
    commands.groups.end()
    assert gone(pids)


def test_it_is_asked_to_end_before_it_is_ended(commands: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "GRACE", BOUND)
    leader = commands.start(
        f"trap 'echo asked > {commands.folder}/asked; exit 3' TERM; NOTE; while :; do sleep 0.01; done"
    )
    commands.noted(1)
    commands.groups.end()
    assert leader.wait(BOUND) == 3
    assert (commands.folder / "asked").exists()


def test_a_process_that_ignores_the_signal_is_killed(commands: Commands) -> None:
    leader = commands.start("trap '' TERM; NOTE; while :; do sleep 0.01; done")
    commands.noted(1)
    commands.groups.end()
    assert leader.wait(BOUND) == -signal.SIGKILL


def test_a_member_that_ignores_signals_ends_after_its_leader(commands: Commands) -> None:
    commands.start("sh -c 'trap \"\" TERM; NOTE; while :; do sleep 0.01; done' & NOTE; exec sleep 1000")
    pids = commands.noted(2)
    commands.groups.end()
    assert gone(pids)


def test_a_process_that_leaves_the_group_survives(commands: Commands) -> None:
    commands.start("setsid sh -c 'NOTE; exec sleep 1000' &").wait(BOUND)
    (pid,) = commands.noted(1)
    commands.groups.end()
    assert lives(pid)


def test_nothing_starts_after_the_end(commands: Commands) -> None:
    commands.groups.end()
    with pytest.raises(LuaError, match="the session is closing; no command starts any more"):
        commands.start("true")
    commands.groups.end()


def test_a_finished_command_that_nobody_waited_for_causes_no_error(commands: Commands) -> None:
    leader = commands.start("NOTE")
    assert gone(commands.noted(1))
    commands.groups.end()
    assert leader.wait(BOUND) == 0

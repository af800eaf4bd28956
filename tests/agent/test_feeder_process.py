from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pytest_uimcp.agent import SqlEventLog, UserText
from pytest_uimcp.chat import open_store
from pytest_uimcp.storage import open_database
from tests.agent import feeder
from tests.storage.places import DATABASES, place

pytestmark = [pytest.mark.slow, pytest.mark.warm]

MESSAGES = 120
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("kind", DATABASES)
def test_an_orchestrator_that_is_killed_twice_delivers_every_message_once_and_in_order(
    kind: str, tmp_path: Path
) -> None:
    address = place(kind, tmp_path)
    store = open_store(address)
    sent = [f"message {number}" for number in range(MESSAGES)]
    command = [sys.executable, "-m", feeder.__name__, address, str(MESSAGES)]
    posted = 0
    for before_the_kill in (7, 40, None):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            assert process.stdout is not None
            for text in sent[posted : posted + MESSAGES // 3]:
                store.append("user", "text/plain", text)
            posted += MESSAGES // 3
            if before_the_kill is None:
                process.stdout.read()
                assert process.wait(240) == 0
            else:
                for _ in range(min(before_the_kill, MESSAGES // 3)):
                    process.stdout.readline()
                process.kill()
    database = open_database(address)
    events = [event for event in SqlEventLog(database).read() if isinstance(event, UserText)]
    assert [event.text for event in events] == sent
    database.close()
    store.close()

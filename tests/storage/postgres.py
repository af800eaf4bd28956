"""A PostgreSQL server of this test run, started when the first test asks for it.

PostgreSQL refuses to run as root, so root hands over to the user `postgres` that the package made. A shell stands
between: it stops the server when our end of its input closes, however this process ends.
"""

from __future__ import annotations

import atexit
import os
import select
import shutil
import subprocess
import tempfile
from functools import cache
from itertools import count
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from tests import patience

INSTALL = "apt-get update && apt-get install -y postgresql"
SCRIPT = """
set -e
cd "$2"
"$1/initdb" --no-sync --auth=trust --username=tester --encoding=UTF8 --locale=C -D data >log 2>&1
"$1/pg_ctl" -w -D data -l log -o "-k $2 -c listen_addresses='' -c fsync=off -c max_connections=60" start >>log 2>&1
echo ready
cat >/dev/null
"$1/pg_ctl" -m immediate -D data stop >>log 2>&1
"""
START_SECONDS = patience.SECONDS


class Server:
    """A running server; every test has a schema of its own on it."""

    def __init__(self, folder: Path, process: subprocess.Popen[bytes]) -> None:
        self._folder = folder
        self._process = process
        self._numbers = count(1)
        self._host = f"postgresql://tester@/postgres?host={quote(str(folder), safe='')}"

    def schema(self) -> str:
        """The address of an empty schema."""
        name = f"test_{next(self._numbers)}"
        self.run(f"CREATE SCHEMA {name}")
        return f"{self._host}&options={quote(f'-c search_path={name}')}"

    def run(self, sql: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self._host, autocommit=True) as connection:
            cursor = connection.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    def stop(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(240)
        self._process.stdout.close()
        shutil.rmtree(self._folder, ignore_errors=True)


@cache
def server() -> Server:
    """The server of this process, started once."""
    # Not below pytest's temporary directory, which other users may not enter.
    folder = Path(tempfile.mkdtemp(prefix="uimcp-postgres-"))
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if user:
        shutil.chown(folder, "postgres", "postgres")
    process = subprocess.Popen(
        [*user, "sh", "-c", SCRIPT, "sh", str(programs()), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd="/",
        start_new_session=True,  # an interrupt at the terminal is not for it
    )
    started = Server(folder, process)
    atexit.register(started.stop)
    assert process.stdout is not None
    came = select.select([process.stdout], [], [], START_SECONDS)[0]
    if not came or process.stdout.readline() != b"ready\n":
        pytest.fail(f"PostgreSQL did not start:\n{(folder / 'log').read_text(errors='replace')[-2000:]}")
    return started


def programs() -> Path:
    """Where initdb and pg_ctl are; Debian keeps them off PATH."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    if not folders:
        pytest.fail(f"this test needs PostgreSQL; to install it, run as root: {INSTALL}")
    return folders[-1]

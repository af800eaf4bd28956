from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import patience
from tests.warm.processes import Interpreter, forks

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="forks as Linux does")]

IS_WARM = "import sys; sys.stdout.write(str('pytest_uimcp.server.server' in sys.modules))"


@pytest.fixture(scope="module")
def interpreter() -> Iterator[Interpreter]:
    interpreter = Interpreter()
    yield interpreter
    interpreter.close()


@pytest.fixture(autouse=True)
def forking(interpreter: Interpreter) -> Iterator[None]:
    with forks(interpreter):
        yield


def run(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        **{"capture_output": True, "text": True, "timeout": patience.SECONDS, "check": False} | options,
    )


def test_a_program_is_a_child_with_its_own_arguments_folder_variables_streams_and_end(tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "print(os.getppid(), os.getcwd(), os.environ, sys.argv, __name__, sys.path[0], sys.stdin.read())\n"
        "print('and this', file=sys.stderr)\n"
        "sys.exit(3)"
    )
    done = run("-c", code, "a b", cwd=tmp_path, env={"OWN": "yes"}, input="said")
    told = f"{os.getpid()} {tmp_path} environ({{'OWN': 'yes'}}) ['-c', 'a b'] __main__  said\n"
    assert (done.stdout, done.stderr, done.returncode) == (told, "and this\n", 3)


def test_code_modules_and_files_begin_with_everything_imported(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(IS_WARM)
    for arguments in (["-c", IS_WARM], ["-m", "program"], ["-mprogram"], ["program.py"]):
        assert run(*arguments, cwd=tmp_path).stdout == "True", arguments


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["-I", "-c", IS_WARM], {}),
        (["-c", IS_WARM], {"env": {"PYTHONHASHSEED": "1"}}),
        (["-c", IS_WARM], {"umask": 0o077}),
    ],
    ids=["an option of Python", "a variable of Python", "what a fork cannot have"],
)
def test_what_only_a_new_interpreter_can_do_gets_one(arguments: list[str], options: dict[str, Any]) -> None:
    assert run(*arguments, **options).stdout == "False"


def test_errors_exits_and_threads_are_those_of_a_program() -> None:
    failed = run("-c", "import atexit; atexit.register(print, 'bye'); raise KeyError('why')")
    assert (failed.returncode, failed.stdout) == (1, "bye\n")
    assert failed.stderr.endswith("KeyError: 'why'\n")
    waited = run("-c", "import threading; threading.Timer(0.05, print, ['from a thread']).start()")
    assert (waited.stdout, waited.stderr, waited.returncode) == ("from a thread\n", "", 0)


def test_a_signal_and_the_end_of_the_input_end_it() -> None:
    code = "import sys; print('runs', flush=True); sys.stdin.read(); print('ends')"
    for number in (signal.SIGTERM, None):
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        with subprocess.Popen([sys.executable, "-c", code], **pipes) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "runs\n"
            if number is not None:
                process.send_signal(number)
            rest, _ = process.communicate(timeout=patience.SECONDS)
        assert (process.returncode, rest) == ((0, "ends\n") if number is None else (-number, ""))


def test_pytest_runs_there_and_rewrites_what_it_tests(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_it():\n    one = 1\n    assert one == 2\n")
    done = run("-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", "test_it.py", cwd=tmp_path)
    assert "assert 1 == 2" in done.stdout
    assert "1 failed in" in done.stdout


def test_the_workers_of_pytest_are_forked_as_well_and_leave_nothing(tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "import pytest\n"
        "@pytest.mark.parametrize('number', range(6))\n"
        "def test_it(number, worker_id):\n"
        "    assert 'pytest_uimcp.server.server' in sys.modules\n"
        "    assert 'tests' not in sys.modules\n"
        "    print(f'<{worker_id} {os.getpid()} {os.getcwd()}>')\n"
    )
    (tmp_path / "test_it.py").write_text(code)
    # The output ends when nobody is left who could write.
    done = run("-m", "pytest", "-rP", "-n", "2", "-W", "error", "-p", "no:cacheprovider", "test_it.py", cwd=tmp_path)
    assert "6 passed in" in done.stdout, done.stdout
    workers = {line.strip("<>").split()[0]: line.split()[1] for line in done.stdout.splitlines() if line[:3] == "<gw"}
    assert sorted(workers) == ["gw0", "gw1"]
    assert len(set(workers.values())) == 2
    assert all(line.endswith(f"{tmp_path}>") for line in done.stdout.splitlines() if line[:3] == "<gw")

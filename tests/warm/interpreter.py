"""A Python that has imported the package and all it needs, and becomes a program whenever it is asked to.

    python interpreter.py DESCRIPTOR

Run as a file: a program that it becomes has no package `tests` yet. What it is asked comes through the socket
DESCRIPTOR, a JSON object with the three standard streams, and is answered with the number of the new process.
"""

from __future__ import annotations

import gc
import importlib
import io
import json
import os
import pkgutil
import runpy
import socket
import sys
from contextlib import suppress
from importlib.metadata import entry_points
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

LARGEST: Final = 150_000
"""Bytes of a question."""
_PYTEST: Final = "pytest"
WORKER: Final = ["-c", "import sys;exec(eval(sys.stdin.readline()))"]
"""The program that pytest-xdist starts for a worker."""
_ROOT: Final = str(Path(__file__).resolve().parents[2])


def load() -> None:
    """Import what programs of tests import."""
    import pytest_uimcp

    for module in pkgutil.walk_packages(pytest_uimcp.__path__, "pytest_uimcp."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for point in entry_points(group="pytest11"):
        point.load()
    # A process that had threads would lose them, and keep their locks.
    assert len(list(Path("/proc/self/task").iterdir())) == 1, "an import has started a thread"
    gc.collect()
    gc.freeze()


def client() -> ModuleType:
    """tests.warm.processes, for programs that have processes forked themselves; they may have a package `tests`."""
    sys.path.insert(0, _ROOT)
    module = importlib.import_module("tests.warm.processes")
    sys.path.remove(_ROOT)
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]
    return module


def question(channel: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Answer questions; returns in each process that is to become a program, with which and its streams."""
    while True:
        data, streams, _, _ = socket.recv_fds(channel, LARGEST, 3)
        if not data:
            os._exit(0)
        number = _fork()
        if number == 0:
            channel.detach()
            return json.loads(data), streams
        for stream in streams:
            os.close(stream)
        channel.send(str(number).encode())


def _fork() -> int:
    """Fork a process whose parent is ours; 0 in that process, which begins when the one between has ended."""
    number_from, number_to = os.pipe()
    begin_from, begin_to = os.pipe()
    between = os.fork()
    if between == 0:
        process = os.fork()
        if process:
            os.write(number_to, str(process).encode())
            os._exit(0)
        os.close(begin_to)
        os.read(begin_from, 1)
        return 0
    os.waitpid(between, 0)
    number = int(os.read(number_from, 20))
    for end in (number_from, number_to, begin_from, begin_to):
        os.close(end)
    return number


def become(program: dict[str, Any], streams: list[int], path: list[str]) -> tuple[CodeType | None, ModuleType]:
    """Turn into a program that Python has just started; returns what is left to run: code, or a module's name."""
    if program["start_new_session"]:
        os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    os.chdir(program["cwd"])
    os.environ.clear()
    os.environ.update(program["environment"])
    if os.environ.get("PYTHONUNBUFFERED"):
        for number, name in ((1, "stdout"), (2, "stderr")):
            text = io.TextIOWrapper(io.FileIO(number, "w", closefd=False), write_through=True)
            setattr(sys, name, text)
            setattr(sys, f"__{name}__", text)
    sys.dont_write_bytecode = bool(os.environ.get("PYTHONDONTWRITEBYTECODE"))
    first, *arguments = program["arguments"]
    sys.orig_argv = [sys.executable, first, *arguments]
    main = ModuleType("__main__")
    code = None
    if first == "-c":
        code = compile(arguments[0], "<string>", "exec")
        sys.argv = ["-c", *arguments[1:]]
        start = ""
    elif first == "-m":
        sys.argv = ["-m", *arguments[1:]]
        start = program["cwd"]
    else:
        code = compile(Path(first).read_bytes(), first, "exec")
        main.__file__ = first
        sys.argv = [first, *arguments]
        start = str(Path(first).resolve().parent)
    added = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    sys.path[:] = [start, *added, *path]
    importlib.invalidate_caches()
    sys.modules["__main__"] = main
    return code, main


def spare_rewriting() -> None:
    """Let pytest find nothing to say about plugins that were imported before it could rewrite their assertions."""
    for module in list(sys.modules.values()):
        # Not by the attribute: some modules say about each that is read what they think of it.
        with suppress(TypeError):
            names = vars(module)
            names["__doc__"] = f"{names.get('__doc__') or ''} PYTEST_DONT_REWRITE"


def has_workers(arguments: list[str]) -> bool:
    return arguments[:2] == ["-m", _PYTEST] and any(word.startswith("-n") for word in arguments)


def lend(processes: ModuleType) -> tuple[dict[str, Any], list[int]] | None:
    """Have the workers of pytest-xdist forked as well, by a copy of this process as it is now.

    None in this process; in a worker, what it is to become.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork():
        theirs.close()
        processes.forks(processes.Origin(ours)).__enter__()
        return None
    ours.close()
    # Whoever reads what the program writes waits until nobody can write any more.
    with Path(os.devnull).open("r+b", buffering=0) as nothing:
        for stream in range(3):
            os.dup2(nothing.fileno(), stream)
    return question(theirs)


if __name__ == "__main__":
    path_here = sys.path[1:]
    load()
    warm_processes = client()
    asked = question(socket.socket(fileno=int(sys.argv[1])))
    code_left, this = become(*asked, path_here)
    if has_workers(asked[0]["arguments"]):
        asked_of_copy = lend(warm_processes)
        if asked_of_copy is not None:
            asked = asked_of_copy
            code_left, this = become(*asked, path_here)
    if asked[0]["arguments"] == WORKER:
        spare_rewriting()
    if code_left is None:
        module_name = asked[0]["arguments"][1]
        if module_name == _PYTEST:
            spare_rewriting()
        # What Python itself calls for `-m`.
        runpy._run_module_as_main(module_name)  # type: ignore[attr-defined]  # noqa: SLF001 -- typeshed has it not
    else:
        exec(code_left, this.__dict__)

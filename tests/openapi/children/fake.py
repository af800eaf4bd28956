"""An MCP server that misbehaves as it is told: `python fake.py HABIT …`. Standard library only."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HABITS = sys.argv[1:]
PIXEL = "iVBORw0KGgo="
TOOLS: list[dict[str, Any]] = [
    {"name": "echo", "description": "Say it again", "inputSchema": {"type": "object", "title": "kept"}},
    {"name": "plain"},
    {"name": "die"},
    {"name": "wait"},
    {"name": "image"},
    {"name": "structured"},
    {"name": "fail"},
    {"name": "error"},
    {"name": "where"},
    {"name": "big"},
    {"name": "ask"},
    {"name": "grow"},
    {"name": "gone", "annotations": {"destructiveHint": True, "title": "kept"}},
]
ODD = ["a b/c", "x__y", "x__set_auth", "a b.c", "l" * 80]


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii="ascii" in HABITS) + "\n")
    sys.stdout.flush()


def read() -> dict[str, Any] | None:
    line = sys.stdin.readline()
    return json.loads(line) if line else None


def text(said: str, **more: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": said}], **more}


def listed(params: dict[str, Any]) -> dict[str, Any]:
    if "lists-nonsense-later" in HABITS and "grown" in HABITS:
        return {"tools": 7}
    if "odd" in HABITS:
        return {"tools": [{"name": name} for name in ODD]}
    if "pages" in HABITS:
        page = int(params.get("cursor", 0))
        return {"tools": TOOLS[page : page + 1], **({"nextCursor": str(page + 1)} if page + 1 < len(TOOLS) else {})}
    return {"tools": TOOLS}


def initialized() -> dict[str, Any]:
    version = "1999-01-01" if "unknown-version" in HABITS else "2024-11-05"
    capabilities: dict[str, Any] = {} if "no-tools" in HABITS else {"tools": {}}
    return {"protocolVersion": version, "capabilities": capabilities, "serverInfo": {"name": "fake", "version": "1"}}


def error(id_: Any, _arguments: dict[str, Any]) -> None:
    send({"id": id_, "error": {"code": -32000, "message": "boom", "data": {"why": "because"}}})


def where(_id: Any, _arguments: dict[str, Any]) -> dict[str, Any]:
    return text(json.dumps({"cwd": str(Path.cwd()), "environment": dict(os.environ)}))


def ask(id_: Any, _arguments: dict[str, Any]) -> dict[str, Any]:
    """Sends requests with the id of the call that is under way, as a server may."""
    answers = []
    for method in ("ping", "roots/list"):
        send({"id": id_, "method": method})
        answers.append(read())
    return text(json.dumps(answers))


def grow(_id: Any, _arguments: dict[str, Any]) -> dict[str, Any]:
    TOOLS.append({"name": f"new{len(TOOLS)}"})
    HABITS.append("grown")
    send({"method": "notifications/tools/list_changed"})
    return text("grown")


IMAGE = {"type": "image", "data": PIXEL, "mimeType": "image/png", "extra": "kept"}
CALLED: dict[str, Callable[[Any, dict[str, Any]], dict[str, Any] | None]] = {
    "echo": lambda _, arguments: arguments.get("result") or text(json.dumps(arguments, ensure_ascii=False)),
    "die": lambda *_: os._exit(3),
    "wait": lambda *_: None,
    "image": lambda *_: {"content": [IMAGE]},
    "structured": lambda *_: text("{}", structuredContent={"n": 10**20}, _meta={"x": 1}),
    "fail": lambda *_: text("it went wrong", isError=True),
    "big": lambda *_: text("x" * 2_000_000),
    "error": error,
    "where": where,
    "ask": ask,
    "grow": grow,
}


def called(message: dict[str, Any]) -> None:
    name, arguments = message["params"]["name"], message["params"].get("arguments") or {}
    result = CALLED[name](message["id"], arguments) if name in CALLED else text(f"called {name}")
    if result is not None:
        send({"id": message["id"], "result": result})
    if "closes-stdout" in HABITS:
        os.close(1)


def greeted(message: dict[str, Any]) -> None:
    if "init-error" in HABITS:
        send({"id": message["id"], "error": {"code": -32603, "message": "not today"}})
    else:
        send({"id": message["id"], "result": initialized()})


def start() -> None:
    if "exit" in HABITS:
        sys.exit(1)
    if "banner" in HABITS:
        sys.stdout.buffer.write("Fake server 1.0 läuft\n\n{not json}\n".encode() + b"\xff\xfe\n")
        sys.stdout.flush()
    if "stderr" in HABITS:
        sys.stderr.write(("y" * 99 + "\n") * 10_000)
        sys.stderr.flush()
    if "ignores-eof" in HABITS:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # and the end of its input, see below
    if "grandchild" in HABITS:
        sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        with Path(os.environ["PIDS"]).open("a") as file:
            file.write(f"{sleeper.pid}\n")


def noise(message: dict[str, Any]) -> None:
    if "log" in HABITS:
        sys.stderr.write(json.dumps(message) + "\n")
        sys.stderr.flush()
    if "chatty" in HABITS:
        send({"method": "notifications/message", "params": {"level": "info", "data": "…"}})


METHODS: dict[str, Callable[[dict[str, Any]], None]] = {
    "initialize": greeted,
    "tools/list": lambda message: send({"id": message["id"], "result": listed(message.get("params") or {})}),
    "tools/call": called,
}


def main() -> None:
    start()
    while (message := read()) is not None:
        if "silent" in HABITS:
            continue
        noise(message)
        if message.get("method") in METHODS:
            METHODS[message["method"]](message)
    while "ignores-eof" in HABITS:
        time.sleep(600)


if __name__ == "__main__":
    main()

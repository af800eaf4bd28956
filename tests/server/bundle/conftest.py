"""A base directory with the real scripts, and a stub server that they send requests to."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pytest_uimcp.core.assets import bundle_dir

SCRIPTS = ("event", "state", "variables", "linkapp", "wait-for-state.sh")


class Stub:
    """Answers requests from a table of replies per path; the last reply of a path is repeated."""

    def __init__(self) -> None:
        self.replies: dict[str, list[tuple[int, bytes]]] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.shut_down_when_empty = False
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                stub.requests.append((self.path, {k.lower(): v for k, v in self.headers.items()}))
                replies = stub.replies.get(self.path.partition("?")[0], [(404, b"no such page")])
                if not replies:  # the server dies instead of answering
                    self.close_connection = True
                    return
                status, body = replies.pop(0) if len(replies) > 1 or stub.shut_down_when_empty else replies[0]
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(5)


@pytest.fixture
def stub() -> Iterator[Stub]:
    stub = Stub()
    yield stub
    stub.close()


@pytest.fixture
def base_dir(tmp_path: Path) -> Path:
    """A base directory whose path contains a space and a non-ASCII letter."""
    base_dir = tmp_path / "my proj\u00e9ct" / ".claude" / "ui"
    base_dir.mkdir(parents=True)
    for name in SCRIPTS:
        shutil.copy2(bundle_dir() / name, base_dir / name)
    return base_dir

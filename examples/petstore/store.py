"""The pet store: `python store.py` serves it on port 8090. Standard library only."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

TOKEN = "demo-token"


class Store(ThreadingHTTPServer):
    """A store with a dog and a cat. `requests` is what was asked of it."""

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.pets: dict[int, dict[str, Any]] = {}
        self.requests: list[str] = []
        for name, kind in (("Rex", "dog"), ("Tom", "cat")):
            self.add({"name": name, "kind": kind})

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def add(self, pet: dict[str, Any]) -> dict[str, Any]:
        number = max(self.pets, default=0) + 1
        self.pets[number] = {"id": number, **pet}
        return self.pets[number]


class Handler(BaseHTTPRequestHandler):
    server: Store

    def do_GET(self) -> None:
        number = self.number
        if number is None:
            kinds = parse_qs(urlsplit(self.path).query).get("kind")
            self.answer(200, [pet for pet in self.server.pets.values() if not kinds or pet["kind"] in kinds])
        elif number in self.server.pets:
            self.answer(200, self.server.pets[number])
        else:
            self.answer(404, {"detail": "there is no such pet"})

    def do_POST(self) -> None:
        self.answer(201, self.server.add(json.loads(self.rfile.read(int(self.headers["Content-Length"])))))

    def do_DELETE(self) -> None:
        found = self.server.pets.pop(self.number or 0, None)
        self.answer(204 if found else 404, None if found else {"detail": "there is no such pet"})

    @property
    def number(self) -> int | None:
        last = urlsplit(self.path).path.rpartition("/")[2]
        return int(last) if last.isdigit() else None

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        self.server.requests.append(f"{self.command} {self.path}")
        if self.headers.get("Authorization") == f"Bearer {TOKEN}":
            return True
        self.answer(401, {"detail": "the token is missing"})
        return False

    def answer(self, status: int, data: Any) -> None:
        body = b"" if data is None else json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Be silent."""


@contextmanager
def serving() -> Iterator[Store]:
    """A store that is open, on a free port."""
    with Store() as store:
        thread = Thread(target=store.serve_forever)
        thread.start()
        try:
            yield store
        finally:
            store.shutdown()
            thread.join()


if __name__ == "__main__":
    with Store(int(sys.argv[1]) if len(sys.argv) > 1 else 8090) as open_store:
        print(f"the store is at http://127.0.0.1:{open_store.port}")
        open_store.serve_forever()

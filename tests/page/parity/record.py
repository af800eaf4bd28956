"""The stories of this suite in which Chromium was seen to do what the page does: a digest of each, in `seen.txt`.

A digest covers the app, every step, the page's state after each of them, and the front end that Chromium runs. A story
whose digest is in the record need not be played in Chromium again; any other is, and so is a tenth of all with each
commit, so that the record cannot rot. `make parity` plays all of them and writes the record anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.assets import bundle_dir, fixtures_dir
from tests.page.parity.app import App
from tests.rotation import seed

__all__ = ["Digest", "is_recording", "is_seen", "write"]

FOLDER: Final = Path(__file__).resolve().parent
RECORD: Final = FOLDER / "seen.txt"
WHOLE: Final = "UIMCP_PARITY"
"""In the environment: play everything in Chromium, and write the record."""
LOADED: Final = re.compile(r'(?:href|src)="/([^"]+)"')
PART: Final = 10
LENGTH: Final = 20


class Digest:
    """Grows with each step of a story."""

    def __init__(self, app: App) -> None:
        self._sum = hashlib.sha256(front_end())
        self.add(app.name, app.lua, dict(app.viewdefs))
        if app.lua is None:
            self._sum.update(_contents(fixtures_dir() / "apps" / app.name))

    def add(self, *parts: Any) -> None:
        self._sum.update(json.dumps(parts, sort_keys=True, default=repr).encode())

    def __str__(self) -> str:
        return self._sum.hexdigest()[:LENGTH]


def is_recording() -> bool:
    return os.environ.get(WHOLE) == "all"


def is_seen(digest: Digest | str) -> bool:
    """Whether Chromium need not be asked: it was, and its turn is another commit's."""
    name = str(digest)
    return not is_recording() and name in _record() and random.Random(f"{_turn()} {name}").randrange(PART) > 0


def write(digests: set[str]) -> None:
    RECORD.write_text("".join(f"{digest}\n" for digest in sorted(digests)), encoding="ascii")


@cache
def front_end() -> bytes:
    """What runs in Chromium, and what looks at it there."""
    html = bundle_dir() / "html"
    page = html / "index.html"
    loaded = LOADED.findall(page.read_text(encoding="utf-8"))
    files = [page, *(html / name for name in loaded), *sorted(html.glob("themes/*.css")), html / "shoelace.css"]
    return _digests([*files, bundle_dir() / "lua" / "main.lua", FOLDER / "chromium.py"])


def _contents(folder: Path) -> bytes:
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    names = "\n".join(str(path.relative_to(folder)) for path in files)
    return names.encode() + _digests(files)


def _digests(files: Iterable[Path]) -> bytes:
    return b"".join(hashlib.sha256(file.read_bytes()).digest() for file in files)


@cache
def _turn() -> str:
    return seed()


@cache
def _record() -> frozenset[str]:
    return frozenset(RECORD.read_text(encoding="ascii").split()) if RECORD.is_file() else frozenset()

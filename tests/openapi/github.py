"""GitHub's REST API, the largest public specification that npm has; fetched into `.cache`, never committed."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from pytest_uimcp.openapi.target import ApiTarget
from tests.openapi.making import target
from tools import npm

PROJECT = Path(__file__).parent / "node"
FILE = Path("@octokit") / "openapi" / "generated" / "api.github.com.json"
QUERIES = Path(__file__).parent / "search" / "queries.txt"


def text() -> bytes:
    return (npm.fetch(PROJECT) / FILE).read_bytes()


@lru_cache(maxsize=1)
def document() -> Any:
    """Parsed once: not to be changed."""
    return json.loads(text())


@lru_cache(maxsize=1)
def github() -> ApiTarget:
    return target(document(), name="github")


def queries() -> list[tuple[str, str]]:
    """What people may type, and the operation that they mean."""
    lines = [line for line in QUERIES.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [(query, operation) for query, _, operation in (line.partition(" = ") for line in lines)]

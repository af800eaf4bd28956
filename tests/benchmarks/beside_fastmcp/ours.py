"""GitHub's REST API as tools, by us: what it costs, as JSON. The argument is the file."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from pytest_uimcp.openapi.config import TargetConfig
from pytest_uimcp.openapi.opening import target_of_spec


def main(file: str) -> dict[str, Any]:
    document = json.loads(Path(file).read_bytes())
    start = time.process_time()
    tools = target_of_spec(document, TargetConfig(name="github")).tools
    built = time.process_time()
    first = listing(tools)
    listed = time.process_time()
    listing(tools)
    again = time.process_time()
    return {
        "build": (built - start) * 1000,
        "first": (listed - built) * 1000,
        "again": (again - listed) * 1000,
        "bytes": len(first.encode()),
        "tools": len(tools),
        "longest": max(map(len, tools)),
        "names": len(set(tools)),
    }


def listing(tools: Any) -> str:
    return json.dumps({"tools": tools.listed()}, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))

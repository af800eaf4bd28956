"""The report as one HTML file: the stories as data, and a small script that shows them."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, Final

from pytest_uimcp.core.assets import token_sheet
from pytest_uimcp.page.site import linked_sheets
from pytest_uimcp.testing.report.plain import plain_text

# In the order in which they stand in the one script: each uses only those before it.
_SCRIPTS: Final = (
    "dom.js",
    "stories.js",
    "values.js",
    "frames.js",
    "pane.js",
    "story.js",
    "list.js",
    "overview.js",
    "main.js",
)
_MODULE_LINES: Final = re.compile(r"^(?:import .*\n|export (?=async|class|function|const))", re.MULTILINE)


def document(title: str, run: Mapping[str, Any], stories: Iterable[str]) -> str:
    """The whole file. `stories` are JSON; nothing of theirs is markup, and no script but ours runs."""
    script = _script()
    story_texts = list(stories)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    tokens = token_sheet().read_text(encoding="utf-8")
    parts = {
        "TITLE": escape(title),
        "POLICY": f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'",
        "STYLE": tokens + front_file("report.css"),
        "RUN": inert(json.dumps(run, ensure_ascii=False)),
        # What an app's page has without the app's saying so; a front end of its own comes with its stories.
        "APP_STYLE": inert(json.dumps("\n".join(linked_sheets(None)))),
        "PAGE_STYLE": inert(json.dumps(front_file("page.css"))),
        "STORIES": inert(f"[{','.join(story_texts)}]"),
        "PLAIN": plain_text(run, story_texts),
        "SCRIPT": script,
    }
    # One pass: what is put in is not searched again.
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], front_file("report.html"))


@cache
def _script() -> str:
    """The modules as one script: their imports and exports say what the type checker needs, and are left out."""
    return f"{{\n{''.join(_MODULE_LINES.sub('', front_file(name)) for name in _SCRIPTS)}}}\n"


@cache
def front_file(name: str) -> str:
    """A file of the report's page."""
    return (files("pytest_uimcp.testing.report") / "front" / name).read_text(encoding="utf-8")


def inert(data: str) -> str:
    """JSON that cannot end the element it stands in, or begin a comment there."""
    return data.replace("</", "<\\/").replace("<!", "\\u003c!")

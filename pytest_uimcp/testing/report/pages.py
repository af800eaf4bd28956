"""The HTML report: a page for each failure, and an index."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final

from pytest_uimcp.testing.report.record import Record
from pytest_uimcp.testing.report.step_text import call_text, outcome_text

__all__ = ["write_failure", "write_index"]


def write_failure(record: Record, folder: Path) -> Path:
    """Write the page of a failure into its folder."""
    path = folder / "index.html"
    path.write_text(_page(record.nodeid, "".join(_parts(record, folder))), encoding="utf-8")
    return path


def write_index(folder: Path, failures: Iterable[tuple[str, Path]], counts: dict[str, int]) -> Path:
    """Write the page that links to all failures."""
    folder.mkdir(parents=True, exist_ok=True)
    summary = ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count) or "no tests ran"
    rows = "".join(
        f'<li><a href="{escape(_relative(path, folder))}">{escape(nodeid)}</a></li>' for nodeid, path in failures
    )
    body = f"<p>{escape(summary)}</p>" + (f"<ol>{rows}</ol>" if rows else "<p>Nothing failed.</p>")
    path = folder / "index.html"
    path.write_text(_page("uimcp report", body), encoding="utf-8")
    return path


def _parts(record: Record, folder: Path) -> Iterable[str]:
    yield _part("What went wrong", _pre(record.message))
    yield _part("Next", f"<p>Run it again alone:</p>{_pre(record.again)}{_viewers(record, folder)}")
    if record.steps:
        yield _part("The story", _story(record))
    for title, text in record.sections:
        yield _part(title, _pre(text))
    for tree, files in record.pages:
        yield _part("The page", _shown(files, folder) + _pre(tree or "(nothing)"))
    if record.events:
        yield _part("Events that nobody took", _pre("\n".join(json.dumps(event) for event in record.events)))
    if record.log:
        yield _part("What the app printed", _pre("\n".join(record.log)))
    for title, text in record.states:
        yield _part(f"ui://{title}", _pre(text), closed=True)


def _story(record: Record) -> str:
    start = record.steps[0].at
    rows = "".join(
        f'<tr class="{"failed" if step.error else step.actor}"><td>{(step.at - start) * 1000:.0f} ms</td>'
        f"<th>{step.actor}</th><td><code>{escape(call_text(step))}</code></td><td>{escape(outcome_text(step))}</td></tr>"
        for step in record.steps
    )
    return f"<table>{rows}</table>"


def _shown(files: dict[str, Path], folder: Path) -> str:
    shown = ""
    for kind, path in files.items():
        where = escape(_relative(path, folder))
        if path.suffix == ".png":
            shown += f'<a href="{where}"><img src="{where}" alt="The page when the test failed"></a>'
        elif path.suffix == ".html":
            # An app's markup, sandboxed: its scripts do not run and it cannot reach this page.
            html = escape(path.read_text(encoding="utf-8"))
            shown += f'<iframe sandbox srcdoc="{html}" title="The page when the test failed"></iframe>'
        else:
            shown += f'<p><a href="{where}">{escape(kind)}</a></p>'
    return shown


def _viewers(record: Record, folder: Path) -> str:
    traces = [path for _, files in record.pages for path in files.values() if path.suffix == ".zip"]
    return "".join(f"<p>See every step in the browser:</p>{_pre(f'playwright show-trace {trace}')}" for trace in traces)


def _part(title: str, body: str, *, closed: bool = False) -> str:
    return f"<details{'' if closed else ' open'}><summary>{escape(title)}</summary>{body}</details>"


def _pre(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"


def _relative(path: Path, folder: Path) -> str:
    return Path(os.path.relpath(path, folder)).as_posix()


def _page(title: str, body: str) -> str:
    return _PAGE.replace("TITLE", escape(title)).replace("BODY", body)


_PAGE: Final = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<title>TITLE</title>
<style>
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent) }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.1rem; overflow-wrap: anywhere }
details { border: 1px solid var(--line); border-radius: 6px; margin: .8rem 0; padding: .5rem .9rem }
summary { cursor: pointer; font-weight: 600 }
pre { font: 13px/1.45 ui-monospace, monospace; overflow: auto; max-height: 30rem; margin: .6rem 0 }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; font-size: 14px }
th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; border-top: 1px solid var(--line) }
td:first-child { white-space: nowrap; opacity: .7; text-align: right }
.failed { color: light-dark(#b00020, #ff8a93) }
img, iframe { width: 100%; border: 1px solid var(--line); border-radius: 6px; margin: .6rem 0 }
iframe { height: 22rem; background: white }
</style>
</head>
<body>
<h1>TITLE</h1>
BODY
</body>
</html>
"""

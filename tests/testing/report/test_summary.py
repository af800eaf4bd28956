"""What a pull request is told about a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pytest_uimcp.testing.report.summary import comment

RUN: dict[str, Any] = {"counts": {"failed": 1, "passed": 2, "skipped": 0}, "runs": [{}]}
MESSAGE = (
    "    def test():\n        page.see('x')\nE       NotSeen: see('x')\nE         near it: 'y'\n\ntest_a.py:3: NotSeen"
)

THERE = "[The report](https://pages.example/7/report.html) has every step."


def story(name: str, outcome: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "outcome": outcome, "seconds": 1.25, "message": MESSAGE, "files": [], "past": "", **more}


def test_it_has_what_changed_the_failures_and_their_pictures() -> None:
    picture = {"name": "screenshot.png", "path": "/r/test_a b/screenshot.png"}
    stories = [
        story("test_a[x]", "failed", change="broken", files=[picture, {"name": "trace.zip", "path": "/r/trace.zip"}]),
        story("test_b", "passed", change="fixed", flaky=True, past="PFPF"),
    ]
    text = comment(RUN, stories, Path("/r/report.html"), "https://pages.example/7/")
    assert text.splitlines()[:11] == [
        "## Stories",
        "",
        f"1 failed, 2 passed. Since the run before: 1 newly failed, 1 fixed. {THERE}",
        "",
        "**test\\_a\\[x\\]**: failed after 1.2 s, newly",
        "",
        "```",
        "NotSeen: see('x')",
        "  near it: 'y'",
        "```",
        "",
    ]
    assert "![screenshot.png](https://pages.example/7/test_a%20b/screenshot.png)" in text
    assert "trace.zip" not in text
    assert "- test\\_b: `PFPF`" in text


def test_without_an_address_its_links_are_relative_and_a_quiet_run_is_short() -> None:
    text = comment(
        {"counts": {"passed": 2}, "runs": [{}]}, [story("test_b", "passed", change="")], Path("r/report.html"), None
    )
    assert text.splitlines() == [
        "## Stories",
        "",
        "2 passed. Since the run before: nothing has changed. [The report](report.html) has every step.",
    ]


def test_a_message_cannot_end_its_block() -> None:
    text = comment(
        RUN, [story("test_c", "failed", message="E   ```\nE   # not a heading")], Path("r/report.html"), None
    )
    assert "````\n```\n# not a heading\n````" in text

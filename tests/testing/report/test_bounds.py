"""The report of a large run stays small."""

from __future__ import annotations

import base64
import json
import random
import zlib
from typing import Any

from pytest_uimcp.testing.report.bounds import PASSED, fitted, of_run, packed, written
from pytest_uimcp.testing.report.document import document


def story(number: int, *, steps: int = 40, size: int = 3000) -> dict[str, Any]:
    step = {"at": 1, "actor": "agent", "verb": "tool", "call": "tool('x')", "result": "", "outcome": "é" * size}
    kinds = ("html", "state", "aria", "log")
    moments = [[at, kind, 0, "line" if kind == "log" else [0, 0, "x" * size]] for at in range(steps) for kind in kinds]
    return {
        "id": f"test_{number}", "outcome": "passed", "phase": "call", "seconds": 1.0, "message": "m" * size,
        "again": "",
        "steps": [step] * steps, "moments": moments, "sections": [["Conversation", "s" * size]], "files": [],
    }  # fmt: skip


def pictured(number: int) -> dict[str, Any]:
    """As a story in Chromium: six steps, after half of them a small picture, which cannot be compressed."""
    told = story(number, steps=6, size=200)
    noise = random.Random(number)
    for at in range(0, 6, 2):
        data = base64.b64encode(noise.randbytes(4000)).decode("ascii")
        told["moments"].append([at, "picture", 1, f"data:image/webp;base64,{data}"])
    return told


def test_a_small_story_is_kept_whole() -> None:
    small = story(1, steps=1, size=10)
    assert fitted(small, PASSED) == written(small)


def test_a_large_story_says_what_it_lost() -> None:
    small = json.loads(fitted(story(1), PASSED))
    assert len(written(small).encode()) <= PASSED
    assert small["steps"]
    assert "the page as HTML" in small["lost"]
    assert [row[1] for row in small["moments"]] == ["log"] * len(small["moments"])


def test_what_fits_after_the_html_is_gone_keeps_the_rest() -> None:
    told = story(1)
    for row in told["moments"]:
        if row[1] == "html":
            row[3] = [0, 0, "x" * 20_000]
    small = json.loads(fitted(told, 700_000))
    assert small["lost"] == ["the page as HTML"]
    assert small["steps"] == told["steps"]


def test_the_stories_of_a_run_share_its_bound() -> None:
    large, small = pictured(1), story(2, steps=1, size=10)
    told = of_run([large] * 20 + [small] * 480, total=300_000, above=0)
    assert len(told) == 500
    assert sum(len(text.encode()) for text in told) <= 300_000
    assert told[-1] == packed(small), "what is small is kept whole"
    assert of_run([large, small]) == [written(large), written(small)]


def test_what_passed_loses_before_what_failed() -> None:
    passed, failed = pictured(1), pictured(2) | {"outcome": "failed"}
    told = [json.loads(text) for text in of_run([failed] * 3 + [passed] * 30, total=400_000, above=0)]
    assert [text.get("lost") for text in told] == [None] * 3 + [["small pictures of the page"]] * 30


def test_a_run_of_five_hundred_stories_with_pictures_is_below_five_megabytes() -> None:
    stories = [pictured(number) | {"outcome": "passed" if number % 25 else "failed"} for number in range(500)]
    stories.sort(key=lambda told: told["outcome"])
    run = {"title": "many", "began": "2026-01-02T03:04:05+00:00", "seconds": 1.0, "counts": {"passed": 500}}
    page = document("many", run, of_run(stories))
    assert len(page.encode()) < 5_000_000
    assert all(f'"test_{number}"' in page for number in range(500))


def test_values_that_json_cannot_express_are_written_as_text() -> None:
    told = story(1, steps=1, size=1)
    told["steps"][0]["outcome"] = [float("nan"), float("-inf"), "half \ud83d </script> <!--"]
    text = fitted(told, PASSED)
    assert json.loads(text)["steps"][0]["outcome"] == ["NaN", "-Infinity", "half ? </script> <!--"]
    assert "</" not in text
    assert "<!" not in text


def test_the_small_pictures_go_before_the_page_itself() -> None:
    told = story(1)
    told["moments"] = [[0, "html", 1, [0, 0, "x"]], [0, "picture", 1, "data:image/webp;base64," + "A" * 200_000]]
    small = json.loads(fitted({**told, "steps": []}, PASSED))
    assert small["lost"] == ["small pictures of the page"]
    assert [row[1] for row in small["moments"]] == ["html"]


def test_the_moments_of_a_large_run_are_compressed() -> None:
    told = [story(number) for number in range(3)]
    assert of_run(told, above=10_000_000) == list(map(written, told))
    first, *others = [json.loads(text) for text in of_run(told, above=1000)]
    assert first == story(0), "it is open at once"
    assert all(small["moments"] == [] and len(small["packed"]) < 5000 for small in others)
    assert json.loads(zlib.decompress(base64.b64decode(others[0]["packed"]))) == story(1)["moments"]

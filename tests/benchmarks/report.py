"""The report of a run of 500 stories: its size, and how long it takes to open in Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from playwright.sync_api import sync_playwright

from tests.benchmarks.fixtures import directory
from tests.benchmarks.many import written_report
from tests.benchmarks.measure import Result
from tests.browser import ARGUMENTS, chromium_path

STORIES = 500
FAILING = 25
"""One in so many stories fails."""
ROUNDS = 5
# When the first story, which is open, was on the screen: by the page's own clock, from the navigation on.
SHOWN = """() => new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntriesByName("first story")[0].startTime))
    .observe({ type: "mark", buffered: true });
})"""


def results() -> Iterator[Result]:
    with directory() as folder, sync_playwright() as playwright:
        report = written_report(folder, STORIES, FAILING)
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        times = []
        for _ in range(ROUNDS):
            page = browser.new_page()
            page.goto(report.as_uri())
            times.append(page.evaluate(SHOWN))
            page.close()
        browser.close()
        size = report.stat().st_size / 1e6
    yield Result(f"the report of {STORIES} stories opens in Chromium, beside 300 ms", median(times), 300, limit=1)
    yield Result("its size (MB), beside 5 MB", size, 5, limit=1)

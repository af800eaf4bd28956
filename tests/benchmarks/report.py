"""The report of a run of 500 stories: its size, and how long it takes to open in Chromium."""

from __future__ import annotations

import time
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


def results() -> Iterator[Result]:
    with directory() as folder, sync_playwright() as playwright:
        report = written_report(folder, STORIES, FAILING)
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        times = []
        for _ in range(ROUNDS):
            page = browser.new_page()
            start = time.perf_counter()
            page.goto(report.as_uri())
            # The first failure is open: its timeline is what a reader waits for.
            page.locator(".timeline button").first.wait_for()
            times.append((time.perf_counter() - start) * 1000)
            page.close()
        browser.close()
        size = report.stat().st_size / 1e6
    yield Result(f"the report of {STORIES} stories opens in Chromium, beside 2 s", median(times), 2000, limit=1)
    yield Result("its size (MB), beside 20 MB", size, 20, limit=1)

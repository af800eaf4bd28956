"""A human and an agent use an app in a real browser; then the same story runs as a test, without a browser.

With a display, the browser's window is shown; without one, every step saves a picture.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.test_page import test_a_human_and_an_agent_fill_the_list_together as story

from pytest_uimcp import Browser, UimcpError, open_browser, open_server
from pytest_uimcp.core.steps import Step
from pytest_uimcp.testing.report.step_text import step_line

HERE = Path(__file__).parent
TEST = "tests/test_page.py::test_a_human_and_an_agent_fill_the_list_together"


def main() -> int:
    print("A human and an agent, in Chromium:\n")
    try:
        seen = in_a_browser(Path(tempfile.mkdtemp(prefix="contacts-demo-")))
    except UimcpError as error:  # no browser: the error says how to get one
        print(f"  {error}")
        seen = False
    print("\nThe same story as a test, without a browser:\n", flush=True)
    pytest = [sys.executable, "-m", "pytest", TEST, "-q", "--durations=3", "--durations-min=0", "-p", "no:randomly"]
    return subprocess.run(pytest, cwd=HERE, check=False).returncode or (0 if seen else 1)


def in_a_browser(pictures: Path) -> bool:
    """Play the story and print each step."""
    headed = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    with open_server(HERE / ".claude" / "ui") as server, open_browser(server, headed=headed) as human:
        begun = time.monotonic()

        def tell(step: Step) -> None:
            print(f"  {(time.monotonic() - begun) * 1000:5.0f} ms  {step_line(step)}", flush=True)
            if headed:
                time.sleep(1)  # for whoever watches
            else:
                picture(human, pictures, step)

        server.story.listen(tell)
        story(server, human)
    if not headed:
        print(f"\n  what was on the page after each step: {pictures}")
    return True


def picture(human: Browser, pictures: Path, step: Step) -> None:
    """Take a picture, named for the step."""
    number = len(list(pictures.iterdir())) + 1
    human.screenshot(pictures / f"{number:02}-{step.actor}-{step.verb}.png")


if __name__ == "__main__":
    raise SystemExit(main())

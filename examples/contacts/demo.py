"""A human and an agent use an app in a real browser; then the same story runs as a test, without a browser.

With a display, the browser's window is shown; without one, every step saves a picture. All results are in `report/`.
"""

from __future__ import annotations

import os
import shutil
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
APP = HERE / ".claude" / "ui"
REPORT = HERE / "report"
TEST = "tests/test_page.py::test_a_human_and_an_agent_fill_the_list_together"


def main() -> int:
    shutil.rmtree(REPORT, ignore_errors=True)
    # What the browser and pytest put into the temporary directory goes with this one.
    with tempfile.TemporaryDirectory(prefix="demo-", ignore_cleanup_errors=True) as scratch:
        os.environ["TMPDIR"] = tempfile.tempdir = scratch
        seen = in_a_browser()
        passed = as_a_test()
    tell_what_next()
    return 0 if seen and passed else 1


def in_a_browser() -> bool:
    """Play the story and print each step."""
    print("1. A human and an agent, in Chromium\n")
    headed = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    try:
        with open_server(APP) as server, open_browser(server, headed=headed) as human:
            begun = time.monotonic()

            def tell(step: Step) -> None:
                print(f"  {(time.monotonic() - begun) * 1000:5.0f} ms  {step_line(step)}", flush=True)
                picture(human, step)
                if headed:
                    time.sleep(1)  # for whoever watches

            server.story.listen(tell)
            story(server, human)
    except UimcpError as error:  # no browser: the error says how to get one
        print(f"  {error}")
        return False
    return True


def picture(human: Browser, step: Step) -> None:
    """Take a picture, named for the step."""
    folder = REPORT / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    number = len(list(folder.iterdir())) + 1
    human.screenshot(folder / f"{number:02}-{step.actor}-{step.verb}.png")


def as_a_test() -> bool:
    """Run the same function with pytest, on the page without a browser."""
    print("\n2. The same story as a test, without a browser\n", flush=True)
    options = ["-q", "--durations=3", "--durations-min=0", "-p", "no:randomly", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", TEST, *options, "--uimcp-face=page", f"--uimcp-report={REPORT}"]
    return subprocess.run(command, cwd=HERE, check=False).returncode == 0


def tell_what_next() -> None:
    def shown(path: Path) -> str:
        return os.path.relpath(path)

    print("\n3. Look at it\n")
    if (REPORT / "pictures").is_dir():
        print(f"  {shown(REPORT / 'pictures')}/\n      the page after each step in Chromium")
    print(f"  {shown(REPORT / 'report.html')}\n      the story as a timeline: open it in a browser")
    print("\n4. Try next\n")
    print(f"  {command('ui-mcp')} serve --dir {shown(APP)} --app contacts\n      use the app yourself")
    print(f"  {command('pytest')} {shown(HERE)}\n      run all its tests; with --uimcp-face all in Chromium, too")


def command(name: str) -> str:
    """As it can be typed here: what stands beside this Python may not be on the PATH."""
    beside = Path(sys.executable).with_name(name)
    return name if not beside.exists() or shutil.which(name) == str(beside) else os.path.relpath(beside)


if __name__ == "__main__":
    raise SystemExit(main())

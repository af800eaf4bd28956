"""Make the film of the README: `make film`, which writes `docs/images/demo.gif`.

Somebody talks to the agent of `examples/approvals` in Chromium, beside the app that it works in; then the same story
runs as a test, and its report is looked through. Only the clock of the film is not the real one.
"""

from __future__ import annotations

import asyncio
import io
import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

from pytest_uimcp.agent import run_agent
from pytest_uimcp.agent.config import load_agent_config, policy_of
from pytest_uimcp.agent.opening import mount_spec, open_model
from tests.browser import ARGUMENTS, chromium_path

ROOT: Final = Path(__file__).resolve().parents[2]
EXAMPLE: Final = ROOT / "examples" / "approvals"
STORY: Final = "tests/duplicates.scenario.yaml"
FILM: Final = ROOT / "docs" / "images" / "demo.gif"
MAX_BYTES: Final = 3_000_000
SECONDS: Final = 240
PANE: Final = {"width": 620, "height": 640}
WHOLE: Final = {"width": 1280, "height": 740}
# Of the film, which a README shows smaller than that.
WIDTH: Final = 960
COLOURS: Final = 256
# Colours that differ by less are alike; how wide and high the swatch of one is, in pixels.
COARSE: Final = 24
SWATCH: Final = 6
SWATCH_HEIGHT: Final = 600
# Milliseconds.
TYPING: Final = 140
GLANCE: Final = 500
LOOK: Final = 1900
READ: Final = 3000
STYLE: Final = """
body { margin: 0; background: #eef0f4; font: 600 21px/1.3 system-ui, sans-serif; color: #1c1d21 }
main { display: flex; gap: 12px; padding: 12px 14px 0 }
figure { margin: 0; flex: 1; height: 640px; background: #fff; border: 1px solid #d5d7de; border-radius: 10px }
figure { overflow: hidden }
img { display: block; width: 100% }
p { margin: 0; padding: 22px 18px; text-align: center }
.waiting { display: grid; place-content: center; color: #666a75; font-weight: 400 }
"""


@dataclass
class Film:
    """The frames so far, each with how long it is shown."""

    stage: Page
    caption: str = ""
    frames: list[Image.Image] = field(default_factory=list)
    durations: list[int] = field(default_factory=list)

    async def shot(self, duration: int, *panes: Page | str) -> None:
        """Take what the pages show now, side by side, above the caption; a text stands for a page that is not there."""
        figures = [
            f'<figure class="waiting">{pane}</figure>' if isinstance(pane, str) else await _figure(pane)
            for pane in panes
        ]
        caption = f"<p>{escape(self.caption)}</p>"
        await self.stage.set_content(f"<style>{STYLE}</style><main>{''.join(figures)}</main>{caption}")
        picture = Image.open(io.BytesIO(await self.stage.screenshot(animations="disabled"))).convert("RGB")
        picture = picture.resize((WIDTH, picture.height * WIDTH // picture.width), Image.Resampling.LANCZOS)
        if self.frames and self.frames[-1].tobytes() == picture.tobytes():
            self.durations[-1] += duration
            return
        self.frames.append(picture)
        self.durations.append(duration)

    def save(self, path: Path) -> None:
        """Write it as a GIF that plays again and again."""
        # One palette for all, of frames from everywhere, so that what stays the same costs nothing.
        samples = self.frames[::3]
        width, height = samples[0].size
        sheet = Image.new("RGB", (width, height * len(samples)))
        for number, sample in enumerate(samples):
            sheet.paste(sample, (0, number * height))
        palette = with_swatches(sheet).quantize(COLOURS)
        reduced = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in self.frames]
        reduced[0].save(
            path, save_all=True, append_images=reduced[1:], duration=self.durations, loop=0, optimize=True, disposal=1
        )


def with_swatches(sheet: Image.Image) -> Image.Image:
    """A picture with its distinct colours once more below it, each as a stripe: small signs count as large areas do."""
    commonest: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
    for count, colour in sheet.getcolors(sheet.width * sheet.height) or []:
        assert isinstance(colour, tuple)
        alike = tuple(part // COARSE for part in colour)
        commonest[alike] = max(commonest.get(alike, (0, colour)), (count, colour))
    colours = [colour for _, colour in sorted(commonest.values(), reverse=True)[: sheet.width // SWATCH]]
    both = Image.new("RGB", (sheet.width, sheet.height + SWATCH_HEIGHT))
    both.paste(sheet)
    for number, colour in enumerate(colours):
        left = number * SWATCH
        both.paste(colour, (left, sheet.height, left + SWATCH, sheet.height + SWATCH_HEIGHT))
    return both


async def _figure(page: Page | str) -> str:
    if isinstance(page, str):
        return f'<figure class="waiting">{escape(page)}</figure>'
    data = b64encode(await page.screenshot(animations="disabled")).decode("ascii")
    return f'<figure><img src="data:image/png;base64,{data}"></figure>'


def main() -> None:
    """Play, run the test, and write the film."""
    with tempfile.TemporaryDirectory(prefix="film-", ignore_cleanup_errors=True) as scratch:
        folder = Path(scratch) / "contacts"
        shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("report", ".ui-mcp-agent", "__pycache__"))
        as_a_test(folder)
        film = asyncio.run(asyncio.wait_for(play(folder), SECONDS))
    film.save(FILM)
    size = FILM.stat().st_size
    if size > MAX_BYTES:
        raise SystemExit(f"{FILM.relative_to(ROOT)} has {size:,} bytes, more than {MAX_BYTES:,}: show fewer frames")
    seconds = sum(film.durations) / 1000
    sys.stdout.write(f"{FILM.relative_to(ROOT)}: {len(film.frames)} frames, {seconds:.0f} s, {size:,} bytes\n")


def as_a_test(folder: Path) -> None:
    """Run the story as a test, which leaves the report."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", STORY, "--uimcp-report=report"]
    done = subprocess.run(command, cwd=folder, timeout=SECONDS, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"the story fails:\n{done.stdout}{done.stderr}")


async def play(folder: Path) -> Film:
    """Everything that is seen in the film."""
    config = load_agent_config(folder / "agent.yaml")
    running = run_agent(
        open_model(config.model, folder),
        data=folder / config.data,
        mounts={prefix: mount_spec(mount, folder) for prefix, mount in config.mounts.items()},
        policy=policy_of(config, folder),
        instructions=config.instructions,
    )
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        film = Film(await browser.new_page(viewport=WHOLE))  # type: ignore[arg-type]  # a TypedDict of the same keys
        async with running as agent:
            await converse(film, browser, agent.page_address(), folder / ".claude" / "ui" / "ui-port")
        await look_at_report(film, browser, folder / "report" / "report.html")
        await browser.close()
    return film


async def converse(film: Film, browser: Browser, address: str, port: Path) -> None:
    """The human, the agent and the app."""
    chat = await browser.new_page(viewport=PANE)  # type: ignore[arg-type]  # as above
    app = await browser.new_page(viewport=PANE)  # type: ignore[arg-type]  # as above
    await chat.goto(address)
    waiting = "the agent has started no app yet"
    film.caption = "A human talks to an agent, which keeps a list of contacts"
    await film.shot(LOOK, chat, waiting)
    await types(film, chat, "Please add Ada twice.", waiting)
    await until(lambda: port.is_file() and chat.get_by_text("Shall I remove").first.is_visible())
    await app.goto(f"http://127.0.0.1:{port.read_text(encoding='utf-8').strip()}/")
    await app.get_by_text("2 contacts").wait_for()
    await chat.locator("#activity").wait_for(state="hidden")
    film.caption = "The agent starts the app, works in it, and says so"
    await film.shot(READ, chat, app)
    await types(film, chat, "Yes, please.", app)
    approve = chat.get_by_role("button", name="Approve: app_ui_run")
    await approve.wait_for()
    film.caption = "To remove somebody it has to ask: the policy says so"
    await film.shot(READ, chat, app)
    await approve.hover()
    await film.shot(GLANCE, chat, app)
    await approve.click()
    await chat.get_by_text("It is gone").first.wait_for()
    await app.get_by_text("1 contact", exact=True).wait_for()
    await chat.locator("#activity").wait_for(state="hidden")
    film.caption = "The human approves, and it is done"
    await film.shot(READ, chat, app)


async def types(film: Film, chat: Page, text: str, beside: Page | str) -> None:
    """Write a message as a human does, and send it."""
    field_of_message = chat.get_by_label("Message", exact=True)
    for end in range(4, len(text) + 4, 4):
        await field_of_message.fill(text[:end])
        await film.shot(TYPING, chat, beside)
    await field_of_message.press("Enter")
    await chat.locator("#activity").wait_for(state="visible")
    await film.shot(GLANCE, chat, beside)


async def until(ready: Callable[[], bool | Awaitable[bool]]) -> None:
    """Return when something is so; `main` bounds how long that may take."""
    while True:
        answer = ready()
        if answer if isinstance(answer, bool) else await answer:
            return
        await asyncio.sleep(0.05)


async def look_at_report(film: Film, browser: Browser, report: Path) -> None:
    """The same story as a test: its report, step by step."""
    page = await browser.new_page(viewport={"width": 1254, "height": 640})
    await page.goto(report.as_uri())
    await page.locator(".timeline").wait_for()
    film.caption = "The same story as a test: no browser, no model, no key"
    slider = page.get_by_role("slider", name="Step")
    steps = int(await slider.get_attribute("max") or 0)
    await slider.fill("0")
    await film.shot(LOOK, page)
    film.caption = "The report has the conversation, the calls, and the page after each step"
    for step in range(2, steps + 1, 2):
        await slider.fill(str(step))
        await film.shot(2 * GLANCE, page)
    await slider.fill(str(steps))
    await film.shot(READ, page)


if __name__ == "__main__":
    main()

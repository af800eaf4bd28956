"""Take the pictures of `docs/looks.md`: `python -m tests.looks.pictures [COMMIT]` (or `make pictures`).

Of every page one picture, light, dark and on a phone. With a commit, also `before.png`: the pages as they were then,
each beside itself as it is now; it takes a working tree of that commit, in a temporary directory.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser import ARGUMENTS, chromium_path

ROOT: Final = Path(__file__).resolve().parents[2]
IMAGES: Final = ROOT / "docs" / "images"
SECONDS: Final = 600
COLOURS: Final = 256
# The pages, in the order of the picture of all that have changed.
PAGES: Final = (
    "report",
    "plain",
    "charts",
    "app",
    "shell",
    "chat",
    "variables",
    "empty",
    "not-found",
    "gallery",
    "gallery-view",
)
STYLE: Final = """
body { margin: 0; padding: 14px; width: max-content; background: #f0f1f4; font: 600 13px/1.5 system-ui, sans-serif }
main { display: flex; gap: 12px; align-items: flex-start; margin-bottom: 14px }
figure { margin: 0 }
figcaption { color: #4b4e57; margin-bottom: 4px }
img { display: block; height: 520px; border: 1px solid #d5d7de; border-radius: 8px }
.pair img { height: 340px }
"""


def main(arguments: list[str]) -> None:
    """Take the pages of this tree, and of another one if that is said."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        now, then = Path(scratch) / "now", Path(scratch) / "then"
        take(ROOT, now)
        if arguments:
            tree = Path(scratch) / "tree"
            run(["git", "worktree", "add", "--detach", str(tree), arguments[0]], ROOT)
            try:
                # What tests fetch is no part of a tree.
                (tree / ".cache").symlink_to(ROOT / ".cache")
                take(tree, then)
            finally:
                run(["git", "worktree", "remove", "--force", str(tree)], ROOT)
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        stage = browser.new_page(viewport={"width": 1400, "height": 500})
        for page in PAGES:
            shots = [(how, now / f"{page}-{how}.png") for how in ("light", "dark", "phone")]
            save(stage, f"<main>{''.join(figure(how, path) for how, path in shots)}</main>", f"looks-{page}")
        if arguments:
            rows = [
                f'<main class="pair">{figure(f"{page}, before", old)}{figure("after", now / old.name)}</main>'
                for page in PAGES
                if (old := then / f"{page}-light.png").is_file()
            ]
            save(stage, "".join(rows), "before")
        browser.close()


def take(tree: Path, folder: Path) -> None:
    folder.mkdir()
    run([sys.executable, str(ROOT / "tests" / "looks" / "shots.py"), str(folder)], tree)


def run(command: list[str], tree: Path) -> None:
    """Run a command in a tree, whose package it imports."""
    subprocess.run(command, cwd=tree, env=os.environ | {"PYTHONPATH": str(tree)}, timeout=SECONDS, check=True)


def figure(caption: str, path: Path) -> str:
    data = b64encode(path.read_bytes()).decode("ascii")
    return f'<figure><figcaption>{caption}</figcaption><img src="data:image/png;base64,{data}"></figure>'


def save(stage: Page, content: str, name: str) -> None:
    """What the stage shows of it, in as many colours as a palette has: a third of the size."""
    stage.set_content(f"<!DOCTYPE html><style>{STYLE}</style>{content}")
    size = stage.locator("body").bounding_box()
    assert size is not None
    stage.set_viewport_size({"width": round(size["width"]), "height": round(size["height"])})
    picture = Image.open(io.BytesIO(stage.screenshot())).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    path = IMAGES / f"{name}.png"
    picture.save(path, optimize=True)
    sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1:])

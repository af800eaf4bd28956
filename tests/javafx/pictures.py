"""Take the pictures of `docs/javafx.md`: `python -m tests.javafx.pictures` (or `make pictures`)."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from pytest_uimcp.javafx.bridge.launching import JavaProgram
from pytest_uimcp.javafx.harness.programs import RealProgram, StubProgram
from pytest_uimcp.javafx.harness.stage import Stage
from pytest_uimcp.testing.harness.loop import LoopThread
from tests.javafx import scene_pictures
from tests.javafx.bridge.classes import compiled, on_module_path
from tests.javafx.bridge.host import Host
from tests.javafx.likeness import likeness
from tests.javafx.scene_pictures import SCENES
from tests.javafx.stages import EXAMPLES
from tools.docs.javafx import LIKENESS

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
GAP_PIXELS = 16
PALETTE_COLORS = 128


def main() -> None:
    """Write the picture of the contacts example, and the login form in memory beside that of the program."""
    sys.path.insert(0, str(EXAMPLES))
    loop = LoopThread()
    try:
        save("javafx.png", taken(loop, StubProgram, contacts))
        classes = compiled((EXAMPLES / "program").glob("*.java"))
        command = on_module_path(Path(f"{classes}{os.pathsep}{EXAMPLES / 'scenes'}"), "Program login")
        program = JavaProgram(command, EXAMPLES)
        try:
            real = taken(loop, lambda: RealProgram(program.url, program.token, program), login)
        finally:
            program.close()
        save("javafx-program.png", beside(taken(loop, StubProgram, login), real))
    finally:
        loop.close()
    scenes()


def scenes() -> None:
    """Write ten scenes, each drawn in memory and taken of real JavaFX, and how like they are, for the reference."""
    counted = {}
    with Host() as host:
        for scene in SCENES:
            pair = (scene_pictures.drawn(scene), scene_pictures.taken(host, scene))
            name = scene.partition("_")[2]
            counted[name] = round(likeness(*pair), 3)
            save(f"javafx-{name}-beside.png", small(beside(*pair)))
    LIKENESS.write_text(json.dumps(counted, indent=1) + "\n", encoding="utf-8")


def taken(loop: LoopThread, make: Callable[[], StubProgram | RealProgram], play: Callable[[Stage], None]) -> bytes:
    """The picture of a stage on which something has been done."""

    async def program() -> StubProgram | RealProgram:
        return make()

    stage = Stage(loop, program)
    try:
        play(stage)
        return stage.screenshot()
    finally:
        stage.close()


def contacts(stage: Stage) -> None:
    """A selected row, and the open list of a combo box."""
    from controllers import ContactsController

    stage.load(EXAMPLES / "scenes" / "contacts.fxml", controller=ContactsController, title="Contacts")
    stage.select_row("Person 2")
    stage.fill("New name", "Ada Lovelace")
    stage.click("Kind", role="combobox")


def login(stage: Stage) -> None:
    """A form that is filled in."""
    from controllers import LoginController

    stage.load(EXAMPLES / "scenes" / "login.fxml", controller=LoginController, title="Login")
    stage.fill("User name", "ada@example.com")
    stage.type("babbage", "Password")
    stage.check("Remember me")


def beside(left: bytes, right: bytes) -> bytes:
    """Two pictures in one, with a gap between them."""
    pictures = [Image.open(io.BytesIO(data)).convert("RGB") for data in (left, right)]
    width = sum(picture.width for picture in pictures) + GAP_PIXELS
    both = Image.new("RGB", (width, max(picture.height for picture in pictures)), "white")
    both.paste(pictures[0], (0, 0))
    both.paste(pictures[1], (pictures[0].width + GAP_PIXELS, 0))
    into = io.BytesIO()
    both.save(into, "PNG", optimize=True)
    return into.getvalue()


def small(picture: bytes) -> bytes:
    """The same with a palette, in half the bytes."""
    into = io.BytesIO()
    Image.open(io.BytesIO(picture)).quantize(PALETTE_COLORS, dither=Image.Dither.NONE).save(into, "PNG", optimize=True)
    return into.getvalue()


def save(name: str, picture: bytes) -> None:
    """Write a picture of the documentation."""
    (IMAGES / name).write_bytes(picture)
    sys.stdout.write(f"docs/images/{name}\n")


if __name__ == "__main__":
    main()

"""Take the pictures of `docs/javafx.md`: `python -m tests.javafx.pictures` (or `make pictures`)."""

from __future__ import annotations

import sys
from pathlib import Path

from pytest_uimcp.testing.harness.loop import LoopThread
from tests.javafx.stages import EXAMPLES

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"


def main() -> None:
    """Write the picture of the contacts example."""
    sys.path.insert(0, str(EXAMPLES))
    from controllers import ContactsController

    from pytest_uimcp.javafx.harness.programs import StubProgram
    from pytest_uimcp.javafx.harness.stage import Stage

    async def program() -> StubProgram:
        return StubProgram()

    loop = LoopThread()
    stage = Stage(loop, program)
    try:
        stage.load(EXAMPLES / "scenes" / "contacts.fxml", controller=ContactsController, title="Contacts")
        stage.select_row("Person 2")
        stage.fill("New name", "Ada Lovelace")
        stage.click("Kind", role="combobox")
        (IMAGES / "javafx.png").write_bytes(stage.screenshot())
        sys.stdout.write("docs/images/javafx.png\n")
    finally:
        stage.close()
        loop.close()


if __name__ == "__main__":
    main()

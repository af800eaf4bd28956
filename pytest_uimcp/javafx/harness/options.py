from __future__ import annotations

from typing import Final

from pytest_uimcp.javafx.environment import TOKEN
from pytest_uimcp.testing.options import Option

OPTIONS: Final = (
    Option(
        "stage-program",
        "the command that starts the JavaFX program on which tests of uimcp_stage run, such as 'java -jar "
        "target/app.jar'; it is started in pytest's root directory",
        takes="COMMAND",
    ),
    Option(
        "stage-classes",
        "the classes of JavaFX that classes of the program extend, for scenes in memory, such as "
        "'com.acme.Keypad=GridPane, Amount=TextField'; one in FXML of which nothing is said is drawn as a box",
        takes="CLASS=SUPERCLASS,…",
    ),
    Option(
        "javafx",
        "the folder of the JavaFX that the bridge for programs is compiled against (default: where it usually is)",
        takes="DIR",
    ),
    Option(
        "stage-url",
        "the Streamable HTTP address of a JavaFX program that tests of uimcp_stage run on, instead of a scene in "
        f"memory; its token is that of the environment variable {TOKEN}",
        takes="URL",
    ),
)

"""The harness of a JavaFX program: plain calls that return when the user interface is idle."""

from __future__ import annotations

import base64
import re
import time
import warnings
from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import Any, Final, TypeVar

from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.core.steps import recorded
from pytest_uimcp.javafx.accessible import StageSight
from pytest_uimcp.javafx.harness.client import StageClient
from pytest_uimcp.javafx.harness.ending import ExpectedExit
from pytest_uimcp.javafx.harness.errors import FxmlWarning, StageError
from pytest_uimcp.javafx.harness.scope import StageScope
from pytest_uimcp.javafx.opening import differences, open_fxml
from pytest_uimcp.javafx.scene.fxml import FxmlDocument
from pytest_uimcp.javafx.scene.fxml.loader import LoadOptions
from pytest_uimcp.javafx.scene.snapshot.compact import compact_text
from pytest_uimcp.javafx.scene.snapshot.options import Json
from pytest_uimcp.javafx.scene.stage.showing import show_stage
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.files import file_in
from pytest_uimcp.testing.harness.harness import step
from pytest_uimcp.testing.harness.loop import LoopThread

T = TypeVar("T")
# A warning is about the line that loads: above `load` are what records it and what settles it.
WRAPPERS: Final = 4
_UID: Final = re.compile(r" \(uid=[^)]*\)")


class Stage(StageScope, StageClient):
    """The value of the fixture `uimcp_stage`: a program in memory, or a real one; the verbs are the same."""

    def __init__(
        self,
        loop: LoopThread,
        program: Callable[[], Awaitable[Any]],
        *,
        folders: Sequence[Path] = (),
        lua_errors: LuaErrors = "raise",
        superclasses: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(loop, program, lua_errors=lua_errors)
        self._stage = self
        self._folders = folders
        self._superclasses = superclasses or {}

    @step("test")
    def load(
        self,
        fxml: str | Path,
        *,
        controller: object = None,
        title: str | None = None,
        width: float | None = None,
        height: float | None = None,
        resources: Any = None,
        stylesheets: Sequence[str | Path] = (),
        **options: Any,
    ) -> FxmlDocument:
        """Load an FXML file and show it; a path is relative to the test's folder, or to the root of the repository.

        `controller` is an object, or a class to make one of. A real program shows a scene of its own, so nothing is
        loaded into it. What is not as in JavaFX is a warning, or with `strict=True` an error.
        """
        self._check_options(options)
        if self.is_real:
            # So that a test fails here, with the reason, if the program is not there.
            self.expect(self._look_shown)
            return FxmlDocument(None, controller, {})
        stage_options = _without_none(title=title, width=width, height=height)
        sheets = [file_in(self._folders, sheet) for sheet in stylesheets]
        if isinstance(resources, (str, Path)):
            resources = file_in(self._folders, resources)
        options["superclasses"] = {**self._superclasses, **(options.get("superclasses") or {})}
        file = file_in(self._folders, fxml)
        # As far up as the repository: documents name stylesheets and pictures in folders beside their own.
        options.setdefault("base", _base(file, self._folders))
        loaded, _ = open_fxml(
            self._stub("load").platform, file, controller=controller, resources=resources,
            stylesheets=sheets, stage=stage_options, **options,
        )  # fmt: skip
        if loaded.problems:
            warnings.warn(differences(loaded.problems), FxmlWarning, stacklevel=WRAPPERS)
        return loaded

    @staticmethod
    def _check_options(options: Json) -> None:
        """Refuse what nobody knows, in the words of a call of `load`: further options are the loader's."""
        for name in options.keys() - LoadOptions.__annotations__.keys():
            known = [*signature(Stage.load).parameters, *LoadOptions.__annotations__]
            names = sorted({*known} - {"self", "options", "file", "folder"})
            raise TypeError(f"load() has no argument {name!r}{hint_or_names(name, names)}")

    @step("test")
    def show(
        self,
        root: Any,
        *,
        title: str | None = None,
        width: float | None = None,
        height: float | None = None,
        stylesheets: Sequence[str | Path] = (),
    ) -> Any:
        """Show a scene built in Python: its root node, or a function that makes it. A real program shows its own."""
        if self.is_real:
            self.expect(self._look_shown)
            return None
        platform = self._stub("show").platform
        stage_options = _without_none(title=title or "", width=width, height=height)
        stage_options["stylesheets"] = [str(file_in(self._folders, sheet)) for sheet in stylesheets]
        # A node class is callable as well, and is not meant.
        node = platform.call(lambda: root() if callable(root) and not hasattr(root, "fx") else root)
        return platform.call(lambda: show_stage(platform, node, stage_options, Path.cwd()))

    def run(self, work: Callable[[], T]) -> T:
        """Run a function on the FX thread, as `Platform.runLater` does, and return its result."""
        result = self._stub("run").platform.call(work)
        self.try_settle()
        return result

    @step("test")
    def advance(self, seconds: float) -> None:
        """Let time pass in the program: what becomes due runs. In a real program this is real time."""
        if self.is_real:
            time.sleep(seconds)
            return
        platform = self._stub("advance").platform

        def pulses() -> None:
            end = platform.clock.now + 1000 * seconds
            while platform.clock.now < end:
                platform.pulse()

        platform.request(pulses)

    def expects_exit(self, status: int | None = 0) -> ExpectedExit:
        """Expect that the program ends in a `with` block, with this exit code, or with any if it is None.

        The block ends with the step that ends the program; one that goes on after it fails the test.
        """
        return ExpectedExit(self, self._watch, status)

    @property
    def picture_name(self) -> str:
        """What tells a stored picture from that of the scene in memory, which draws texts with other fonts."""
        return "program" if self.is_real else ""

    @recorded("test")
    def screenshot(self, stage_index: int | None = None, *, installed_fonts: bool = False) -> bytes:
        """A PNG of a stage: of the focused one, or of one by its number.

        A scene in memory is drawn with a font that is the same on every machine, or with those that are installed, as a
        program is.
        """
        if installed_fonts and not self.is_real:
            stub = self._stub("screenshot")
            return stub.platform.request(lambda: stub.ui.picture(stage_index, installed_fonts=True))
        arguments = {} if stage_index is None else {"stageIndex": stage_index}
        return base64.b64decode(self.ask("ui_screenshot", **arguments)["dataBase64"])

    def scene(self) -> str:
        """The nodes of all stages, a line for each, as the contract tells of them."""
        snapshot = self.ask("ui_get_snapshot", stage="all", mode="full", depth=100)
        if self.is_real:
            snapshot = self._foreign.completed(snapshot)
        # A stored scene is that of both faces; what the one in memory lacks was a warning when it was loaded.
        for stage in snapshot["stages"]:
            stage.pop("notAsInJavaFX", None)
        return _UID.sub("", compact_text(snapshot))

    def last_aria(self) -> str:
        """The accessibility tree, for reports."""
        if self._watch.end is not None:
            return "(the program has ended)"
        return self.look().tree()

    def shown(self) -> tuple[str, str]:
        """The accessibility tree, for reports; a scene has no HTML."""
        return self.last_aria(), ""

    def evidence(self, folder: Path) -> dict[str, Path]:
        """Save a picture of the focused stage."""
        if self._watch.end is not None:
            return {}
        path = folder / "stage.png"
        path.write_bytes(base64.b64decode(self.ask("ui_screenshot")["dataBase64"]))
        return {"picture": path}

    def _look_shown(self) -> None:
        """Look at a program that was started: its stage is there before the window manager gives it the focus."""
        sight = self.look()
        if self.is_started and not any(window.data.get("focused") for window in sight.root.children):
            raise StageError("no stage of the program has the focus")

    def _sight(self) -> StageSight:
        return self.look()


def _base(file: Path, folders: Sequence[Path]) -> Path:
    """The widest of the folders that the file is in; its own, if it is in none."""
    around = [folder for folder in folders if file.resolve().is_relative_to(folder.resolve())]
    return min(around, key=_depth, default=file.parent)


def _depth(folder: Path) -> int:
    return len(folder.resolve().parts)


def _without_none(**values: object) -> Json:
    return {name: value for name, value in values.items() if value is not None}

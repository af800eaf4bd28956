"""The JavaFX scene of a scenario: what `stage` in the header names, how it comes to show, and its steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Self

from pydantic import AfterValidator, Field

from pytest_uimcp.core.lazy import resolve
from pytest_uimcp.core.reading import Items, Settings, expecting, shorthand
from pytest_uimcp.testing.scenario.grammar import StepKind, StepOption
from pytest_uimcp.testing.scenario.header import FileBeside, Filled, HeaderKey
from pytest_uimcp.testing.scenario.parts import Fixture, PartServer, StoryPart
from pytest_uimcp.testing.scenario.shapes import CHOICES, FIELDS, TARGET, TEXT, TEXT_SCHEMA
from pytest_uimcp.testing.scenario.verbs import inside

if TYPE_CHECKING:
    from pytest_uimcp.javafx.harness.stage import Stage
    from pytest_uimcp.testing.scenario.player import Player
    from pytest_uimcp.testing.scenario.steps import ScenarioStep


FIXTURE: Final = "uimcp_stage"


def _reference(text: str) -> str:
    if not all(text.partition(":")):
        raise ValueError("it is none")
    return text


_Size = Annotated[int | float, Field(gt=0), expecting("a number above 0")]


class SceneEntry(Settings):
    """An FXML file, and what `uimcp_stage.load` takes beside it."""

    scene: FileBeside
    controller: Annotated[
        str | None, AfterValidator(_reference), expecting("module:Class, such as controllers:LoginController")
    ] = None
    title: Filled | None = None
    width: _Size | None = None
    height: _Size | None = None
    resources: FileBeside | None = None
    stylesheets: Items[FileBeside] = ()

    def show(self, stage: Stage) -> Stage:
        options = self.model_dump(include={"title", "width", "height", "resources"}, exclude_none=True)
        controller = None
        # A real program shows its own scene, so the controller is not even imported.
        if self.controller is not None and not stage.is_real:
            controller = resolve(self.controller)
        stage.load(self.scene, controller=controller, stylesheets=[*self.stylesheets], **options)
        return stage


@dataclass(frozen=True, slots=True)
class ScenePart(StoryPart):
    scene: SceneEntry
    fixture: ClassVar[str] = FIXTURE
    surface: ClassVar[str] = "stage"
    surface_fixture: ClassVar[str] = FIXTURE
    absent: ClassVar[str] = "the story has no stage: name its scene in the header with stage"

    @staticmethod
    def header_keys() -> Sequence[HeaderKey]:
        return (STAGE,)

    @staticmethod
    def step_kinds() -> Sequence[StepKind]:
        return STEPS

    @classmethod
    def of(cls, header: Any) -> Self | None:
        if header.stage is None:
            return None
        return cls(header.stage)

    def step_fault(self, step: ScenarioStep) -> str:
        options = step.value.values() if isinstance(step.value, dict) else [step.value]
        if step.kind.shape is CHOICES and any(isinstance(option, list) for option in options):
            return "a stage takes one option at a time"
        return ""

    def servers(self) -> Iterator[PartServer]:
        def open_stage(fixture: Fixture) -> Stage:
            return self.scene.show(fixture(FIXTURE))

        yield PartServer(("stage",), "stage", open_stage, attrgetter("mountable"))

    def advance(self, fixture: Fixture, seconds: float) -> None:
        fixture(FIXTURE).advance(seconds)


def selects(player: Player, step: ScenarioStep) -> None:
    for label, row in step.value.items():
        player.surface_of(step).select_row(str(row), label)


def types(player: Player, step: ScenarioStep) -> None:
    player.surface_of(step).type(str(step.value), **inside(step))


_NUMBER: Final = {"type": "number", "exclusiveMinimum": 0}
STAGE: Final = HeaderKey(
    "stage",
    Annotated[SceneEntry, shorthand("scene", "an FXML file")],
    "an FXML file, or a mapping with scene",
    {
        "anyOf": [
            TEXT_SCHEMA,
            {
                "type": "object",
                "properties": {
                    **dict.fromkeys(("scene", "controller", "title", "resources"), TEXT_SCHEMA),
                    **dict.fromkeys(("width", "height"), _NUMBER),
                    "stylesheets": {"type": "array", "items": TEXT_SCHEMA},
                },
                "required": ["scene"],
                "additionalProperties": False,
            },
        ]
    },
    "A JavaFX scene that is shown: an FXML file, or a mapping with `scene` and what "
    "[`uimcp_stage.load`](../javafx.md) takes beside it; `controller` is `module:Class`. Its tools begin with "
    "`stage_`. In a story that names no `app`, steps of the page are about the stage.",
)
STEPS: Final = (
    StepKind(
        "human", "types", TEXT, types,
        "The human types key by key, on a stage: into a field, or wherever the focus is.",
        "- human: {types: lovelace, in: Password, on: stage}",
        options=(StepOption("in", TARGET, "the field"),), is_shown=True, only="stage",
    ),
    StepKind(
        "human", "selects", FIELDS, selects,
        "The human clicks a row of a list, tree or table of a stage, by the list's label; it is scrolled into view.",
        "- human: {selects: {Contacts: Person 150}, on: stage}", is_shown=True, only="stage",
    ),
)  # fmt: skip
PARTS: Final = (ScenePart,)

"""The app of a scenario: its directory and name, the steps that only an app has, and how a test shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.testing.scenario.errors import ScenarioError
from pytest_uimcp.testing.scenario.grammar import FIELD, StepKind, StepOption
from pytest_uimcp.testing.scenario.header import Filled, HeaderKey
from pytest_uimcp.testing.scenario.parts import Fixture, PartServer, StoryPart
from pytest_uimcp.testing.scenario.shapes import FILES, MAPPING, TEXT_SCHEMA, VARIABLE, ValueShape, is_text
from pytest_uimcp.testing.scenario.verbs import fields_of

if TYPE_CHECKING:
    import pytest

    from pytest_uimcp.testing.scenario.player import Player
    from pytest_uimcp.testing.scenario.steps import ScenarioStep
    from pytest_uimcp.testing.scenario.story import Story


FIXTURE: Final = "uimcp"


@dataclass(frozen=True, slots=True)
class AppPart(StoryPart):
    app: str | None
    dir: str | None
    fixture: ClassVar[str] = FIXTURE
    surface: ClassVar[str] = "page"
    surface_fixture: ClassVar[str] = "uimcp_page"
    is_default: ClassVar[bool] = True

    @staticmethod
    def header_keys() -> Sequence[HeaderKey]:
        return HEADER

    @staticmethod
    def step_kinds() -> Sequence[StepKind]:
        return STEPS

    @classmethod
    def of(cls, header: Any) -> Self:
        return cls(header.app, header.dir)

    @property
    def is_named(self) -> bool:
        return self.app is not None

    def markers(self, story: Story, config: pytest.Config) -> Mapping[str, str | None]:
        return {"app": self.app, "dir": str(self._directory_with_app(story, config))}

    def check_test(self, story: Story, request: pytest.FixtureRequest) -> None:
        from pytest_uimcp.testing.settings import settings_for

        if self.app is None:
            return
        settings = settings_for(request.node, request.config)
        if self.app != (settings.app or request.getfixturevalue("uimcp_project").only_app):
            raise ScenarioError.at(story.place("app"), f'app: mark the test with @pytest.mark.uimcp(app="{self.app}")')

    def servers(self) -> Iterator[PartServer]:
        yield PartServer(("app",), "app", lambda fixture: fixture(FIXTURE))

    def advance(self, fixture: Fixture, seconds: float) -> None:
        fixture(FIXTURE).clock.advance(seconds)

    def _directory_with_app(self, story: Story, config: pytest.Config) -> Path:
        """The directory; ScenarioError if the app is not there."""
        from pytest_uimcp.checks.app_directory import ENTRY, AppDirectory
        from pytest_uimcp.testing.options import value

        directory = self._directory(story, config)
        apps = AppDirectory(directory, single=(directory / ENTRY).is_file()).apps
        app = self.app or value(config, "app")
        if app is None and len(apps) != 1:
            problem = f"app: name one of the apps of {directory}: {', '.join(apps) or 'there are none'}"
            raise ScenarioError.at(story.place("scenario"), problem)
        if app is not None and app not in apps:
            problem = f"app: there is no app {app!r} in {directory}{hint_or_names(app, apps)}"
            raise ScenarioError.at(story.place("app"), problem)
        return directory

    def _directory(self, story: Story, config: pytest.Config) -> Path:
        from pytest_uimcp.checks.app_directory import CANDIDATES, find_app_directory
        from pytest_uimcp.testing.collect.app_directories import directory_of_test, is_of_another_repository
        from pytest_uimcp.testing.options import on_command_line, value

        folder = story.file.parent if story.file is not None else config.rootpath
        if self.dir is not None:
            return _named_directory(folder, self.dir, story)
        file = story.file or folder / "scenario"
        if is_of_another_repository(file, config):
            option = on_command_line(config, "dir")
        else:
            option = value(config, "dir")
        if option is not None:
            return _named_directory(config.rootpath, option, story)
        base = directory_of_test(file, config)
        if base is not None:
            return base
        for root in folder.parents:
            base = find_app_directory(root)
            if base is not None:
                return base
        problem = f"app: no app directory in {config.rootpath} or above {folder}: looked for {', '.join(CANDIDATES)}"
        raise ScenarioError.at(story.place("app"), f"{problem}; name one with dir, or with --uimcp-dir")


def _named_directory(folder: Path, name: str, story: Story) -> Path:
    from pytest_uimcp.core.assets import fixtures_dir

    for path in (folder / name, fixtures_dir() / "apps" / name):
        if path.exists():
            return path
    samples = sorted(path.name for path in (fixtures_dir() / "apps").iterdir())
    problem = f"dir: there is neither {folder / name} nor a sample of that name{hint_or_names(name, samples)}"
    raise ScenarioError.at(story.place("dir"), problem)


def uploads(player: Player, step: ScenarioStep) -> None:
    for field, files in fields_of(step):
        if not isinstance(files, list):
            files = [files]
        # `upload` takes the label before the files, so a target without one is named by keywords only.
        label = [field.pop(key) for key in ("target",) if key in field]
        player.surface_of(step).upload(*label, *(_file(step, str(name)) for name in files), **field)


def _file(step: ScenarioStep, name: str) -> str:
    """A file beside the scenario, else its name only."""
    path = step.place.folder / name
    if path.is_file():
        return str(path)
    return name


def waits_for(player: Player, step: ScenarioStep) -> None:
    if isinstance(step.value, str):
        expected = {"event": step.value}
    else:
        expected = dict(step.value)
    player.events += player.fixture(FIXTURE).events()
    for number, event in enumerate(player.events):
        if expected.items() <= event.items():
            # Those before it are no longer waited for.
            del player.events[: number + 1]
            if step.captures is not None:
                player.variables[step.captures] = event
            return
    events = "".join(f"\n  {event}" for event in player.events) or " nothing"
    problem = f"expected an event with {expected}; the app has sent:{events}"
    raise ScenarioError(
        f"{problem}\n  one that a timer sends comes when time has passed: write `- advance: SECONDS` before"
    )


def publish(player: Player, step: ScenarioStep) -> None:
    for topic, data in step.value.items():
        if not player.fixture(FIXTURE).publish(str(topic), data):
            raise ScenarioError(
                f"no app has subscribed to {topic!r}: call mcp:subscribe in the app, or in apps/APP/init.lua to get "
                "pages before it is shown"
            )


def _is_event(value: Any) -> bool:
    return is_text(value) or (isinstance(value, Mapping) and bool(value))


_EVENT: Final = ValueShape(
    "the name of an event, or a mapping of its fields",
    {"anyOf": [TEXT_SCHEMA, {"type": "object", "minProperties": 1}]},
    _is_event,
)

HEADER: Final = (
    HeaderKey(
        "app", Filled, "text", TEXT_SCHEMA, "The app that is shown; by default the only one of the app directory."
    ),
    HeaderKey(
        "dir", Filled, "text", TEXT_SCHEMA,
        "The app directory, an app or a sample, relative to the file; by default the one of the tests.",
    ),
)  # fmt: skip
STEPS: Final = (
    StepKind(
        "human", "uploads", FILES, uploads,
        "The human chooses files, by the label of the file field. Paths are relative to the scenario; if there is "
        "no such file, an empty one of this name is uploaded.",
        "- human: {uploads: {Picture: cat.png}}", (), (FIELD,), is_shown=True, only="page",
    ),
    StepKind(
        "agent", "waits for", _EVENT, waits_for,
        "The agent waits for an event of the app: its name, or fields that it has.",
        "- agent: {waits for: {event: chat, text: Please add Ada}}", (FIXTURE,),
        (StepOption("as", VARIABLE, "a variable for the event"),), asserts=True,
    ),
    StepKind(
        "", "publish", MAPPING, publish,
        "Pages are published, as with a bookmarklet: a mapping of topics to data. An app must have subscribed to each.",
        "- publish: {jobs: {url: https://example.com/offer/1, title: Gardener}}", (FIXTURE,),
    ),
)  # fmt: skip
PARTS: Final = (AppPart,)

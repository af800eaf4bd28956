"""`ui-mcp record FILE mcp|serve …`: the server, with a recorder in it."""

from __future__ import annotations

import argparse
import atexit
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.testing.scenario.names import ENDING

if TYPE_CHECKING:
    from pytest_uimcp.testing.recording.document import RecordedStory


USAGE: Final = 2
SERVERS: Final = {"mcp": "pytest_uimcp.server.commands.mcp", "serve": "pytest_uimcp.server.commands.serve"}
# What records the answers of a model instead of a server.
MODEL: Final = "model"
EPILOG: Final = """\
The options of the server follow its name:

    ui-mcp record tests/adding.scenario.yaml mcp --dir .claude/ui

    ui-mcp record tests/notes.model.yaml model --base-url https://api.openai.com/v1

The recording is written after each step. `ui-mcp scenario FILE` plays it.
"""


def main(arguments: Sequence[str]) -> int:
    """Serve and record; returns the server's exit code, 2 on wrong usage."""
    options_parser = parser()
    options = options_parser.parse_args(list(arguments))
    file: Path = options.file.absolute()
    if options.server == MODEL:
        # Not a story of clients and people, but what a model answers.
        from pytest_uimcp.agent.recording.command import ENDING as MODEL_ENDING
        from pytest_uimcp.agent.recording.command import main as record_model

        if not file.name.endswith(MODEL_ENDING):
            options_parser.error(f"FILE has to end in {MODEL_ENDING} for a model, got {file.name}")
        return record_model(file, options.arguments)
    if problem := _problem(file, options):
        options_parser.error(problem)
    story, recorder = _recording(file, options)
    serve = importlib.import_module(SERVERS[options.server]).main

    def end() -> None:
        atexit.unregister(end)
        sys.stderr.write(_ending(story, file))
        sys.stderr.flush()

    # The server ends the process itself if a thread keeps it from returning.
    atexit.register(end)
    try:
        code: int = serve(options.arguments, recorder)
    finally:
        end()
    return code


def parser() -> argparse.ArgumentParser:
    options_parser = argparse.ArgumentParser(
        prog="ui-mcp record",
        description="Serve as `ui-mcp mcp` or `ui-mcp serve` does, and record what clients and people do as a scenario "
        "with snapshots.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options_parser.add_argument(
        "--name", metavar="TEXT", help="what happens in the story (default: the name of the file)"
    )
    options_parser.add_argument(
        "--mask", metavar="NAME", action="append", default=[],
        help="mask arguments, fields of events and fields of the page with NAME in their names, beside passwords, "
        "tokens and keys; may be given several times",
    )  # fmt: skip
    options_parser.add_argument(
        "--replay-dir", metavar="DIR", help="the app directory that the scenario names (default: the recorded one)"
    )
    options_parser.add_argument(
        "--overwrite", action="store_true", help="replace an earlier recording and its snapshots"
    )
    options_parser.add_argument(
        "file", type=Path, metavar="FILE", help=f"the scenario to write, *{ENDING}; *.model.yaml for a model"
    )
    options_parser.add_argument(
        "server", choices=[*SERVERS, MODEL], help="the server to run, or `model` for a port in front of a real model"
    )
    options_parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="…", help="its options")
    return options_parser


def _problem(file: Path, options: argparse.Namespace) -> str:
    if not file.name.endswith(ENDING) or file.name == ENDING:
        return f"FILE has to end in {ENDING}, got {file.name}: try {file.name.split('.')[0] or 'recorded'}{ENDING}"
    if file.exists() and not options.overwrite:
        return f"{options.file} exists: give another name, or --overwrite to replace it with its snapshots"
    if not file.parent.is_dir():
        return f"there is no directory {file.parent} for {file.name}: create it first"
    if options.name is not None and not options.name.strip():
        return "--name has to be a text"
    return ""


def _recording(file: Path, options: argparse.Namespace) -> tuple[RecordedStory, Any]:
    from pytest_uimcp.testing.recording.document import RecordedStory
    from pytest_uimcp.testing.recording.masking import Secrets
    from pytest_uimcp.testing.recording.recorder import ScenarioRecorder
    from pytest_uimcp.testing.recording.storing import RecordingFiles

    words = file.name.removesuffix(ENDING).replace("_", " ").replace("-", " ")
    # Without what the ids of tests use.
    plain = (options.name or words).replace("::", " ").replace("[", "(").replace("]", ")")
    name = " ".join(plain.split()) or "recorded"
    files = RecordingFiles(file, name)
    if options.overwrite:
        files.clear()
    secrets = Secrets(options.mask)
    story = RecordedStory(files, name, secrets, options.replay_dir)
    return story, ScenarioRecorder(secrets, story.write)


def _ending(story: RecordedStory, file: Path) -> str:
    problem = f"ui-mcp record: {story.problem}\n" if story.problem else ""
    if not story.steps:
        return f"{problem}ui-mcp record: nothing was recorded\n"
    return f"{problem}ui-mcp record: {story.steps} steps in {file}; play them with `ui-mcp scenario {file}`\n"

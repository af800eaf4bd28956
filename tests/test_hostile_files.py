"""Whatever is in the place of a file, every reader of files that people bring answers, and names the file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from pytest_uimcp.chat.web.tokens import token_file
from pytest_uimcp.checks.file_text import text_of
from pytest_uimcp.compositor.policy.loading import load_policy
from pytest_uimcp.engine.files.loaded_files import read_lua
from pytest_uimcp.engine.lua.runtime import Dialect, dialect_for
from pytest_uimcp.javafx.scene.fxml import loader
from pytest_uimcp.openapi.config.load import load_config
from pytest_uimcp.openapi.harness.openapi import spec_of
from pytest_uimcp.openapi.quality.run import check_spec_file
from pytest_uimcp.openapi.toolsets.reading import read_toolset_file
from pytest_uimcp.server.config import read_config
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.testing.scenario.reading import read_file
from tests import patience
from tests.hostile import KINDS, plant

PATIENCE: Final = patience.SECONDS


def include(place: Path) -> Any:
    return loader.load_text(
        f'<?import javafx.scene.layout.*?><VBox><fx:include source="{place.name}" '
        'xmlns:fx="http://javafx.com/fxml"/></VBox>',
        folder=place.parent,
    )


def properties(place: Path) -> Any:
    return loader.load_text("<?import javafx.scene.layout.*?><VBox/>", resources=place)


READERS: Final[dict[str, Callable[[Path], Any]]] = {
    "policy.yaml": load_policy,
    "nlui.yaml": load_config,
    "api.yaml": check_spec_file,
    "spec.json": lambda place: spec_of(place.name, place.parent),
    "toolset.json": read_toolset_file,
    "view.fxml": loader.load,
    "part.fxml": include,
    "texts.properties": properties,
    "story.uimcp.yaml": read_file,
    "app.lua": read_lua,
    "config.toml": lambda place: read_config(place.parent, ServerOptions()),
    "chat.tokens.json": lambda place: token_file(place, ("human",)),
}
OTHERWISE: Final = {
    # The specification is looked for among files, and a part may not be elsewhere.
    **{("spec.json", kind): "no file" for kind in ("pipe", "device", "socket", "loop", "root", "vanished")},
    **{("part.fxml", kind): "leads out of" for kind in ("device", "root", "unreadable")},
}
"""Reasons that a reader gives before the file is opened."""


def outcome(read: Callable[[Path], Any], place: Path) -> Any:
    """What a reader returns or raises, in time."""
    results: list[Any] = []

    def run() -> None:
        try:
            results.append(read(place))
        except Exception as error:  # noqa: BLE001 -- the result
            results.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert results, f"{place.name}: the reader still waits after {PATIENCE:g} s"
    return results[0]


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_reader_names_what_is_no_file_and_says_why(tmp_path: Path, kind: str, name: str) -> None:
    place = tmp_path / name
    plant(kind, place)
    result = outcome(READERS[name], place)
    if (name, kind) == ("config.toml", "vanished"):
        assert result == ServerOptions()
        return
    assert isinstance(result, Exception), result
    said = str(result)
    assert name in said
    reason = OTHERWISE.get((name, kind), KINDS[kind][1])
    assert reason.lower() in said.lower(), said


# Readers are run once before, because nobody may be unable to import what they need.
AS_NOBODY: Final = """
import json, os, sys
from pathlib import Path
from tests.test_hostile_files import READERS, outcome
folder = Path(sys.argv[1])
for name, read in READERS.items():
    outcome(read, folder / "none" / name)
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
print(json.dumps({name: str(outcome(read, folder / name)) for name, read in READERS.items()}))
"""


@pytest.mark.slow
def test_a_file_that_its_owner_keeps_for_himself_is_named_with_the_reason() -> None:
    # Below /tmp, since the folder of pytest is not for other users.
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "none").mkdir()
        for path in (folder, folder / "none"):
            path.chmod(0o755)
        for name in READERS:
            (folder / name).touch(0)
        run = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, str(folder)],
            capture_output=True,
            text=True,
            check=False,
            timeout=4 * PATIENCE,
            cwd=Path(__file__).parents[1],
        )
    assert run.returncode == 0, run.stderr
    said = json.loads(run.stdout.splitlines()[-1])
    assert said.keys() == READERS.keys()
    for name, text in said.items():
        assert name in text
        assert "permission denied" in text.lower(), text


@pytest.mark.parametrize("name", READERS)
def test_a_file_that_vanishes_as_it_is_opened_is_one_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    place = tmp_path / name
    place.write_text("{}")
    place.chmod(0o600)
    really_open = os.open

    def vanish(path: Any, *rest: Any, **named: Any) -> int:
        if str(path) == str(place):
            place.unlink(missing_ok=True)
        return really_open(path, *rest, **named)

    monkeypatch.setattr(os, "open", vanish)
    result = outcome(READERS[name], place)
    if name == "config.toml":
        assert result == ServerOptions()
        return
    assert isinstance(result, Exception), result
    assert name in str(result)
    assert "no such file" in str(result).lower()


@pytest.mark.parametrize("kind", KINDS)
def test_files_that_only_a_look_is_taken_at_are_passed_over(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "a.lua"
    plant(kind, place)
    assert outcome(text_of, place) == ""
    assert outcome(lambda place: dialect_for([place]), place) is Dialect.LUA51

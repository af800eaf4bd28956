"""The files of a recording: the scenario, and its snapshots where those of a scenario are.

Both are written anew after each step, each at once, so that a server that is killed leaves a whole file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pytest_uimcp.testing.snapshots.files import replace
from pytest_uimcp.testing.snapshots.masks import MASKS, mask_text
from pytest_uimcp.testing.snapshots.names import file_stem, owns

_SUFFIX: Final = ".aria.yaml"


class RecordingFiles:
    def __init__(self, file: Path, name: str) -> None:
        self.file = file
        self._name = name
        self._folder = file.parent / "__snapshots__" / file.stem
        self._text = ""
        self._stored: dict[str, str] = {}

    def clear(self) -> None:
        self.file.unlink(missing_ok=True)
        for path in self._folder.glob(f"*{_SUFFIX}"):
            if owns(file_stem(self._name), path.name.removesuffix(_SUFFIX)):
                path.unlink()

    def store(self, text: str, snapshots: Mapping[str, str]) -> None:
        """Write what has changed of the scenario and its snapshots, which are by name."""
        # First the snapshots, then the file that needs them.
        for name, tree in snapshots.items():
            masked = mask_text(tree, MASKS)
            if self._stored.get(name) != masked:
                replace(self._path(name), masked)
                self._stored[name] = masked
        if text != self._text:
            replace(self.file, text)
            self._text = text
        for name in [name for name in self._stored if name not in snapshots]:
            self._path(name).unlink(missing_ok=True)
            del self._stored[name]

    def _path(self, name: str) -> Path:
        return self._folder / f"{file_stem(self._name, name)}{_SUFFIX}"

"""References to other files, drawn into the one document: only on request, only below the specification's folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.regular_file import read_regular
from pytest_uimcp.openapi.documents import MAX_SPEC_BYTES, parse
from pytest_uimcp.openapi.spec.references import pointer
from pytest_uimcp.openapi.warn import Warn

# Where the other files stand in the document.
HOME: Final = "x-nlui-files"
_MAX_FILES: Final = 500


def bundled(root: Any, file: Path, warn: Warn) -> Any:
    """The document with what it refers to in other files; its own references are changed to lead there."""
    if not isinstance(root, dict):
        return root
    bundle = _Bundle(file, warn)
    bundle.adopt(root, file, ())
    if bundle.files:
        return {**root, HOME: bundle.files}
    return root


class _Bundle:
    def __init__(self, file: Path, warn: Warn) -> None:
        self.files: dict[str, Any] = {}
        self._main = Path(os.path.realpath(file))
        self._folder = self._main.parent
        self._warn = warn

    def adopt(self, data: Any, file: Path, home: tuple[str, ...]) -> None:
        """Change the references of a file that stands at `home` in the document."""
        # A stack in place of recursion: documents nest deeper than Python's calls may.
        todo = [data]
        while todo:
            node = todo.pop()
            if isinstance(node, list):
                todo += node
            elif isinstance(node, dict):
                todo += node.values()
                if isinstance(ref := node.get("$ref"), str):
                    node["$ref"] = self._new_reference(ref, file, home)

    def _new_reference(self, ref: str, file: Path, home: tuple[str, ...]) -> str:
        name, _, fragment = ref.partition("#")
        if not name:
            if home:
                return pointer(home) + fragment
            return ref
        if "://" in name:
            return ref
        target = Path(os.path.realpath(file.parent / name))
        if target == self._main:
            return f"#{fragment}"
        # A specification is somebody else's text: it must not read files of this machine.
        if not target.is_relative_to(self._folder):
            self._warn(f"the reference {ref!r} leads out of {self._folder} and is not followed")
            return ref
        if key := self._key(target, ref):
            return pointer((HOME, key)) + fragment
        return ref

    def _key(self, file: Path, ref: str) -> str | None:
        """What a file is called in the document, which it is read into if it is not there."""
        key = file.relative_to(self._folder).as_posix()
        if key not in self.files:
            if len(self.files) >= _MAX_FILES:
                self._warn(f"more than {_MAX_FILES} files are referred to; {ref!r} is not read")
                return None
            try:
                data = parse(read_regular(file, MAX_SPEC_BYTES))
            except (OSError, ValueError) as error:
                self._warn(f"the reference {ref!r} cannot be read: {error}")
                return None
            self.files[key] = data
            self.adopt(data, file, (HOME, key))
        return key

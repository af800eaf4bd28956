"""What a document refers to outside itself: other files below a base folder."""

from __future__ import annotations

import os
from pathlib import Path


class DocumentPlace:
    """Where a document is, and how far its references may reach."""

    def __init__(self, folder: Path, base: Path) -> None:
        self.folder = folder.resolve()
        self.base = base.resolve()

    def find(self, reference: str) -> Path:
        """The file that a reference means; `/x` is of the class path. Raises `ValueError` outside the base."""
        if reference.startswith("/"):
            start = self.root_of(reference.lstrip("/"))
        else:
            start = self.folder
        # Not resolve(), to which links in a circle are a RuntimeError.
        path = Path(os.path.realpath(start / reference.lstrip("/")))
        # Compared after links are followed: a link inside of the base may lead out of it.
        if not path.is_relative_to(self.base):
            raise ValueError(f"{reference!r} leads out of {self.base}; base= allows a wider folder")
        return path

    def root_of(self, name: str) -> Path:
        """The root of the class path: the nearest folder around the document, up to the base, that has this file."""
        around = (self.folder, *self.folder.parents)
        inside = [folder for folder in around if folder.is_relative_to(self.base)]
        return next((folder for folder in inside if os.path.lexists(folder / name)), self.base)

    def inside(self, path: Path) -> DocumentPlace:
        return DocumentPlace(path.parent, self.base)

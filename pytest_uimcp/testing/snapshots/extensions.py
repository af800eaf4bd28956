"""Our snapshot kinds as extensions of syrupy: one file per snapshot, in the folder of the test's module.

syrupy 5 renamed the methods that it calls; each exists here under both names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from syrupy.data import Snapshot, SnapshotCollection, SnapshotCollections
from syrupy.extensions.base import AbstractSyrupyExtension
from syrupy.extensions.json import JSONSnapshotExtension
from syrupy.location import PyTestLocation
from syrupy.types import PropertyFilter, PropertyMatcher, SnapshotIndex

from pytest_uimcp.core.lazy import resolve
from pytest_uimcp.core.regular_file import MAX_TEXT_BYTES, read_regular, read_text
from pytest_uimcp.testing.snapshots.differences import text_difference
from pytest_uimcp.testing.snapshots.files import replace
from pytest_uimcp.testing.snapshots.kinds import SnapshotKind
from pytest_uimcp.testing.snapshots.masks import HTML_MASKS, MASKS, mask_keys, mask_text
from pytest_uimcp.testing.snapshots.names import file_stem
from pytest_uimcp.testing.snapshots.pictures import Comparison, compare_pictures
from pytest_uimcp.testing.snapshots.toolchanges import tool_changes
from pytest_uimcp.testing.snapshots.variables import variable_tree


class OneFile(AbstractSyrupyExtension):
    """A snapshot in a separate file; the base of our kinds."""

    kind: ClassVar[SnapshotKind]
    own_masks: ClassVar[Mapping[str, str]] = {}
    # Set by the assertion, for the run and for the current comparison.
    masks: Mapping[str, str] = MASKS
    temporary: Path | None = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if hasattr(cls, "kind"):
            for name in ("file_extension", "_file_extension"):
                setattr(cls, name, cls.kind.suffix)

    # Content.

    def serialize(
        self,
        data: Any,
        *,
        exclude: PropertyFilter | None = None,
        include: PropertyFilter | None = None,
        matcher: PropertyMatcher | None = None,
    ) -> Any:
        text = self.text(data, exclude=exclude, include=include, matcher=matcher)
        return mask_text(text, {**self.own_masks, **self.masks} if self.masks else {}, self._temporary_to_mask)

    def text(self, data: Any, **options: Any) -> str:
        """The text, before masking: a matcher is given all of it."""
        matcher = options["matcher"]
        return str(matcher(data=data, path=()) if matcher else data)

    @property
    def _temporary_to_mask(self) -> Path | None:
        if self.masks:
            return self.temporary
        return None

    def matches(self, *, serialized_data: Any, snapshot_data: Any) -> bool:
        """Whether the texts are equal, except for a final line feed, which an editor may have added."""
        return bool(serialized_data.rstrip("\n") == snapshot_data.rstrip("\n"))

    def diff_lines(self, serialized_data: Any, snapshot_data: Any) -> Iterator[str]:
        yield from text_difference(str(snapshot_data), str(serialized_data))

    # Location.

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return str(Path(AbstractSyrupyExtension.dirname(test_location=test_location)) / test_location.basename)

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: SnapshotIndex = 0) -> str:
        """The test's name, then `.n` from the second one of the kind on, or `.name`."""
        return file_stem(test_location.snapshot_name, index)

    @classmethod
    def get_file_basename(cls, *, test_location: PyTestLocation, index: SnapshotIndex) -> str:
        """The file's name without the suffix of its kind."""
        return cls.get_snapshot_name(test_location=test_location, index=index)

    def discover_snapshots(self, *, test_location: PyTestLocation, **_: Any) -> SnapshotCollections:
        """Find nothing: SnapshotUsage knows the unused files."""
        return SnapshotCollections()

    def read_snapshot_collection(self, *, snapshot_location: str) -> SnapshotCollection:
        collection = SnapshotCollection(location=snapshot_location)
        collection.add(Snapshot(name=Path(snapshot_location).name.removesuffix(f".{self.kind.suffix}")))
        return collection

    def read_snapshot_data_from_location(
        self, *, snapshot_location: str, snapshot_name: str, session_id: str
    ) -> str | bytes | None:
        try:
            return self.read_file(Path(snapshot_location))
        except FileNotFoundError:
            return None

    def read_file(self, path: Path) -> str | bytes:
        return read_text(path)

    @classmethod
    def write_snapshot_collection(cls, *, snapshot_collection: SnapshotCollection, **_: Any) -> None:
        data = next(iter(snapshot_collection)).data
        if data is not None:
            replace(Path(snapshot_collection.location), data)

    def delete_snapshots(self, *, snapshot_location: str, snapshot_names: set[str]) -> None:
        Path(snapshot_location).unlink()

    _get_file_basename = get_file_basename
    _read_snapshot_collection = read_snapshot_collection
    _read_snapshot_data_from_location = read_snapshot_data_from_location
    _write_snapshot_collection = write_snapshot_collection


class HtmlExtension(OneFile):
    """HTML, with generated ids masked."""

    own_masks = HTML_MASKS


def _filtered(data: Any, options: dict[str, Any]) -> str:
    return str(JSONSnapshotExtension().serialize(data, **options))


class StateExtension(OneFile):
    """State as JSON, with keys in order."""

    def text(self, data: Any, **options: Any) -> str:
        return _filtered(mask_keys(data) if self.masks else data, options)


class VariablesExtension(OneFile):
    def text(self, data: Any, **options: Any) -> str:
        return variable_tree(json.loads(_filtered(data, options)))


class ToolsExtension(OneFile):
    """The tool surface as JSON; differences are explained by their effect on clients."""

    def text(self, data: Any, **options: Any) -> str:
        return _filtered(data, options)

    def matches(self, *, serialized_data: Any, snapshot_data: Any) -> bool:
        """Whether the tools are the same, regardless of the file's formatting."""
        return bool(json.loads(serialized_data) == json.loads(snapshot_data))

    def diff_lines(self, serialized_data: Any, snapshot_data: Any) -> Iterator[str]:
        for change in tool_changes(json.loads(snapshot_data or "{}"), json.loads(serialized_data)):
            yield str(change)


class PictureExtension(OneFile):
    """A PNG, compared pixel by pixel."""

    tolerance: float = 0.0
    shade: int = 0
    comparison: Comparison | None = None

    def serialize(self, data: Any, **_: Any) -> bytes:
        return bytes(data)

    def matches(self, *, serialized_data: Any, snapshot_data: Any) -> bool:
        self.comparison = compare_pictures(snapshot_data, serialized_data, shade=self.shade)
        return self.comparison.share <= self.tolerance

    def diff_lines(self, serialized_data: Any, snapshot_data: Any) -> Iterator[str]:
        if self.comparison is not None:
            yield f"{self.comparison}; allowed is {self.tolerance:.2%}"

    def read_file(self, path: Path) -> bytes:
        return read_regular(path, MAX_TEXT_BYTES)


@cache
def extension_of(kind: SnapshotKind) -> type[OneFile]:
    return type(f"{kind.name.title()}Snapshots", (resolve(kind.extension),), {"kind": kind})

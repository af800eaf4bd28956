"""The value of the fixture `uimcp_snapshot`: a syrupy assertion that knows our kinds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import pytest
from syrupy.assertion import AssertionResult, DiffMode, SnapshotAssertion
from syrupy.extensions.base import AbstractSyrupyExtension
from syrupy.types import SnapshotIndex

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.testing.report.folder import folder_of
from pytest_uimcp.testing.report.participants import under_test
from pytest_uimcp.testing.snapshots.differences import text_difference
from pytest_uimcp.testing.snapshots.extensions import OneFile, PictureExtension, extension_of
from pytest_uimcp.testing.snapshots.files import restore
from pytest_uimcp.testing.snapshots.kinds import kind_of, snapshot_kinds
from pytest_uimcp.testing.snapshots.masks import MASKS
from pytest_uimcp.testing.snapshots.names import Location
from pytest_uimcp.testing.snapshots.usage import SNAPSHOT_USAGE

_ACCEPT: Final = "run with --snapshot-update"
_OWN: Final = ("masks", "tolerance", "shade")


class _Chosen(OneFile):
    """Marks that the kind is chosen by the value."""

    kind = snapshot_kinds()["aria"]


class UimcpSnapshot(SnapshotAssertion):
    """`page == snapshot` chooses the kind by the value, `page == snapshot.html` names it.

    `snapshot(name=…, matcher=…, exclude=…, masks=…)` and, for pictures, `tolerance=…` and `shade=…` apply to the
    next comparison; `with_defaults(…)` returns a new assertion that keeps its arguments.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self._kinds: dict[type[AbstractSyrupyExtension], UimcpSnapshot] = {}
        self._given: dict[str, Any] = {}
        self._defaults: dict[str, Any] = {}
        self._latest: UimcpSnapshot | None = None
        self._difference: Path | None = None

    # The kind.

    def __getattr__(self, name: str) -> UimcpSnapshot:
        """`snapshot.html`: the kind of that name."""
        kind = snapshot_kinds().get(name)
        if kind is None:
            names = ", ".join(snapshot_kinds())
            raise AttributeError(f"uimcp_snapshot has no kind {name!r}; there are {names}", name=name, obj=self)
        return self._of(extension_of(kind))

    def _of(self, extension: type[AbstractSyrupyExtension]) -> UimcpSnapshot:
        # The same assertion each time, because it counts the snapshots of its kind in this test.
        if extension not in self._kinds:
            self._kinds[extension] = self.with_defaults(extension_class=extension)
            # Shared, so that a kind counts on, whichever assertion it is asked from.
            self._kinds[extension].__dict__["_kinds"] = self._kinds
        options = self._given
        self._given = {}
        return self._kinds[extension](**options)

    @property
    def _is_open(self) -> bool:
        return self.extension_class is _Chosen

    # Arguments.

    def with_defaults(self, **defaults: Any) -> UimcpSnapshot:
        """Return a new assertion that keeps `exclude`, `include`, `matcher`, `masks`, `tolerance`, `shade`."""
        options = _taken(defaults)
        snapshot = super().with_defaults(**defaults)
        assert isinstance(snapshot, UimcpSnapshot)
        snapshot.__dict__["_defaults"] = self._defaults | options
        return snapshot

    def __call__(self, **options: Any) -> UimcpSnapshot:
        """Set syrupy's arguments, and `masks`, `tolerance`, `shade`, for the next comparison."""
        self._given.update(options)
        return self

    def __eq__(self, other: object) -> bool:
        options = self._given
        self._given = {}
        extension_class = options.pop("extension_class", None)
        # The kind follows from the value, unless the test has named one.
        if extension_class is not None or self._is_open:
            extension = self._of(extension_class or extension_of(kind_of(other)))
            self._latest = extension(**options)
            return extension == other
        settings = self._defaults | _taken(options)
        # A picture of a real program is another one than that of the scene in memory; everything else is shared.
        if isinstance(self.extension, PictureExtension) and (label := getattr(other, "picture_name", "")):
            options.setdefault("name", _label(label, self.num_executions))
        super().__call__(**options)
        if not isinstance(self.extension, OneFile):
            return super().__eq__(other)
        return self._compare(self.extension, other, settings)

    __hash__ = None  # type: ignore[assignment]  # equal to what it is compared with, so to many

    def _compare(self, extension: OneFile, value: object, settings: Mapping[str, Any]) -> bool:
        item = self.test_location.item
        extension.masks = settings.get("masks", MASKS)
        extension.temporary = _temporary(item.config)
        if isinstance(extension, PictureExtension):
            extension.tolerance = settings.get("tolerance", 0.0)
            extension.shade = settings.get("shade", 0)
        data = extension.kind.data_of(value)
        # Before the comparison: a file that differs is used all the same.
        index = self.index
        for place in (index, *self._twins(extension, value)):
            location = extension.get_location(test_location=self.test_location, index=place)
            item.config.stash[SNAPSHOT_USAGE].use(location)
        is_same = super().__eq__(data)
        # With --snapshot-update every comparison succeeds, and the last face would win.
        if is_same and (self.update_snapshots or getattr(self, "update_new_snapshots_only", False)):
            self._agree_with_others(extension, self._result, index)
        elif not is_same and isinstance(extension, PictureExtension):
            self._show(extension)
        return is_same

    def _twins(self, extension: OneFile, value: object) -> list[SnapshotIndex]:
        """The pictures of the same moment in memory and in a real program: a run on one face uses the other's, too."""
        if not isinstance(extension, PictureExtension) or not hasattr(value, "picture_name"):
            return []
        return [self.num_executions, _label("program", self.num_executions)]

    @property
    def _result(self) -> AssertionResult:
        return self.executions[self.num_executions - 1]

    def _agree_with_others(self, extension: OneFile, result: AssertionResult, index: Any) -> None:
        """Fail if two faces would write different contents to the same file, which is then left as it was."""
        item = self.test_location.item
        data = result.final_data
        if isinstance(data, bytes):
            return
        usage = item.config.stash[SNAPSHOT_USAGE]
        path = result.snapshot_location
        accepted = usage.accept(path, item.nodeid, data, result.recalled_data)
        if path not in usage.disputed:
            return
        # What syrupy writes last counts, and it may have written before.
        self.session.queue_snapshot_write(extension, self.test_location, accepted.original, index)
        restore(Path(path), accepted.original)
        lines = [f"{self._path} is to serve {accepted.owner} and {item.nodeid}, but they differ; nothing is written:"]
        lines += text_difference(str(accepted.data), str(data))
        lines += [f"  {timing}" for harness in under_test(item) if (timing := harness.timing())]
        raise AssertionError("\n".join(lines))

    def _show(self, extension: PictureExtension) -> None:
        self._difference = None
        if extension.comparison is not None and self._result.recalled_data is not None:
            folder = folder_of(self.test_location.item)
            self._difference = folder / f"{self._result.snapshot_name}.difference.png"
            self._difference.write_bytes(extension.comparison.picture())

    # Messages.

    @property
    def _path(self) -> str:
        path = Path(self._result.snapshot_location)
        root = self.test_location.item.config.rootpath
        return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)

    def get_assert_diff(self, *, diff_mode: DiffMode = DiffMode.DETAILED) -> list[str]:
        """Report the file, the difference and how to accept it."""
        if self._latest is not None:
            return self._latest.get_assert_diff(diff_mode=diff_mode)
        error = self._result.exception
        if isinstance(error, UimcpError):
            return [f"{self._path}: {error}"]
        if error is not None or not isinstance(self.extension, OneFile):
            return super().get_assert_diff(diff_mode=diff_mode)
        return list(self._explained(self.extension, self._result, diff_mode))

    def _explained(self, extension: OneFile, result: AssertionResult, mode: DiffMode) -> Iterator[str]:
        if result.recalled_data is None:
            yield f"there is no {self._path} yet; if the new result is right, {_ACCEPT}:"
            if mode is DiffMode.DETAILED and isinstance(result.asserted_data, str):
                yield from text_difference("", result.asserted_data)
            return
        yield f"{self._path} does not match; if the new result is right, {_ACCEPT}:"
        if mode is DiffMode.DETAILED:
            yield from extension.diff_lines(result.asserted_data, result.recalled_data)
            for harness in under_test(self.test_location.item):
                if timing := harness.timing():
                    yield f"  {timing}"
        if self._difference is not None:
            yield f"expected, different and received side by side: {self._difference}"


def snapshot_of(request: pytest.FixtureRequest) -> UimcpSnapshot:
    """The assertion for a test; UimcpError if syrupy's plugin is not loaded."""
    session = getattr(request.config, "_syrupy", None)
    if session is None:
        raise UimcpError(
            "uimcp_snapshot needs syrupy's plugin, which does not run: leave out -p no:syrupy, "
            "or load it with -p syrupy if plugins are not loaded by themselves"
        )
    options = request.config.option
    settings = {
        "update_snapshots": options.update_snapshots,
        "update_new_snapshots_only": getattr(options, "update_new_snapshots_only", False),
    }
    # Fields differ between releases of syrupy, and we say no upper bound.
    names = {field.name for field in fields(SnapshotAssertion)}
    return UimcpSnapshot(
        session=session,
        extension_class=_Chosen,
        test_location=Location(request.node),
        **{name: value for name, value in settings.items() if name in names},
    )


def _taken(options: dict[str, Any]) -> dict[str, Any]:
    """Remove our own arguments from those for syrupy and return them."""
    return {name: options.pop(name) for name in list(options) if name in _OWN}


def _temporary(config: pytest.Config) -> Path | None:
    factory = getattr(config, "_tmp_path_factory", None)
    return factory.getbasetemp() if factory is not None else None


def _label(name: str, number: int) -> str:
    """The name of a picture that is not the test's first."""
    if number:
        return f"{name}.{number}"
    return name

"""Which snapshots a run has looked at, and so which of them nobody needs any more.

syrupy decides this by comparing names of files with names of tests and with `-k`, in each release another way, and
knows nothing of faces. Here a file is unused only if every test that could own it has passed without it, or if there
is no such test any more in a module that was collected as a whole.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from pytest_uimcp.testing.snapshots.unused import Seen

__all__ = ["LEDGER", "Ledger"]

_OUTPUT: Final = "uimcp_snapshots"


class Ledger:
    """The plugin that keeps the account of a run; with pytest-xdist each worker keeps its own and hands it over."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._collected: list[pytest.Item] = []
        self._selected: list[str] = []
        self._ran: set[str] = set()
        self._not_passed: set[str] = set()
        self._used: set[str] = set()
        self._folders: set[str] = set()
        self._accepted: dict[str, tuple[str, Any]] = {}
        self._accounts: list[dict[str, Any]] = []
        self._is_blind = False

    # What assertions tell.

    def use(self, path: str | Path, *, alone: bool = False) -> None:
        """A file was compared with; `alone`: its folder holds nothing else."""
        self._used.add(str(path))
        if alone:
            self._folders.add(str(Path(path).parent))

    def accept(self, path: str, nodeid: str, data: Any) -> tuple[str, Any]:
        """The test that was first to have a file written in this run, and what with."""
        first = self._accepted.setdefault(path, (nodeid, data))
        if first[0] == nodeid:
            self._accepted[path] = first = (nodeid, data)
        return first

    # What pytest tells.

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Before anybody takes tests away."""
        self._collected = list(items)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """After."""
        self._selected = [item.nodeid for item in session.items]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """With pytest-xdist the process that started the workers hears this of all of them."""
        if report.outcome != "passed":
            self._not_passed.add(report.nodeid)
        elif report.when == "call":
            self._ran.add(report.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """A worker is done."""
        given = getattr(node, "workeroutput", {}).get(_OUTPUT)
        if error or given is None:
            self._is_blind = True  # it may have used anything
        else:
            self._accounts.append(given)

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, object, object]:
        """Around the end of syrupy's session, which reports and deletes."""
        if not self._has_snapshots:
            return (yield)
        from pytest_uimcp.testing.snapshots.unused import Account, account_of, find_unused

        account = account_of(self._collected, self._selected, self._used, self._folders)
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput[_OUTPUT] = account.plain()
            return (yield)
        for other in self._accounts:
            account.merge(Account.from_plain(other))
        if not account.tests and not account.folders:
            return (yield)
        from pytest_uimcp.testing.snapshots.reporting import finish, told_to_syrupy

        can_tell = not self._is_blind and not self._config.option.collectonly
        unused = find_unused(account, self._seen()) if can_tell else []
        with told_to_syrupy(account, unused):
            result = yield
        finish(session, unused)
        return result

    @property
    def _has_snapshots(self) -> bool:
        """Whether there may be any; most runs have none and end here."""
        if not self._config.pluginmanager.hasplugin("syrupy"):
            return False
        name = getattr(self._config.option, "snapshot_dirname", "__snapshots__")
        folders = {item.path.parent for item in self._collected}
        return bool(self._used or self._accounts) or any((folder / name).is_dir() for folder in folders)

    def _seen(self) -> Seen:
        from pytest_uimcp.testing.snapshots.unused import Seen

        return Seen(
            passed=frozenset(self._ran - self._not_passed),
            arguments=tuple(self._config.args),
            only_last_failed=bool(getattr(self._config.option, "lf", False)),
            # Before syrupy 5.5 workers do not say which files are those of other extensions.
            knows_others=not self._accounts or hasattr(self._config._syrupy, "add_worker_report"),  # type: ignore[attr-defined]  # noqa: SLF001
        )


LEDGER: Final = pytest.StashKey[Ledger]()

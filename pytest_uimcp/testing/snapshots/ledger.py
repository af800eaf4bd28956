"""Which snapshots a run has looked at, and so which of them nobody needs any more.

syrupy decides this by comparing names of files with names of tests and with `-k`, in each release another way, and
knows nothing of faces. Here a file is unused only if every test that could own it has passed without it, or if there
is no such test any more in a module that was collected as a whole.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest

from pytest_uimcp.testing.snapshots.unused import SHARED_SUFFIXES, Account, Seen, find_unused

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
        self._accounts: list[Account] = []
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
            self._accounts.append(Account.from_plain(given))

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, object, object]:
        """Around the end of syrupy's session, which reports and deletes."""
        if not self._config.pluginmanager.hasplugin("syrupy") or self._config.option.collectonly:
            return (yield)
        account = self._account()
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput[_OUTPUT] = account.plain()
            return (yield)
        for other in self._accounts:
            account.merge(other)
        if not account.tests and not account.folders:
            return (yield)
        from pytest_uimcp.testing.snapshots.reporting import finish, told_to_syrupy

        last_failed = bool(getattr(self._config.option, "lf", False))
        seen = Seen(frozenset(self._ran - self._not_passed), tuple(self._config.args), last_failed)
        unused = [] if self._is_blind else find_unused(account, seen)
        if self._accounts and not hasattr(self._config._syrupy, "add_worker_report"):  # type: ignore[attr-defined]  # noqa: SLF001
            # Before 5.5 workers do not say which of these are of other extensions.
            unused = [path for path in unused if not path.name.endswith(SHARED_SUFFIXES)]
        with told_to_syrupy(account, unused):
            result = yield
        finish(session, unused)
        return result

    def _account(self) -> Account:
        from pytest_uimcp.testing.snapshots.unused import account_of

        return account_of(self._collected, self._selected, self._used, self._folders)


LEDGER: Final = pytest.StashKey[Ledger]()

"""The table of the kinds of servers, and what a row in it does."""

from __future__ import annotations

import sys

import pytest

from pytest_uimcp import servers
from pytest_uimcp.core.commands import Command
from pytest_uimcp.core.lazy import resolve
from pytest_uimcp.servers import KINDS, ServerKind
from pytest_uimcp.testing.report.sections import Section
from pytest_uimcp.testing.snapshots.kinds import SnapshotKind

TABLES = {"snapshot_kinds": SnapshotKind, "sections": Section, "commands": Command}

# A server kind in one module; a real one is a folder.
SHOP = """
import pytest

from pytest_uimcp.core.commands import Command
from pytest_uimcp.testing.options import Option, value
from pytest_uimcp.testing.report.sections import Section
from pytest_uimcp.testing.snapshots.kinds import SnapshotKind


class Shop:
    def receipt(self):
        return "1 apple"


@pytest.fixture
def shop(request):
    made = Shop()
    made.till = value(request.config, "till")
    return made


OPTIONS = (Option("till", "the till to stand at", takes="NUMBER", default="1"),)
KINDS = (
    SnapshotKind(
        "receipt", "receipt.txt", "a shop", "a shop", lambda it: it.receipt(), lambda it: hasattr(it, "receipt")
    ),
)
SECTIONS = (Section("shop till", lambda failed: ["the till is open"]),)
COMMANDS = (Command("open-shop", "open the shop", "shop"),)


def main(arguments):
    print("open", *arguments)
    return 0
"""
STORY = """
from pytest_uimcp.testing.scenario.grammar import StepKind
from pytest_uimcp.testing.scenario.header import Filled, HeaderKey
from pytest_uimcp.testing.scenario.parts import StoryPart
from pytest_uimcp.testing.scenario.shapes import TEXT


class ShopPart(StoryPart):
    fixture = "shop"

    @staticmethod
    def header_keys():
        return [HeaderKey("till", Filled, "text", {"type": "string"}, "The till to stand at.")]

    @staticmethod
    def step_kinds():
        return [StepKind("human", "buys", TEXT, buys, "The human buys.", "- human: {buys: 1 apple}", asserts=True)]

    @classmethod
    def of(cls, header):
        return None if header.till is None else cls()


def buys(player, step):
    assert player.fixture("shop").receipt() == step.value


PARTS = (ShopPart,)
"""
ROW = ServerKind("shop", "shop", "shop:OPTIONS", "shop:KINDS", "shop:SECTIONS", "shop:COMMANDS", "shopstory:PARTS")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_reference_of_a_row_leads_to_rows_of_its_table(kind: ServerKind) -> None:
    if kind.fixtures:
        assert resolve(f"{kind.fixtures}:__name__") == kind.fixtures
    for table, row in TABLES.items():
        if not (reference := getattr(kind, table)):
            continue
        found = resolve(reference)
        assert found
        assert all(isinstance(one, row) for one in found)


def test_names_are_unique_in_each_table_of_all_kinds() -> None:
    for table in TABLES:
        names = [row[0] if isinstance(row, tuple) else row.name for row in servers.rows(table)]
        assert len(names) == len(set(names))


def test_a_whole_server_is_one_folder_and_one_row(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pytester.makepyfile(shop=SHOP, shopstory=STORY)
    pytester.makepyfile(
        sitecustomize="",
        start=f"""
            import sys
            from pytest_uimcp import servers

            servers.KINDS.append(servers.ServerKind(*{tuple(ROW)!r}))
            if sys.argv[1] == "pytest":
                import pytest

                raise SystemExit(pytest.main(sys.argv[2:]))
            from pytest_uimcp.cli import main

            raise SystemExit(main(sys.argv[1:]))
        """,
    )
    pytester.makepyfile(
        test_it="""
            def test_receipt(shop, uimcp_snapshot):
                assert shop == uimcp_snapshot
                assert shop == uimcp_snapshot.receipt(name="again")

            def test_till(uimcp_lua, shop):
                assert shop.till == "7"
        """
    )
    monkeypatch.setenv("PYTHONPATH", str(pytester.path))
    plain = ("-p", "no:randomly", "-p", "no:cacheprovider")
    opened = pytester.run(sys.executable, "start.py", "open-shop", "today")
    assert opened.outlines == ["open today"]
    stored = pytester.run(sys.executable, "start.py", "pytest", *plain, "-k", "receipt", "--snapshot-update")
    assert stored.ret == 0, stored.stdout.str()
    assert sorted(path.name for path in (pytester.path / "__snapshots__" / "test_it").iterdir()) == [
        "test_receipt.again.receipt.txt",
        "test_receipt.receipt.txt",
    ]
    for steps, counts in (("buys: 1 apple", {"passed": 1}), ("buys: 2 apples", {"failed": 1})):
        (pytester.path / "buy.scenario.yaml").write_text(f'till: "3"\nsteps:\n  - human: {{{steps}}}\n')
        played = pytester.run(sys.executable, "start.py", "pytest", *plain, "--uimcp", "buy.scenario.yaml")
        played.assert_outcomes(**counts)
    failed = pytester.run(
        sys.executable, "start.py", "pytest", *plain, "--uimcp-dir=counter", "--uimcp-till=2", "-k", "till"
    )
    failed.stdout.fnmatch_lines(["*- shop till -*", "the till is open"])
